import type { RandomSource } from "../../../../src/time/random-source.ts";

/**
 * A vertical wheel as it was built and wired. Angles are quarter steps (a quarter of a cell), clockwise as the player sees
 * it; one turn is 4 × cells. Mark edge j parts bin j − 1 from bin j; a peg stands between every two cells.
 */
export interface Disc {
  readonly ring: readonly string[];
  readonly cells: number;
  /** Edges of the marks, with the errors of printing and of the sensors' thresholds. */
  readonly marks: Float64Array;
  readonly pegs: Float64Array;
  /** Stiffness of the pointer against each peg, 1 as designed: pegs are not equally long. */
  readonly stiffness: Float64Array;
  /** The index mark reaches from here… */
  readonly index: number;
  /** Where the first cell of the ring is under the pointer, quarter steps from the index. */
  readonly zero: number;
  readonly clockwise: DiscPath;
  readonly counter: DiscPath;
  /** A mark that dirt hides from one sensor or both. */
  readonly dirty: Dirt | null;
}

export interface Dirt {
  /** From 0, clockwise from angle 0. */
  readonly mark: number;
  readonly hides: "Q" | "R" | "QR";
}

/** …to here, quarter steps further. */
export const INDEX_WIDTH = 2;

/** The pointer touches a peg from this near, lets it go when it is bent so far, and its switch closes and opens there. */
export const TOUCH = 0.75;
export const LET_GO = 1.7;
export const BENT_ON = 0.08;
export const BENT_OFF = 0.05;

export type Pin = "Q" | "R" | "I" | "T";

/**
 * What the disc meets in one turn, in the order of travel. `at` is the travel from angle 0, `pin` what changes there (null:
 * a peg begins to touch), `peg` the peg that bends the pointer from here on, or −1.
 */
export interface DiscPath {
  readonly sense: 1 | -1;
  readonly at: Float64Array;
  readonly pin: readonly (Pin | null)[];
  readonly on: readonly boolean[];
  readonly peg: Int32Array;
  /** Where the pegs are in travel, by the number of the peg in the order of travel. */
  readonly pegs: Float64Array;
  readonly stiffness: Float64Array;
}

/** A disc with the errors of its making. `ring`: names of the cells, clockwise, 8 to 80. */
export function makeDisc(ring: readonly string[], random: RandomSource): Disc {
  const cells = ring.length;
  if (cells < 8 || cells > 80) throw new RangeError(`a disc has 8 to 80 cells, not ${cells}`);
  const spread = (size: number): number => ((random.below(2_000_001) - 1_000_000) / 1_000_000) * size;
  const dutyQ = spread(0.06);
  const dutyR = spread(0.06);
  const print = Float64Array.from({ length: cells }, () => spread(0.01));
  const marks = Float64Array.from({ length: 4 * cells }, (_, j) => {
    const duty = j % 2 === 0 ? dutyQ : dutyR;
    return j + (print[Math.floor(j / 4)] ?? 0) + (j % 4 < 2 ? -duty : duty) + 0.5;
  });
  const phase = spread(0.12);
  const pegs = Float64Array.from({ length: cells }, (_, i) => 4 * i + 3 + phase + spread(0.03));
  const stiffness = Float64Array.from({ length: cells }, () => 1 + spread(0.1));
  const index = 4 * random.below(cells - 1) + random.below(4) + 1 + spread(0.2);
  const first = 4 * random.below(cells) + 1 + phase;
  const unframed = { ring, cells, marks, pegs, stiffness, index, zero: modulo(first - index, 4 * cells) };
  return {
    ...unframed,
    clockwise: makeDiscPath(unframed, 1),
    counter: makeDiscPath(unframed, -1),
    dirty: null,
  };
}

/** The same disc with dirt on a mark, or clean again. */
export function addDirt(disc: Disc, dirty: Dirt | null): Disc {
  const soiled = { ...disc, dirty };
  return { ...soiled, clockwise: makeDiscPath(soiled, 1, dirty), counter: makeDiscPath(soiled, -1, dirty) };
}

export function isEdgeHidden(disc: Disc, edge: number, pin: "Q" | "R"): boolean {
  return disc.dirty !== null && Math.floor(edge / 4) === disc.dirty.mark && disc.dirty.hides.includes(pin);
}

/** Place in the ring of the cell that is nearest to the pointer. */
export function cellAt(disc: Pick<Disc, "index" | "zero" | "cells">, angle: number): number {
  return modulo(Math.round((disc.zero - (angle - disc.index)) / 4), disc.cells);
}

/** Is the mark that edge `j` belongs to dark on this side, and which pin sees it? Clockwise: the edge enters the bin. */
export function edgeOf(j: number, sense: 1 | -1): { readonly pin: "Q" | "R"; readonly on: boolean } {
  const phase = modulo(j, 4);
  const on = phase < 2;
  return { pin: phase % 2 === 0 ? "Q" : "R", on: sense === 1 ? on : !on };
}

export function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}

type DiscWithoutPaths = Omit<Disc, "clockwise" | "counter" | "dirty">;

function makeDiscPath(disc: DiscWithoutPaths, sense: 1 | -1, dirty: Dirt | null = null): DiscPath {
  const turn = 4 * disc.cells;
  const items: { at: number; pin: Pin | null; on: boolean; bends: number | null }[] = [];
  disc.marks.forEach((angle, j) => {
    const { pin, on } = edgeOf(j, sense);
    const hidden = dirty !== null && Math.floor(j / 4) === dirty.mark && dirty.hides.includes(pin);
    items.push({ at: modulo(sense * angle, turn), pin: hidden ? null : pin, on, bends: null });
  });
  const order = [...disc.pegs.keys()].sort((a, b) => (sense === 1 ? a - b : b - a));
  const pegs = Float64Array.from(order, (peg) => modulo(sense * (disc.pegs[peg] ?? 0), turn));
  pegs.forEach((at, place) => {
    items.push({ at: modulo(at - TOUCH, turn), pin: null, on: true, bends: place });
    items.push({ at: modulo(at - TOUCH + BENT_ON, turn), pin: "T", on: true, bends: null });
    items.push({ at: modulo(at - TOUCH + LET_GO, turn), pin: "T", on: false, bends: -1 });
  });
  items.push({ at: modulo(sense * disc.index, turn), pin: "I", on: sense === 1, bends: null });
  items.push({ at: modulo(sense * (disc.index + INDEX_WIDTH), turn), pin: "I", on: sense === -1, bends: null });
  items.sort((a, b) => a.at - b.at);
  // The first peg of the order may bend the pointer across angle 0.
  let bends = items.findLast((item) => item.bends !== null)?.bends ?? -1;
  const peg = Int32Array.from(items, (item) => (bends = item.bends ?? bends));
  return {
    sense,
    at: Float64Array.from(items, (item) => item.at),
    pin: items.map((item) => item.pin),
    on: items.map((item) => item.on),
    peg,
    pegs,
    stiffness: Float64Array.from(order, (one) => disc.stiffness[one] ?? 1),
  };
}
