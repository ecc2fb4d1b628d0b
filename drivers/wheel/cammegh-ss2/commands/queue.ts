import { after, type MonoUs } from "../../../../src/time/instant.ts";
import { parseStatus } from "../status.ts";
import { definitionOf, encodeCommand } from "./definition.ts";
import {
  answered,
  blockedUntil,
  finish,
  forget,
  ghostTakes,
  haunt,
  isGhostsRefusal,
  later,
  overdue,
  type QueueTurn,
  set,
  START,
  tally,
  written,
} from "./queue-flight.ts";
import {
  FOREIGN_HOLD_US,
  GAP_US,
  QUEUE_LIMIT,
  STATE_FRESH_US,
  TERMINATOR,
  type Flight,
  type NotSent,
  type QueueInput,
  type QueueOutcome,
  type QueueState,
  type Waiting,
} from "./queue-state.ts";
import { isUnasked, parseReply } from "./replies.ts";

export interface QueueStep {
  readonly state: QueueState;
  /** Bytes to send now, in order: whole lines with their terminator. At most one a step. */
  readonly writes: readonly string[];
  readonly outcomes: readonly QueueOutcome[];
}

/**
 * The command queue of one wheel: a pure state machine with one command under way. Questions are repeated twice when
 * they stay unanswered; a change is never sent twice, it is read back. Nothing outlives the port.
 */
export function queueStep(state: QueueState, input: QueueInput): QueueStep {
  const turn: QueueTurn = { s: state, t: input.t, writes: [], outcomes: [] };
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
  const { flight } = state;
  if (flight !== null) return flight.again ? againAt(state, flight) : flight.deadline;
  const [next] = state.waiting;
  return next === undefined ? null : later(gapEnd(state), blockedUntil(state, next.command));
}

function submit(turn: QueueTurn, item: Waiting): void {
  const encoded = encodeCommand(item.command);
  if ("problem" in encoded) notSent(turn, item, "bad-arguments", encoded.problem);
  else if (!turn.s.up)
    notSent(turn, item, "port-closed", `${encoded.line} not sent: the port to the wheel is closed`);
  else if (turn.s.waiting.length >= QUEUE_LIMIT) {
    tally(turn, "overflow");
    notSent(
      turn,
      item,
      "queue-full",
      `${encoded.line} not sent: ${QUEUE_LIMIT} commands wait already; try again later`,
    );
  } else set(turn, { waiting: [...turn.s.waiting, item] });
}

function notSent(turn: QueueTurn, { id, command }: Waiting, why: NotSent, say: string): void {
  turn.outcomes.push({ id, command, ended: "not-sent", why, say });
}

function line(turn: QueueTurn, text: string): void {
  const status = parseStatus(text, 38);
  const { flight } = turn.s;
  if (status !== null) {
    set(turn, { states: [...turn.s.states, status.state].slice(-2), statesAt: turn.t });
    if (flight?.asking.c === "read-status" && !flight.again)
      finish(turn, flight, { ended: "answered", replies: [] });
    return;
  }
  const reply = parseReply(text);
  if (reply === null || isUnasked(reply)) return;
  if (flight === null || written(flight) === 0 || isGhostsRefusal(turn.s, reply)) {
    if (!ghostTakes(turn, reply)) tally(turn, "stray");
    return;
  }
  const answer = definitionOf(flight.asking).judge(reply, flight.asking);
  if (answer !== null) answered(turn, flight, reply, answer);
  else if (!ghostTakes(turn, reply)) tally(turn, "stray");
}

/** Bytes went out. Ours start nothing; another host's spoil the reply that we wait for. */
function sent(turn: QueueTurn, bytes: string): void {
  const { flight } = turn.s;
  const text = bytes.replace(/[\r\n]+$/, "");
  if (text.length === 0 || text === turn.s.wroteLine) return;
  tally(turn, "foreign");
  set(turn, { holdUntil: after(turn.t, FOREIGN_HOLD_US) });
  if (flight === null || text.slice(0, 2) !== flight.line.slice(0, 2)) return;
  haunt(turn, flight.asking);
  finish(turn, flight, { ended: "another-host", bytes: text.slice(0, 80) });
}

function close(turn: QueueTurn, why: string): void {
  const { flight, waiting } = turn.s;
  if (flight !== null) {
    haunt(turn, flight.asking);
    finish(turn, flight, { ended: "lost", why, sent: flight.readingBack || written(flight) > 0 });
  }
  for (const { id, command } of waiting) turn.outcomes.push({ id, command, ended: "lost", why, sent: false });
  set(turn, {
    up: false,
    waiting: [],
    states: [],
    statesAt: null,
    wroteAt: null,
    wroteLine: null,
    holdUntil: null,
  });
}

/** Sends what may be sent now: the command under way again, or the next one. */
function pump(turn: QueueTurn): void {
  if (!turn.s.up) return;
  const { flight } = turn.s;
  if (flight !== null) {
    if (flight.again && turn.t >= againAt(turn.s, flight)) write(turn, { ...flight, again: false });
    return;
  }
  for (let next = turn.s.waiting[0]; next !== undefined; next = turn.s.waiting[0]) {
    if (turn.t < later(gapEnd(turn.s), blockedUntil(turn.s, next.command))) return;
    set(turn, { waiting: turn.s.waiting.slice(1) });
    const encoded = encodeCommand(next.command);
    if ("problem" in encoded) notSent(turn, next, "bad-arguments", encoded.problem);
    else if (mayGo(turn, next, encoded.line)) {
      write(turn, {
        ...next,
        asking: next.command,
        readingBack: false,
        attempt: 1,
        line: encoded.line,
        deadline: turn.t,
        replies: [],
        again: false,
      });
      return;
    }
  }
}

function write(turn: QueueTurn, flight: Flight): void {
  const deadline = after(turn.t, definitionOf(flight.asking).timeoutMs * 1_000);
  set(turn, { flight: { ...flight, deadline }, wroteAt: turn.t, wroteLine: flight.line });
  turn.writes.push(flight.line + TERMINATOR);
}

/** Whether the wheel is in a state in which the command works; if not, it ends here. */
function mayGo(turn: QueueTurn, item: Waiting, text: string): boolean {
  const { allowedIn, effect } = definitionOf(item.command);
  const { states, statesAt } = turn.s;
  if (allowedIn.length === 7) return true;
  const fresh = statesAt !== null && turn.t - statesAt <= STATE_FRESH_US;
  if (!fresh && effect === "none") return true;
  if (!fresh) {
    notSent(
      turn,
      item,
      "state-unknown",
      `${text} not sent: the wheel's state is not known; ask for a status line (*X) first`,
    );
    return false;
  }
  const wrong = states.find((state) => !allowedIn.includes(state));
  if (wrong === undefined) return true;
  notSent(
    turn,
    item,
    "wheel-state",
    `${text} not sent: the wheel is in state ${wrong}, it works only in ${allowedIn.join(", ")}`,
  );
  return false;
}

/** When the command under way may be written again: a read-back waits for what its question may still be answered. */
function againAt(state: QueueState, flight: Flight): MonoUs {
  const gap = gapEnd(state);
  return written(flight) > 0 ? gap : later(gap, blockedUntil(state, flight.asking));
}

function gapEnd({ wroteAt, holdUntil }: QueueState): MonoUs {
  const gap = wroteAt === null ? START : after(wroteAt, GAP_US);
  return holdUntil === null ? gap : later(gap, holdUntil);
}
