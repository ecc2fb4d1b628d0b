import {
  BENT_OFF,
  BENT_ON,
  INDEX_WIDTH,
  LET_GO,
  TOUCH,
  edgeOf,
  isEdgeHidden,
  modulo,
  type Disc,
} from "./geometry.ts";
import { BEARING, pointerForce, type EmitEdge } from "./motion.ts";

/** The pointer returns less energy than it absorbed; a disc at rest needs a little more force to start moving. */
const GIVES_BACK = 0.55;
const STICTION = 0.6;
const STEP = 0.002;
/** Longer than any disc swings between two pegs. */
const LONGEST_S = 60;

export interface RestState {
  /** Angle, not wrapped. */
  readonly angle: number;
  readonly seconds: number;
  /** A peg bends the pointer: it rests between two cells. */
  readonly bent: boolean;
  /** The furthest that it came in the sense in which it ran. */
  readonly furthest: number;
}

/**
 * The end of a run, in small steps: the disc swings back from the peg that it cannot pass, and comes to rest. `speed` is
 * signed, clockwise positive. `from`: the sense that it last ran in, so which of two pegs bends the pointer; `wasBent`: what
 * the pointer's switch says now.
 */
export function swingToRest(
  disc: Disc,
  angle: number,
  speed: number,
  seconds: number,
  emit: EmitEdge,
  from: 1 | -1,
  wasBent: boolean,
): RestState {
  let { above, below, stiffAbove, stiffBelow } = findNeighbours(disc, angle, from);
  let here = angle;
  let v = speed;
  let t = seconds;
  let bent = wasBent;
  let quiet = quietStretchAround(disc, here);
  let furthest = from * angle;
  const until = seconds + LONGEST_S;
  while (t < until) {
    // Force in the middle of the step, so that energy is kept.
    const middle = here + (v * STEP) / 2;
    const ahead = middle - (above - TOUCH);
    const behind = below + TOUCH - middle;
    const bend = Math.max(ahead, behind, 0);
    if (ahead >= LET_GO || behind >= LET_GO) {
      const over = ahead >= LET_GO ? 1 : -1;
      ({ above, below, stiffAbove, stiffBelow } = findNeighbours(disc, middle + over * 0.001, over));
      if (bent) emit(t * 1e6, "T", false);
      bent = false;
      continue;
    }
    // Against the pointer: the peg ahead pushes the disc back, the one behind pushes it on.
    const side = bend === 0 ? 0 : ahead > behind ? -1 : 1;
    const giving = side !== 0 && v * side > 0;
    const stiff = side === -1 ? stiffAbove : stiffBelow;
    const force = side * stiff * pointerForce(bend) * (giving ? GIVES_BACK : 1);
    if (v === 0 && Math.abs(force) <= STICTION)
      return { angle: here, seconds: t, bent, furthest: from * furthest };
    const slowing = v === 0 ? Math.sign(force) : Math.sign(v);
    let after = v + (force - slowing * BEARING) * STEP;
    if (v !== 0 && after * v <= 0) after = 0;
    const to = here + ((v + after) / 2) * STEP;
    if (to <= quiet.low || to > quiet.high) {
      emitCrossedEdges(disc, here, to, t, emit);
      quiet = quietStretchAround(disc, to);
    }
    const now = Math.max(to - (above - TOUCH), below + TOUCH - to, 0);
    if (bent !== (bent ? now > BENT_OFF : now > BENT_ON)) {
      bent = !bent;
      emit((t + STEP) * 1e6, "T", bent);
    }
    here = to;
    furthest = Math.max(furthest, from * here);
    v = after;
    t += STEP;
  }
  return { angle: here, seconds: t, bent, furthest: from * furthest };
}

/**
 * The pegs next to the pointer, above and below. One that bends the pointer still counts as the one ahead when the disc
 * came from below (`from` 1), as the one behind when it came from above.
 */
function findNeighbours(disc: Disc, angle: number, from: 1 | -1): Neighbours {
  const passed = LET_GO - TOUCH;
  const at = (n: number): number =>
    (disc.pegs[modulo(n, disc.cells)] ?? 0) + 4 * disc.cells * Math.floor(n / disc.cells);
  let n = Math.floor(angle / 4) - 2;
  while (from === 1 ? at(n) + passed <= angle : at(n) - passed < angle) n++;
  const stiff = (m: number): number => disc.stiffness[modulo(m, disc.cells)] ?? 1;
  return { above: at(n), below: at(n - 1), stiffAbove: stiff(n), stiffBelow: stiff(n - 1) };
}

interface Neighbours {
  readonly above: number;
  readonly below: number;
  readonly stiffAbove: number;
  readonly stiffBelow: number;
}

/** The stretch around an angle in which nothing of the marks and the index lies. */
function quietStretchAround(disc: Disc, angle: number): { readonly low: number; readonly high: number } {
  const turn = 4 * disc.cells;
  let low = angle - 2;
  let high = angle + 2;
  const bound = (at: number): void => {
    if (at < angle) low = Math.max(low, at);
    else high = Math.min(high, at);
  };
  for (let j = Math.floor(angle) - 2; j <= angle + 2; j++) {
    bound((disc.marks[modulo(j, turn)] ?? 0) + turn * Math.floor(j / turn));
  }
  for (const index of [disc.index, disc.index + INDEX_WIDTH]) {
    const last = index + turn * Math.floor((angle - index) / turn);
    bound(last);
    bound(last + turn);
  }
  return { low, high };
}

/** Edges of marks and index between two angles, each at its own instant of the step. */
function emitCrossedEdges(disc: Disc, from: number, to: number, seconds: number, emit: EmitEdge): void {
  const turn = 4 * disc.cells;
  const sense = to > from ? 1 : -1;
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  if (low === high) return;
  const when = (angle: number): number => (seconds + (STEP * (angle - from)) / (to - from)) * 1e6;
  for (let j = Math.floor(low - 1); j <= Math.ceil(high); j++) {
    const at = (disc.marks[modulo(j, turn)] ?? 0) + turn * Math.floor(j / turn);
    if (at <= low || at > high) continue;
    const { pin, on } = edgeOf(j, sense);
    if (isEdgeHidden(disc, modulo(j, turn), pin)) continue;
    emit(when(at), pin, on);
  }
  for (const [index, entering] of [
    [disc.index, 1],
    [disc.index + INDEX_WIDTH, -1],
  ] as const) {
    const at = index + turn * Math.floor((high - index) / turn);
    if (at > low && at <= high) emit(when(at), "I", entering === sense);
  }
}
