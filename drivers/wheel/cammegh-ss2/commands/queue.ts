import { after, type MonoUs } from "../../../../src/time/instant.ts";
import { parseStatus } from "../status.ts";
import type { Command } from "./command.ts";
import { definitionOf, encodeCommand } from "./definition.ts";
import {
  ATTEMPTS,
  GAP_US,
  GHOST_LIMIT,
  LATE_US,
  QUEUE_LIMIT,
  REPLY_LIMIT,
  STATE_FRESH_US,
  TERMINATOR,
  type Ending,
  type Flight,
  type NotSent,
  type QueueInput,
  type QueueOutcome,
  type QueueState,
  type Waiting,
} from "./queue-state.ts";
import { isUnasked, parseReply, type Reply } from "./replies.ts";

export interface QueueStep {
  readonly state: QueueState;
  /** Bytes to send now, in order: whole lines with their terminator. At most one a step. */
  readonly writes: readonly string[];
  readonly outcomes: readonly QueueOutcome[];
}

/** One step under way. */
interface Turn {
  s: QueueState;
  readonly t: MonoUs;
  readonly writes: string[];
  readonly outcomes: QueueOutcome[];
}

/**
 * The command queue of one wheel: a pure state machine with one command under way. Questions are repeated twice when
 * they stay unanswered; a change is never sent twice, it is read back. Nothing outlives the port.
 */
export function queueStep(state: QueueState, input: QueueInput): QueueStep {
  const turn: Turn = { s: state, t: input.t, writes: [], outcomes: [] };
  forget(turn);
  switch (input.i) {
    case "submit":
      submit(turn, { id: input.id, command: input.command });
      break;
    case "line":
      line(turn, input.text);
      break;
    case "sent":
      sent(turn, input.bytes);
      break;
    case "opened":
      close(turn, "the port was opened again");
      set(turn, { up: true });
      break;
    case "lost":
      close(turn, input.why);
      break;
    case "tick":
      break;
  }
  overdue(turn);
  pump(turn);
  return { state: turn.s, writes: turn.writes, outcomes: turn.outcomes };
}

/** When the queue must be woken although nothing comes, or null. */
export function queueWakeAt(state: QueueState): MonoUs | null {
  if (!state.up) return null;
  if (state.flight !== null) return state.flight.again ? gapEnd(state) : state.flight.deadline;
  const [next] = state.waiting;
  return next === undefined ? null : later(gapEnd(state), blockedUntil(state, next.command));
}

function set(turn: Turn, change: Partial<QueueState>): void {
  turn.s = { ...turn.s, ...change };
}

function tally(turn: Turn, what: keyof QueueState["counts"]): void {
  set(turn, { counts: { ...turn.s.counts, [what]: turn.s.counts[what] + 1 } });
}

function submit(turn: Turn, item: Waiting): void {
  const encoded = encodeCommand(item.command);
  if ("problem" in encoded) notSent(turn, item, "bad-arguments", encoded.problem);
  else if (!turn.s.up) notSent(turn, item, "port-closed", `${encoded.line} not sent: the port to the wheel is closed`);
  else if (turn.s.waiting.length >= QUEUE_LIMIT) {
    tally(turn, "overflow");
    notSent(turn, item, "queue-full", `${encoded.line} not sent: ${QUEUE_LIMIT} commands wait already; try again later`);
  } else set(turn, { waiting: [...turn.s.waiting, item] });
}

function notSent(turn: Turn, { id, command }: Waiting, why: NotSent, say: string): void {
  turn.outcomes.push({ id, command, ended: "not-sent", why, say });
}

/** The command under way has ended. */
function finish(turn: Turn, flight: Flight, ending: Ending): void {
  turn.outcomes.push({ id: flight.id, command: flight.command, ...ending });
  set(turn, { flight: null });
}

