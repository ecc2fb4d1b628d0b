import type { WheelStage } from "../../../../../src/table/wheel/observation.ts";

/**
 * What the tracker of a vertical wheel knows. Ticks are the board's; places are quarter steps (a quarter of a cell), counted
 * clockwise without ever wrapping within a run.
 */
export interface DiscState {
  /** The levels have been told since the last gap, at this tick. */
  readonly knownAt: number | null;
  readonly q: boolean;
  readonly r: boolean;
  readonly t: boolean;
  /** The bin of the marks under the sensors: its remainder of 4 is their code (`Q`: 0, `Q` `R`: 1, `R`: 2, none: 3). */
  readonly pos: number;
  /** Place of the index, in bins and parts of one, 0 to 4 × cells; null: not seen since the last gap or slip. */
  readonly index: number | null;
  /** The bin at the last passing of the index. */
  readonly indexAt: number;
  /** The last step: its sense, when, and how long the bin before it took. */
  readonly dir: 1 | -1;
  readonly last: number;
  readonly step: number;
  /** When it last turned back, slowly, with no peg in its way; −1: never in this spin, or it only trembled. */
  readonly oddAt: number;
  /** When the pointer's switch last moved. */
  readonly tAt: number;
  /** The last time that it closed: when, in which bin, and which way the disc went. */
  readonly bent: { readonly at: number; readonly pos: number; readonly dir: 1 | -1 };
  /** When the disc last went the other way. */
  readonly flipAt: number;
  /** How long the last bin before that took on the way there. */
  readonly flipStep: number;
  /** Pulses of the pointer since the disc left the last peg. */
  readonly pulses: number;
  /** Pulses since the marks last told of a cell. */
  readonly loose: number;
  /** When the disc passed the last cells, newest last; always at the same edge of their marks. */
  readonly passed: readonly number[];
  readonly move: Move;
  /** Since when the disc trembles on no more than one edge: the bins on both sides of it. */
  readonly still: { readonly since: number; readonly low: number; readonly high: number };
  readonly spin: Spin | null;
  /** The last number: which cell, and when it was said. */
  readonly said: Outcome | null;
  readonly rotorAt: number;
  readonly rotorTurns: boolean;
  /** v² that a cell takes from the disc, by speed: what clean spins have taught, 0 where nothing yet. */
  readonly learned: readonly number[];
}

/** A movement, from where the disc last stood or turned. */
export interface Move {
  readonly from: number;
  /** The disc is known to have stood there. */
  readonly whole: boolean;
}

export interface Spin {
  readonly stage: "ball-in-rim" | "no-more-bets";
  readonly from: number;
  readonly dir: 1 | -1;
  /** Watched from its first quarter step, and ever since. */
  readonly whole: boolean;
  /** v² before edges began to be missing, where the disc already ran by itself. Absent: none are missing, or it is not known. */
  readonly energyAtGap?: number;
  readonly turnsSaid: number;
  /** The disc has run by itself since then; null: the hand may still push. */
  readonly freeFrom: number | null;
  /** Greatest v² so far, and when it was still growing. */
  readonly fastest: number;
  readonly roseAt: number;
  /** Cell where it could no longer pass a peg. */
  readonly spent: number | null;
  /** It swung back: when, and the furthest bin before that. */
  readonly turnedAt: number | null;
  readonly reach: number | null;
  readonly irregular: boolean;
  readonly marksSlipped: boolean;
  /** Passings of pegs that the marks deny, or the other way round. */
  readonly pegsWrong: number;
  /** Cells in a row whose pegs were counted. */
  readonly pegsSeen: number;
  /** Losses of v² a cell in this run, by speed: sums and how many. */
  readonly lost: readonly number[];
  readonly lostOf: readonly number[];
}

export interface Outcome {
  readonly cell: number | null;
  readonly name: string | null;
  readonly at: number;
  /** It has moved since, at this tick. */
  readonly movedAt: number | null;
}

/** Classes of speed in `learned`, 16 quarter steps/s each; the last is open. */
export const SPEED_CLASSES = 10;
export const SPEED_CLASS_WIDTH = 16;

export const DISC_START: DiscState = {
  knownAt: null,
  q: false,
  r: false,
  t: false,
  pos: 0,
  index: null,
  indexAt: 0,
  dir: 1,
  last: 0,
  step: 0,
  tAt: 0,
  bent: { at: -1, pos: 0, dir: 1 },
  flipAt: 0,
  flipStep: 0,
  oddAt: -1,
  pulses: 0,
  loose: 0,
  passed: [],
  move: { from: 0, whole: false },
  still: { since: 0, low: 0, high: 0 },
  spin: null,
  said: null,
  rotorAt: 0,
  rotorTurns: false,
  learned: Array.from({ length: SPEED_CLASSES }, () => 0),
};

export function stageOf(state: DiscState): WheelStage {
  if (state.spin !== null) return state.spin.stage;
  return state.said === null ? "betting" : "result";
}

/** Bin of the marks' code. */
export function markCodeOf(q: boolean, r: boolean): number {
  return q ? (r ? 1 : 0) : r ? 2 : 3;
}

export function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}
