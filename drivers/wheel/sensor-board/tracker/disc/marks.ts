import { TICKS_PER_S } from "../../edge.ts";
import type { DiscGeometry } from "./place.ts";
import { markCodeOf, modulo, type DiscState } from "./state.ts";

/** A step shorter than this is fast: the sense and the place within a bin are certain then. */
const FAST_BIN_TICKS = TICKS_PER_S / 10;
/** A disc that took this long for a bin may turn back without anything in its way. */
export const SLOW_BIN_TICKS = 0.4 * TICKS_PER_S;
/** On the way back a bin takes at least this share of its time on the way there: bins are not equally wide. */
const REBOUND_SHARE_LEAST = 0.8;
/** A disc that trembles on an edge is back within this time. */
const TREMBLE_TICKS = 0.06 * TICKS_PER_S;
/** Bins by which the index may lie off its place: the reading of the place within a bin is rough. */
const INDEX_PLAY_BINS = 0.6;

/**
 * An edge of `Q` or `R`: the bins move by one. Null: the channel had the level already, so an edge is missing, or the step is
 * impossible for a disc (back at speed, with no peg to throw it back).
 */
export function stepMarks(state: DiscState, channel: "Q" | "R", on: boolean, tick: number): DiscState | null {
  if ((channel === "Q" ? state.q : state.r) === on) return null;
  const q = channel === "Q" ? on : state.q;
  const r = channel === "R" ? on : state.r;
  const dir = modulo(markCodeOf(q, r) - state.pos, 4) === 1 ? 1 : -1;
  const step = tick - state.last;
  if (dir !== state.dir) {
    if (!mayReverse(state, step)) return null;
    const oddAt =
      step < TREMBLE_TICKS
        ? state.oddAt === state.last
          ? -1
          : state.oddAt
        : isThrownBackByPeg(state)
          ? state.oddAt
          : tick;
    return {
      ...state,
      q,
      r,
      pos: state.pos + dir,
      dir,
      last: tick,
      step,
      flipAt: tick,
      flipStep: state.step,
      oddAt,
    };
  }
  // A peg returns less energy than it took.
  const back = state.spin !== null && state.flipAt === state.last && state.flipStep < SLOW_BIN_TICKS;
  if (back && step < REBOUND_SHARE_LEAST * state.flipStep) return null;
  return { ...state, q, r, pos: state.pos + dir, dir, last: tick, step };
}

/**
 * Whether the disc may reverse. A slow disc is thrown back by a peg that bent the pointer since the last reversal, or it hardly
 * moved. A disc that trembles on an edge at rest was slow before, without the pointer.
 */
function mayReverse(state: DiscState, step: number): boolean {
  if (step >= SLOW_BIN_TICKS || state.step >= SLOW_BIN_TICKS) return true;
  if (state.still.since < state.last && !state.t && state.tAt < state.last) return true;
  if (step < FAST_BIN_TICKS && state.step < FAST_BIN_TICKS) return false;
  // A hand draws the disc back before it pushes.
  if (state.spin === null && step >= FAST_BIN_TICKS) return true;
  return isThrownBackByPeg(state);
}

/** A peg ahead bent the pointer since the disc last turned, and the disc did not pass it. */
function isThrownBackByPeg({ bent, t, dir, pos, flipAt, last }: DiscState): boolean {
  const passed = !t && dir * (pos - bent.pos) > 0;
  return bent.at >= Math.min(flipAt, last) && bent.dir === dir && !passed;
}

/** Counts the bins again from the levels alone, since the earlier count is wrong. */
export function recountFromLevels(state: DiscState, q: boolean, r: boolean): DiscState {
  const pos = state.pos - modulo(state.pos, 4) + markCodeOf(q, r);
  return { ...state, q, r, pos, index: null, passed: [], pulses: 0 };
}

/**
 * An edge of the index: `ok` false when it is not where it was. Only at speed; the index is read where it begins when the disc
 * turns clockwise and where it ends when it turns back, so that it is the same place.
 */
export function handleIndexEdge(
  geometry: DiscGeometry,
  state: DiscState,
  on: boolean,
  tick: number,
): { readonly state: DiscState; readonly ok: boolean } {
  const since = tick - state.last;
  if (on !== (state.dir === 1) || state.step > FAST_BIN_TICKS || since > 2 * state.step) {
    // Too slow for an exact position, or the other end of the index: at least the index was seen.
    return { state: { ...state, indexAt: state.pos }, ok: true };
  }
  const share = Math.min(1, since / Math.max(1, state.step));
  const at = state.dir === 1 ? state.pos + share : state.pos + 1 - share;
  if (state.index === null) {
    // Positions count from the revolution that begins here; the rest of the state keeps its positions.
    return { state: { ...state, index: at, indexAt: state.pos }, ok: true };
  }
  const off =
    modulo(at - state.index + geometry.stepsPerRevolution / 2, geometry.stepsPerRevolution) -
    geometry.stepsPerRevolution / 2;
  if (Math.abs(off) > INDEX_PLAY_BINS) return { state: { ...state, index: at, indexAt: state.pos }, ok: false };
  return { state: { ...state, index: state.index + off / 8, indexAt: state.pos }, ok: true };
}

/** The disc has moved by more than a revolution without the index. */
export function isIndexMissing(geometry: DiscGeometry, state: DiscState): boolean {
  return Math.abs(state.pos - state.indexAt) > geometry.stepsPerRevolution + 8;
}
