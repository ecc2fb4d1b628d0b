import type { MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import type { BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/format.ts";
import { boardSession } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { CAGE_ABILITIES } from "./device.ts";

type CageMessage =
  | { readonly m: "beat"; readonly counts: number; readonly turns: boolean; readonly errors: number }
  | { readonly m: "state"; readonly turns: boolean; readonly counts: number }
  | { readonly m: "position" | "turning-point"; readonly counts: number };

interface CageOwn {
  /** Counts where it stopped last, or was last seen while it turns, and the device's ms then. */
  readonly counts: number;
  readonly at: number;
  /** Null: it does not turn. */
  readonly turning: Turning | null;
  /** Thousandths of a revolution in the last observation. */
  readonly told: number;
  /** Counting errors since the reset, in the last heartbeat; null: none has come yet. Outlives a gap. */
  readonly errors: number | null;
  readonly errorAt: MonoUs | null;
}

type SessionContext = BoardContext<CageOwn>;

export const COUNTS_MIN = 4;
export const COUNTS_MAX = 16_384;
/** No cage that people turn is faster, revolutions a second. */
export const SPEED_MAX = 10;
/** A stopped cage swings: it may be up to this part of a revolution (1/16) from where it stopped. */
const SWING = 16;
/** While the cage turns, its travel is reported each time it has grown by this much, thousandths of a revolution. */
const REPORT_STEP = 250;
/** Travel back of more than this part of a revolution (1/20) is a change of direction; less is play and vibration. */
const REVERSAL_PART = 20;
/** An encoder that counted wrongly is not trusted for this long, µs. */
export const DOUBT_US = 10_000_000;

const START: CageOwn = { counts: 0, at: 0, turning: null, told: 0, errors: null, errorAt: null };

/** What such a device says (docs/devices/cage.md, "Messages"). */
export const CAGE_MESSAGES = {
  kind: KIND.cage,
  shapes: { B: [4, 1, 2], S: [1, 4], P: [4], R: [4] },
  read: readMessage,
} as const;

/**
 * The session of the encoder of a chuck-a-luck cage (docs/devices/cage.md). `device`: number of the device that this table
 * was set up with, eight hex digits; null: any.
 */
export function cageSession({ device }: { readonly device: string | null }): DiceSession<BoardState<CageOwn>> {
  return boardSession<CageOwn, CageMessage>({
    name: "cage",
    ...CAGE_MESSAGES,
    as: "thrower",
    abilities: CAGE_ABILITIES,
    device,
    start: START,
    faults: ["cage-encoder"],
    problem: ({ made }) => (made >= COUNTS_MIN && made <= COUNTS_MAX ? null : `${made} counts a turn`),
    canAttach: (context, message) => message.m === "beat" && checkEncoderErrors(context, message.errors),
    attach: (context, message, at) => {
      const { counts } = message;
      const turning = message.m === "beat" && message.turns ? startTurning(counts) : null;
      context.own = { ...context.own, counts, at, turning, told: 0 };
      context.out.push({ o: "cage", stage: turning === null ? "stopped" : "turning", milliTurns: 0 });
    },
    applyMessage,
    forget: (context) => {
      const { errors, errorAt } = context.own;
      context.own = { ...START, errors, errorAt };
    },
    figures: ({ errors }) => ({ "encoder errors": errors ?? 0 }),
  });
}

/** Compares the encoder's error counter with the last one, and raises or clears its fault; false while it is not trusted. */
function checkEncoderErrors(context: SessionContext, errors: number): boolean {
  const before = context.own.errors;
  const grew = before !== null && errors > before;
  context.own = { ...context.own, errors, errorAt: grew ? context.t : context.own.errorAt };
  if (grew) raiseFault(context, "cage-encoder", { errors });
  const { errorAt } = context.own;
  if (errorAt !== null && context.t - errorAt < DOUBT_US) return false;
  clearFault(context, "cage-encoder");
  return true;
}

/** False when the message cannot be true. */
function applyMessage(context: SessionContext, message: CageMessage, at: number): boolean {
  if (message.m === "beat" && !checkEncoderErrors(context, message.errors)) return false;
  const perTurn = context.identity?.made ?? COUNTS_MAX;
  const { own } = context;
  const way = Math.abs(countsBetween(own.counts, message.counts));
  const ms = (at - own.at) >>> 0;
  if (way > (perTurn * SPEED_MAX * ms) / 1_000 + perTurn / 4 + 1) return false;
  if (own.turning === null) {
    if (message.m === "state" && message.turns) return startRevolutions(context, message.counts, at, perTurn);
    // A stopped cage swings about the place where it stopped: the next movement is counted from that place.
    if (message.m !== "beat" || message.turns || way > perTurn / SWING + 1) return false;
    context.own = { ...own, at };
    return true;
  }
  const turning = followCounts(own.turning, message.counts, perTurn);
  context.own = { ...own, counts: message.counts, at, turning };
  if (message.m === "state") return !message.turns && endRevolutions(context, turning, perTurn);
  if (message.m === "beat" && !message.turns) return false;
  const milli = milliTurnsOf(turning, perTurn);
  if (milli - own.told >= REPORT_STEP) {
    context.own = { ...context.own, told: milli - (milli % REPORT_STEP) };
    context.out.push({ o: "cage", stage: "turning", milliTurns: milli });
  }
  return true;
}

function startRevolutions(context: SessionContext, counts: number, at: number, perTurn: number): true {
  const turning = followCounts(startTurning(context.own.counts), counts, perTurn);
  context.own = { ...context.own, counts, at, turning, told: 0 };
  context.out.push({ o: "cage", stage: "turning", milliTurns: milliTurnsOf(turning, perTurn) });
  return true;
}

function endRevolutions(context: SessionContext, turning: Turning, perTurn: number): true {
  context.out.push({ o: "cage", stage: "stopped", milliTurns: milliTurnsOf(turning, perTurn) });
  context.own = { ...context.own, turning: null, told: 0 };
  return true;
}

function readMessage(letter: string, fields: Fields): CageMessage {
  switch (letter) {
    case "B":
      return { m: "beat", counts: fields.number(), turns: fields.flag(), errors: fields.number() };
    case "S":
      return { m: "state", turns: fields.flag(), counts: fields.number() };
    default:
      return { m: letter === "R" ? "turning-point" : "position", counts: fields.number() };
  }
}

/** How far a cage has turned since it last stood still: the longest travel in one direction, so that rocking does not count. */
interface Turning {
  /** Where this direction began, and the furthest that it went, counts. */
  readonly pivot: number;
  readonly far: number;
  /** The longest way in one direction up to now, counts. */
  readonly best: number;
}

/** Counters are 32 bits and wrap. */
const countsBetween = (from: number, to: number): number => (to - from) | 0;

export const startTurning = (counts: number): Turning => ({ pivot: counts, far: counts, best: 0 });

/** The travel after the cage has moved to `counts` without changing direction on the way. */
export function followCounts(turning: Turning, counts: number, perTurn: number): Turning {
  const { pivot, far } = turning;
  const way = countsBetween(pivot, far);
  const now = countsBetween(pivot, counts);
  const onwards = way === 0 || (way > 0 ? now > way : now < way);
  if (onwards) return { pivot, far: counts, best: Math.max(turning.best, Math.abs(now)) };
  const back = Math.abs(countsBetween(far, counts));
  if (back <= perTurn / REVERSAL_PART) return turning;
  return { pivot: far, far: counts, best: Math.max(turning.best, back) };
}

export const milliTurnsOf = ({ best }: Turning, perTurn: number): number =>
  Math.floor((best * 1_000) / perTurn);
