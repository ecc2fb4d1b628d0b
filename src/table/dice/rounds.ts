import type { DiceReason } from "../../codes/reasons.ts";
import { emitPhase, emitRecord } from "../kernel/context.ts";
import { DISPUTED, type Task } from "../kernel/durable/tasks.ts";
import type { Refusal } from "../kernel/people/keys.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { expectedAfterBlindness } from "./found-at-rest.ts";
import { isChangeDue, isDieAsked } from "./durable-dice.ts";
import { diceOf, gameOf, setDice, type ThrowPolicy } from "./throw.ts";
import { isTouchAsked } from "./touched-dice.ts";
import { judgeThrow, leaveUndecided } from "./verdicts.ts";
import type { DiceContext } from "./types.ts";

/** How the rounds of a dice table follow each other. */

/** A dice table: every throw is a round, and comes to a verdict. */
export const DICE_TABLE_POLICY: ThrowPolicy = {
  keepsDice: (context: DiceContext) => gameOf(context).betsOpen === "call",
  expectedDice: (context: DiceContext) => gameOf(context),
  assignRound: beginRound,
  onArenaSeen: openWhenSeen,
  onArenaCleared(context: DiceContext) {
    if (gameOf(context).betsOpen === "dice-taken-up" && isVerdictPhase(context.durable.phase))
      openRound(context);
  },
  expectedAfter: expectedAfterBlindness,
  onBlindnessOver: askForPoint,
  judgeThrow,
  leaveUndecided,
};

/**
 * Opens the bets of the next round when the table is open, no throw runs and nothing must be done first. Nothing but a verdict leaves
 * closed bets: a round whose bets were closed is not passed over.
 */
export function openRound(context: DiceContext): void {
  const { open, phase, round } = context.durable;
  if (!open || (phase !== "waiting" && !isVerdictPhase(phase))) return;
  if (diceOf(context).throw !== null || refusalOfNextRound(context) !== null) return;
  emitPhase(context, "betting", round + 1);
}

/** A table that waited for its camera begins, or goes on. What was thrown while it waited belongs to no round. */
export function openWhenSeen(context: DiceContext): void {
  if (context.durable.phase !== "waiting" || diceOf(context).arena === "unknown") return;
  setDice(context, { unwatched: null, stood: null, lieSince: null, blind: null });
  openRound(context);
}

/**
 * What must be done before the next round: a throw of a series be decided, dice be changed as the law orders, a person say whether the
 * last result had been announced before its dice were touched. Null: nothing.
 */
export function refusalOfNextRound(context: DiceContext): Refusal | null {
  const { durable, rules } = context;
  if (isThrowOpen(context)) return "not-now";
  if (durable.dice.pointAsked !== undefined) return "confirm-point";
  if (isChangeDue(durable.dice)) return "change-owed";
  if (isDieAsked(durable.dice)) return "say-if-found";
  return isTouchAsked(durable, rules.pack, durable.round) ? "say-if-announced" : null;
}

/**
 * While one throw of a series of craps is undecided it is not known what the next one would mean. In every other game the rounds do
 * not depend on each other. `but`: what is asked of this one says nothing of where the series stood before it.
 */
function isThrowOpen(context: DiceContext, but: number | null = null): boolean {
  const isOpen = (task: Task): boolean => task.round !== but && isSeriesTask(task);
  return gameOf(context).craps !== null && context.durable.tasks.some(isOpen);
}

/** Whether it is not known where the series stands: a throw is undecided, or there may have been one that nobody saw. */
export const isSeriesOpen = (context: DiceContext): boolean =>
  isThrowOpen(context) || context.durable.dice.pointAsked !== undefined;

/** A series is one chain of throws: one that nobody saw would turn the next result round. While the table waits none is thrown. */
export function askForPoint(context: DiceContext, why: DiceReason): void {
  const { open, phase, round, dice } = context.durable;
  if (!open || phase === "waiting" || dice.craps === null || dice.pointAsked !== undefined) return;
  emitRecord(context, { kind: "dice-set", round, event: "point-asked", craps: dice.craps, detail: { why } });
}

/** Why a round is undecided whose bets were closed and whose dice nobody threw. */
export const NOT_THROWN = "not-thrown" satisfies DiceReason;

/**
 * Whether a series of craps hangs on this decision: a round in which nothing was thrown leaves it where it was, and the verdict of a
 * disputed one stands until somebody decides otherwise.
 */
export const isSeriesTask = ({ kind, about }: Task): boolean =>
  kind === "decide" && about !== NOT_THROWN && about !== DISPUTED;

/** Dice are thrown: a round begins if none was opened, and its bets are closed where the game closes them now. */
function beginRound(context: DiceContext): ReturnType<ThrowPolicy["assignRound"]> {
  if (!context.durable.open) return null;
  const { phase } = context.durable;
  if (phase !== "betting" && phase !== "no-more-bets") emitPhase(context, "betting", context.durable.round + 1);
  const isOpen = context.durable.dice.pointAsked !== undefined || isThrowOpen(context, context.durable.round);
  const called = phase === "no-more-bets" || gameOf(context).betsClose === "announcement";
  emitPhase(context, "throwing");
  return { round: context.durable.round, called, doubts: isOpen ? ["series-unknown"] : [] };
}

/** The dice were taken up before the throw was decided: the next round need not wait for them. */
export function openRoundWhenEmpty(context: DiceContext): void {
  const { arena } = diceOf(context);
  const { open, phase } = context.durable;
  if (!open || phase === "no-more-bets") return;
  if (gameOf(context).betsOpen === "dice-taken-up" && arena === "empty") openRound(context);
}
