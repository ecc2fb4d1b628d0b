import type { Phase } from "../phase.ts";
import type { Refusal } from "../keys.ts";
import { emit, type TableTurn } from "../turn.ts";
import { dicePack } from "../../rules/pack.ts";
import type { ThrowBegun } from "./course.ts";
import { diceOf, gameOf } from "./live.ts";
import { isChangeDue } from "./shown.ts";
import { isTouchAsked } from "./touched.ts";

/** How the rounds of a dice table follow each other. */

/** Opens the bets of the next round when the table is open, the arena is watched and nothing is left to be decided. */
export function openRound(turn: TableTurn): void {
  const { durable } = turn;
  if (!durable.open || durable.phase === "betting") return;
  if (diceOf(turn).throw !== null || heldUpBy(turn) !== null) return;
  emit(turn, { kind: "phase", round: durable.round + 1, phase: "betting" });
}

/** A table that waited for its camera begins, or goes on. */
export function openWhenSeen(turn: TableTurn): void {
  if (turn.durable.phase === "waiting" && diceOf(turn).arena !== "unknown") openRound(turn);
}

/**
 * Something must be done first: a throw of a series be decided, dice be changed as the law orders, a person say whether the last
 * result had been announced before its dice were touched. Null: nothing.
 */
export function heldUpBy(turn: TableTurn): Refusal | null {
  const { durable, rules } = turn;
  if (isSeriesOpen(turn)) return "not-now";
  if (isChangeDue(durable.dice)) return "change-owed";
  return isTouchAsked(durable, rules.pack, durable.round) ? "say-if-announced" : null;
}

/**
 * A series of craps hangs on every throw: while one is undecided nobody knows what the next one would mean. In every other
 * game the rounds do not depend on each other.
 */
export function isSeriesOpen(turn: TableTurn): boolean {
  if (dicePack(turn.rules.pack).dice.craps === null) return false;
  return turn.durable.tasks.some((task) => task.kind === "decide");
}

/** A verdict stands, and the next round was not opened. */
export function isPlayed(phase: Phase): boolean {
  return phase === "result" || phase === "void" || phase === "undecided" || phase === "aborted";
}

/** Something is thrown: a round begins if none was opened, and its bets are closed where the game closes them now. */
export function beginRound(turn: TableTurn): ThrowBegun | null {
  if (!turn.durable.open) return null;
  const isOpen = isSeriesOpen(turn);
  const { phase } = turn.durable;
  if (phase !== "betting" && phase !== "no-more-bets")
    emit(turn, { kind: "phase", round: turn.durable.round + 1, phase: "betting" });
  const called = turn.durable.phase === "no-more-bets" || gameOf(turn).dice.betsClose === "announcement";
  const { round } = turn.durable;
  emit(turn, { kind: "phase", round, phase: "throwing" });
  return { round, called, doubts: isOpen ? ["series-unknown"] : [] };
}
