import type { Phase } from "../phase.ts";
import type { Refusal } from "../keys.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { dicePack } from "../../rules/pack.ts";
import type { ThrowBegun } from "./policy.ts";
import { diceOf, gameOf } from "./live.ts";
import { isChangeDue } from "./shown.ts";
import { isTouchAsked } from "./touched.ts";

/** How the rounds of a dice table follow each other. */

/** Opens the bets of the next round when the table is open, the arena is watched and nothing is left to be decided. */
export function openRound(context: TableContext): void {
  const { durable } = context;
  if (!durable.open || durable.phase === "betting") return;
  if (diceOf(context).throw !== null || heldUpBy(context) !== null) return;
  emitRecord(context, { kind: "phase", round: durable.round + 1, phase: "betting" });
}

/** A table that waited for its camera begins, or goes on. */
export function openWhenSeen(context: TableContext): void {
  if (context.durable.phase === "waiting" && diceOf(context).arena !== "unknown") openRound(context);
}

/**
 * Something must be done first: a throw of a series be decided, dice be changed as the law orders, a person say whether the last
 * result had been announced before its dice were touched. Null: nothing.
 */
export function heldUpBy(context: TableContext): Refusal | null {
  const { durable, rules } = context;
  if (isSeriesOpen(context)) return "not-now";
  if (isChangeDue(durable.dice)) return "change-owed";
  return isTouchAsked(durable, rules.pack, durable.round) ? "say-if-announced" : null;
}

/**
 * A series of craps hangs on every throw: while one is undecided nobody knows what the next one would mean. In every other
 * game the rounds do not depend on each other.
 */
export function isSeriesOpen(context: TableContext): boolean {
  if (dicePack(context.rules.pack).dice.craps === null) return false;
  return context.durable.tasks.some((task) => task.kind === "decide");
}

/** A verdict stands, and the next round was not opened. */
export function isPlayed(phase: Phase): boolean {
  return phase === "result" || phase === "void" || phase === "undecided" || phase === "aborted";
}

/** Something is thrown: a round begins if none was opened, and its bets are closed where the game closes them now. */
export function beginRound(context: TableContext): ThrowBegun | null {
  if (!context.durable.open) return null;
  const isOpen = isSeriesOpen(context);
  const { phase } = context.durable;
  if (phase !== "betting" && phase !== "no-more-bets")
    emitRecord(context, { kind: "phase", round: context.durable.round + 1, phase: "betting" });
  const called = context.durable.phase === "no-more-bets" || gameOf(context).dice.betsClose === "announcement";
  const { round } = context.durable;
  emitRecord(context, { kind: "phase", round, phase: "throwing" });
  return { round, called, doubts: isOpen ? ["series-unknown"] : [] };
}
