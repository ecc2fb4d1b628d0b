import type { Point } from "../../../vision/grey-image.ts";
import { meanOf } from "../../../vision/numbers.ts";
import { distance } from "../../../vision/plane-geometry.ts";
import type { PipValue } from "../../art/pips.ts";
import { planeOfRadius, responseAt, type ScaleSpace } from "./blobs.ts";
import { cellOf, pitchOf, placeOf, squarenessOf, type Lattice } from "./lattice.ts";
import { BOX, WINDOW, type Spot } from "./spots.ts";

/** A value's pips in lattice units. */
export interface Pattern {
  readonly value: PipValue;
  readonly cells: readonly Point[];
}

/** A face that the pixels bear out, in pixels of the window. */
export interface FaceFit {
  readonly value: PipValue;
  readonly lattice: Lattice;
  readonly spots: readonly Spot[];
  /** Mean grey levels of the pips against what is around them, with sign. */
  readonly contrast: number;
  readonly radius: number;
  /** 0 to 1: the least of how alike the pips are, how empty the other places and how true the lattice. */
  readonly quality: number;
  /** Shortest over longest stretch of the lattice; 1 for values whose pips do not tell. */
  readonly square: number;
}

/**
 * Why there is no face: nothing like one, two that contradict each other, a pip too many or half seen (`stray`), a place
 * that should be empty and is not quite (`half`), or pips that are not alike (`uneven`).
 */
export type FitFailure = "nothing" | "disagree" | "stray" | "half" | "uneven";

/** One pattern on one lattice. */
export interface Trial {
  readonly fit: FaceFit;
  /** Null: every rule is kept. */
  readonly failure: FitFailure | null;
}

/** The rules of a fit; shares are of the mean contrast of the pips. How they were chosen: docs/dice-reading.md. */
export interface FitRules {
  /** Grey levels that a pip has at least. */
  readonly contrast: number;
  /** The faintest pip, as a share of the strongest. */
  readonly faintest: number;
  /** The faintest diagonal, or middle, of a four or five as a share of the strongest: less is two faces over one another. */
  readonly layers: number;
  /** The most that a place without a pip may show. */
  readonly empty: number;
  /** From here a spot inside the face that the pattern does not explain forbids it. */
  readonly stray: number;
  /** Distance of a pip from its lattice place, pitches. */
  readonly residual: number;
  /** How far the body around one pip may be from that around another. */
  readonly patchy: number;
  /** Shortest over longest stretch. */
  readonly square: number;
  /** From the middle of the box, in boxes: how far a pip of the same face may lie. */
  readonly within: number;
  /** From the middle to a row of a four, five or six, in boxes, at most: what is longer reaches beyond the face. */
  readonly stretch: number;
}

export const FIT_RULES: FitRules = {
  contrast: 9,
  faintest: 0.52,
  layers: 0.82,
  empty: 0.4,
  stray: 0.36,
  residual: 0.24,
  patchy: 0.75,
  square: 0.72,
  within: 0.62,
  stretch: Infinity,
};

/** Of dice whose size is known: a pip lies within their face, and what is dark or bright beside it (a gap between prints) is none. */
export const KNOWN_RULES: FitRules = { ...FIT_RULES, within: 0.46, stretch: 0.3 };

/** All that a pattern is judged by: the window's values, spots of one sign and those of both. */
export interface Scene {
  readonly values: Float32Array;
  readonly space: ScaleSpace;
  readonly sign: number;
  readonly spots: readonly Spot[];
  /** Spots of every scale by itself, of this sign, also those too faint for a pip or on the die's edge. */
  readonly scales: readonly (readonly Spot[])[];
  /** Of either sign. */
  readonly both: readonly Spot[];
  readonly rules: FitRules;
}

