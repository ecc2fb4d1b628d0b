import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DICE_TEXTS } from "./texts/family.ts";
import { describe, expect, it } from "vitest";
import { EYE_FAULTS } from "../../../drivers/dice/eye/codes.ts";
import { DIE_NOTES } from "../../dice/reading/read-types.ts";
import { LANGUAGES } from "../../text/language.ts";
import { faultText } from "../fault-texts.ts";
import { abortText, becauseText } from "../texts.ts";
import { REFUSING_FAULTS } from "./verdicts.ts";

describe("codes that a dice table can emit", () => {
  const here = new URL(".", import.meta.url).pathname;
  const source = globSync("*.ts", { cwd: here })
    .filter((file) => !file.includes(".test"))
    .map((file) => readFileSync(join(here, file), "utf8"))
    .join("\n");
  const found = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, code]) => code ?? "");

  it("every reason has a text in every language", () => {
    const codes = [
      ...found(/doubt\(turn, "([a-z-]+)"/g),
      ...found(/codes\.push\("([a-z-]+)"/g),
      ...found(/\? "([a-z]+-[a-z-]+)" : "[a-z-]+"\]/g),
      ...found(/: "([a-z]+-[a-z-]+)"\]/g),
      ...REFUSING_FAULTS,
      ...DIE_NOTES.map((note) => `dice-${note}`),
      ...["port-gone", "device-silent", "device-garbled", "overflow", "restart", "frames-lost"],
      ...["port-gone", "device-silent", "device-garbled", "overflow", "restart"].map((why) => `thrower-${why}`),
      ...[
        "shake-short",
        "shake-failed",
        "series-unknown",
        "named-by-people",
        "left-to-a-person",
        "rule-not-judged",
        "witness-differs",
      ],
    ];
    expect(codes).toContain("dome-open");
    expect(codes).toContain("no-rest");
    for (const code of codes) {
      const text = becauseText(code, DICE_TEXTS);
      for (const language of LANGUAGES) expect(text[language], code).not.toBe(code);
      expect(new Set(LANGUAGES.map((language) => text[language])).size, code).toBeGreaterThan(2);
    }
    expect(abortText("restart", DICE_TEXTS).en).toContain("throw");
  });

  it("every fault of the eye has a text that says what to do", () => {
    for (const code of [...EYE_FAULTS, ...REFUSING_FAULTS]) {
      const { text, doThis } = faultText(code, DICE_TEXTS);
      expect(text.en, code).not.toBe(code);
      expect(doThis.eu, code).not.toBe("");
    }
  });
});
