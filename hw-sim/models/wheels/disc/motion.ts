import { LET_GO, TOUCH, modulo, type DiscPath, type Disc, type Pin } from "./geometry.ts";

/**
 * How a disc of about 7 kg m² runs: bearing friction, air drag, and a pointer that every peg must bend. All in quarter
 * steps and seconds. Between two things that the disc meets, energy is reckoned over the way, so that a step costs one
 * square root: v² falls by twice the work. The last peg, which it does not pass, is left to `settle.ts`.
 */

/** Bearing: 0.4 quarter steps/s² (0.002 turn/s² on 54 cells); drag grows with v². */
export const BEARING = 0.4;
const DRAG = 1e-4;
/** Pointer: pushes back with 18 /s² a quarter step, until its tip lies over the peg and slides with hardly any force. */
const SPRING = 18;
export const TIP_WIDTH = 0.25;
const TIP_FORCE = 0.15;
const TIP_FROM = LET_GO - TIP_WIDTH;

/** Force of the pointer when it is bent by `bend` quarter steps. */
export function pointerForce(bend: number): number {
  return bend < TIP_FROM ? SPRING * bend : TIP_FORCE;
}

/** Work that bending it so far has taken. */
function pointerWork(bend: number): number {
  if (bend <= 0) return 0;
  if (bend < TIP_FROM) return (SPRING / 2) * bend * bend;
  return (SPRING / 2) * TIP_FROM * TIP_FROM + TIP_FORCE * (bend - TIP_FROM);
}

/** What passing one peg takes out of v² ÷ 2, with a pointer as designed. */
export const PEG_WORK = pointerWork(LET_GO);

export type EmitEdge = (us: number, pin: Pin, on: boolean) => void;

/** `way`: travel in the sense of the path, never wrapped; `energy`: v². */
export interface Motion {
  way: number;
  energy: number;
  seconds: number;
  /** Where it stops, if it stops before it meets anything else. */
  stop?: number;
}

export interface CoastLimits {
  readonly seconds?: number;
  readonly energy?: number;
  readonly way?: number;
  /** A hand moves it on at the speed that belongs to `energy`. */
  readonly carried?: boolean;
}

/**
 * Lets the disc run. `brake`: deceleration by a hand besides the wheel's own (negative: it pushes), quarter steps/s².
 * Returns why it ended: it stands (`motion` is where it last met something, still moving), or a limit is reached.
 */
export function coastDisc(
  disc: Disc,
  path: DiscPath,
  motion: Motion,
  brake: number,
  until: CoastLimits,
  emit: EmitEdge,
): "stands" | "limit" {
  const turn = 4 * disc.cells;
  const { at, pin, on, peg, pegs, stiffness } = path;
  const atSeconds = until.seconds ?? Infinity;
  const atEnergy = until.energy ?? Infinity;
  const atWay = until.way ?? Infinity;
  const own = BEARING + brake;
  let { way, energy, seconds } = motion;
  let next = findFirstAfter(at, modulo(way, turn));
  let base = way - modulo(way, turn);
  let speed = Math.sqrt(energy);
  for (;;) {
    if (next === at.length) {
      next = 0;
      base += turn;
    }
    const to = base + (at[next] ?? 0);
    const step = to - way;
    const bending = peg[next === 0 ? at.length - 1 : next - 1] ?? -1;
    let left = energy - 2 * (own + DRAG * energy) * step;
    if (bending >= 0) {
      // The peg's place in the revolution that contains the step.
      const bend = modulo(way - (pegs[bending] ?? 0) + TOUCH + 1, turn) - 1;
      left -= 2 * (stiffness[bending] ?? 1) * (pointerWork(bend + step) - pointerWork(bend));
    }
    if (left <= 0 && brake >= 0) {
      motion.way = way;
      motion.energy = energy;
      motion.seconds = seconds;
      motion.stop = way + (step * energy) / (energy - left);
      return "stands";
    }
    if (left > atEnergy) left = atEnergy;
    if (left < 1) left = Math.max(left, 0.01);
    const after = Math.sqrt(left);
    seconds += (2 * step) / (speed + after);
    way = to;
    energy = left;
    speed = after;
    const what = pin[next];
    if (what !== null && what !== undefined) emit(seconds * 1e6, what, on[next] === true);
    next++;
    if (seconds >= atSeconds || (energy >= atEnergy && brake < 0 && until.carried !== true) || way >= atWay) {
      motion.way = way;
      motion.energy = energy;
      motion.seconds = seconds;
      return "limit";
    }
  }
}

/** v² that a disc must have `back` quarter steps before it stops at `way`: the same work, backwards and exactly. */
export function energyBefore(disc: Disc, path: DiscPath, way: number, back: number): number {
  const turn = 4 * disc.cells;
  const { at, peg, pegs, stiffness } = path;
  let energy = 0;
  let here = way;
  let base = way - modulo(way, turn);
  let last = findFirstAfter(at, modulo(way, turn)) - 1;
  const to = way - back;
  while (here > to + 1e-9) {
    if (last < 0) {
      last = at.length - 1;
      base -= turn;
    }
    const from = Math.max(to, base + (at[last] ?? 0));
    const step = here - from;
    const bending = peg[last] ?? -1;
    let took = 2 * BEARING * step;
    if (bending >= 0) {
      const bend = modulo(from - (pegs[bending] ?? 0) + TOUCH + 1, turn) - 1;
      took += 2 * (stiffness[bending] ?? 1) * (pointerWork(bend + step) - pointerWork(bend));
    }
    energy = (energy + took) / (1 - 2 * DRAG * step);
    here = from;
    last--;
  }
  return energy;
}

function findFirstAfter(at: Float64Array, way: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) <= way) low = middle + 1;
    else high = middle;
  }
  return low;
}
