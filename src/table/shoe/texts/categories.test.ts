import { describe, expect, it } from "vitest";
import { RANKINGS, THREE_CARD_RANKINGS } from "../../../../hw-sim/people/cards/law/rankings.ts";
import { LANGUAGES } from "../../../text/language.ts";
import { CARD_BECAUSE, categoryText, POKER_OPEN } from "../texts.ts";

describe("names of combinations", () => {
  it.each(Object.entries({ ...RANKINGS, ...THREE_CARD_RANKINGS }))(
    "%s: each its own, in every language",
    (_id, { order }) => {
      for (const language of LANGUAGES) {
        const names = order.map((category) => categoryText(category)[language]);
        expect(names.every((name) => name.trim().length > 0)).toBe(true);
        expect(new Set(names).size, names.join()).toBe(order.length);
      }
    },
  );

  it("says in every language why a round of poker is open", () => {
    for (const code of ["ranks-beyond-text", "low-ace-open", ...Object.keys(POKER_OPEN)])
      for (const language of LANGUAGES) expect(CARD_BECAUSE[code]?.[language].length, code).toBeGreaterThan(10);
  });
});
