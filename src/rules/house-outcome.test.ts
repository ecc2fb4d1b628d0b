import { describe, expect, it } from "vitest";
import { changed, GOOD, packOf } from "./card-pack.test-help.ts";
import { houseRuleProblems, offeredHouseRules } from "./coverage.ts";
import { COMPARE_ON, FIRST_CARD_CLOSES, LAST_ROUND, outcomeUnder } from "./house-outcome.ts";

const leavesComparing = packOf(changed(["compareOn: true", "compareOn: house"]));
const leavesCutCard = packOf(changed(["then: finish-round", "then: finish-round, afterRound: house"]));
const earlyCardIs = (verdict: string, basis: string) =>
  packOf(
    GOOD.replace(
      /( {2}- id: seen\n.*\n {4}basis: )text(\n.*\n.*\n {4}verdict: )stands\n {4}scope: card/,
      `$1${basis}$2${verdict}\n    declaredBy: jefe-de-mesa\n    scope: round`,
    ),
  );
const silent = packOf();

describe("what a law leaves to the house", () => {
  it("is offered where its pack says so, and nowhere else", () => {
    expect(offeredHouseRules(silent)).toEqual([]);
    expect(offeredHouseRules(leavesComparing)).toEqual([COMPARE_ON]);
    expect(offeredHouseRules(leavesCutCard)).toEqual([LAST_ROUND]);
    expect(offeredHouseRules(earlyCardIs("person-decides", "derived"))).toEqual([FIRST_CARD_CLOSES]);
    expect(offeredHouseRules(earlyCardIs("person-decides", "text"))).toEqual([]);
    expect(offeredHouseRules(earlyCardIs("stands", "derived"))).toEqual([]);
  });

  it("is refused by name where it is not offered", () => {
    expect(houseRuleProblems(silent, [COMPARE_ON])).toEqual([
      'house rule "compare-on" cannot be adopted under cl/poker-de-prueba@2023-03: it offers none',
    ]);
    expect(houseRuleProblems(leavesComparing, [COMPARE_ON])).toEqual([]);
    expect(houseRuleProblems(leavesComparing, ["compare-onn"])).toEqual([
      expect.stringContaining("it offers compare-on"),
    ]);
  });

  it("compares on only by the house's own word", () => {
    const asWritten = leavesComparing.cards.outcome;
    expect(outcomeUnder(leavesComparing, [])).toBe(asWritten);
    expect(outcomeUnder(leavesComparing, [LAST_ROUND])).toBe(asWritten);
    expect(outcomeUnder(leavesComparing, [COMPARE_ON])).toEqual({ ...asWritten, compareOn: true });
  });

  it("changes no outcome that the law has settled", () => {
    expect(outcomeUnder(silent, [COMPARE_ON])).toBe(silent.cards.outcome);
    const unsettled = { ...silent, cards: { ...silent.cards, outcome: null } };
    expect(outcomeUnder(unsettled, [COMPARE_ON])).toBeNull();
  });
});
