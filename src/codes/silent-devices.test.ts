import { expect, test } from "vitest";
import { LANGUAGES } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";

/** A device that stays mute on a port that stays is cured by a new opening of the port, or by hand: what people are told says so. */

const UNPLUG = { es: "desenchufe", eu: "atera egokigailua", gl: "desenchufe", en: "unplug its adapter" };

const silent = Object.entries(textsOf("faults")).flatMap(([family, faults]) =>
  Object.entries(faults as Readonly<Record<string, unknown>>).flatMap(([code, fault]) =>
    code.endsWith("-silent") ? [[`${family}: ${code}`, fault] as const] : [],
  ),
);

test("there is one for each kind of device", () =>
  expect(silent.map(([name]) => name)).toEqual(
    expect.arrayContaining(["wheel: device-silent", "card-link: device-silent", "dice-link: device-silent"]),
  ));

test.each(silent)("%s: people are told to unplug it, in their language", (_, fault) => {
  const { doThis } = fault as { readonly doThis: Readonly<Record<string, string>> };
  for (const language of LANGUAGES) expect(doThis[language]).toContain(UNPLUG[language]);
});
