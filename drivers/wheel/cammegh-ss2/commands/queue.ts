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
  type QueueContext,
  updateState,
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
import { parseReply } from "./replies.ts";

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
  const context: QueueContext = { s: state, t: input.t, writes: [], outcomes: [] };
  forget(context);
  switch (input.i) {
    case "submit":
      submitCommand(context, { id: input.id, command: input.command });
      break;
    case "line":
      handleLine(context, input.text);
      break;
    case "sent":
      handleSentBytes(context, input.bytes);
      break;
    case "opened":
      closeQueue(context, "the port was opened again");
      updateState(context, { up: true });
      break;
    case "lost":
      closeQueue(context, input.why);
      break;
    case "tick":
      break;
  }
  overdue(context);
  sendNext(context);
  return { state: context.s, writes: context.writes, outcomes: context.outcomes };
}

/** When the queue must be woken although nothing comes, or null. */
export function queueWakeAt(state: QueueState): MonoUs | null {
  if (!state.up) return null;
  const { flight } = state;
  if (flight !== null) return flight.again ? againAt(state, flight) : flight.deadline;
  const [next] = state.waiting;
  return next === undefined ? null : later(gapEnd(state), blockedUntil(state, next.command));
}

function submitCommand(context: QueueContext, item: Waiting): void {
  const encoded = encodeCommand(item.command);
  if ("problem" in encoded) endUnsent(context, item, "bad-arguments", encoded.problem);
  else if (!context.s.up)
    endUnsent(context, item, "port-closed", `${encoded.line} not sent: the port to the wheel is closed`);
  else if (context.s.waiting.length >= QUEUE_LIMIT) {
    tally(context, "overflow");
    endUnsent(
      context,
      item,
      "queue-full",
      `${encoded.line} not sent: ${QUEUE_LIMIT} commands wait already; try again later`,
    );
  } else updateState(context, { waiting: [...context.s.waiting, item] });
}

function endUnsent(context: QueueContext, { id, command }: Waiting, why: NotSent, say: string): void {
  context.outcomes.push({ id, command, ended: "not-sent", why, say });
}

function handleLine(context: QueueContext, text: string): void {
  const status = parseStatus(text, 38);
  const { flight } = context.s;
  if (status !== null) {
    updateState(context, { states: [...context.s.states, status.state].slice(-2), statesAt: context.t });
    if (flight?.asking.c === "read-status" && !flight.again)
      finish(context, flight, { ended: "answered", replies: [] });
    return;
  }
  const reply = parseReply(text);
  if (reply === null || reply.r === "unused") return;
  if (flight === null || written(flight) === 0 || isGhostsRefusal(context.s, reply)) {
    if (!ghostTakes(context, reply)) tally(context, "stray");
    return;
  }
  const answer = definitionOf(flight.asking).judge(reply, flight.asking);
  if (answer !== null) answered(context, flight, reply, answer);
  else if (!ghostTakes(context, reply)) tally(context, "stray");
}

/** Bytes went out to the wheel. Those of this queue change nothing; those of another host make the awaited reply unreliable. */
function handleSentBytes(context: QueueContext, bytes: string): void {
  const { flight } = context.s;
  const text = bytes.replace(/[\r\n]+$/, "");
  if (text.length === 0 || text === context.s.wroteLine) return;
  tally(context, "foreign");
  updateState(context, { holdUntil: after(context.t, FOREIGN_HOLD_US) });
  if (flight === null || text.slice(0, 2) !== flight.line.slice(0, 2)) return;
  haunt(context, flight.asking);
  finish(context, flight, { ended: "another-host", bytes: text.slice(0, 80) });
}

function closeQueue(context: QueueContext, why: string): void {
  const { flight, waiting } = context.s;
  if (flight !== null) {
    haunt(context, flight.asking);
    finish(context, flight, { ended: "lost", why, sent: flight.readingBack || written(flight) > 0 });
  }
  for (const { id, command } of waiting)
    context.outcomes.push({ id, command, ended: "lost", why, sent: false });
  updateState(context, {
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
function sendNext(context: QueueContext): void {
  if (!context.s.up) return;
  const { flight } = context.s;
  if (flight !== null) {
    if (flight.again && context.t >= againAt(context.s, flight))
      writeCommand(context, { ...flight, again: false });
    return;
  }
  for (let next = context.s.waiting[0]; next !== undefined; next = context.s.waiting[0]) {
    if (context.t < later(gapEnd(context.s), blockedUntil(context.s, next.command))) return;
    updateState(context, { waiting: context.s.waiting.slice(1) });
    const encoded = encodeCommand(next.command);
    if ("problem" in encoded) endUnsent(context, next, "bad-arguments", encoded.problem);
    else if (checkWheelState(context, next, encoded.line)) {
      writeCommand(context, {
        ...next,
        asking: next.command,
        readingBack: false,
        attempt: 1,
        line: encoded.line,
        deadline: context.t,
        replies: [],
        again: false,
      });
      return;
    }
  }
}

function writeCommand(context: QueueContext, flight: Flight): void {
  const deadline = after(context.t, definitionOf(flight.asking).timeoutMs * 1_000);
  updateState(context, { flight: { ...flight, deadline }, wroteAt: context.t, wroteLine: flight.line });
  context.writes.push(flight.line + TERMINATOR);
}

/** Whether the wheel is in a state in which the command works; if not, it ends here. */
function checkWheelState(context: QueueContext, item: Waiting, text: string): boolean {
  const { changesIn } = definitionOf(item.command);
  if (changesIn === null) return true;
  const { states, statesAt } = context.s;
  if (statesAt === null || context.t - statesAt > STATE_FRESH_US) {
    const say = `${text} not sent: the wheel does not say its state; check that it is on, and its cable`;
    endUnsent(context, item, "state-unknown", say);
    return false;
  }
  const wrong = states.find((state) => !changesIn.includes(state));
  if (wrong === undefined) return true;
  const say = `${text} not sent: the wheel is in state ${wrong}, it works only in ${changesIn.join(", ")}`;
  endUnsent(context, item, "wheel-state", say);
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
