/** Number and time of a device's messages: whether one is the next, comes after missing ones, or belongs to no order. */
export interface Sequence {
  /** Number of the last message taken; null: any may come next. */
  readonly number: number | null;
  /** Its time, ms since the device's reset, 32 bits. */
  readonly at: number;
  /** Those before it, the newest last; at most `NEWEST_MAX`. */
  readonly newest: readonly Numbered[];
}

/** What a message says of itself: its number, 16 bits, and its time, ms, 32 bits. */
export interface Numbered {
  readonly n: number;
  readonly at: number;
}

export const SEQUENCE_START: Sequence = { number: null, at: 0, newest: [] };

/** A block that an adapter sends twice holds no more messages than this before its last one. */
const NEWEST_MAX = 3;

/**
 * - `next`: the message that must come next, or the first one at all;
 * - `gap`: messages are missing before it;
 * - `repeated`: the last one, or one shortly before it, once more;
 * - `old`: its number has been, or its time goes back or far ahead: nonsense.
 */
export type Place = "next" | "gap" | "repeated" | "old";

/** Heartbeats come several times a second, and 1 or 2 s without one count as a loss: a longer step is none of this device. */
const STEP_MAX_MS = 5_000;

export function placeOf(sequence: Sequence, message: Numbered): Place {
  if (sequence.number === null) return "next";
  const missing = missingBefore(sequence, message);
  if (missing === 0xffff && message.at === sequence.at) return "repeated";
  if (sequence.newest.some(({ n, at }) => n === message.n && at === message.at)) return "repeated";
  if (missing >= 0x8000) return "old";
  if ((message.at - sequence.at) >>> 0 > STEP_MAX_MS) return "old";
  return missing === 0 ? "next" : "gap";
}

/** The sequence after a message that was taken. */
export function taken(sequence: Sequence, { n, at }: Numbered): Sequence {
  const { number, newest } = sequence;
  const before = number === null ? [] : [...newest, { n: number, at: sequence.at }].slice(-NEWEST_MAX);
  return { number: n, at, newest: before };
}

/** How many messages are missing before this one. */
export function missingBefore(sequence: Sequence, message: Numbered): number {
  return sequence.number === null ? 0 : (message.n - sequence.number - 1) & 0xffff;
}
