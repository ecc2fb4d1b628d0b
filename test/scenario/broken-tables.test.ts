import { expect, it } from "vitest";
import { judge } from "../../firmware/care/doctor/judge.ts";
import { WELL } from "../../firmware/care/doctor/well.fixture.ts";
import { fillText } from "../../src/text/every-language.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { faultText } from "../../src/table/kernel/view/texts.ts";
import { asPattern, brokenTables } from "../support/broken-tables.ts";

/** Twelve broken tables: that each cause is known, with its remedy. How the page says it is read by `test/browser/technician-broken.test.ts`. */

const HINTS = textsOf("pages.technician.hints");

it("are twelve, each with its cause and remedy in every language, the gravest first where the table cannot certify", () => {
  const tables = brokenTables();
  expect(new Set(tables.map(({ name }) => name)).size).toBe(12);
  for (const { name, faults, looked, hints, cause, remedy } of tables) {
    const found = judge({ ...WELL, ...looked }, (code) => faultText(code));
    const bad = found.filter(({ level }) => level === "stops" || level === "attention");
    const said = [
      ...faults.map(({ text, doThis }) => [text, doThis] as const),
      ...bad.map((one) => [one.text, one.remedy] as const),
      ...hints.map(({ code, channel, count, of }) => {
        const values = { channel, count, of };
        return [fillText(HINTS[code].text, values), HINTS[code].remedy] as const;
      }),
    ];
    for (const language of LANGUAGES) {
      const fits = said.filter(
        ([text, what]) =>
          asPattern(cause, language).test(text[language]) && asPattern(remedy, language).test(what[language]),
      );
      expect(
        fits.length,
        `${name} in ${language}: ${said.map(([text]) => text[language]).join("; ")}`,
      ).toBeGreaterThan(0);
    }
  }
});
