import type { RandomSource } from "../../../../src/time/random-source.ts";
import { gaussianOf } from "../physics/vectors.ts";

/** A hash of a lattice point: 0 to 1. */
export function hashAt(x: number, y: number, pattern: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(pattern | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Smooth noise between lattice points, 0 to 1. */
export function noiseAt(x: number, y: number, pattern: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const low = hashAt(ix, iy, pattern) * (1 - u) + hashAt(ix + 1, iy, pattern) * u;
  const high = hashAt(ix, iy + 1, pattern) * (1 - u) + hashAt(ix + 1, iy + 1, pattern) * u;
  return low * (1 - v) + high * v;
}

/** Gaussian numbers that sensors take their noise from, starting anywhere: a power of two of them. */
export const NOISE_LENGTH = 1 << 17;

export function makeNoiseTable(random: RandomSource): Float32Array {
  return Float32Array.from({ length: NOISE_LENGTH }, () => gaussianOf(random));
}