/** Half the inside of a face in lattice units: its edge is at 1.9, pips of its sides lie beyond. */
const INSIDE = 1.55;
/** From the middle of the box a spot this near lies on the die, whatever the lattice says. */
const ON_DIE = 0.46 * BOX;
/** What a spot outside of the pips' square weighs: edges and corners draw faint ones there. */
const ABOUT = 0.5;
/** The same for one inside that lies on the edge of a print or of the die. */
const ON_EDGE = 0.75;
/** Bodies around two spots that differ by less, in contrasts of a pip, are one surface. */
const SAME_BODY = 0.35;
/** A pip's radius in pitches, least and most. */
const SLIM = { two: [0.15, 0.95], more: [0.24, 0.68] } as const;
/** Every place of a lattice where some value has a pip. */
const PLACES: readonly Point[] = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y })));

/** Judges two to six pips on their lattice; null when their size is no pip's on it. */
export function judgePips(
  scene: Scene,
  pattern: Pattern,
  lattice: Lattice,
  spots: readonly Spot[],
): Trial | null {
  const { rules } = scene;
  const { value, cells } = pattern;
  const mean = meanOf(spots.map(({ contrast }) => contrast));
  const radius = meanOf(spots.map((spot) => spot.radius));
  const pitch = pitchOf(lattice);
  const [slim, fat] = value === "2" ? SLIM.two : SLIM.more;
  if (radius < slim * pitch || radius > fat * pitch) return null;
  const contrasts = spots.map(({ contrast }) => Math.abs(contrast));
  const faintest = Math.min(...contrasts) / Math.max(...contrasts);
  const sizes = Math.max(...spots.map((spot) => Math.max(spot.radius / radius, radius / spot.radius)));
  const apart = spots.map((spot, at) => distance(placeOf(lattice, cells[at] ?? { x: 0, y: 0 }), spot) / pitch);
  const residual = Math.max(...apart);
  const fullest = fullestPlace(scene, pattern, lattice, radius) / Math.abs(mean);
  const stray = strayShare(scene, value, lattice, spots, mean, radius);
  const square =
    value === "6" ? squarenessOfSix(lattice, cells) : cells.length >= 4 ? squarenessOf(lattice) : 1;
  const patchy = patchinessOf(pattern, spots) / Math.abs(mean);
  const quality = Math.max(0, Math.min(faintest, 1 - fullest, 1 - residual, 1 - stray));
  const fit: FaceFit = { value, lattice, spots, contrast: mean, radius, quality, square };
  if (residual > rules.residual || square < rules.square) return { fit, failure: "nothing" };
  if (patchy > rules.patchy * (value === "2" ? 0.6 : 1)) return { fit, failure: "nothing" };
  if (stray > rules.stray) return { fit, failure: "stray" };
  // The pips of a narrow two stand so near that the place between them is never quite empty.
  const narrow = value === "2" && radius > 0.55 * pitch;
  if (fullest > rules.empty * (narrow ? 1.6 : 1)) return { fit, failure: "half" };
  const isLayered = layerShare(value, spots) < rules.layers;
  return { fit, failure: isLayered || faintest < rules.faintest || sizes > 1.5 ? "uneven" : null };
}

/** Pips that opposite places of one layer share, by their order in the pattern. */
const LAYERS: Readonly<Partial<Record<PipValue, readonly (readonly number[])[]>>> = {
  "4": [
    [0, 3],
    [1, 2],
  ],
  "5": [[0, 4], [1, 3], [2]],
};

/**
 * How alike the two diagonals, and the middle, of a four or five are: faintest against strongest mean. Through a clear die the
 * bottom face shows, and with the top one it makes a five of a 2, a 3 or a 4, whose pips lie in two depths and are of two
 * strengths. Light from one side cancels out in the mean of opposite pips. Levels inside the pips are compared, against one
 * body: the response of a middle pip suffers from its neighbours.
 */
function layerShare(value: PipValue, spots: readonly Spot[]): number {
  const body = meanOf(spots.map(({ ring }) => ring));
  const contrasts = spots.map(({ core }) => Math.abs(core - body));
  const groups = LAYERS[value]?.map((group) => meanOf(group.map((at) => contrasts[at] ?? 0))) ?? [];
  return groups.length === 0 ? 1 : Math.min(...groups) / Math.max(...groups);
}

