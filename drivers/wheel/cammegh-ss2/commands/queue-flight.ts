import { after, monoUs, type MonoUs } from "../../../../src/time/instant.ts";
import type { Command } from "./command.ts";
import { definitionOf, encodeCommand } from "./definition.ts";
import {
  ATTEMPTS,
  GHOST_LIMIT,
  LATE_US,
  REPLY_LIMIT,
  type Ending,
  type Flight,
  type QueueOutcome,
  type QueueState,
} from "./queue-state.ts";
import type { Reply } from "./replies.ts";

/** The command under way: its replies, its timeout, and the replies that come after it was given up. */

export const START = monoUs(0);

/** One step under way. */
export interface QueueContext {
  s: QueueState;
  readonly t: MonoUs;
  readonly writes: string[];
  readonly outcomes: QueueOutcome[];
}

export function updateState(context: QueueContext, change: Partial<QueueState>): void {
  context.s = { ...context.s, ...change };
}

export function tally(context: QueueContext, what: keyof QueueState["counts"]): void {
  updateState(context, { counts: { ...context.s.counts, [what]: context.s.counts[what] + 1 } });
}

/** The command under way has ended. */
export function finish(context: QueueContext, flight: Flight, ending: Ending): void {
  context.outcomes.push({ id: flight.id, command: flight.command, ...ending });
  updateState(context, { flight: null });
}

/** How often the present question has been written. */
export function written({ attempt, again }: Flight): number {
  return again ? attempt - 1 : attempt;
}

/**
 * `NO` and `BUSY` name only a letter. When a command that timed out may mean the same letter, they are taken for its
 * reply: the one under way then runs into its own timeout, which is safe.
 */
export function isGhostsRefusal({ ghosts }: QueueState, reply: Reply): boolean {
  if (reply.r !== "no" && reply.r !== "busy") return false;
  return ghosts.some(({ command }) => definitionOf(command).judge(reply, command) !== null);
}

export function answered(
  context: QueueContext,
  flight: Flight,
  reply: Reply,
  answer: "success" | "refusal",
): void {
  const { many } = definitionOf(flight.asking);
  // The other attempts of the same question may still be answered.
  for (let other = 1; other < written(flight); other++) haunt(context, flight.asking);
  if (flight.readingBack) {
    const matches =
      answer === "refusal"
        ? null
        : (definitionOf(flight.command).readBack?.agrees(reply, flight.command) ?? null);
    finish(context, flight, { ended: "unconfirmed", readBack: answer === "refusal" ? null : reply, matches });
    return;
  }
  if (answer === "refusal") {
    finish(context, flight, { ended: "refused-by-wheel", reply });
    return;
  }
  const replies = [...flight.replies, reply];
  if (many === undefined || many.isLast(reply) || replies.length >= REPLY_LIMIT) {
    finish(context, flight, { ended: "answered", replies });
    return;
  }
  const deadline = after(context.t, many.silenceMs * 1_000);
  updateState(context, { flight: { ...flight, replies, deadline, attempt: 1, again: false } });
}

/** A command may still be answered after it was given up. */
export function haunt(context: QueueContext, command: Command): void {
  const ghosts = [...context.s.ghosts, { command, until: after(context.t, LATE_US) }];
  updateState(context, { ghosts: ghosts.slice(-GHOST_LIMIT) });
}

export function ghostTakes(context: QueueContext, reply: Reply): boolean {
  const at = context.s.ghosts.findIndex(({ command }) => definitionOf(command).judge(reply, command) !== null);
  const ghost = context.s.ghosts[at];
  if (ghost === undefined) return false;
  tally(context, "late");
  // A list may have more lines to come.
  if (definitionOf(ghost.command).many === undefined)
    updateState(context, { ghosts: context.s.ghosts.toSpliced(at, 1) });
  return true;
}

export function forget(context: QueueContext): void {
  const ghosts = context.s.ghosts.filter(({ until }) => until > context.t);
  if (ghosts.length !== context.s.ghosts.length) updateState(context, { ghosts });
}

/** The deadline of the command under way has passed. */
export function overdue(context: QueueContext): void {
  const { flight } = context.s;
  if (flight === null || flight.again || context.t < flight.deadline) return;
  const isQuestion = definitionOf(flight.asking).changesIn === null;
  if (flight.replies.length > 0) {
    finish(context, flight, { ended: "answered", replies: flight.replies });
    return;
  }
  if (isQuestion && flight.attempt < ATTEMPTS) {
    tally(context, "retried");
    updateState(context, { flight: { ...flight, attempt: flight.attempt + 1, again: true } });
    return;
  }
  for (let attempt = 0; attempt < flight.attempt; attempt++) haunt(context, flight.asking);
  if (isQuestion && !flight.readingBack) {
    finish(context, flight, { ended: "timed-out", attempts: flight.attempt });
    return;
  }
  readBack(context, flight);
}

/** A change stayed unanswered: ask what became of it, once the way is known; never send it again. */
function readBack(context: QueueContext, flight: Flight): void {
  const back = definitionOf(flight.command).readBack;
  const encoded = back === undefined || flight.readingBack ? null : encodeCommand(back.ask(flight.command));
  if (back === undefined || encoded === null || "problem" in encoded) {
    finish(context, flight, { ended: "unconfirmed", readBack: null, matches: null });
    return;
  }
  const asking = back.ask(flight.command);
  updateState(context, {
    flight: { ...flight, asking, readingBack: true, attempt: 1, line: encoded.line, again: true },
  });
}

/** Until a late reply can no longer be taken for the answer to this command. */
export function blockedUntil({ ghosts }: QueueState, command: Command): MonoUs {
  const key = definitionOf(command).key(command);
  const same = ghosts.filter((ghost) => definitionOf(ghost.command).key(ghost.command) === key);
  return same.reduce((latest, { until }) => later(latest, until), START);
}

export function later(a: MonoUs, b: MonoUs): MonoUs {
  return a > b ? a : b;
}
