import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { isLate } from "../../link/late.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { damaged, heard } from "../../link/link.ts";
import type { WheelSession } from "../session.ts";
import { sensorBoardAbilities } from "./abilities.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { answeredTime, askAt, askDue } from "./asking.ts";
import { timePair } from "./clock.ts";
import { TICKS_PER_S, type Channel, type Edge } from "./edge.ts";
import { contradicted, edgesLost, figuresOf, guards, heartbeat } from "./health.ts";
import { hole, LINK_RULES, lineHole } from "./holes.ts";
import { LEVEL_LETTERS, LINE_LIMIT, parseLine, type BoardMessage, type LineEdge } from "./lines.ts";
import { missingBefore } from "../../link/sequence.ts";
import { placeOf, taken, tickOf } from "./sequence.ts";
import { identified, isRestart, restarted, setting } from "./setup.ts";
import {
  beginTurn,
  boardStart,
  endTurn,
  type BoardState,
  type SensorBoardOptions,
  type Turn,
} from "./state.ts";

/**
 * The session of one wheel sensor board (docs/devices/sensor-board.md): bytes in, observations out. It sees to it that
 * the tracker gets every edge once, in order, in the board's time, and that it is told of every one that is missing.
 */
export function sensorBoardSession(options: SensorBoardOptions): WheelSession<BoardState> {
  return {
    device: "sensor-board",
    abilities: sensorBoardAbilities(options.rig.kind),
    initial: () => boardStart(options),
    ...frameOf(options),
    figures: figuresOf,
  };
}

function frameOf(options: SensorBoardOptions): LineSession<BoardState, WheelObservation> {
  return defineLineSession<BoardState, Turn, WheelObservation>({
    link: LINK_RULES,
    beginTurn: (state, t) => beginTurn(state, t, options),
    endTurn: (turn) => ({ state: endTurn(turn), observations: turn.out, writes: turn.writes }),
    begin: (turn) => {
      turn.framer = FRAMER_START;
      askIdentity(turn);
    },
    receive: (turn, bytes) => {
      turn.framer = receiveLines(turn, turn.framer, bytes, LINES);
    },
    overrun: (turn) => {
      lineHole(turn);
      turn.framer = FRAMER_LOST;
    },
    finish: (turn) => {
      if (turn.link.up) askDue(turn);
    },
    timers: ({ link, asks }) => [link.up ? askAt(asks) : null],
  });
}

const LINES: LineRules<Turn> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (turn, text) => {
    if (turn.newest.includes(text)) return repeated(turn);
    const message = parseLine(text);
    if (message === null) return damaged(turn, LINK_RULES);
    oneLine(turn, message);
    turn.newest = [...turn.newest, text].slice(-NEWEST_MAX);
  },
};

const TICKS_PER_MS = TICKS_PER_S / 1_000;

/** A block of lines that an adapter sends twice is no longer: at most a hundred bytes or so. */
export const NEWEST_MAX = 4;

/**
 * One of the newest lines once more, byte for byte. Its number says that it is none of the board's next lines, so it is
 * taken once: nothing is missing, and it is counted as damage of the line.
 */
function repeated(turn: Turn): void {
  turn.figures = { ...turn.figures, repeatedLines: turn.figures.repeatedLines + 1 };
  damaged(turn, LINK_RULES);
}

function oneLine(turn: Turn, message: BoardMessage): void {
  const place = placeOf(turn.sequence, message);
  if (message.m === "identity" && (isRestart(turn, message) || (place === "old" && turn.known === null))) {
    restarted(turn, message);
  } else if (place === "old") return strange(turn, message);
  else {
    if (place === "gap") missing(turn, missingBefore(turn.sequence, message));
  }
  heard(turn);
  // Without an identity nothing is believed yet, so it is asked for at the first good line at the latest.
  if (turn.identity === null) askIdentity(turn);
  if (!isLate(turn, Math.floor(message.at / TICKS_PER_MS)) || message.m === "identity") act(turn, message);
  turn.sequence = taken(turn.sequence, message);
}

/**
 * A line with a right sum and a number or a time that cannot be: two boards on one line, or a board that was reset and
 * whose first lines were lost. Nothing of it is believed; who is there is asked.
 */
function strange(turn: Turn, message: BoardMessage): void {
  turn.figures = { ...turn.figures, strangeLines: turn.figures.strangeLines + 1 };
  askIdentity(turn);
  // The first heartbeat after a reset: the identity that follows it says so.
  if (message.m === "heartbeat" && message.n === 0) return;
  damaged(turn, LINK_RULES);
  if (turn.attached) hole(turn, "line", "device-garbled");
}

function missing(turn: Turn, lines: number): void {
  turn.figures = { ...turn.figures, missedLines: turn.figures.missedLines + lines };
  lineHole(turn);
}

function act(turn: Turn, message: BoardMessage): void {
  switch (message.m) {
    case "edges":
      return edges(turn, tickOf(turn.sequence, message), message.edges);
    case "lost":
      return edgesLost(turn, message.count);
    case "heartbeat":
      return heartbeat(turn, message);
    case "identity":
      return identified(turn, message);
    case "time": {
      const sent = answeredTime(turn, message.token);
      // Before the first heartbeat it is not known which turn of the 32 bits a time belongs to.
      if (sent !== null && turn.sequence.timed)
        turn.clock = timePair(turn.clock, tickOf(turn.sequence, message), sent, turn.t);
      return;
    }
    case "setting":
      return setting(turn, message);
    case "refused":
      turn.figures = { ...turn.figures, refused: turn.figures.refused + 1 };
      return;
    case "self-test":
      return;
  }
}

const BIT_OF = Object.fromEntries(Array.from(LEVEL_LETTERS, (letter, bit) => [letter, 1 << bit])) as Readonly<
  Record<Channel, number>
>;

function edges(turn: Turn, tick: number, list: readonly LineEdge[]): void {
  const { tracker } = turn.options;
  for (const { after, channel, on, hole: at } of list) {
    const fresh = flip(turn, channel, on, at);
    // An edge to where the channel is already: one in between is missing.
    if (!fresh && turn.levelsKnown) contradicted(turn);
    if (channel === "V" || channel === "W") if (turn.levelsKnown) guards(turn);
    if (!turn.fits) continue;
    const edge: Edge = { tick: tick + after, channel, on, hole: at };
    turn.tracker = tracker.edge(turn.tracker, edge, turn.say);
  }
}

/** Keeps the level of the edge's channel; false when it was there already. */
function flip(turn: Turn, channel: Channel, on: boolean, at: number): boolean {
  if (channel === "H" || channel === "G") {
    const bit = 1 << at;
    const key = channel === "H" ? "holesH" : "holesG";
    const before = turn[key];
    turn[key] = on ? before | bit : before & ~bit;
    return turn[key] !== before;
  }
  const before = turn.levels;
  turn.levels = on ? before | BIT_OF[channel] : before & ~BIT_OF[channel];
  return turn.levels !== before;
}
