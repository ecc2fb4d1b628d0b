import { distance } from "../../../vision/plane-geometry.ts";
import { PIP_CELLS, type PipValue } from "../../art/pips.ts";
import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import type { Point } from "../../../vision/grey-image.ts";
import { scaleSpaceOf } from "./blobs.ts";
import {
  FIT_RULES,
  judgePips,
  type FaceFit,
  type FitFailure,
  type FitRules,
  type Pattern,
  type Scene,
  type Trial,
} from "./judge.ts";
import { judgeOne } from "./one.ts";
import {
  fitLattice,
  latticeOfDiagonal,
  latticeOfDiagonals,
  pitchOf,
  placeOf,
  type Lattice,
} from "./lattice.ts";
import { BOX, isBodyCorner, pipSpotsOf, RADIUS, spotsOf, WINDOW, type Spot } from "./spots.ts";

/** What geometry finds at one place: a face, or why there is none and what came nearest. */
export type Fitted =
  | { readonly fit: FaceFit; readonly failure: null }
  | { readonly fit: null; readonly failure: FitFailure; readonly nearest: FaceFit | null };

const SPOTS_MAX = 28;
/** Between a face's middle and its rows of pips; narrow twos lie nearer together. */
const PITCH = { least: 0.105 * BOX, most: 0.33 * BOX, two: 0.075 * BOX };
/** The face's middle lies this near to where it was looked for; a side of a six is no three, nor two of its pips a two. */
const OFF_CENTRE = { few: 0.19 * BOX, any: 0.27 * BOX };

/**
 * Fits the patterns of pips to the middle of a window of `WINDOW` pixels a side, in which the die's box measures about `BOX`. Every pattern is tried on every arrangement of like spots, bright and dark; a value is only given
 * when its pips are all there, alike and on a lattice, and nothing else is on the face.
 */
export function fitFace(kernels: KernelMemory, values: Float32Array, rules: FitRules = FIT_RULES): Fitted {
  const contrast = 0.3 * rules.contrast;
  const space = scaleSpaceOf(kernels, values, { width: WINDOW, height: WINDOW, ...RADIUS, contrast });
  const { both, scales } = spotsOf(space, values);
  const middle = { x: WINDOW / 2, y: WINDOW / 2 };
  const trials = [1, -1].flatMap((sign) => {
    const ofSign = (all: readonly Spot[]): Spot[] => all.filter(({ contrast }) => contrast * sign > 0);
    const own = scales.map(ofSign);
    const isPip = (spot: Spot): boolean =>
      spot.contrast * sign >= rules.contrast && distance(spot, middle) < 0.68 * BOX;
    const spots = pipSpotsOf(
      ofSign(both).filter(isPip),
      own.map((all) => all.filter(isPip)),
      SPOTS_MAX,
    );
    const scene: Scene = { values, space, sign, spots, scales: own, both, rules };
    return [
      ...spots.filter((spot) => isNearMiddle(spot, OFF_CENTRE.few)).map((spot) => judgeOne(scene, spot)),
      ...pairTrials(scene),
    ];
  });
  return chooseTrial(trials);
}

/** How much of the picture a trial explains: the pips' contrast, more for more of them. */
function strengthOf({ fit }: Trial): number {
  return Math.abs(fit.contrast) * Math.sqrt(fit.spots.length);
}

/** The strongest explanation that keeps the rules; one that is contradicted by another as strong is none. */
function chooseTrial(trials: readonly Trial[]): Fitted {
  const sorted = [...trials].sort((a, b) => strengthOf(b) - strengthOf(a));
  const best = sorted.find((one) => one.failure === null && !sorted.some((other) => doesOverrule(other, one)));
  const [first] = sorted;
  if (best === undefined)
    return { fit: null, failure: first?.failure ?? "nothing", nearest: first?.fit ?? null };
  const against = sorted.find((other) => contradicts(other, best));
  if (against !== undefined) return { fit: null, failure: against.failure ?? "disagree", nearest: best.fit };
  return { fit: best.fit, failure: null };
}

/** A face that keeps the rules and has all of the other's pips and more. */
function doesOverrule(one: Trial, other: Trial): boolean {
  return one.failure === null && one.fit.spots.length > other.fit.spots.length && hasAllSpotsOf(one, other);
}

/** Whether the other's spots are all among this one's. */
function hasAllSpotsOf({ fit }: Trial, other: Trial): boolean {
  return other.fit.spots.every((spot) => fit.spots.includes(spot));
}

