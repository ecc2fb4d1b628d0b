import type { OutcomeRule } from "./card-game.ts";
import { COUNT_HOUSE_RULES, type PaiGowLaw } from "./pai-gow-first.ts";
import type { CardPack, Pack } from "./pack.ts";

/** House rule: hands of one combination are compared to their last card where the catalogue does not say how far. */
export const COMPARE_ON = "compare-on";

/** House rule: a cut card that appears behind a complete round lets one more be played. */
export const LAST_ROUND = "last-round-after-cut-card";

/** House rule: the first card closes the bets where the law does not say what follows when it leaves before the words. */
export const FIRST_CARD_CLOSES = "first-card-closes-bets";

/** House rule: who is asked, and gets a card before anybody has keyed his word, has asked for it. Without it the croupier is asked. */
export const UNKEYED_CARD_ASKED = "unkeyed-card-was-asked-for";

/** Whether somebody may ask for a card in this game, or stand. */
export const offersUnkeyedCardAsked = ({ cards }: Pack): boolean =>
  cards?.deal.some((step) => {
    if (step.step === "twenty-one-players") return true;
    if (step.step !== "third-card" && step.step !== "third-card-two-cloths") return false;
    const { punto, banca, bancaIs } = step.tableau;
    return bancaIs === "free" || /[OU]/.test(punto + banca.join(""));
  }) === true;

/** Whether a pack leaves it to the house what closes the bets: its law makes the words no condition of the round. */
export function offersFirstCardCloses({ cards, rules }: Pack): boolean {
  if (cards?.betsClose !== "call") return false;
  const early = rules.filter((rule) => JSON.stringify(rule.when).includes('"early-card"'));
  return early.every(({ verdict, basis }) => verdict === "person-decides" && basis !== "text");
}

/** Whether a pack leaves it to the house what a cut card behind a complete round does. */
export const offersLastRound = ({ cards }: Pack): boolean => cards?.cutCard?.afterRound === "house";

/** Whether a pack leaves it to the house how far equal combinations are compared. */
export function offersCompareOn({ cards }: Pack): boolean {
  const outcome = cards?.outcome ?? null;
  return outcome !== null && "compareOn" in outcome && outcome.compareOn === "house";
}

/** House rules by which a game counts out who is dealt first, where dice say it and the law does not say which way to count. */
export function countRules(pack: Pack): readonly string[] {
  const count = pack.cards === undefined ? null : countOf(pack);
  return count !== null && count.counted === null ? Object.keys(COUNT_HOUSE_RULES) : [];
}

/** House rules that say how a rule reads which the law leaves to a person. */
export const readingIds = (pack: Pack): readonly string[] =>
  pack.rules.flatMap((rule) => rule.readings?.map(({ id }) => id) ?? []);

/** What is wrong with the house rules together, or nothing. */
export function contradictions(pack: Pack, houseRules: readonly string[]): readonly string[] {
  const choices = [countRules(pack), ...pack.rules.map((rule) => rule.readings?.map(({ id }) => id) ?? [])];
  return choices.flatMap((choice) => {
    const stored = choice.filter((rule) => houseRules.includes(rule));
    return stored.length > 1 ? [`house rules ${stored.join(" and ")} contradict each other: keep one`] : [];
  });
}

/** How dice say who is dealt first; null: the game does not begin with dice. */
export function countOf({ cards }: CardPack): PaiGowLaw | null {
  for (const step of cards.deal)
    if (step.step === "first-seat" && step.by === "dice") return { ...step.count, cite: step.cite };
  return null;
}

/** How the cards decide at a table whose house has adopted these rules; null where people say who won. */
export function outcomeUnder(pack: CardPack, houseRules: readonly string[]): OutcomeRule | null {
  const { outcome } = pack.cards;
  if (outcome === null || !offersCompareOn(pack)) return outcome;
  // `house` without the house's word is as if nothing were said: the plays compare on for `true` alone.
  return houseRules.includes(COMPARE_ON) ? ({ ...outcome, compareOn: true } as OutcomeRule) : outcome;
}
