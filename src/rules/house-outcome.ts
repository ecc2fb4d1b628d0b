import type { OutcomeRule } from "./card-game.ts";
import type { CardPack, Pack } from "./pack.ts";

/** House rule: hands of one combination are compared to their last card where the catalogue does not say how far. */
export const COMPARE_ON = "compare-on";

/** Whether a pack leaves it to the house how far equal combinations are compared. */
export function offersCompareOn(pack: Pack): boolean {
  if (pack.family !== "shoe" || pack.cards.outcome === null) return false;
  return "compareOn" in pack.cards.outcome && pack.cards.outcome.compareOn === "house";
}

/** How the cards decide at a table whose house has adopted these rules; null where people say who won. */
export function outcomeUnder(pack: CardPack, houseRules: readonly string[]): OutcomeRule | null {
  const { outcome } = pack.cards;
  if (outcome === null || !offersCompareOn(pack)) return outcome;
  // `house` without the house's word is as if nothing were said: the plays compare on for `true` alone.
  return houseRules.includes(COMPARE_ON) ? ({ ...outcome, compareOn: true } as OutcomeRule) : outcome;
}
