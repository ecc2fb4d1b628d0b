import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { isLate, missingBefore } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { clearFault, countDamagedLines, markReceived, raiseFault } from "../../link/link.ts";
import { stateFrom } from "../../session.ts";
import type { WheelSession } from "../session.ts";
import { sensorBoardAbilities } from "./abilities.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { takeAnsweredQuestion, questionDeadline, sendDueQuestions } from "./asking.ts";
import { timePair } from "./clock.ts";
import { TICKS_PER_S, type Channel, type Edge } from "./edge.ts";
import { checkGuards, figuresOf, handleHeartbeat, reportContradiction, reportLostEdges } from "./health.ts";
import { emitGap, LINK_RULES, emitLineGap } from "./gaps.ts";
import { LEVEL_LETTERS, LINE_LIMIT, parseLine, type BoardMessage, type LineEdge } from "./lines.ts";
import { placeOf, afterLine, tickOf } from "./sequence.ts";
import { waitingIn, type Waiting } from "../../boot-section/lines.ts";
import { handleIdentity, isRestart, handleRestart, handleSetting } from "./setup.ts";
import {
  beginStep,
  boardStart,
  EVERY_FAULT,
  type BoardState,
  type SensorBoardOptions,
  type SessionContext,
} from "./state.ts";

/**
 * The session of one wheel sensor board (docs/devices/sensor-board.md): bytes in, observations out. It gives the tracker every
 * edge once, in order, in the board's time, and reports to it every gap in which edges are missing.
 */
export function sensorBoardSession(options: SensorBoardOptions): WheelSession<BoardState> {
  return {
    device: "sensor-board",
    abilities: sensorBoardAbilities(options.setup.kind),
    standingFaults: EVERY_FAULT,
    initial: () => boardStart(options),
    ...lineSessionOf(options),
    identity: ({ identity }) =>
      identity === null ? null : { serial: identity.board, firmware: identity.firmware },
    figures: figuresOf,
  };
}

function lineSessionOf(options: SensorBoardOptions): LineSession<BoardState, WheelObservation> {
  const start = boardStart(options);
  return defineLineSession<BoardState, SessionContext, WheelObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => beginStep(state, t, options),
    endStep: (context) => ({
      state: stateFrom<BoardState>(context, start),
      observations: context.out,
      writes: context.writes,
    }),
    startSession: (context) => {
      context.framer = FRAMER_START;
      askIdentity(context);
    },
    receive: (context, bytes) => {
      context.framer = receiveLines(context, context.framer, bytes, LINES);
    },
    onOverrun: (context) => {
      emitLineGap(context);
      context.framer = FRAMER_LOST;
    },
    finish: (context) => {
      if (context.link.up) sendDueQuestions(context);
    },
    timersOf: ({ link, asks }) => [link.up ? questionDeadline(asks) : null],
  });
}

const LINES: LineRules<SessionContext> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (context, text) => {
    if (context.newest.includes(text)) return countRepeatedLine(context);
    const message = parseLine(text);
    if (message === null) {
      const waiting = waitingIn(text);
      if (waiting === null) return countDamagedLines(context, LINK_RULES);
      return handleWaiting(context, waiting);
    }
    handleMessage(context, message);
    context.newest = [...context.newest, text].slice(-NEWEST_MAX);
  },
};

/** Its boot section speaks: the board is there, and nothing of the wheel is seen. */
function handleWaiting(context: SessionContext, { image, boot }: Waiting): void {
  raiseFault(context, "board-waits", { image, boot });
  context.link = { ...context.link, bytesSince: false };
}

const TICKS_PER_MS = TICKS_PER_S / 1_000;

/** The most lines in a block that an adapter sends twice: such a block has about a hundred bytes. */
export const NEWEST_MAX = 4;

/**
 * One of the newest lines came again, byte for byte. Its number shows that the adapter repeated it, so it is not used a second
 * time: nothing is missing, and it counts as damage of the line.
 */
