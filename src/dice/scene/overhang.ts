import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { convexHull, distanceToOutline, isInside, squareCorners } from "../../vision/plane-geometry.ts";
import type { Arena } from "./arena.ts";
import type { FlatFit } from "./flat-fit.ts";

/**
 * What shows around a die beyond the outline that it would have if it lay flat: sides of a die that leans, what it lies on, what
 * lies against it. Found by its edges, in whichever level: a shadow has none that are so steep.
 */

/** Parts of the side beyond the outline in which is looked: nearer are the die's own rounding and its darkest shadow. */
const FROM = 0.13;
const TO = 0.4;
/** Levels a pixel at half size from which on it is an edge; where the empty arena is bright, this part of its level. */
const STEEP = 4;
const STEEP_PART = 0.08;
/** The empty arena's own edges keep at least this part of themselves in shadow, and at most the other. */
const LIT = [0.3, 1.1] as const;
/** Below this square of a slope the empty arena has no edge there. */
const EVEN = 0.5;

/** Outline at half size of a flat die, top and bottom. */
export function hullOf(
  { geometry, calibration: { dieMm } }: Arena,
  { place, angle }: Pick<FlatFit, "place" | "angle">,
): Point[] {
  const square = squareCorners(place, angle, dieMm / 2);
  return convexHull(
    [dieMm, 0].flatMap((z) =>
      square.map((corner) => {
        const { x, y } = geometry.toPixel(corner, z);
        return { x: x / 2, y: y / 2 };
      }),
    ),
  );
}

/**
 * Length of edges around the die of this hull that belong to none of them, in sides of a die. `means`: half size, 3x3 means.
 * Without a hull nothing is known of what shows: infinite, never none.
 */
export function overhangOf(
  arena: Arena,
  means: GreyImage,
  hulls: readonly (readonly Point[])[],
  of: number,
): number {
  const hull = hulls[of];
  if (hull === undefined || hull.length < 3 || !hull.every(({ x, y }) => Number.isFinite(x + y)))
    return Infinity;
  const side = arena.diePx / 2;
  const { width, height } = arena;
  const [xs, ys] = [hull.map(({ x }) => x), hull.map(({ y }) => y)];
  const [left, right] = spanOf(xs, TO * side, width);
  const [top, bottom] = spanOf(ys, TO * side, height);
  let count = 0;
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      if (!isForeign(arena, means, y * width + x)) continue;
      const at = { x: x + 0.5, y: y + 0.5 };
      const own = distanceFrom(at, hull);
      if (own > TO * side || hulls.some((one) => distanceFrom(at, one) < FROM * side)) continue;
      count++;
    }
  return count / side;
}

function spanOf(values: readonly number[], reach: number, size: number): readonly [number, number] {
  return [
    Math.max(1, Math.floor(Math.min(...values) - reach)),
    Math.min(size - 2, Math.ceil(Math.max(...values) + reach)),
  ];
}

/** Whether there is an edge that the empty arena does not have, or one missing that it has. */
function isForeign({ background, width }: Arena, { data }: GreyImage, at: number): boolean {
  const slope = (of: Uint8Array, step: number): number =>
    ((of[at + step] as number) - (of[at - step] as number)) / 2;
  const [gx, gy] = [slope(data, 1), slope(data, width)];
  const [bx, by] = [slope(background, 1), slope(background, width)];
  const own = bx * bx + by * by;
  const light = own < EVEN ? 0 : Math.max(LIT[0], Math.min(LIT[1], (gx * bx + gy * by) / own));
  return (
    Math.hypot(gx - light * bx, gy - light * by) >= Math.max(STEEP, STEEP_PART * (background[at] as number))
  );
}

/** Pixels from the hull, 0 within. */
function distanceFrom(at: Point, hull: readonly Point[]): number {
  return isInside(hull, at) ? 0 : distanceToOutline(hull, at);
}
