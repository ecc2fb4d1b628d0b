import type { RandomSource } from "../../../../src/time/random-source.ts";
import { gaussianOf } from "../physics/vectors.ts";
import type { Rgb } from "./looks.ts";

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

/** A second tone swirled through a die's body, as poured plastic has it ("marbled", "pearl", two-tone dice). */
export interface Marble {
  readonly tone: Rgb;
  /** Swirls over a side of the die, 0.5 to 4. */
  readonly swirls: number;
  /** Share of the body that has the second tone, 0 to 1. */
  readonly share: number;
  /** Width of the border between the tones, over a swirl: 0.02 (two-tone) to 0.5 (pearl). */
  readonly soft: number;
  readonly pattern: number;
}

/** Share of the second tone at a place inside the die, 0 to 1; x, y, z in sides of the die. */
export function marbleAt({ swirls, share, soft, pattern }: Marble, x: number, y: number, z: number): number {
  const [a, b] = [(x + 0.61 * z) * swirls, (y - 0.53 * z) * swirls];
  // Bands of noise bent by other noise: a swirl has no lattice of its own
  const bend = noiseAt(a * 1.3 + 7.1, b * 1.3 - 3.3, pattern);
  const band = noiseAt(a + 2.4 * bend, b - 1.9 * bend, pattern + 1);
  const within = (band - (0.5 + (0.5 - share) * 0.7)) / soft + 0.5;
  if (within <= 0) return 0;
  if (within >= 1) return 1;
  return within * within * (3 - 2 * within);
}
