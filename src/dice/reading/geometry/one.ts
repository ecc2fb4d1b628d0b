import type { Point } from "../../../vision/grey-image.ts";
import { medianOf } from "../../../vision/numbers.ts";
import { distance } from "../../../vision/plane-geometry.ts";
import { strayShare, type FaceFit, type Scene, type Trial } from "./judge.ts";
import type { Lattice } from "./lattice.ts";
import { BOX, isBodyCorner, WINDOW, type Spot } from "./spots.ts";

/** A one has no lattice: what proves it is a round spot alone on a body that ends where the die should. */

/** From here another spot of either sign, as a share of the pip's contrast, makes it no lone pip. */
const OTHER = 0.5;
/** About the face a like pip on the same body, this strong and this near, belongs to a larger face. */
const LIKE = { contrast: 0.6, radius: 1.45, body: 0.35 };
/** Directions of 24 in which the picture outside of the die must be brighter, or darker, than its body. */
const DIRECTIONS = 24;
const ENDS = 12;
/** Grey levels that tell body and table apart. */
const APART = 6;

/** Judges a lone pip as a one. */
export function judgeOne(scene: Scene, spot: Spot): Trial {
  const unit = 0.25 * BOX;
  const lattice: Lattice = { centre: spot, a: { x: unit, y: 0 }, b: { x: 0, y: unit } };
  const stray = strayShare(scene, "1", lattice, [spot], spot.contrast, spot.radius);
  const other = Math.max(
    0,
    ...scene.both
      .filter((one) => one.radius > 0.5 * spot.radius && distance(one, spot) < 0.36 * BOX)
      .filter((one) => distance(one, spot) > 0.8 * spot.radius && !isBodyCorner(one, spot))
      .map(({ contrast }) => Math.abs(contrast / spot.contrast)),
  );
  const fit: FaceFit = {
    value: "1",
    lattice,
    spots: [spot],
    contrast: spot.contrast,
    radius: spot.radius,
    quality: Math.max(0, 1 - Math.max(stray, other)),
    square: 1,
  };
  if (stray > scene.rules.stray || other > OTHER || hasLikePip(scene, spot)) return { fit, failure: "stray" };
  return { fit, failure: directionsOfEnd(scene, spot) < ENDS || isDisc(scene, spot) ? "nothing" : null };
}

/** Whether it is one of several pips: a lamp's ring or a printed circle about a pip of a larger face looks like a one. */
function hasLikePip({ spots, rules }: Scene, spot: Spot): boolean {
  return spots.some((one) => {
    const radii = one.radius / spot.radius;
    return (
      one !== spot &&
      distance(one, spot) > spot.radius &&
      distance(one, spot) < rules.within * BOX &&
      radii < LIKE.radius &&
      radii > 1 / LIKE.radius &&
      one.contrast / spot.contrast > LIKE.contrast &&
      Math.abs(one.ring - spot.ring) < LIKE.body * Math.abs(spot.contrast)
    );
  });
}

/**
 * In how many of 24 directions the picture is brighter (or, if those are more, darker) beyond the die than on it. A spot in a
 * drawn or mirrored circle has the same ground inside and outside.
 */
function directionsOfEnd({ values }: Scene, spot: Spot): number {
  const level = (angle: number, boxes: number): number => levelOnRay(values, spot, angle, boxes * BOX);
  const angles = Array.from({ length: DIRECTIONS }, (_, at) => (2 * Math.PI * at) / DIRECTIONS);
  const body = medianOf(angles.flatMap((angle) => [0.2, 0.25, 0.3].map((reach) => level(angle, reach))));
  const steps = angles.map(
    (angle) => medianOf([0.62, 0.66, 0.7, 0.74, 0.78].map((reach) => level(angle, reach))) - body,
  );
  return Math.max(steps.filter((step) => step > APART).length, steps.filter((step) => step < -APART).length);
}

/** How much of an outline must lie within 6 % of one radius to be a circle, and how large, in boxes, a die's is at least. */
const CIRCLE = { share: 0.9, within: 0.06, least: 0.44 * BOX };
const RAYS = 48;

/**
 * Whether the outline is a circle of the die's own size: the mirror image of a ring lamp, a chip, a print. Dice with a disc
 * printed about the pip have a smaller circle.
 */
function isDisc({ values }: Scene, spot: Spot): boolean {
  const level = (angle: number, reach: number): number => levelOnRay(values, spot, angle, reach);
  const edges = (sign: number): { reach: number; step: number }[] =>
    Array.from({ length: RAYS }, (_, at) =>
      steepestStep(sign, (2 * Math.PI * at) / RAYS, 1.9 * spot.radius, level),
    );
  const strengthOf = (all: readonly { step: number }[]): number => medianOf(all.map(({ step }) => step));
  const [brighter, darker] = [edges(1), edges(-1)];
  const reaches = (strengthOf(brighter) > strengthOf(darker) ? brighter : darker).map(({ reach }) => reach);
  const middle = medianOf(reaches);
  const near = reaches.filter((reach) => Math.abs(reach - middle) < CIRCLE.within * middle).length;
  return middle >= CIRCLE.least && near >= CIRCLE.share * RAYS;
}

/** Where on a ray from the pip the picture steps most up (sign 1) or down. */
function steepestStep(
  sign: number,
  angle: number,
  from: number,
  level: (angle: number, reach: number) => number,
): { reach: number; step: number } {
  let best = { reach: 0, step: -Infinity };
  for (let reach = Math.max(0.26 * BOX, from); reach <= 0.8 * BOX; reach += 0.5) {
    const outside = level(angle, reach + 1) + level(angle, reach + 2);
    const step = (sign * (outside - level(angle, reach - 1) - level(angle, reach - 2))) / 2;
    if (step > best.step) best = { reach, step };
  }
  return best;
}

/** Level of the window so many pixels from a point; beyond the window its nearest edge. */
function levelOnRay(values: Float32Array, { x, y }: Point, angle: number, reach: number): number {
  const column = Math.min(WINDOW - 1, Math.max(0, Math.floor(x + reach * Math.cos(angle))));
  const row = Math.min(WINDOW - 1, Math.max(0, Math.floor(y + reach * Math.sin(angle))));
  return values[row * WINDOW + column] ?? 0;
}
