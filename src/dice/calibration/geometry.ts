import type { Point } from "../../vision/grey-image.ts";
import type { Calibration, Place } from "./schema.ts";

/**
 * Pixels to millimetres and back. Straight rays: a point z mm above the cloth is seen where the ray through it meets the
 * cloth, and lies on that ray's way to the lens.
 */
export interface Geometry {
  /** Where the ray of a pixel meets the height z (0: the cloth), mm. */
  toPlace(at: Point, z: number): Place;
  /** The pixel that shows a point z mm above the cloth. */
  toPixel(at: Place, z: number): Point;
  /** Pixels to a millimetre around a place at height z. */
  scaleAt(at: Place, z: number): number;
}

/** Eight of the nine numbers of a homography are free; this one maps points, `w` must not vanish. */
export function applyHomography(h: readonly number[], { x, y }: Point): Point {
  const w = (h[6] ?? 0) * x + (h[7] ?? 0) * y + (h[8] ?? 1);
  return {
    x: ((h[0] ?? 0) * x + (h[1] ?? 0) * y + (h[2] ?? 0)) / w,
    y: ((h[3] ?? 0) * x + (h[4] ?? 0) * y + (h[5] ?? 0)) / w,
  };
}

/** The homography that undoes `h`. Throws a RangeError for one that cannot be undone. */
export function invertHomography(h: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = h;
  const inverse = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ];
  const last = inverse[8] ?? 0;
  const determinant = a * (inverse[0] ?? 0) + b * (inverse[3] ?? 0) + c * (inverse[6] ?? 0);
  if (Math.abs(determinant) < 1e-12 || Math.abs(last) < 1e-12)
    throw new RangeError("a homography that cannot be undone");
  return inverse.map((value) => value / last);
}

/** A pixel without its lens's distortion, from the picture's middle, in half diagonals. */
export function undistort(at: Point, { k1, k2 }: Calibration["lens"], width: number, height: number): Point {
  const radius = Math.hypot(width, height) / 2;
  const x = (at.x - width / 2) / radius;
  const y = (at.y - height / 2) / radius;
  const square = x * x + y * y;
  const grow = 1 + square * (k1 + k2 * square);
  return { x: x * grow, y: y * grow };
}

/** The pixel that `undistort` maps to this point. */
export function distort(at: Point, { k1, k2 }: Calibration["lens"], width: number, height: number): Point {
  const radius = Math.hypot(width, height) / 2;
  const target = Math.hypot(at.x, at.y);
  let r = target;
  // Newton; distortions within the schema's limits converge in a few steps.
  for (let step = 0; step < 12; step++) {
    const square = r * r;
    const slope = 1 + square * (3 * k1 + 5 * k2 * square);
    r -= (r * (1 + square * (k1 + k2 * square)) - target) / (Math.abs(slope) < 0.1 ? 0.1 : slope);
  }
  const shrink = target === 0 ? 1 : r / target;
  return { x: width / 2 + at.x * shrink * radius, y: height / 2 + at.y * shrink * radius };
}

export function geometryOf(
  calibration: Pick<Calibration, "width" | "height" | "lens" | "homography" | "foot" | "heightMm">,
): Geometry {
  const { width, height, lens, homography, foot, heightMm } = calibration;
  const back = invertHomography(homography);
  const toPlace = (at: Point, z: number): Place => {
    const ground = applyHomography(homography, undistort(at, lens, width, height));
    const share = z / heightMm;
    return { x: ground.x + (foot.x - ground.x) * share, y: ground.y + (foot.y - ground.y) * share };
  };
  const toPixel = (at: Place, z: number): Point => {
    const grow = heightMm / (heightMm - z);
    const ground = { x: foot.x + (at.x - foot.x) * grow, y: foot.y + (at.y - foot.y) * grow };
    return distort(applyHomography(back, ground), lens, width, height);
  };
  const scaleAt = (at: Place, z: number): number => {
    const [o, x, y] = [
      toPixel(at, z),
      toPixel({ x: at.x + 1, y: at.y }, z),
      toPixel({ x: at.x, y: at.y + 1 }, z),
    ];
    return Math.sqrt(Math.abs((x.x - o.x) * (y.y - o.y) - (x.y - o.y) * (y.x - o.x)));
  };
  return { toPlace, toPixel, scaleAt };
}
