import { expect, it } from "vitest";
import { eyeAbilities } from "../../drivers/dice/eye/abilities.ts";
import { Problem } from "../../firmware/problem.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { coverageFor, type TableOptions } from "../../firmware/table/setup/table-setup.ts";
import { noteText } from "../../src/rules/coverage-notes.ts";
import notes from "../../src/rules/coverage-notes.json" with { type: "json" };
import "../../firmware/table/setup/every-family.ts";

/** What the technician reads of each rule, and why a device can or cannot observe it, in his own language. */

/** A Mercury says more in its longer protocol. */
const protocolsOf = (device: string): readonly TableOptions[] =>
  device === "cammegh-mercury-360" ? [{ protocol: "basic" }, { protocol: "advanced" }] : [{}];

/** Every note that a table of ours can have, as it is signed. */
function everyNote(): readonly string[] {
  const eyes = [true, false].flatMap((each) =>
    Object.values(
      eyeAbilities({ rim: each, basket: each, half: each, wall: each, rolled: each, dome: each }),
    ).map(({ note }) => note),
  );
  const covered = listPacks().flatMap((loaded) =>
    DEVICES.flatMap(({ name }) =>
      protocolsOf(name).flatMap((options) => {
        try {
          return coverageFor(loaded, name, [], options);
        } catch (error) {
          // This device is for other games.
          if (error instanceof Problem) return [];
          throw error;
        }
      }),
    ),
  );
  return [
    ...new Set([
      ...eyes,
      ...covered.flatMap(({ rules }) => rules.flatMap(({ facts }) => facts.map(({ note }) => note))),
    ]),
  ];
}

const NOTES = everyNote();

it("every note of every device and rulebook has a translation, sentence by sentence", () => {
  expect(NOTES.length).toBeGreaterThan(100);
  const untold = NOTES.filter((note) => {
    const { es, eu, gl, en } = noteText(note);
    return en !== note || new Set([es, eu, gl, en]).size < 4;
  });
  expect(untold).toEqual([]);
});

it("a source stays as it is, and a note that nobody knows is told in English", () => {
  expect(noteText("rotor speed every 0.5 s; at or below 1 rpm it stands (SS2 guide V2.10 §2.5)").gl).toBe(
    "velocidade do cilindro cada 0,5 s; a 1 rpm ou menos está parado (SS2 guide V2.10 §2.5)",
  );
  expect(noteText("it is known by nobody; laps are not counted").es).toBe(
    "it is known by nobody; laps are not counted",
  );
});

it("no translation is left of a sentence that no device says", () => {
  const said = NOTES.join("; ");
  expect(Object.keys(notes).filter((sentence) => !said.includes(sentence))).toEqual([]);
});
