import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import type { Point } from "../../../vision/grey-image.ts";
import { sampleWindow, toPicture, type Mips, type Window } from "../../../vision/sample.ts";
import { scaleSpaceOf } from "./blobs.ts";
import { distance } from "../../../vision/plane-geometry.ts";
import { latticeOfDiagonals } from "./lattice.ts";
import { BOX, byContrast, RADIUS, evenSpotsOf, type Spot } from "./spots.ts";

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
export function findMiddles(kernels: KernelMemory, mips: Mips, size: number, contrast: number): Point[] {
  const { picture } = mips;
  const step = Math.max(size / BOX, Math.max(picture.width, picture.height) / SIDE_MAX);
  const window: Window = {
    centre: { x: picture.width / 2, y: picture.height / 2 },
    step,
    angle: 0,
    width: Math.max(16, Math.ceil(picture.width / step)),
    height: Math.max(16, Math.ceil(picture.height / step)),
  };
  const values = sampleWindow(mips, window);
  const space = scaleSpaceOf(kernels, values, { ...window, ...RADIUS, contrast });
  const spots = evenSpotsOf(space, values).sort(byContrast).slice(0, SPOTS_MAX);
  return middlesOf(spots).map((middle) => toPicture(window, middle));
}

/** Middles of parallelograms of like spots, each once. */
function middlesOf(spots: readonly Spot[]): Point[] {
  const byPlace = new Map<string, [Spot, Spot][]>();
  spots.forEach((one, index) => {
    for (const other of spots.slice(index + 1)) {
      const apart = distance(one, other);
      if (apart < DIAGONAL.least || apart > DIAGONAL.most || !areAlike(one, other)) continue;
      const key = cellKeyOf((one.x + other.x) / 2, (one.y + other.y) / 2);
      byPlace.set(key, [...(byPlace.get(key) ?? []), [one, other]]);
    }
  });
  const middles: Point[] = [];
  for (const [key, pairs] of byPlace) {
    const near = neighbourCells(key).flatMap((place) => byPlace.get(place) ?? []);
    for (const pair of pairs)
      for (const other of near) {
        if (middles.length >= MIDDLES_MAX) return middles;
        const lattice = pair === other || !areAlike(pair[0], other[0]) ? null : latticeOfDiagonals(pair, other);
        if (lattice === null || middles.some((one) => distance(one, lattice.centre) < 0.12 * BOX)) continue;
        middles.push(lattice.centre);
      }
  }
  return middles;
}

/** Side of a cell in which middles are gathered. */
const CELL = 4;

function cellKeyOf(x: number, y: number): string {
  return `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;
}

/** The cell and those to its right and below: each two neighbours meet once. */
function neighbourCells(key: string): string[] {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return [`${x},${y}`, `${x + 1},${y}`, `${x},${y + 1}`, `${x + 1},${y + 1}`, `${x - 1},${y + 1}`];
}

function areAlike(one: Spot, other: Spot): boolean {
  const radii = one.radius / other.radius;
  const contrasts = one.contrast / other.contrast;
  return radii < 1.5 && radii > 1 / 1.5 && contrasts > 0.6 && contrasts < 1 / 0.6;
}
