import { distance } from "../../../vision/plane-geometry.ts";
import { blobsOf, blobsPerScale, planeExtremaOf, type Blob, type ScaleSpace } from "./blobs.ts";

/** Side of the die's box in a window, pixels, and the window's own side: all lengths of the fit are for these. */
export const BOX = 48;
export const WINDOW = 88;
/** Radii that a pip may have, Asian ones included. */
export const RADIUS = { least: 0.045 * BOX, most: 0.2 * BOX };

/** A blob that lies on one even surface, as pips do; edges and corners of a die are half on another. */
export interface Spot extends Blob {
  /** Grey level of the surface around it. */
  readonly ring: number;
  /** Grey level inside it; unlike its contrast, the same whether other pips stand near or not. */
  readonly core: number;
  /** Whether that surface is of one level. */
  readonly even: boolean;
}

/** How uneven a ring may be, in contrasts of its blob: between its quartiles, so that neighbouring pips do no harm. */
const UNEVEN = 0.95;
const SAMPLES = 16;
const DIRECTIONS = Array.from({ length: SAMPLES }, (_, step) => {
  const angle = (2 * Math.PI * step) / SAMPLES;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
});

/** Levels that differ by less, in contrasts of the pip, are one body's. */
const BODY = 0.2;

/**
 * Whether a spot is no print but the die's own body: a corner between a large pip and a dark table looks like a bright spot, and
 * has the level of the body about the pip.
 */
export function isBodyCorner(spot: Spot, pip: Spot): boolean {
  return spot.contrast * pip.contrast < 0 && Math.abs(spot.core - pip.ring) < BODY * Math.abs(pip.contrast);
}

/** What a window has of spots. */
interface SpotsSeen {
  /** Of either sign and of a pip's size, those on even surfaces. */
  readonly both: Spot[];
  /** What looks like a spot at each scale of the space by itself, on whatever surface. */
  readonly scales: Spot[][];
}

export function spotsOf(space: ScaleSpace, values: Float32Array): SpotsSeen {
  const extrema = planeExtremaOf(space);
  return {
    both: evenSpots(space, values, blobsOf(space, extrema)),
    scales: blobsPerScale(space, extrema).map((all) => all.map((blob) => spotOf(space, values, blob))),
  };
}

/** All spots of either sign and of a pip's size, those on even surfaces. */
export function evenSpotsOf(space: ScaleSpace, values: Float32Array): Spot[] {
  return evenSpots(space, values, blobsOf(space, planeExtremaOf(space)));
}

function evenSpots(space: ScaleSpace, values: Float32Array, blobs: readonly Blob[]): Spot[] {
  return blobs
    .filter(({ radius }) => radius >= RADIUS.least && radius <= RADIUS.most)
    .map((blob) => spotOf(space, values, blob))
    .filter(({ even }) => even);
}

/** Order of spots, strongest first. */
export const byContrast = (a: Spot, b: Spot): number => Math.abs(b.contrast) - Math.abs(a.contrast);

/**
 * The spots that may be pips, strongest first: extrema of place and scale, and where a die's bright edge swallows those,
 * what still is an even spot at a scale by itself.
 */
export function pipSpotsOf(
  extrema: readonly Spot[],
  scales: readonly (readonly Spot[])[],
  most: number,
): Spot[] {
  const stored = [...extrema];
  const single = scales
    .flat()
    .filter(({ even, radius }) => even && radius >= RADIUS.least && radius <= RADIUS.most);
  for (const spot of single.sort(byContrast))
    if (!stored.some((one) => distance(one, spot) < Math.max(one.radius, spot.radius))) stored.push(spot);
  return stored.sort(byContrast).slice(0, most);
}

function spotOf(space: ScaleSpace, values: Float32Array, blob: Blob): Spot {
  const { level, spread } = ringOf(space, values, blob);
  return {
    ...blob,
    ring: level,
    core: coreOf(space, values, blob),
    even: spread <= UNEVEN * Math.abs(blob.contrast),
  };
}

/** Median and distance of the quartiles of the grey levels around a blob. */
function ringOf(
  { width, height }: ScaleSpace,
  values: Float32Array,
  { x, y, radius }: Blob,
): { level: number; spread: number } {
  const levels = DIRECTIONS.map(({ cos, sin }) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(x + 1.6 * radius * cos)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(y + 1.6 * radius * sin)));
    return values[row * width + column] ?? 0;
  }).sort((a, b) => a - b);
  const at = (share: number): number => levels[Math.round(share * (SAMPLES - 1))] ?? 0;
  return { level: at(0.5), spread: at(0.75) - at(0.25) };
}

/** Mean grey level of the inner half of a blob's radius. */
function coreOf({ width, height }: ScaleSpace, values: Float32Array, { x, y, radius }: Blob): number {
  const reach = Math.max(0.5, 0.5 * radius);
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(height - 1, y + reach); row++)
    for (let column = Math.max(0, Math.floor(x - reach)); column <= Math.min(width - 1, x + reach); column++) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) > reach) continue;
      sum += values[row * width + column] ?? 0;
      count++;
    }
  return count === 0 ? (values[Math.floor(y) * width + Math.floor(x)] ?? 0) : sum / count;
}
