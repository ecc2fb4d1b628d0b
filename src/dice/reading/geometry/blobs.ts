import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import { differencesOf } from "../../../vision/kernels/scales.ts";
import { vertexOf } from "../../../vision/numbers.ts";

/**
 * Round spots of a window at every scale that a pip can have: extrema of differences of Gaussians in place and scale
 * (Lindeberg 1998; Lowe 2004). A specular ring inside a drilled pip, or a print's grain, is of another scale than the
 * pip itself, so it does not hide it.
 */
export interface Blob {
  readonly x: number;
  readonly y: number;
  /** Radius of the disc that gives this response, pixels of the window. */
  readonly radius: number;
  /** Grey levels by which the disc is brighter (+) or darker (-) than what is around it. */
  readonly contrast: number;
}

/** Differences of Gaussians of one window, a plane a scale, finest first, and where they have spots of a contrast. */
export interface ScaleSpace {
  readonly width: number;
  readonly height: number;
  /** Scaled so that a disc of the plane's radius responds with its contrast in grey levels. */
  readonly planes: readonly Float32Array[];
  readonly radii: readonly number[];
  /** Of each plane, where it has an extremum among its eight neighbours, of either sign. */
  readonly peaks: readonly Int32Array[];
}

/** The window's size, radii of discs to be found, pixels, from 1.5, and the contrast that they have at least. */
interface SpaceWanted {
  readonly width: number;
  readonly height: number;
  readonly least: number;
  readonly most: number;
  readonly contrast: number;
}

/** From one scale to the next, and in scales from a Gaussian to the one taken off it. */
const STEP = 2 ** (1 / 3);
const APART = 2;
/**
 * A disc of radius r under Gaussians of s and k s, k = STEP^APART, responds with exp(-t/k^2) - exp(-t), t = r^2 / 2 s^2:
 * greatest, 0.328 of its contrast, at t = 1.532, so at r = 1.75 s.
 */
const RADIUS_OF_SIGMA = 1.75;
const PEAK_RESPONSE = 0.328;

export function scaleSpaceOf(
  kernels: KernelMemory,
  values: Float32Array,
  { width, height, least, most, contrast }: SpaceWanted,
): ScaleSpace {
  const first = least / RADIUS_OF_SIGMA / STEP;
  const count = Math.ceil(Math.log(most / least) / Math.log(STEP)) + 3;
  let sigma = 0;
  const gaussians = Array.from({ length: count + APART }, (_, index) => {
    const wanted = first * STEP ** index;
    const more = Math.sqrt(wanted * wanted - sigma * sigma);
    sigma = wanted;
    return gaussianOf(more);
  });
  const steps = { width, height, kernels: gaussians, apart: APART, by: PEAK_RESPONSE, least: contrast };
  const differences = differencesOf(kernels, values, steps);
  const planes = differences.map(({ plane }) => plane);
  const radii = planes.map((_, index) => first * STEP ** index * RADIUS_OF_SIGMA);
  return { width, height, planes, radii, peaks: differences.map(({ peaks }) => peaks) };
}

/** Half of a Gaussian's kernel, from its middle on. */
function gaussianOf(sigma: number): Float64Array {
  const reach = Math.max(1, Math.ceil(2.6 * sigma));
  const kernel = Float32Array.from({ length: reach + 1 }, (_, at) =>
    Math.exp(-(at * at) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, weight) => sum + 2 * weight, 0) - 1;
  return Float64Array.from(kernel.map((weight) => weight / total));
}

/** Longest over shortest curvature that still is a spot and not an edge. */
const ELONGATION = 2.6;

/** An extremum of one scale's plane among its eight neighbours there. */
interface PlaneExtremum {
  readonly index: number;
  readonly at: number;
  readonly blob: Blob;
}

/** The extrema of either sign of each scale's plane by itself, without edges. */
export function planeExtremaOf(space: ScaleSpace): PlaneExtremum[][] {
  const { width } = space;
  return space.peaks.map((peaks, index) => {
    const found: PlaneExtremum[] = [];
    for (const at of peaks) {
      const blob = blobAt(space, index, at % width, Math.floor(at / width));
      if (blob !== null) found.push({ index, at, blob });
    }
    return found;
  });
}

/** All extrema in place and scale. */
export function blobsOf(space: ScaleSpace, extrema: readonly (readonly PlaneExtremum[])[]): Blob[] {
  const last = space.planes.length - 1;
  return extrema
    .flat()
    .filter(({ index, at }) => index > 0 && index < last && isScaleExtremum(space, index, at))
    .map(({ blob }) => blob);
}

/**
 * The extrema of each scale alone: also spots that a larger structure beside them, such as the die's edge, swallows at
 * larger scales.
 */
export function blobsPerScale({ radii }: ScaleSpace, extrema: readonly (readonly PlaneExtremum[])[]): Blob[][] {
  return extrema.map((all, index) => all.map(({ blob }) => ({ ...blob, radius: radii[index] ?? blob.radius })));
}

/** The plane whose radius is nearest. */
export function planeOfRadius({ radii }: ScaleSpace, radius: number): number {
  const index = Math.round(Math.log(radius / (radii[0] ?? 1)) / Math.log(STEP));
  return Math.max(0, Math.min(radii.length - 1, index));
}

/** Whether none of the nine nearest of the next finer and the next coarser scale is. */
function isScaleExtremum({ width, planes }: ScaleSpace, index: number, at: number): boolean {
  const value = planes[index]?.[at] ?? 0;
  const sign = Math.sign(value);
  for (const plane of [planes[index - 1], planes[index + 1]])
    for (let row = at - width; row <= at + width; row += width)
      for (let near = row - 1; near <= row + 1; near++)
        if ((plane?.[near] ?? 0) * sign > value * sign) return false;
  return true;
}

/** Place, scale and height of the extremum from parabolas through its neighbours; null for an edge. */
function blobAt({ width, planes, radii }: ScaleSpace, index: number, x: number, y: number): Blob | null {
  const plane = planes[index];
  if (plane === undefined) return null;
  const at = y * width + x;
  const v = (step: number): number => plane[at + step] ?? 0;
  const [xx, yy] = [v(1) - 2 * v(0) + v(-1), v(width) - 2 * v(0) + v(-width)];
  const xy = (v(width + 1) - v(width - 1) - v(-width + 1) + v(-width - 1)) / 4;
  const determinant = xx * yy - xy * xy;
  if (determinant <= 0 || ((xx + yy) * (xx + yy)) / determinant > (ELONGATION + 1) ** 2 / ELONGATION)
    return null;
  const shift = vertexOf(planes[index - 1]?.[at] ?? 0, v(0), planes[index + 1]?.[at] ?? 0);
  return {
    x: x + 0.5 + vertexOf(v(-1), v(0), v(1)),
    y: y + 0.5 + vertexOf(v(-width), v(0), v(width)),
    radius: (radii[index] ?? 0) * STEP ** shift,
    contrast: v(0),
  };
}

/** The response at a place for discs of about this radius: the strongest of `sign` within a pixel and a scale around. */
export function responseAt(space: ScaleSpace, x: number, y: number, radius: number, sign: number): number {
  const { width, height, planes } = space;
  const middle = planeOfRadius(space, radius);
  let most = -Infinity;
  for (let index = Math.max(0, middle - 1); index <= Math.min(planes.length - 1, middle + 1); index++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const column = Math.floor(x) + dx;
        const row = Math.floor(y) + dy;
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        most = Math.max(most, sign * (planes[index]?.[row * width + column] ?? 0));
      }
  return most;
}
