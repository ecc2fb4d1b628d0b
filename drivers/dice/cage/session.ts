import type { MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import type { Board, BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/identity.ts";
import { boardSession, contradiction } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { CAGE_ABILITIES } from "./abilities.ts";
import { between, milliTurns, turnedTo, turningFrom, type Turning } from "./turns.ts";

export interface CageOptions {
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  /** Counts of one whole turn that the encoder was set up with; null: as many as it says. */
  readonly countsPerTurn: number | null;
}

export type CageBody =
  | { readonly m: "beat"; readonly counts: number; readonly turns: boolean; readonly errors: number }
  | { readonly m: "state"; readonly turns: boolean; readonly counts: number }
  | { readonly m: "position" | "turning-point"; readonly counts: number };

export interface CageOwn {
  /** Counts where it stood last, or was last seen while it turns, and the device's ms then. */
  readonly counts: number;
  readonly at: number;
  /** Null: it stands. */
  readonly turning: Turning | null;
  /** Thousandths of a turn that were told last. */
  readonly told: number;
  /** Counting errors since the reset, as told last; null: not told yet. Outlives a hole. */
  readonly errors: number | null;
  readonly errorAt: MonoUs | null;
}

type SessionContext = BoardContext<CageOwn>;

export const COUNTS_MIN = 4;
export const COUNTS_MAX = 16_384;
/** No cage that people turn is faster, turns a second. */
export const SPEED_MAX = 10;
/** How far a cage that stands may be from where it stopped, parts of a turn: it swings out. */
const SWING = 16;
/** What is told while it turns, thousandths of a turn. */
const TOLD_EACH = 250;
/** An encoder that counted wrongly is not believed for so long, µs. */
export const DOUBT_US = 10_000_000;

const START: CageOwn = { counts: 0, at: 0, turning: null, told: 0, errors: null, errorAt: null };

/**
 * The session of the encoder of a chuck-a-luck cage (docs/devices/cage.md). Throws RangeError when the counts of a turn
 * are out of range.
 */
export function cageSession(options: CageOptions): DiceSession<BoardState<CageOwn>> {
  const { countsPerTurn } = options;
  if (countsPerTurn !== null && !isPerTurn(countsPerTurn))
    throw new RangeError(`cage: countsPerTurn is ${countsPerTurn}; give ${COUNTS_MIN} to ${COUNTS_MAX}`);
  return boardSession(boardOf(options));
}

const isPerTurn = (counts: number): boolean =>
  Number.isInteger(counts) && counts >= COUNTS_MIN && counts <= COUNTS_MAX;

function boardOf({ device, countsPerTurn }: CageOptions): Board<CageOwn, CageBody> {
  const board: Board<CageOwn, CageBody> = {
    name: "cage",
    kind: KIND.cage,
    as: "thrower",
    abilities: CAGE_ABILITIES,
    device,
    start: START,
    faults: ["cage-encoder"],
    shapes: { B: [4, 1, 2], S: [1, 4], P: [4], R: [4] },
    read,
    problem: ({ made }) => {
      if (!isPerTurn(made)) return `${made} counts a turn`;
      return countsPerTurn !== null && countsPerTurn !== made
        ? `${made} counts a turn, not ${countsPerTurn}`
        : null;
    },
    ready: (context, body) => body.m === "beat" && isSure(context, body.errors),
    attach: (context, body, at) => {
      const { counts } = body;
      const turning = body.m === "beat" && body.turns ? turningFrom(counts) : null;
      context.own = { ...context.own, counts, at, turning, told: 0 };
      context.out.push({ o: "cage", stage: turning === null ? "stopped" : "turning", milliTurns: 0 });
    },
    applyMessage: (context, body, at) => {
      if (!acted(context, body, at)) contradiction(context, board);
    },
    forget: (context) => {
      const { errors, errorAt } = context.own;
      context.own = { ...START, errors, errorAt };
    },
    figures: ({ errors }) => ({ "encoder errors": errors ?? 0 }),
  };
  return board;
}

/** Takes in the encoder's count of its own errors; false while it is not believed. */
function isSure(context: SessionContext, errors: number): boolean {
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
function acted(context: SessionContext, body: CageBody, at: number): boolean {
  if (body.m === "beat" && !isSure(context, body.errors)) return false;
  const perTurn = context.identity?.made ?? COUNTS_MAX;
  const { own } = context;
  const way = Math.abs(between(own.counts, body.counts));
  const ms = (at - own.at) >>> 0;
  if (way > (perTurn * SPEED_MAX * ms) / 1_000 + perTurn / 4 + 1) return false;
  if (own.turning === null) {
    if (body.m === "state" && body.turns) return begins(context, body.counts, at, perTurn);
    // It swings out about where it stopped: from there the next turn counts.
    if (body.m !== "beat" || body.turns || way > perTurn / SWING + 1) return false;
    context.own = { ...own, at };
    return true;
  }
  const turning = turnedTo(own.turning, body.counts, perTurn);
  context.own = { ...own, counts: body.counts, at, turning };
  if (body.m === "state") return !body.turns && stops(context, turning, perTurn);
  if (body.m === "beat" && !body.turns) return false;
  const milli = milliTurns(turning, perTurn);
  if (milli - own.told >= TOLD_EACH) {
    context.own = { ...context.own, told: milli - (milli % TOLD_EACH) };
    context.out.push({ o: "cage", stage: "turning", milliTurns: milli });
  }
  return true;
}

function begins(context: SessionContext, counts: number, at: number, perTurn: number): true {
  const turning = turnedTo(turningFrom(context.own.counts), counts, perTurn);
  context.own = { ...context.own, counts, at, turning, told: 0 };
  context.out.push({ o: "cage", stage: "turning", milliTurns: milliTurns(turning, perTurn) });
  return true;
}

function stops(context: SessionContext, turning: Turning, perTurn: number): true {
  context.out.push({ o: "cage", stage: "stopped", milliTurns: milliTurns(turning, perTurn) });
  context.own = { ...context.own, turning: null, told: 0 };
  return true;
}

function read(letter: string, fields: Fields): CageBody {
  switch (letter) {
    case "B":
      return { m: "beat", counts: fields.number(), turns: fields.flag(), errors: fields.number() };
    case "S":
      return { m: "state", turns: fields.flag(), counts: fields.number() };
    default:
      return { m: letter === "R" ? "turning-point" : "position", counts: fields.number() };
  }
}
