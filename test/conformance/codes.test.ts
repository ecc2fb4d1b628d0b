import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULTS, isMomentary, refusesResults } from "../../src/codes/faults.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { DICE_TEXTS } from "../../src/table/dice/texts.ts";
import { CARD_FAULTS, CARD_LINK_TEXTS, firstDiceText, SHOE_TEXTS } from "../../src/table/shoe/texts.ts";
import { abortText, becauseText, FAULT_TEXTS, faultText, REFUSALS } from "../../src/table/kernel/view/texts.ts";
import { LANGUAGE_TEXTS } from "../../src/text/languages/index.ts";
import { LANGUAGES, type Text } from "../../src/text/language.ts";

/** The manual's tables of faults, held against the rows of `src/codes/faults.ts`: each code once where it belongs, in its own words. */

const MANUAL = readFileSync(new URL("../../docs/technician/fault-codes.md", import.meta.url), "utf8");

interface ManualRow {
  readonly code: string;
  readonly starred: boolean;
  readonly screen: string;
  readonly cause: string;
}

/** The rows of the first table below a heading. */
function tableBelow(heading: string): readonly ManualRow[] {
  const from = MANUAL.indexOf(`${heading}\n`);
  expect(from, heading).toBeGreaterThanOrEqual(0);
  const lines = MANUAL.slice(from).split("\n");
  const first = lines.findIndex((line) => line.startsWith("| `"));
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  return lines.slice(first, first + length).map((line) => {
    const [, name = "", screen = "", cause = ""] = line.split("|").map((cell) => cell.trim());
    const [, code = ""] = /^`([^`]+)`/.exec(name) ?? [];
    return { code, starred: name.endsWith("*"), screen, cause };
  });
}

const EVERYWHERE = tableBelow("# Fault codes");
const WARNINGS = tableBelow("\n## Warnings of a card machine");
const DICE = tableBelow("\n## At a dice table");
const CODES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const isOfDice = (code: string): boolean =>
  Object.hasOwn(textsOf("faults.eye"), code) || Object.hasOwn(textsOf("faults.thrower"), code);

describe("the manual has every fault", () => {
  it("once, in the table where a technician looks for it", () => {
    expect(EVERYWHERE.map(({ code }) => code).sort()).toEqual(CODES.filter((code) => !isOfDice(code)).sort());
    const own = Object.keys(textsOf("faults.dice-link"));
    expect(DICE.map(({ code }) => code).sort()).toEqual([...CODES.filter(isOfDice), ...own].sort());
    const warnings = Object.keys(textsOf("cards.warnings"));
    expect(WARNINGS.map(({ code }) => code).sort()).toEqual(warnings.map((code) => `warning-${code}`).sort());
  });

  it("in the words of the screens", () => {
    for (const { code, screen } of EVERYWHERE) {
      const [all, ofCards] = [FAULT_TEXTS[code], CARD_LINK_TEXTS[code]];
      const reported = all?.text.es ?? CARD_FAULTS[code]?.text.es;
      expect([code, screen]).toEqual([
        code,
        ofCards === undefined || (code === "line-noise" && !screen.includes("card table"))
          ? reported
          : `${reported} (card table: ${ofCards.text.es})`,
      ]);
    }
    for (const { code, screen } of DICE)
      expect([code, screen]).toEqual([code, DICE_TEXTS.faults[code]?.text.es]);
    for (const { code, screen } of WARNINGS) expect([code, screen]).toEqual([code, CARD_FAULTS[code]?.text.es]);
  });

  it("with what it is: passing ones are called so, and those of dice that refuse every number have their mark", () => {
    for (const { code, cause } of [...EVERYWHERE, ...DICE])
      expect([code, cause.startsWith("passing: ")]).toEqual([code, isMomentary(code)]);
    for (const { code, starred } of DICE) {
      const isLoss = ["port-gone", "device-silent", "device-garbled"].includes(code);
      expect([code, starred]).toEqual([code, isLoss || refusesResults(code)]);
    }
  });
});

/** The compiler refuses a reason without words; this holds that the words are found where people read them. */
describe("people read words, never a code", () => {
  const { reasons } = LANGUAGE_TEXTS.es;
  const ofSpins = Object.keys({ ...reasons.doubts, ...reasons.device });
  const ofCards = ["cards", "poker", "bank-games", "card-device"] as const;
  const ofDice = ["dice-devices", "dice-thrower", "dice-reading"] as const;
  const seen = Object.keys(reasons["dice-seen"]).map((code) => `dice-${code}`);
  const thrown = [...ofDice.flatMap((part) => Object.keys(reasons[part])), ...seen];
  const ofNoShoe = CODES.filter((code) => !Object.hasOwn(CARD_FAULTS, code));
  const faults = [
    { own: undefined, codes: ofNoShoe.filter((code) => !isOfDice(code)) },
    { own: SHOE_TEXTS, codes: CODES.filter((code) => !isOfDice(code)) },
    { own: DICE_TEXTS, codes: ofNoShoe },
  ];
  const hasText = (code: string, text: Text): void => {
    for (const language of LANGUAGES) {
      expect(text[language], code).not.toBe(code);
      expect(text[language].length, code).toBeGreaterThan(5);
    }
    expect(new Set(LANGUAGES.map((language) => text[language])).size, code).toBeGreaterThan(2);
  };

  it("why a spin, a round of cards or a throw is undecided, or only reported", () => {
    for (const code of ofSpins) hasText(code, becauseText(code));
    for (const code of ofCards.flatMap((part) => Object.keys(reasons[part])))
      hasText(code, becauseText(code, SHOE_TEXTS));
    for (const code of thrown) hasText(code, becauseText(code, DICE_TEXTS));
    for (const { own, codes } of faults) for (const code of codes) hasText(code, becauseText(code, own));
    for (const code of [...Object.keys(reasons["first-dice"]), ...thrown]) hasText(code, firstDiceText(code));
    expect(becauseText("restart", DICE_TEXTS).en).toContain("camera");
    expect(becauseText("restart", SHOE_TEXTS).en).toContain("shoe");
  });

  it("why a round was given up, and why a key was refused", () => {
    for (const texts of [undefined, SHOE_TEXTS, DICE_TEXTS])
      for (const code of Object.keys(reasons.aborted)) hasText(code, abortText(code, texts));
    expect(abortText("restart", DICE_TEXTS).en).toContain("throw");
    for (const [code, text] of Object.entries(REFUSALS)) hasText(code, text);
  });

  it("what a fault is, and what to do about it", () => {
    for (const { own, codes } of faults)
      for (const code of codes) {
        const { text, doThis } = faultText(code, own);
        hasText(code, text);
        hasText(code, doThis);
      }
  });
});

it("a code that no row has stands, and hides no number", () => {
  expect([isMomentary("of-another-release"), refusesResults("of-another-release")]).toEqual([false, false]);
});