function line(turn: Turn, text: string): void {
  const status = parseStatus(text, 38);
  const { flight } = turn.s;
  if (status !== null) {
    set(turn, { states: [...turn.s.states, status.state].slice(-2), statesAt: turn.t });
    if (flight?.asking.c === "read-status" && !flight.again) finish(turn, flight, { ended: "answered", replies: [] });
    return;
  }
  const reply = parseReply(text);
  if (reply === null || isUnasked(reply)) return;
  const answer = flight === null ? null : definitionOf(flight.asking).judge(reply, flight.asking);
  if (flight !== null && answer !== null) answered(turn, flight, reply, answer);
  else if (!ghostTakes(turn, reply)) tally(turn, "stray");
}

function answered(turn: Turn, flight: Flight, reply: Reply, answer: "success" | "refusal"): void {
  const { many, readBack } = definitionOf(flight.asking);
  // Earlier attempts of the same question may still be answered.
  for (let spare = flight.again ? 0 : 1; spare < flight.attempt; spare++) haunt(turn, flight.asking);
  if (flight.readingBack) {
    const matches = answer === "refusal" ? null : (definitionOf(flight.command).readBack?.agrees(reply, flight.command) ?? null);
    finish(turn, flight, { ended: "unconfirmed", readBack: answer === "refusal" ? null : reply, matches });
    return;
  }
  if (answer === "refusal") {
    finish(turn, flight, { ended: "refused-by-wheel", reply });
    return;
  }
  const replies = [...flight.replies, reply];
  if (many === undefined || many.isLast(reply) || replies.length >= REPLY_LIMIT) {
    finish(turn, flight, { ended: "answered", replies });
    return;
  }
  const deadline = after(turn.t, many.quietMs * 1_000);
  set(turn, { flight: { ...flight, replies, deadline, attempt: 1, again: false } });
  void readBack;
}

/** A command may still be answered after it was given up. */
function haunt(turn: Turn, command: Command): void {
  const ghosts = [...turn.s.ghosts, { command, until: after(turn.t, LATE_US) }];
  set(turn, { ghosts: ghosts.slice(-GHOST_LIMIT) });
}

function ghostTakes(turn: Turn, reply: Reply): boolean {
  const at = turn.s.ghosts.findIndex(({ command }) => definitionOf(command).judge(reply, command) !== null);
  const ghost = turn.s.ghosts[at];
  if (ghost === undefined) return false;
  tally(turn, "late");
  // A list may have more lines to come.
  if (definitionOf(ghost.command).many === undefined) set(turn, { ghosts: turn.s.ghosts.toSpliced(at, 1) });
  return true;
}

function forget(turn: Turn): void {
  const ghosts = turn.s.ghosts.filter(({ until }) => until > turn.t);
  if (ghosts.length !== turn.s.ghosts.length) set(turn, { ghosts });
}

/** Bytes went out. Ours start nothing; another host's spoil the reply that we wait for. */
function sent(turn: Turn, bytes: string): void {
  const { flight } = turn.s;
  const text = bytes.replace(/[\r\n]+$/, "");
  if (flight !== null && text === flight.line) return;
  if (text.length === 0) return;
  tally(turn, "foreign");
  if (flight === null || text.slice(0, 2) !== flight.line.slice(0, 2)) return;
  haunt(turn, flight.asking);
  finish(turn, flight, { ended: "another-host", bytes: text.slice(0, 80) });
}

function close(turn: Turn, why: string): void {
  const { flight, waiting } = turn.s;
  if (flight !== null) {
    const sent = flight.readingBack || !flight.again || flight.attempt > 1;
    haunt(turn, flight.asking);
    finish(turn, flight, { ended: "lost", why, sent });
  }
  for (const { id, command } of waiting) turn.outcomes.push({ id, command, ended: "lost", why, sent: false });
  set(turn, { up: false, waiting: [], states: [], statesAt: null, wroteAt: null });
}