/** Another value on the same face that the picture bears out about as well. */
function contradicts(other: Trial, best: Trial): boolean {
  if (other.fit.value === best.fit.value || other.fit.value === "1" || hasAllSpotsOf(best, other)) return false;
  if (other.fit.spots.some((spot) => distance(spot, best.fit.lattice.centre) > 0.45 * BOX)) return false;
  if (other.failure === "nothing") return false;
  if (other.fit.spots.every((spot) => best.fit.spots.some((pip) => isBodyCorner(spot, pip)))) return false;
  return strengthOf(other) > (other.failure === null ? 0.6 : 0.9) * strengthOf(best);
}

function areAlike(one: Spot, other: Spot, { faintest }: FitRules): boolean {
  const radii = one.radius / other.radius;
  const contrasts = one.contrast / other.contrast;
  const least = faintest * 0.85;
  return radii < 2 && radii > 0.5 && contrasts > least && contrasts < 1 / least;
}

function isNearMiddle({ x, y }: Point, reach = OFF_CENTRE.any): boolean {
  return Math.hypot(x - WINDOW / 2, y - WINDOW / 2) <= reach;
}

const DIAGONAL: readonly Pattern[] = (["2", "3"] as const).map((value) => ({ value, cells: PIP_CELLS[value] }));
const SQUARE: readonly Pattern[] = [
  ...(["4", "5", "6"] as const).map((value) => ({ value, cells: PIP_CELLS[value] })),
  { value: "6", cells: PIP_CELLS["6"].map(({ x, y }) => ({ x: y, y: x })) },
];

/** Twos and threes on each pair of like spots, fours to sixes on each two pairs that share their middle. */
function pairTrials(scene: Scene): Trial[] {
  const { spots, rules } = scene;
  const pairs = spots.flatMap((one, index) =>
    spots
      .slice(index + 1)
      .filter((other) => areAlike(one, other, rules) && isNearMiddle(latticeOfDiagonal(one, other).centre))
      .map((other): [Spot, Spot] => [one, other]),
  );
  const trials: (Trial | null)[] = pairs.flatMap(([one, other]) =>
    DIAGONAL.map((pattern) => tryPattern(scene, pattern, latticeOfDiagonal(one, other))),
  );
  pairs.forEach((one, index) => {
    for (const other of pairs.slice(index + 1)) {
      if (other.some((spot) => one.includes(spot))) continue;
      const lattice = latticeOfDiagonals(one, other);
      if (lattice !== null) trials.push(...SQUARE.map((pattern) => tryPattern(scene, pattern, lattice)));
    }
  });
  return trials.filter((trial) => trial !== null);
}

/** One pattern on one lattice; null when its pips are not there at all. */
function tryPattern(scene: Scene, pattern: Pattern, rough: Lattice): Trial | null {
  const { value, cells } = pattern;
  const first = assignSpots(scene, cells, rough, 0.38);
  if (first === null) return null;
  let lattice = rough;
  let spots = first;
  if (cells.length >= 4) {
    const affine = fitLattice(cells, first);
    const again = affine === null ? null : assignSpots(scene, cells, affine, 0.3);
    if (affine === null || again === null) return null;
    lattice = affine;
    spots = again;
  }
  return isPlausible(value, lattice, scene.rules) ? judgePips(scene, pattern, lattice, spots) : null;
}

function isPlausible(value: PipValue, lattice: Lattice, { stretch }: FitRules): boolean {
  const pitch = pitchOf(lattice);
  const few = Number(value) < 4;
  const longest = Math.max(Math.hypot(lattice.a.x, lattice.a.y), Math.hypot(lattice.b.x, lattice.b.y));
  if (!few && longest > stretch * BOX) return false;
  const reach = few ? OFF_CENTRE.few : OFF_CENTRE.any;
  return (
    pitch >= (value === "2" ? PITCH.two : PITCH.least) &&
    pitch <= PITCH.most &&
    isNearMiddle(lattice.centre, reach)
  );
}

/** The spot nearest to each cell's place, each used once. */
function assignSpots(
  { spots }: Scene,
  cells: readonly Point[],
  lattice: Lattice,
  reach: number,
): Spot[] | null {
  const limit = Math.max(1.5, reach * pitchOf(lattice));
  const used: Spot[] = [];
  for (const cell of cells) {
    const wanted = placeOf(lattice, cell);
    let best: Spot | null = null;
    let least = limit;
    for (const spot of spots) {
      const apart = distance(spot, wanted);
      if (apart < least && !used.includes(spot)) [best, least] = [spot, apart];
    }
    if (best === null) return null;
    used.push(best);
  }
  return used;
}
