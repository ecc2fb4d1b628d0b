import type { Face } from "../../cards/card.ts";
import { factsOf } from "../../rules/condition.ts";
import { outcomeUnder } from "../../rules/house-outcome.ts";
import type { Judgement } from "../../rules/engine.ts";
import type { Person } from "../../people/roles.ts";
import { totalOf } from "../../cards/black-jack.ts";
import type { NextStep, Reason } from "../../rules/facts.ts";
import { emitRecord, type TableContext } from "../kernel/context.ts";
import type { UndecidedRecord } from "../kernel/record.ts";
import { certaintyOf, emitUndecided, emitVoid, openRulesOf } from "../kernel/verdicts.ts";
import { ordinaryFacts } from "../../rules/vocabulary/shoe.ts";
import { hasUnreadUp } from "./flow.ts";
import { dealOf, gameOf, setRound, type RoundLive } from "./live.ts";
import { outcomePlay } from "./plays/index.ts";
import type { DealOutcome } from "./plays/play.ts";
import type { DealResult } from "./records.ts";
import { refusalOfUnit } from "../../codes/faults.ts";
import type { CardReason, ReasonCode } from "../../codes/reasons.ts";

/** How a round of cards ends. Each function gives it its one verdict, or leaves a decided round alone. */

/** Whether its last card was asked for is answered by deriving the round anew: one whose inputs are not kept can not wait for it. */
export function leaveUnanswerable(context: TableContext): void {
  const { round } = dealOf(context);
  if (round?.isOverlong !== true || round.due?.duty.code !== "card-asked") return;
  leaveUndecided(context, [...round.doubts, "round-overlong"]);
}

/** All steps of the deal are complete, every card that counts is known, and nothing is open about the last one: the result. */
export function decideRound(context: TableContext): void {
  const { round, suspect, stuck } = dealOf(context);
  if (round === null || round.decided || !round.complete || hasUnreadUp(round)) return;
  // The card read last may be none, or cards that left with it are not told yet.
  if (suspect !== null || stuck > 0 || round.packet.length > 0) return;
  // Nobody has said yet whether the bets were closed before it.
  if (round.isCallAsked === true || round.question !== undefined) return;
  const refusal = refusalOfUnit(context.durable.faults);
  if (refusal !== null) return leaveUndecided(context, [refusal]);
  if (round.doubts.length > 0) return leaveUndecided(context, round.doubts);
  const isLeft = round.held.some(({ until }) => until === "next");
  if (isLeft && !knowsExtraCards(context)) return leaveUndecided(context, ["held-card-left"]);
  const judgement = context.rules.judge({ ...ordinaryFacts(context.rules.abilities), ...round.facts }, "rest");
  if (judgement.voids.length > 0) return voidRound(context, judgement.voids, "machine");
  const { because, rules } = openRulesOf(judgement);
  if (rules.length > 0) return leaveUndecided(context, because, rules);
  const rule = outcomeUnder(gameOf(context), context.rules.coverage.houseRules);
  if (rule === null) return leaveUndecided(context, ["no-machine-judgement"]);
  const outcome = outcomePlay(rule).outcome(rule, round.deal);
  if ("open" in outcome) return leaveUndecided(context, outcome.open);
  certifyRound(context, round, outcome, judgement);
}

/** A card was held back and nobody was due it: settled only where the law says what an extra card at the end does. */
function knowsExtraCards(context: TableContext): boolean {
  const facts = { "extra-card": { is: "word", value: "after-round" } } as const;
  return context.rules
    .judge(facts, "running")
    .applying.some(({ rule }) => factsOf(rule.when).includes("extra-card"));
}

function certifyRound(
  context: TableContext,
  round: RoundLive,
  outcome: DealOutcome,
  { held, deviations }: Judgement,
): void {
  const because: readonly CardReason[] = [
    ...(round.manual.length > 0 ? (["manual-card"] as const) : []),
    ...(round.isCalledByWord === true ? (["bets-called-by-word"] as const) : []),
    ...(round.isDecidedOn === true ? (["left-to-a-person"] as const) : []),
    ...(round.isByHand === true ? (["card-by-word"] as const) : []),
  ];
  const witnesses = [
    ...["reader", "account"],
    ...(round.deal.said.length > 0 ? ["croupier-keys"] : []),
    ...(round.firstBy === "dice" ? ["dice"] : []),
  ];
  emitRecord(context, {
    kind: "result",
    round: round.number,
    result: resultOf(round, outcome),
    certainty: certaintyOf(context, held, witnesses, because),
    deviations: [...round.deviations, ...deviations],
    seen: { cards: round.cards },
  });
  endRound(context);
}

/** Hands with the cards that are up; what nobody turned stays without a face. */
function resultOf({ deal }: RoundLive, outcome: DealOutcome): DealResult {
  const hands = deal.hands.filter((hand) => hand.id !== "burnt");
  return {
    ...outcome,
    cards: hands.map((hand) => ({
      hand: hand.id,
      faces: hand.cards.map((card): Face | null => (card.up ? card.face : null)),
    })),
  };
}

export function voidRound(
  context: TableContext,
  reasons: readonly Reason[],
  calledBy: "machine" | Person,
): void {
  const placed = (then: readonly NextStep[]): readonly NextStep[] => stepsWithHands(context, then);
  emitVoid(context, context.durable.round, reasons, calledBy, {}, placed);
  endRound(context);
}

/** Steps about hands that the cards tell apart, with those hands. */
function stepsWithHands(context: TableContext, then: readonly NextStep[]): readonly NextStep[] {
  const { steps } = context.rules.pack;
  return then.map((next) =>
    steps.find(({ id }) => id === next.step)?.hands === "two-card-21"
      ? { ...next, hands: handsOfTwoCard21(dealOf(context).round) }
      : next,
  );
}

/** Seats that have 21 with their two first cards; one that was split has other ones. */
function handsOfTwoCard21(round: RoundLive | null): readonly string[] {
  const hands = round?.deal.hands ?? [];
  const isSplit = (id: string): boolean => hands.some((other) => other.id.startsWith(`${id}.`));
  return hands.flatMap(({ id, cards, state }) => {
    const faces = cards.flatMap(({ face }) => face ?? []);
    const isWhole = id.startsWith("seat-") && state === "in" && faces.length === cards.length;
    return isWhole && !isSplit(id) && !id.includes(".") && totalOf(faces).blackJack ? [id] : [];
  });
}

/** Leaves the round to a person: why, and what was seen. */
export function leaveUndecided(
  context: TableContext,
  because: readonly ReasonCode[],
  rules: readonly string[] = [],
  seen: UndecidedRecord["seen"] = {},
): void {
  const { round } = dealOf(context);
  if (round === null || round.decided) return;
  emitUndecided(context, round.number, [...new Set(because)], { ...seen, cards: round.cards }, rules);
  endRound(context);
}

/** Nothing more that leaves the shoe belongs to this round. */
function endRound(context: TableContext): void {
  setRound(context, { decided: true, due: null });
}

/** From here on the round is not what it seems; it goes on, and is left to a person in the end. */
export function markUncertain(context: TableContext, code: CardReason): void {
  const { round } = dealOf(context);
  if (round === null || round.decided || round.doubts.includes(code)) return;
  setRound(context, { doubts: [...round.doubts, code] });
}
