import type { MonoUs } from "../../../../src/time/instant.ts";
import type { Command, WheelState } from "./command.ts";
import type { Reply } from "./replies.ts";

/** What happens to the command queue. `line` holds one whole line without its terminator. */
export type QueueInput =
  /** `id` comes back with the outcome; the caller keeps it unique. */
  | { readonly i: "submit"; readonly t: MonoUs; readonly id: string; readonly command: Command }
  | { readonly i: "line"; readonly t: MonoUs; readonly text: string }
  /** Bytes that went out: our own write, or another host's. */
  | { readonly i: "sent"; readonly t: MonoUs; readonly bytes: string }
  | { readonly i: "tick"; readonly t: MonoUs }
  | { readonly i: "opened"; readonly t: MonoUs }
  | { readonly i: "lost"; readonly t: MonoUs; readonly why: string };

/** How one submitted command ended; each gets exactly one. */
export type QueueOutcome = { readonly id: string; readonly command: Command } & Ending;

export type Ending =
  /** The wheel answered as the guide says. `replies` is empty for `*X`, whose answer is a status line. */
  | { readonly ended: "answered"; readonly replies: readonly Reply[] }
  /** `NO`, `BUSY`, or another value than the one that was sent. */
  | { readonly ended: "refused-by-wheel"; readonly reply: Reply }
  /** Never sent. `say` is one line for the technician. */
  | { readonly ended: "not-sent"; readonly why: NotSent; readonly say: string }
  /** A question without an answer, `attempts` times. */
  | { readonly ended: "timed-out"; readonly attempts: number }
  /**
   * A change without an answer; it was not sent again. `matches` says whether reading back showed the change; null when
   * nothing can show it or the wheel did not answer that either.
   */
  | { readonly ended: "unconfirmed"; readonly readBack: Reply | null; readonly matches: boolean | null }
  /** The port went away. `sent`: the wheel may have done it. */
  | { readonly ended: "lost"; readonly why: string; readonly sent: boolean }
  /** Another host wrote the same command meanwhile, so that a reply may be meant for that host. */
  | { readonly ended: "another-host"; readonly bytes: string };

export type NotSent = "bad-arguments" | "port-closed" | "queue-full" | "wheel-state" | "state-unknown";

/** All plain JSON. */
export interface QueueState {
  readonly up: boolean;
  readonly waiting: readonly Waiting[];
  readonly flight: Flight | null;
  /** Commands that timed out and may still be answered. */
  readonly ghosts: readonly Ghost[];
  /** States of the last two status lines, oldest first. */
  readonly states: readonly WheelState[];
  readonly statesAt: MonoUs | null;
  readonly wroteAt: MonoUs | null;
  /** The last line of ours, to know its echo in `sent`. */
  readonly wroteLine: string | null;
  /** Nothing is sent before: another host waits for its reply. */
  readonly holdUntil: MonoUs | null;
  readonly counts: QueueCounts;
}

export interface Waiting {
  readonly id: string;
  readonly command: Command;
}

export interface Flight extends Waiting {
  /** What is being asked: the command itself, or its read-back. */
  readonly asking: Command;
  readonly readingBack: boolean;
  /** From 1. */
  readonly attempt: number;
  readonly line: string;
  readonly deadline: MonoUs;
  readonly replies: readonly Reply[];
  /** The next write is this command again, as soon as the gap allows. */
  readonly again: boolean;
}

export interface Ghost {
  readonly command: Command;
  readonly until: MonoUs;
}

export interface QueueCounts {
  /** Replies of commands that had timed out. */
  readonly late: number;
  /** Replies that no command of ours asked for. */
  readonly stray: number;
  /** Commands sent again. */
  readonly retried: number;
  readonly overflow: number;
  /** Writes of other hosts. */
  readonly foreign: number;
}

/** Commands that may wait behind the one under way. */
export const QUEUE_LIMIT = 16;
/** Attempts of a question: the first and two more. */
export const ATTEMPTS = 3;
/** How long a reply may come late (captured: about 1 s behind a blocked reader). */
export const LATE_US = 5_000_000;
/** Between two writes; `*X` may not be asked faster (§2.5). */
export const GAP_US = 100_000;
/** How long the queue waits after another host's write, for the reply to it. */
export const FOREIGN_HOLD_US = 1_000_000;
/** A status line older than this does not say which state the wheel is in. */
export const STATE_FRESH_US = 2_000_000;
export const GHOST_LIMIT = 8;
/** `*W` and `*M` list at most 40 pockets after the total; `*F` at most 15 codes. */
export const REPLY_LIMIT = 64;
/** The controller takes CR, LF or both (§1). */
export const TERMINATOR = "\r\n";

export const QUEUE_START: QueueState = {
  up: false,
  waiting: [],
  flight: null,
  ghosts: [],
  states: [],
  statesAt: null,
  wroteAt: null,
  wroteLine: null,
  holdUntil: null,
  counts: { late: 0, stray: 0, retried: 0, overflow: 0, foreign: 0 },
};