/** The deadline of the command under way has passed. */
function overdue(turn: Turn): void {
  const { flight } = turn.s;
  if (flight === null || flight.again || turn.t < flight.deadline) return;
  if (flight.replies.length > 0) {
    finish(turn, flight, { ended: "answered", replies: flight.replies });
    return;
  }
  const { effect } = definitionOf(flight.asking);
  if (effect === "none" && flight.attempt < ATTEMPTS) {
    tally(turn, "retried");
    set(turn, { flight: { ...flight, attempt: flight.attempt + 1, again: true } });
    return;
  }
  for (let attempt = 0; attempt < flight.attempt; attempt++) haunt(turn, flight.asking);
  if (effect === "none" && !flight.readingBack) {
    finish(turn, flight, { ended: "timed-out", attempts: flight.attempt });
    return;
  }
  readBack(turn, flight);
}

/** A change stayed unanswered: ask what became of it, once the way is known; never send it again. */
function readBack(turn: Turn, flight: Flight): void {
  const back = definitionOf(flight.command).readBack;
  const encoded = back === undefined || flight.readingBack ? null : encodeCommand(back.ask(flight.command));
  if (back === undefined || encoded === null || "problem" in encoded) {
    finish(turn, flight, { ended: "unconfirmed", readBack: null, matches: null });
    return;
  }
  const asking = back.ask(flight.command);
  set(turn, { flight: { ...flight, asking, readingBack: true, attempt: 1, line: encoded.line, again: true } });
}

/** Sends what may be sent now: the command under way again, or the next one. */
function pump(turn: Turn): void {
  if (!turn.s.up) return;
  const { flight } = turn.s;
  if (flight !== null) {
    if (flight.again && turn.t >= gapEnd(turn.s)) write(turn, { ...flight, again: false });
    return;
  }
  for (let next = turn.s.waiting[0]; next !== undefined; next = turn.s.waiting[0]) {
    if (turn.t < later(gapEnd(turn.s), blockedUntil(turn.s, next.command))) return;
    set(turn, { waiting: turn.s.waiting.slice(1) });
    const encoded = encodeCommand(next.command);
    if ("problem" in encoded) notSent(turn, next, "bad-arguments", encoded.problem);
    else if (mayGo(turn, next, encoded.line)) {
      write(turn, { ...next, asking: next.command, readingBack: false, attempt: 1, line: encoded.line, deadline: turn.t, replies: [], again: false });
      return;
    }
  }
}

function write(turn: Turn, flight: Flight): void {
  const deadline = after(turn.t, definitionOf(flight.asking).timeoutMs * 1_000);
  set(turn, { flight: { ...flight, deadline }, wroteAt: turn.t });
  turn.writes.push(flight.line + TERMINATOR);
}

/** Whether the wheel is in a state in which the command works; if not, it ends here. */
function mayGo(turn: Turn, item: Waiting, text: string): boolean {
  const { allowedIn, effect } = definitionOf(item.command);
  const { states, statesAt } = turn.s;
  if (allowedIn.length === 7) return true;
  const fresh = statesAt !== null && turn.t - statesAt <= STATE_FRESH_US;
  if (!fresh && effect === "none") return true;
  if (!fresh) {
    notSent(turn, item, "state-unknown", `${text} not sent: the wheel's state is not known; ask for a status line (*X) first`);
    return false;
  }
  const wrong = states.find((state) => !allowedIn.includes(state));
  if (wrong === undefined) return true;
  notSent(turn, item, "wheel-state", `${text} not sent: the wheel is in state ${wrong}, it works only in ${allowedIn.join(", ")}`);
  return false;
}

function gapEnd({ wroteAt }: QueueState): MonoUs {
  return wroteAt === null ? (0 as MonoUs) : after(wroteAt, GAP_US);
}

/** Until a late reply can no longer be taken for the answer to this command. */
function blockedUntil({ ghosts }: QueueState, command: Command): MonoUs {
  const key = definitionOf(command).key(command);
  const same = ghosts.filter((ghost) => definitionOf(ghost.command).key(ghost.command) === key);
  return same.reduce((latest, { until }) => later(latest, until), 0 as MonoUs);
}

function later(a: MonoUs, b: MonoUs): MonoUs {
  return a > b ? a : b;
}
