import type { BoardMessage } from "./lines.ts";
import { missingBefore } from "../../link/sequence.ts";
import { TICKS_PER_S } from "./edge.ts";

/**
 * The board numbers its lines and stamps them with 32 bits of 0.5 µs. From both it follows whether a line is the next
 * one, whether lines are missing before it, or whether it is no line of this board's present run at all.
 */
export interface Sequence {
  /** Number of the last line taken; null: any number may come next. */
  readonly number: number | null;
  /** Time of the last edge, loss or heartbeat, unwrapped; it never goes back between two resets of the board. */
  readonly tick: number;
  /** False: the next time may be far from `tick`, or of another run: any time is accepted, unwrapped forward. */
  readonly timed: boolean;
}

export const SEQUENCE_START: Sequence = { number: null, tick: 0, timed: false };

/**
 * - `next`: the line that must come next, or the first one at all;
 * - `gap`: lines are missing before it;
 * - `old`: its number was used before, or its time goes back or far ahead: nonsense.
 */
export type Place = "next" | "gap" | "old";

const WRAP = 0x1_0000_0000;
/** Lines come every 250 ms, and after 1 s without one the line counts as lost: a longer step is not of this board. */
export const STEP_MAX = 5 * TICKS_PER_S;

/** Edges, losses and heartbeats come in the order of their times; the other lines are answers and may be older. */
function isOrdered(message: BoardMessage): boolean {
  return message.m === "edges" || message.m === "lost" || message.m === "heartbeat";
}

export function placeOf(sequence: Sequence, message: BoardMessage): Place {
  if (sequence.number === null) return "next";
  const missing = missingBefore(sequence, message);
  if (missing >= 0x8000) return "old";
  if (sequence.timed && isOrdered(message) && ticksAhead(sequence.tick, message.at) > STEP_MAX) return "old";
  return missing === 0 ? "next" : "gap";
}

/** The sequence after a line that was taken. */
export function afterLine(sequence: Sequence, message: BoardMessage): Sequence {
  if (!isOrdered(message)) return { ...sequence, number: message.n };
  const tick = sequence.tick + ticksAhead(sequence.tick, message.at);
  const last = message.m === "edges" ? (message.edges.at(-1)?.after ?? 0) : 0;
  return { number: message.n, tick: tick + last, timed: true };
}

/** The board's time of a line, unwrapped: the first edge's, or that of an answer, which may lie a little back. */
export function tickOf(sequence: Sequence, message: BoardMessage): number {
  const forward = ticksAhead(sequence.tick, message.at);
  if (isOrdered(message) || forward < WRAP / 2) return sequence.tick + forward;
  return Math.max(0, sequence.tick + forward - WRAP);
}

/** Ticks from an unwrapped time to the next instant that has this 32-bit time. */
function ticksAhead(tick: number, at: number): number {
  const forward = (at - (tick % WRAP)) % WRAP;
  return forward < 0 ? forward + WRAP : forward;
}
