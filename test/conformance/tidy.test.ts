import { familyOf } from "../../src/table/kernel/families.ts";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WHEEL_FACTS } from "../../src/rules/vocabulary/wheel.ts";
import { unrecordedValues } from "../../drivers/options.ts";
import { SHOE_TYPES, WHEEL_OPTIONS, WHEEL_TYPES } from "../../firmware/table/config/devices.ts";
import { SHOE_FACTS } from "../../src/rules/vocabulary/shoe.ts";
import { faultText } from "../../src/table/kernel/view/texts.ts";
import { LANGUAGES } from "../../src/text/language.ts";

/** Small rules of the house that a linter does not know. */

const ROOT = new URL("../../", import.meta.url).pathname;
const CODE = globSync(
  ["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.{ts,js}", "hw-sim/**/*.ts", "bin/*.mjs", "test/**/*.ts"],
  { cwd: ROOT },
);
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const PLACE = { pockets: 37, ring: [], baud: 9_600, calibration: null };

describe("tidy", () => {
  it("has no soft spots", () => {
    const soft =
      /\b(?:it|test|describe)\.(?:skip|only|todo)\b|\bTO[D]O\b|\bFIX[M]E\b|@ts-(?:ignore|nocheck)|\bas any\b/;
    expect(CODE.filter((file) => soft.test(read(file)))).toEqual([]);
  });

  it("asks the machine for time and chance in one file only", () => {
    const machine =
      /\bDate\.now\(|new Date\(\)|Math\.random\(|\bsetTimeout\(|\bsetInterval\(|process\.hrtime|performance\.now\(/;
    const product = CODE.filter(
      (file) =>
        /^(?:src|drivers|firmware|hw-sim)\//.test(file) &&
        (!/\/(?:web|pages)\//.test(file) || file.startsWith("firmware/office/floor/")) &&
        !file.endsWith(".test.ts"),
    );
    expect(product.filter((file) => machine.test(read(file)))).toEqual([
      "firmware/office/floor/page/web/page-clock.ts",
      "src/time/system-clock.ts",
    ]);
    const tests = CODE.filter((file) => /^test\/|\.test\.ts$/.test(file));
    expect(tests.filter((file) => /new Date\(\)/.test(read(file)))).toEqual([]);
  });

  it("devices name only facts of the vocabulary, each with its reason", () => {
    const wheels = WHEEL_TYPES.flatMap((type) => type.kinds.map((kind) => ({ type, kind })));
    expect(wheels.length).toBeGreaterThan(WHEEL_TYPES.length);
    for (const { type, kind } of wheels) {
      const { abilities } = type.session({ ...unrecordedValues(WHEEL_OPTIONS), ...PLACE, kind });
      for (const [fact, ability] of Object.entries(abilities)) {
        expect(Object.keys(WHEEL_FACTS)).toContain(fact);
        expect(ability.note.length).toBeGreaterThan(20);
      }
    }
    for (const { abilities } of SHOE_TYPES) {
      expect(Object.keys(abilities).sort()).toEqual(Object.keys(SHOE_FACTS).sort());
      for (const ability of Object.values(abilities)) expect(ability.note.length).toBeGreaterThan(20);
    }
  });

  it("every fault code that the product records has a text and a remedy in every language", () => {
    const codes = new Set<string>();
    for (const file of CODE.filter(
      (name) => /^(?:src\/table|drivers)\//.test(name) && !name.endsWith(".test.ts"),
    )) {
      for (const [, code] of read(file).matchAll(
        /o: "fault", code: "([a-z-]+)"|(?:raiseFault|raiseMomentaryFault|beginLoss|beginFault)\(context, "([a-z-]+)"/g,
      )) {
        if (code !== undefined) codes.add(code);
      }
      for (const [, , code] of read(file).matchAll(
        /(raiseFault|raiseMomentaryFault|beginLoss)\(context, "([a-z-]+)"/g,
      ))
        if (code !== undefined) codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(5);
    for (const code of codes) {
      // A code without words is its own text: none of a device's families may know it then.
      const found = (["wheel", "shoe", "dice"] as const)
        .map((family) => faultText(code, familyOf({ family }).texts))
        .find(({ text }) => text.en !== code);
      expect(found, code).toBeDefined();
      for (const language of LANGUAGES) expect(found?.text[language].length).toBeGreaterThan(3);
    }
  });
});