function countRepeatedLine(context: SessionContext): void {
  context.figures = { ...context.figures, repeatedLines: context.figures.repeatedLines + 1 };
  countDamagedLines(context, LINK_RULES);
}

function handleMessage(context: SessionContext, message: BoardMessage): void {
  const place = placeOf(context.sequence, message);
  if (
    message.m === "identity" &&
    (isRestart(context, message) || (place === "old" && context.known === null))
  ) {
    handleRestart(context, message);
  } else if (place === "old") return rejectUnexpected(context, message);
  else {
    if (place === "gap") countMissedLines(context, missingBefore(context.sequence, message));
  }
  markReceived(context);
  clearFault(context, "board-waits");
  // Without an identity nothing is believed yet, so it is asked for at the first good line at the latest.
  if (context.identity === null) askIdentity(context);
  if (!isLate(context, Math.floor(message.at / TICKS_PER_MS)) || message.m === "identity")
    applyMessage(context, message);
  context.sequence = afterLine(context.sequence, message);
}

/**
 * A line with a right sum and a number or a time that cannot be: two boards on one line, or a board that was reset and whose
 * first lines were lost. Nothing in it is believed; the identity is asked for.
 */
function rejectUnexpected(context: SessionContext, message: BoardMessage): void {
  context.figures = { ...context.figures, strangeLines: context.figures.strangeLines + 1 };
  askIdentity(context);
  // The first heartbeat after a reset: the identity that follows reports the reset.
  if (message.m === "heartbeat" && message.n === 0) return;
  countDamagedLines(context, LINK_RULES);
  if (context.attached) emitGap(context, "line", "device-garbled");
}

function countMissedLines(context: SessionContext, lines: number): void {
  context.figures = { ...context.figures, missedLines: context.figures.missedLines + lines };
  emitLineGap(context);
}

function applyMessage(context: SessionContext, message: BoardMessage): void {
  switch (message.m) {
    case "edges":
      return handleEdges(context, tickOf(context.sequence, message), message.edges);
    case "lost":
      return reportLostEdges(context, message.count);
    case "heartbeat":
      return handleHeartbeat(context, message);
    case "identity":
      return handleIdentity(context, message);
    case "time": {
      const sent = takeAnsweredQuestion(context, message.token);
      // Before the first heartbeat it is not known how often the 32-bit time has wrapped.
      if (sent !== null && context.sequence.timed)
        context.clock = timePair(context.clock, tickOf(context.sequence, message), sent, context.t);
      return;
    }
    case "setting":
      return handleSetting(context, message);
    case "refused":
      context.figures = { ...context.figures, refused: context.figures.refused + 1 };
      return;
    case "self-test":
      return;
  }
}

const BIT_OF = Object.fromEntries(Array.from(LEVEL_LETTERS, (letter, bit) => [letter, 1 << bit])) as Readonly<
  Record<Channel, number>
>;

function handleEdges(context: SessionContext, tick: number, list: readonly LineEdge[]): void {
  const { tracker } = context.options;
  for (const { after, channel, on, hole: at } of list) {
    const fresh = storeLevel(context, channel, on, at);
    // An edge to the level that the channel has already: an edge in between is missing.
    if (!fresh && context.levelsKnown) reportContradiction(context);
    if (channel === "V" || channel === "W") if (context.levelsKnown) checkGuards(context);
    if (!context.fits) continue;
    const edge: Edge = { tick: tick + after, channel, on, hole: at };
    context.tracker = tracker.handleEdge(context.tracker, edge, context.emit);
  }
}

/** Stores the level of the edge's channel; false when the channel had it already. */
function storeLevel(context: SessionContext, channel: Channel, on: boolean, at: number): boolean {
  if (channel === "H" || channel === "G") {
    const bit = 1 << at;
    const key = channel === "H" ? "holesH" : "holesG";
    const before = context[key];
    context[key] = on ? before | bit : before & ~bit;
    return context[key] !== before;
  }
  const before = context.levels;
  context.levels = on ? before | BIT_OF[channel] : before & ~BIT_OF[channel];
  return context.levels !== before;
}
