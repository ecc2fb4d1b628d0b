import type { Fact } from "../../rules/facts.ts";
import { factsOf } from "../../rules/condition.ts";
import { bookFromTable } from "./flow.ts";
import { carryToNextRound } from "./held-cards.ts";
import { tellOpen } from "./incidents.ts";
import { dealOf, setRound } from "./live.ts";
import { isShuffledEveryRound } from "./rounds.ts";
import type { CardContext } from "./types.ts";

/** Cards that leave behind a verdict: told, kept in order, and asked for, so that no round begins one card off. */

/**
 * A card left behind a verdict. True: nothing more is to be made of it by itself. Behind a result, and behind a void where the law holds
 * such a card for the next round, its own rule is asked.
 */
export function leavesOutside(context: CardContext, n: number): boolean {
  const { phase } = context.durable;
  const isAsked = isShoePlayedOn(context);
  const verdict = ruleVerdict(context);
  const isLaws = phase === "result" || (phase === "void" && verdict === "hold-card");
  if (isLaws && verdict !== null) return false;
  if (isAsked) {
    const { round } = dealOf(context);
    setRound(context, { outside: [...(round?.outside ?? []), n] });
    tellOpen(context, "card-outside-deal", n);
  }
  return phase !== "result" || isAsked;
}

/** The rest of a pack that is shuffled or loaded anew before the next round is nobody's. */
function isShoePlayedOn(context: CardContext): boolean {
  const { barred, roundsLeft, loadPending } = dealOf(context);
  const isOver = roundsLeft !== null && roundsLeft <= 1;
  return !isShuffledEveryRound(context) && barred === null && !isOver && !loadPending;
}

/** What the law does with a card too many behind the result: the effect of its rule, or its verdict; null: a person says it. */
function ruleVerdict(context: CardContext): string | null {
  const facts: Readonly<Record<string, Fact>> = { "extra-card": { is: "word", value: "after-round" } };
  const rules = context.rules
    .judge(facts, "running")
    .applying.filter(({ rule }) => factsOf(rule.when).includes("extra-card"));
  const [first] = rules;
  if (first === undefined || first.verdict === "person-decides") return null;
  return first.rule.effect ?? first.verdict;
}

/** Nobody has said whose a card is that left behind the verdict. */
export const isOutsideOpen = (context: CardContext): boolean =>
  (dealOf(context).round?.outside?.length ?? 0) > 0 && isShoePlayedOn(context);

export const isOutsidePlace = (to: string): boolean => ["burnt", "discard", "next-round"].includes(to);

/** Somebody says whose these cards are. False: no such card, or no such place. */
export function placeOutside(context: CardContext, cards: readonly number[], to: string): boolean {
  const { round } = dealOf(context);
  const outside = round?.outside ?? [];
  if (!cards.every((n) => outside.includes(n))) return false;
  if (!isOutsidePlace(to)) return false;
  for (const n of cards.toSorted((a, b) => a - b)) {
    if (to === "burnt") bookFromTable(context, n, "burnt");
    if (to === "next-round") carryToNextRound(context, n, true);
  }
  setRound(context, { outside: outside.filter((n) => !cards.includes(n)) });
  return true;
}
