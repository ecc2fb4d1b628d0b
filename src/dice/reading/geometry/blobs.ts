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

/** Differences of Gaussians of one window, a plane a scale, finest first. */
export interface ScaleSpace {
  readonly width: number;
  readonly height: number;
  /** Scaled so that a disc of the plane's radius responds with its contrast in grey levels. */
  readonly planes: readonly Float32Array[];
  readonly radii: readonly number[];
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

/** `least` and `most`: radii of discs to be found, pixels, from 1.5. */
export function scaleSpaceOf(
  values: Float32Array,
  width: number,
  height: number,
  least: number,
  most: number,
): ScaleSpace {
  const first = least / RADIUS_OF_SIGMA / STEP;
  const count = Math.ceil(Math.log(most / least) / Math.log(STEP)) + 3;
  const blurred: Float32Array[] = [];
  let sigma = 0;
  let last = values;
  for (let index = 0; index < count + APART; index++) {
    const wanted = first * STEP ** index;
    last = blurGaussian(last, width, height, Math.sqrt(wanted * wanted - sigma * sigma));
    sigma = wanted;
    blurred.push(last);
  }
  const planes = Array.from({ length: count }, (_, index) => {
    const fine = blurred[index] ?? values;
    const coarse = blurred[index + APART] ?? values;
    return fine.map((value, at) => (value - (coarse[at] ?? 0)) / PEAK_RESPONSE);
  });
  const radii = planes.map((_, index) => first * STEP ** index * RADIUS_OF_SIGMA);
  return { width, height, planes, radii };
}

/** Separable Gaussian; the edge's pixels are repeated outside. */
function blurGaussian(values: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const reach = Math.max(1, Math.ceil(2.6 * sigma));
  const kernel = Float32Array.from({ length: reach + 1 }, (_, at) =>
    Math.exp(-(at * at) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, weight) => sum + 2 * weight, 0) - 1;
  const scaled = kernel.map((weight) => weight / total);
  // Rows of the first pass are the columns of the second: each pass turns the picture over.
  return blurRowsTransposed(blurRowsTransposed(values, width, height, scaled), height, width, scaled);
}

/** Blurs along rows and writes the result transposed. */
function blurRowsTransposed(
  values: Float32Array,
  width: number,
  height: number,
  kernel: Float32Array,
): Float32Array {
  const out = new Float32Array(values.length);
  const reach = kernel.length - 1;
  const line = new Float32Array(width + 2 * reach);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    line.fill(row[0] ?? 0, 0, reach);
    line.set(row, reach);
    line.fill(row[width - 1] ?? 0, reach + width);
    for (let x = 0; x < width; x++) {
      let sum = (line[x + reach] ?? 0) * (kernel[0] ?? 0);
      for (let tap = 1; tap <= reach; tap++)
        sum += ((line[x + reach - tap] ?? 0) + (line[x + reach + tap] ?? 0)) * (kernel[tap] ?? 0);
      out[x * height + y] = sum;
    }
  }
  return out;
}

/** Longest over shortest curvature that still is a spot and not an edge. */
const ELONGATION = 2.6;

/** All extrema of either sign with at least this contrast, in place and scale. */
export function blobsOf(space: ScaleSpace, contrast: number): Blob[] {
  return space.planes.slice(2).flatMap((_, index) => extremaOf(space, index + 1, contrast, 1));
}

/**
 * Extrema of one scale's plane alone, with at least this contrast: also spots that a larger structure beside them, such
 * as the die's edge, swallows at larger scales.
 */
export function blobsOfPlane(space: ScaleSpace, index: number, contrast: number): Blob[] {
  const radius = space.radii[index];
  return extremaOf(space, index, contrast, 0).map((blob) => ({ ...blob, radius: radius ?? blob.radius }));
}

/** Extrema of one plane among its neighbours, `scales` planes to either side included. */
function extremaOf(space: ScaleSpace, index: number, contrast: number, scales: number): Blob[] {
  const { width, height, planes } = space;
  const plane = planes[index];
  const found: Blob[] = [];
  if (plane === undefined) return found;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (Math.abs(plane[at] ?? 0) < contrast || !isExtremum(space, index, at, scales)) continue;
      const blob = blobAt(space, index, x, y);
      if (blob !== null) found.push(blob);
    }
  return found;
}

/** The plane whose radius is nearest. */
export function planeOfRadius({ radii }: ScaleSpace, radius: number): number {
  const index = Math.round(Math.log(radius / (radii[0] ?? 1)) / Math.log(STEP));
  return Math.max(0, Math.min(radii.length - 1, index));
}

/** Whether the value is the largest of its sign among its neighbours, `scales` planes to either side included. */
function isExtremum({ width, planes }: ScaleSpace, index: number, at: number, scales: number): boolean {
  const value = planes[index]?.[at] ?? 0;
  const sign = Math.sign(value);
  for (let other = index - scales; other <= index + scales; other++) {
    const plane = planes[other];
    if (plane === undefined) return false;
    for (const step of [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]) {
      if (other === index && step === 0) continue;
      if ((plane[at + step] ?? 0) * sign > value * sign) return false;
    }
  }
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
