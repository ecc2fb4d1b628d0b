/** Number and time of a device's lines: whether one is the next, comes after missing ones, or belongs to no order. */
export interface Sequence {
  /** Number of the last line taken; null: any may come next. */
  readonly number: number | null;
  /** Its time, ms since the device's reset, 32 bits. */
  readonly at: number;
}

interface Placed {
  readonly n: number;
  readonly at: number;
}

export const SEQUENCE_START: Sequence = { number: null, at: 0 };

/**
 * - `next`: the line that must come next, or the first one at all;
 * - `gap`: lines are missing before it;
 * - `repeated`: the last one once more;
 * - `old`: its number has been, or its time goes back or far ahead: nonsense.
 */
export type Place = "next" | "gap" | "repeated" | "old";

/** A heartbeat comes every 250 ms, and 1 s without one counts as a loss: a longer step is none of this device. */
const STEP_MAX_MS = 5_000;

export function placeOf(sequence: Sequence, line: Placed): Place {
  if (sequence.number === null) return "next";
  const missing = missingBefore(sequence, line);
  if (missing === 0xffff && line.at === sequence.at) return "repeated";
  if (missing >= 0x8000) return "old";
  if ((line.at - sequence.at) >>> 0 > STEP_MAX_MS) return "old";
  return missing === 0 ? "next" : "gap";
}

/** How many lines are missing before this one. */
export function missingBefore(sequence: Sequence, line: Placed): number {
  return sequence.number === null ? 0 : (line.n - sequence.number - 1) & 0xffff;
}