/** The strongest response where the pattern has no pip. */
function fullestPlace({ space, sign }: Scene, { cells }: Pattern, lattice: Lattice, radius: number): number {
  const off = PLACES.filter((one) => !cells.some(({ x, y }) => x === one.x && y === one.y));
  return Math.max(
    ...off.map((cell) => placeOf(lattice, cell)).map(({ x, y }) => responseAt(space, x, y, radius, sign)),
  );
}

/**
 * How much the bodies around the pips differ beyond a slope of light across the face, grey levels: a face is of one
 * piece. Two pips tell no slope: there it is the whole difference. The slope itself counts a third.
 */
function patchinessOf({ cells }: Pattern, spots: readonly Spot[]): number {
  const rings = spots.map(({ ring }) => ring);
  const whole = Math.max(...rings) - Math.min(...rings);
  if (cells.length === 2) return whole;
  const mean = meanOf(rings);
  const slope = (of: (cell: Point) => number): number =>
    cells.reduce((sum, cell, at) => sum + of(cell) * ((rings[at] ?? mean) - mean), 0) /
    cells.reduce((sum, cell) => sum + of(cell) ** 2, 0);
  const across = slope(({ x }) => x);
  // The three pips of a 3 lie on one line, which has one slope only.
  const down = cells.length === 3 ? 0 : slope(({ y }) => y);
  const rest = cells.map(({ x, y }, at) => (rings[at] ?? mean) - mean - across * x - down * y);
  return Math.max(whole / 3, Math.max(...rest) - Math.min(...rest));
}

/**
 * Sixes are often narrower than long: their threes lie 0.5 to 1 pitches off the middle. Scaled so that what a six may
 * be is at least what a square lattice may be.
 */
function squarenessOfSix({ a, b }: Lattice, cells: readonly Point[]): number {
  const along = cells.some(({ x, y }) => x === 0 && y !== 0) ? a : b;
  const across = along === a ? b : a;
  const ratio = Math.hypot(across.x, across.y) / Math.hypot(along.x, along.y);
  return ratio > 1 ? 1 / ratio : Math.min(1, ratio * 1.5);
}

/**
 * The strongest spot of the face that is no pip of the pattern, as a share of the pips' contrast. Inside the pips' square
 * any counts; about it, within the die, one on the same body does (a side's pips lie on another).
 */
export function strayShare(
  { space, scales }: Scene,
  value: PipValue,
  lattice: Lattice,
  spots: readonly Spot[],
  mean: number,
  radius: number,
): number {
  const body = meanOf(spots.map(({ ring }) => ring));
  const middle = { x: WINDOW / 2, y: WINDOW / 2 };
  let most = 0;
  for (const spot of scales[planeOfRadius(space, radius)] ?? []) {
    const inside = isInFace(value, lattice, spot);
    if (!inside) {
      if (value === "1" || distance(spot, middle) > ON_DIE || !spot.even) continue;
      if (Math.abs(spot.ring - body) > SAME_BODY * Math.abs(mean)) continue;
    }
    if (spots.some((pip) => distance(pip, spot) < 0.8 * Math.max(pip.radius, spot.radius))) continue;
    const weight = !inside ? ABOUT : spot.even ? 1 : ON_EDGE;
    most = Math.max(most, weight * (spot.contrast / mean));
  }
  return most;
}

function isInFace(value: PipValue, lattice: Lattice, spot: Spot): boolean {
  // Ones and twos do not tell how large the face is: take what the smallest face would have.
  if (value === "1" || value === "2") return distance(lattice.centre, spot) < 0.38 * BOX;
  const cell = cellOf(lattice, spot);
  return cell === null || (Math.abs(cell.x) < INSIDE && Math.abs(cell.y) < INSIDE);
}
