import type { Point } from "../../vision/grey-image.ts";
import { dotProduct } from "../../vision/numbers.ts";
import { leastSquares, solveLeastSquares } from "../../vision/least-squares.ts";
import { applyHomography, distort, invertHomography, undistort } from "./geometry.ts";
import type { Calibration, Place } from "./schema.ts";

/** A marker of the plate: where the picture shows it, and where it lies on the cloth, mm. */
export interface Marker {
  readonly pixel: Point;
  readonly place: Place;
}

export interface FittedPlate extends Pick<Calibration, "lens" | "homography" | "residualPx" | "markers"> {
  /** The largest single error, pixels. */
  readonly worstPx: number;
}

/** Markers that a fit needs; with fewer than `LENS_MARKERS` the lens is taken as straight. */
export const MARKERS_MIN = 12;
const LENS_MARKERS = 24;

/**
 * Homography and lens that map the markers' pixels to their places, with the smallest squares of pixels. Throws a
 * RangeError when there are too few markers or they lie on a line.
 */
export function fitPlate(markers: readonly Marker[], width: number, height: number): FittedPlate {
  if (markers.length < MARKERS_MIN)
    throw new RangeError(`${markers.length} markers; ${MARKERS_MIN} are needed`);
  const straight = { k1: 0, k2: 0 };
  const first = fitHomography(
    markers.map(({ pixel, place }) => ({ from: undistort(pixel, straight, width, height), to: place })),
  );
  if (first === null) throw new RangeError("the markers lie on a line");
  const errors = (unknowns: readonly number[]): number[] => {
    const [k1 = 0, k2 = 0] = unknowns.slice(8);
    const back = invertHomography([...unknowns.slice(0, 8), 1]);
    return markers.flatMap(({ pixel, place }) => {
      const seen = distort(applyHomography(back, place), { k1, k2 }, width, height);
      return [seen.x - pixel.x, seen.y - pixel.y];
    });
  };
  const lens = markers.length >= LENS_MARKERS ? [0, 0] : [];
  const unknowns = leastSquares([...first, ...lens], errors);
  const off = errors(unknowns);
  const distances = markers.map((_, at) => Math.hypot(off[2 * at] ?? 0, off[2 * at + 1] ?? 0));
  const [k1 = 0, k2 = 0] = unknowns.slice(8);
  return {
    lens: { k1, k2 },
    homography: [...unknowns.slice(0, 8), 1],
    residualPx: Math.sqrt(distances.reduce((sum, one) => sum + one * one, 0) / distances.length),
    worstPx: Math.max(...distances),
    markers: markers.length,
  };
}

/** The eight numbers of a homography by linear equations, both sides scaled to about 1; null when they have no solution. */
function fitHomography(pairs: readonly { readonly from: Point; readonly to: Point }[]): number[] | null {
  const reach = Math.max(...pairs.map(({ to }) => Math.hypot(to.x, to.y)), 1);
  const columns = Array.from({ length: 8 }, (): number[] => []);
  const values: number[] = [];
  for (const { from, to } of pairs) {
    const [u, v] = [to.x / reach, to.y / reach];
    const { x, y } = from;
    for (const [row, value] of [
      [[x, y, 1, 0, 0, 0, -u * x, -u * y], u],
      [[0, 0, 0, x, y, 1, -v * x, -v * y], v],
    ] as const) {
      row.forEach((factor, unknown) => columns[unknown]?.push(factor));
      values.push(value);
    }
  }
  const h = solveLeastSquares(columns, values);
  if (h === null || h.some((value) => !Number.isFinite(value))) return null;
  return h.map((value, at) => (at < 6 ? value * reach : value));
}

/**
 * The point of the cloth below the lens, from the homography and the lens's measured height: the focal length, which is
 * the same in both directions, is the one at which the height comes out. Throws a RangeError when none does.
 */
export function footOf(homography: readonly number[], heightMm: number): Place {
  // Cloth to picture, in half diagonals from the middle; its columns are the plate's axes and origin as the camera sees them.
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = invertHomography(homography);
  const centre = (focal: number): readonly number[] => {
    const x = [a / focal, d / focal, g];
    const y = [b / focal, e / focal, i];
    const t = [c / focal, f / focal, j];
    const size = Math.sqrt(Math.hypot(...x) * Math.hypot(...y));
    const r1 = x.map((value) => value / Math.hypot(...x));
    const along = dotProduct(r1, y);
    const square = y.map((value, at) => value - along * (r1[at] ?? 0));
    const r2 = square.map((value) => value / Math.hypot(...square));
    const r3 = crossProduct(r1, r2);
    const far = t.map((value) => value / size);
    return [-dotProduct(r1, far), -dotProduct(r2, far), -dotProduct(r3, far)];
  };
  let [low, high] = [0.2, 50];
  const heightAt = (focal: number): number => Math.abs(centre(focal)[2] ?? 0);
  if (heightAt(low) > heightMm || heightAt(high) < heightMm)
    throw new RangeError(`no lens at ${heightMm} mm above the cloth gives such a picture`);
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high);
    if (heightAt(middle) < heightMm) low = middle;
    else high = middle;
  }
  const [x = 0, y = 0] = centre(Math.sqrt(low * high));
  return { x, y };
}

const crossProduct = (a: readonly number[], b: readonly number[]): number[] => {
  const [x = 0, y = 0, z = 0] = a;
  const [u = 0, v = 0, w = 0] = b;
  return [y * w - z * v, z * u - x * w, x * v - y * u];
};
