import { TICKS_PER_S } from "../../edge.ts";
import { SPEED_CLASS_WIDTH, SPEED_CLASSES, type DiscState, type Spin } from "./state.ts";

/**
 * How a free disc loses speed: every cell takes about the same from v² (its peg), and the air a little more at speed. A hand, a
 * jam or a push shows as a loss that is none of these. Speeds in quarter steps/s.
 */

/** Cells stored: two windows of eight. */
export const CELLS_STORED = 17;
/** Cells over which a disc is known to be faster than it was before edges were missing, and so much greater its v² must be. */
export const PACE_CELLS = 2;
const SPUN_ANEW_RATIO = 1.5;
/** The hand has left the disc when the disc has not gained speed for this long. */
const FREE_AFTER_TICKS = TICKS_PER_S;
/** Marks are not printed evenly: v² over a window of one cell is off by so much of itself, less over more cells. */
const PRINT_ERROR = 0.04;
/** Loss in a window, in the usual losses, that is more than pegs of unequal length can do. */
const LOSS_MOST: Readonly<Record<number, number>> = { 1: 2.4, 2: 1.8, 4: 1.5, 8: 1.3 };
/** Share of the usual loss that a free disc has at least, over eight cells. */
const LOSS_LEAST = 0.5;
/** Windows of four cells that make a usual loss within one run. */
const RUN_WINDOWS = 3;
/** Weight of a spin in what is learned: one in eight. */
const LEARNING_DIVISOR = 8;

/** v² over the last `cells` cells that end `back` cells ago; 0 when not known. */
export function squaredSpeedOver(passed: readonly number[], cells: number, back: number): number {
  const to = passed[passed.length - 1 - back];
  const from = passed[passed.length - 1 - back - cells];
  if (to === undefined || from === undefined || to <= from) return 0;
  const speed = (4 * cells * TICKS_PER_S) / (to - from);
  return speed * speed;
}

function speedClassOf(energy: number): number {
  const speed = Math.sqrt(energy);
  return Math.min(SPEED_CLASSES - 1, Math.floor(speed / SPEED_CLASS_WIDTH));
}

/** Usual loss of v² a cell at this speed: learned, or from this run so far; 0 when nothing is known. */
export function usualLossAt(learned: readonly number[], spin: Spin, energy: number): number {
  const at = speedClassOf(energy);
  const known = learned[at] ?? 0;
  if (known > 0) return known;
  let sum = 0;
  let windows = 0;
  for (let one = 0; one < SPEED_CLASSES; one++) {
    sum += spin.lost[one] ?? 0;
    windows += spin.lostOf[one] ?? 0;
  }
  return windows < RUN_WINDOWS ? 0 : sum / windows;
}

/** A disc that ran by itself only slows down: faster than before edges were missing it was spun anew. */
export const isSpunAnew = ({ passed }: DiscState, { energyAtGap }: Spin): boolean =>
  energyAtGap !== undefined && squaredSpeedOver(passed, PACE_CELLS, 0) > SPUN_ANEW_RATIO * energyAtGap;

/** The spin after one more cell. The caller reports `rotor-irregular` when `irregular` has become true. */
export function spinAfterCell(state: DiscState, spin: Spin): Spin {
  const { passed } = state;
  const now = squaredSpeedOver(passed, 1, 0);
  if (now > spin.fastest) return { ...spin, fastest: now, roseAt: state.last };
  const two = squaredSpeedOver(passed, 2, 0);
  const before = squaredSpeedOver(passed, 2, 2);
  if (spin.freeFrom === null) {
    if (two > before) return { ...spin, roseAt: state.last };
    if (state.last - spin.roseAt < FREE_AFTER_TICKS) return spin;
    return { ...spin, freeFrom: state.last };
  }
  if (spin.irregular) return spin;
  if (isOffProfile(state, spin)) return { ...spin, irregular: true };
  // A window of four cells of its own, all of them free.
  if (state.pos % 16 !== 0 && state.pos % 16 !== -1 && state.pos % 16 !== 15) return spin;
  const from = passed[passed.length - 9];
  if (from === undefined || from < spin.freeFrom) return spin;
  const after = squaredSpeedOver(passed, 4, 0);
  const loss = (squaredSpeedOver(passed, 4, 4) - after) / 4;
  const at = speedClassOf(after);
  return {
    ...spin,
    lost: spin.lost.with(at, (spin.lost[at] ?? 0) + loss),
    lostOf: spin.lostOf.with(at, (spin.lostOf[at] ?? 0) + 1),
  };
}

/** Whether some pair of successive windows loses more or less speed than a free disc does. */
function isOffProfile(state: DiscState, spin: Spin): boolean {
  const { passed, learned } = state;
  for (let cells = 1; cells <= 8; cells *= 2) {
    const from = passed[passed.length - 1 - 2 * cells];
    if (from === undefined || from < (spin.freeFrom ?? 0)) return false;
    const before = squaredSpeedOver(passed, cells, cells);
    const after = squaredSpeedOver(passed, cells, 0);
    const usual = usualLossAt(learned, spin, after);
    if (usual === 0) continue;
    const noise = (PRINT_ERROR / cells) * after;
    const loss = before - after;
    if (loss > (LOSS_MOST[cells] ?? 2) * cells * usual + noise) return true;
    if (-loss > 0.4 * cells * usual + noise) return true;
    if (cells === 8 && loss < LOSS_LEAST * cells * usual - noise) return true;
  }
  return false;
}

/** Whether the disc stopped although it still had the speed for several pegs: it was held, or jammed. */
export function hasStoppedShort(state: DiscState, spin: Spin): boolean {
  const left = squaredSpeedOver(state.passed, 1, 0);
  const usual = usualLossAt(state.learned, spin, left);
  return usual > 0 && left > 3.5 * usual;
}

/** What a clean spin teaches. */
export function learnFromSpin(learned: readonly number[], spin: Spin): readonly number[] {
  return learned.map((known, at) => {
    const windows = spin.lostOf[at] ?? 0;
    if (windows === 0) return known;
    const mean = (spin.lost[at] ?? 0) / windows;
    return known === 0 ? mean : known + (mean - known) / LEARNING_DIVISOR;
  });
}
