/** Number and time of a device's messages: whether one is the next, comes after missing ones, or belongs to no order. */
export interface Sequence {
  /** Number of the last message taken; null: any may come next. */
  readonly number: number | null;
  /** Its time, ms since the device's reset, 32 bits. */
  readonly at: number;
  /** What the newest messages said, the last one last; at most `NEWEST_MAX`. */
  readonly newest: readonly (Numbered & { readonly text: string })[];
}

/** What a message says of itself: its number, 16 bits, and its time, ms, 32 bits. */
export interface Numbered {
  readonly n: number;
  readonly at: number;
}

export const SEQUENCE_START: Sequence = { number: null, at: 0, newest: [] };

/** A block that an adapter sends twice holds no more messages than this. */
const NEWEST_MAX = 4;

/**
 * - `next`: the message that must come next, or the first one at all;
 * - `gap`: messages are missing before it;
 * - `repeated`: the last one once more, or one shortly before it with the same words;
 * - `old`: its number has been, or its time goes back or far ahead: nonsense.
 */
export type Place = "next" | "gap" | "repeated" | "old";

/** Heartbeats come several times a second, and 1 or 2 s without one count as a loss: a longer step is none of this device. */
const STEP_MAX_MS = 5_000;

/** `said`: what the message says, so that another device in step is not taken for this one. */
export function placeOf(sequence: Sequence, message: Numbered, said: string): Place {
  if (sequence.number === null) return "next";
  const missing = missingBefore(sequence, message);
  if (sequence.newest.some(({ n, at, text }) => n === message.n && at === message.at && text === said))
    return "repeated";
  if (missing >= 0x8000) return "old";
  if ((message.at - sequence.at) >>> 0 > STEP_MAX_MS) return "old";
  return missing === 0 ? "next" : "gap";
}

/** The sequence after a message that was taken. */
export function taken({ newest }: Sequence, { n, at }: Numbered, text: string): Sequence {
  return { number: n, at, newest: [...newest, { n, at, text }].slice(-NEWEST_MAX) };
}

/** How many messages are missing before this one. */
export function missingBefore(sequence: Pick<Sequence, "number">, message: Pick<Numbered, "n">): number {
  return sequence.number === null ? 0 : (message.n - sequence.number - 1) & 0xffff;
}
