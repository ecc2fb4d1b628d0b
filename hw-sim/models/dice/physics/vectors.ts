import type { RandomSource } from "../../../../src/time/random-source.ts";

/** Vectors in millimetres (or mm/s), right-handed: x to the picture's right, y to its top, z up from the table. */
export type Vec3 = readonly [number, number, number];
/** Unit quaternion w, x, y, z: turns a die's own axes into the table's. */
export type Quat = readonly [number, number, number, number];

export const LEVEL: Quat = [1, 0, 0, 0];
const RADIANS = Math.PI / 180;

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);

/** The vector of length 1; the upright for a vector without a length. */
export function unitOf(a: Vec3): Vec3 {
  const length = lengthOf(a);
  return length < 1e-12 ? [0, 0, 1] : scale(a, 1 / length);
}

/** First `b`, then `a`. */
export function composeRotations(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function rotationAbout(axis: Vec3, degrees: number): Quat {
  const half = (degrees * RADIANS) / 2;
  const [x, y, z] = scale(unitOf(axis), Math.sin(half));
  return [Math.cos(half), x, y, z];
}

/** The shortest turn that brings direction `from` to direction `to`. */
export function rotationBetween(from: Vec3, to: Vec3): Quat {
  const a = unitOf(from);
  const b = unitOf(to);
  const axis = cross(a, b);
  const angle = Math.atan2(lengthOf(axis), dot(a, b)) / RADIANS;
  if (lengthOf(axis) > 1e-9) return rotationAbout(axis, angle);
  return angle < 90
    ? LEVEL
    : rotationAbout(Math.abs(a[0]) < 0.9 ? cross(a, [1, 0, 0]) : cross(a, [0, 1, 0]), 180);
}

/** A die's own axes in table coordinates: x axis (3 numbers), y axis, z axis. */
export function axesOf([w, x, y, z]: Quat): Float64Array {
  return new Float64Array([
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
  ]);
}

export function rotateVector(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[1], q[2], q[3]];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[0])), cross(u, t));
}

/** A real number in (0, 1), never 0 or 1. */
export const openUnit = (random: RandomSource): number => (random.below(0x1_0000_0000) + 0.5) / 0x1_0000_0000;
/** Evenly between two bounds. */
export const uniformIn = (random: RandomSource, low: number, high: number): number =>
  low + (high - low) * openUnit(random);
/** Gaussian with mean 0 and standard deviation 1 (Box and Muller 1958). */
export const gaussianOf = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(openUnit(random))) * Math.cos(2 * Math.PI * openUnit(random));
/** True with the given probability. */
export const happensWith = (random: RandomSource, probability: number): boolean =>
  openUnit(random) < probability;

/** Any attitude, all equally likely: four Gaussians made a unit quaternion. */
export function randomOrientation(random: RandomSource): Quat {
  const [w, x, y, z] = [gaussianOf(random), gaussianOf(random), gaussianOf(random), gaussianOf(random)];
  const k = 1 / Math.hypot(w, x, y, z);
  return [w * k, x * k, y * k, z * k];
}
