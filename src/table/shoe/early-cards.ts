import { moveAll, moveCard, type ShoeAccount } from "../../cards/shoe-account.ts";
import { factsOf } from "../../rules/condition.ts";
import { handWith, advanceAndRecord, burnDealtCard } from "./flow.ts";
import { dealOf, gameOf, setDeal, setRound, type EarlyCard } from "./live.ts";
import type { CardContext } from "./types.ts";

/** Cards that leave before the bets of their round are closed: behind the result of the round before, or out of a new shoe. */

/** More than so many nobody burns too many: five are the most that any of these laws has burnt. */
const MOST_WAITING = 4;

/**
 * A card leaves a new shoe before its first bets are closed: one burnt too many, or dealt too soon, the machine cannot tell. It waits
 * for the croupier's word where the law speaks of a burn of too many cards. False: it does not at this table.
 */
export function keepForDeclaration(context: CardContext, card: EarlyCard): boolean {
  const { isNewShoe, early } = dealOf(context);
  // Where the first card is what closes the bets, one too many looks like it.
  if (
    !isNewShoe ||
    early.length >= MOST_WAITING ||
    gameOf(context).cards.betsClose !== "call" ||
    !hasBurnRule(context, "over")
  )
    return false;
  setDeal(context, { early: [...early, card], exposed: false });
  advanceAndRecord(context);
  return true;
}

/**
 * Somebody is asked whether a card that lies on the table was burnt or is the first of the deal. Only open bets ask it: behind a verdict,
 * and where no round can begin, nobody could answer.
 */
export function isCardAsked(context: CardContext): boolean {
  const { early } = dealOf(context);
  return context.durable.phase === "betting" && early.some(({ isTold }) => !isTold);
}

/** Whether the law says what becomes of a new shoe of which too few or too many cards are burnt. */
export function hasBurnRule(context: CardContext, value: "short" | "over"): boolean {
  if (gameOf(context).cards.burn.rule === "none") return false;
  const facts = { "burn-count": { is: "word", value } } as const;
  return context.rules
    .judge(facts, "running")
    .applying.some(({ rule }) => factsOf(rule.when).includes("burn-count"));
}

/** A card of the table is booked as burnt. */
export const bookAsBurnt = (account: ShoeAccount, { face }: EarlyCard): ShoeAccount =>
  moveCard(account, face, "table", "burnt").account;

/** Takes the cards that left before the bets were closed, to be dealt now. */
export function takeEarlyCards(context: CardContext): readonly EarlyCard[] {
  const { early } = dealOf(context);
  setDeal(context, { early: [] });
  return early;
}

/**
 * The law's exception: what left before the bets were closed is discarded, before it was dealt or after; a hand that had it gets
 * the next card (Asturias, C.1, ll. 379–385). False: there is no such card.
 */
export function discardEarlyCards(context: CardContext): boolean {
  const { early, round } = dealOf(context);
  if (early.length > 0) {
    setDeal(context, { early: [], account: early.reduce(bookAsBurnt, dealOf(context).account) });
    return true;
  }
  const dealt = round?.decided === false ? round.early : [];
  for (const n of dealt.toReversed()) {
    const { round: now } = dealOf(context);
    if (now !== null && handWith(now.deal, n) !== null) burnDealtCard(context, n);
  }
  setRound(context, { early: [] });
  return dealt.length > 0;
}

/** The account once the table is cleared: cards that wait for the next round stay on it. A continuous machine is fed with burnt cards too. */
export function accountAfterCollecting({ account, early, mode }: ReturnType<typeof dealOf>): ShoeAccount {
  const apart = early.reduce((now, { face }) => moveCard(now, face, "table", "removed").account, account);
  const collected = moveAll(apart, "table", "discard");
  const cleared = mode === "continuous" ? moveAll(collected, "burnt", "discard") : collected;
  return early.reduce((now, { face }) => moveCard(now, face, "removed", "table").account, cleared);
}
