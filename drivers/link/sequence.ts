import { countDamagedLines, markReceived, type LinkRules, type LinkContext } from "./link.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";

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
export const NEWEST_MAX = 4;

/**
 * - `next`: the message that must come next, or the first one at all;
 * - `gap`: messages are missing before it;
 * - `repeated`: the last one again, or one shortly before it with the same text;
 * - `old`: its number was used before, or its time goes back or far ahead: nonsense.
 */
export type Place = "next" | "gap" | "repeated" | "old";

/** Heartbeats come several times a second, and 1 or 2 s without one count as a loss: a longer step is not of this device. */
export const STEP_MAX_MS = 5_000;

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
export function afterMessage({ newest }: Sequence, { n, at }: Numbered, text: string): Sequence {
  return { number: n, at, newest: [...newest, { n, at, text }].slice(-NEWEST_MAX) };
}

/** How many messages are missing before this one. */
export function missingBefore(sequence: Pick<Sequence, "number">, message: Pick<Numbered, "n">): number {
  return sequence.number === null ? 0 : (message.n - sequence.number - 1) & 0xffff;
}

/** A step under way of a device that numbers and stamps its messages. */
export interface OrderedContext extends LinkContext {
  sequence: Sequence;
}

/** What differs from device to device in the order of its messages. */
export interface OrderRules<Context extends OrderedContext> {
  readonly link: LinkRules<Context>;
  /** Counts for the technician. */
  count(context: Context, what: "missed" | "repeated" | "strange", more?: number): void;
  /** Messages are missing from here on. */
  missed(context: Context): void;
  /** A sound message that belongs to no order: nothing is believed until the device has identified itself. */
  rejectUnexpected(context: Context): void;
  /** True: a message that comes twice is damage of the line. */
  readonly isRepeatDamage?: boolean;
}

/** One message: its number and time, and what it says, so that another device in step is not taken for this one. */
export interface OrderedMessage extends Numbered {
  readonly text: string;
}

/**
 * Accepts a message when it is the device's next one, and returns false when it is not. `restart` handles a message with which
 * the device's numbers and time begin anew, and then returns true.
 */
export function acceptInOrder<Context extends OrderedContext>(
  context: Context,
  message: OrderedMessage,
  rules: OrderRules<Context>,
  restart: (place: Place) => boolean,
): boolean {
  const place = placeOf(context.sequence, message, message.text);
  if (!restart(place)) {
    if (place === "old") {
      rules.count(context, "strange");
      countDamagedLines(context, rules.link);
      rules.rejectUnexpected(context);
      return false;
    }
    if (place === "repeated") {
      rules.count(context, "repeated");
      if (rules.isRepeatDamage ?? false) countDamagedLines(context, rules.link);
      return false;
    }
    if (place === "gap") {
      rules.count(context, "missed", missingBefore(context.sequence, message));
      rules.missed(context);
    }
  }
  markReceived(context);
  context.sequence = afterMessage(context.sequence, message, message.text);
  return true;
}

/**
 * After a silence an adapter, or a computer that stood still, may deliver at once everything that it held back. The stamps of
 * the messages show such a burst: in it the device's time runs ahead of the host's. Until messages come at the device's own
 * pace again they describe the past: nothing in them is reported except the identity. What is active is in the next heartbeat.
 */
export type Late =
  /** Nothing came since the silence. */
  | "all"
  /** Since this message, which came at `t` and is stamped `ms`, the pace has not been lost again. */
  | { readonly t: MonoUs; readonly ms: number };

/** A device must keep its pace this long by its own time, ms; no two heartbeats are nearer to each other. */
export const PACE_MS = 200;

/** Whether the message, stamped `ms` by the device (32 bits), may have been held back. */
export function isLate(context: LinkContext, ms: number): boolean {
  const { late } = context.link;
  if (late === null) return false;
  const passed = late === "all" ? 0 : (ms - late.ms) >>> 0;
  const stored = late !== "all" && 2 * (context.t - late.t) >= passed * US_PER_MS;
  if (!stored) context.link = { ...context.link, late: { t: context.t, ms } };
  else if (passed >= PACE_MS) context.link = { ...context.link, late: null };
  return context.link.late !== null;
}
