import type { Point } from "../../../vision/grey-image.ts";
import { sample, toPicture, type Mips, type Window } from "../../../vision/sample.ts";
import { scaleSpace } from "./blobs.ts";
import { fromDiagonals } from "./lattice.ts";
import { BOX, RADIUS, spotsOf, type Spot } from "./spots.ts";

/** Spots and middles that are looked at in one picture: with more, it is texture. */
const SPOTS_MAX = 260;
const MIDDLES_MAX = 120;
/** Pixels of the search picture's longer side. */
const SIDE_MAX = 1_400;
/** Between opposite corner pips, pixels at a die of `BOX`. */
const DIAGONAL = { least: 0.3 * BOX, most: 0.94 * BOX };

/**
 * Middles of what may be a four, five or six of a die of this size, by its corner pips alone: two pairs of like spots
 * with one middle. Knows nothing of the network, so that a die that the network overlooks is not lost unseen. `contrast`:
 * grey levels that a pip has at least.
 */
export function blindMiddles(mips: Mips, size: number, contrast: number): Point[] {
  const [picture] = mips.levels;
  if (picture === undefined) return [];
  const step = Math.max(size / BOX, Math.max(picture.width, picture.height) / SIDE_MAX);
  const window: Window = {
    centre: { x: picture.width / 2, y: picture.height / 2 },
    step,
    turn: 0,
    width: Math.max(16, Math.ceil(picture.width / step)),
    height: Math.max(16, Math.ceil(picture.height / step)),
  };
  const values = sample(mips, window);
  const space = scaleSpace(values, window.width, window.height, RADIUS.least, RADIUS.most);
  const spots = spotsOf(space, values, contrast)
    .sort((a, b) => Math.abs(b.contrast) - Math.abs(a.contrast))
    .slice(0, SPOTS_MAX);
  return middlesOf(spots).map((middle) => toPicture(window, middle));
}

/** Middles of parallelograms of like spots, each once. */
function middlesOf(spots: readonly Spot[]): Point[] {
  const byPlace = new Map<string, [Spot, Spot][]>();
  spots.forEach((one, index) => {
    for (const other of spots.slice(index + 1)) {
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      if (apart < DIAGONAL.least || apart > DIAGONAL.most || !alike(one, other)) continue;
      const key = keyOf((one.x + other.x) / 2, (one.y + other.y) / 2);
      byPlace.set(key, [...(byPlace.get(key) ?? []), [one, other]]);
    }
  });
  const middles: Point[] = [];
  for (const [key, pairs] of byPlace) {
    const near = neighbours(key).flatMap((place) => byPlace.get(place) ?? []);
    for (const pair of pairs)
      for (const other of near) {
        if (middles.length >= MIDDLES_MAX) return middles;
        const lattice = pair === other || !alike(pair[0], other[0]) ? null : fromDiagonals(pair, other);
        if (lattice === null || middles.some((one) => isNear(one, lattice.centre))) continue;
        middles.push(lattice.centre);
      }
  }
  return middles;
}

/** Side of a cell in which middles are gathered. */
const CELL = 4;

function keyOf(x: number, y: number): string {
  return `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;
}

/** The cell and those to its right and below: each two neighbours meet once. */
function neighbours(key: string): string[] {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return [`${x},${y}`, `${x + 1},${y}`, `${x},${y + 1}`, `${x + 1},${y + 1}`, `${x - 1},${y + 1}`];
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < 0.12 * BOX;
}

function alike(one: Spot, other: Spot): boolean {
  const radii = one.radius / other.radius;
  const contrasts = one.contrast / other.contrast;
  return radii < 1.5 && radii > 1 / 1.5 && contrasts > 0.6 && contrasts < 1 / 0.6;
}
