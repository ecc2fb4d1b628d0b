import type { RandomSource } from "../../../src/time/random-source.ts";

/** Draws of numbers from a stream of chance. */

/** Whole number from `min` to `max`, both included. */
export function drawBetween(random: RandomSource, min: number, max: number): number {
  return min + random.below(max - min + 1);
}

/** A span that is near `median` most times and never outside `min`…`max`. All in the same unit, rounded. */
export function drawAround(random: RandomSource, min: number, median: number, max: number): number {
  const off = drawBetween(random, -1_000, 1_000) / 1_000;
  const reach = off < 0 ? median - min : max - median;
  return Math.round(median + off ** 3 * reach);
}

const FINE = 0x1_0000_0000;

/** Even over [from, to). */
export function drawUniform(random: RandomSource, from: number, to: number): number {
  return from + ((to - from) * random.below(FINE)) / FINE;
}

/** True in `share` of the cases, 0 to 1. */
export function drawBoolean(random: RandomSource, share: number): boolean {
  return share > 0 && random.below(FINE) < share * FINE;
}

const TABLE = 4_096;
/** Middle values of 4,096 equal slices of a normal distribution, cut off at ±3.7 σ: one draw and one look-up. */
const QUANTILES: readonly number[] = Array.from({ length: TABLE }, (_, i) => normalQuantile((i + 0.5) / TABLE));

/** Normal, mean 0 and standard deviation `sigma`; never beyond 3.7 σ. */
export function drawNormal(random: RandomSource, sigma: number): number {
  return sigma * (QUANTILES[random.below(TABLE)] ?? 0);
}

/** How many trials to let pass until one that has the chance of one in `mean`; endless for 0. */
export function drawTrialsUntil(random: RandomSource, mean: number): number {
  if (mean <= 0) return Number.POSITIVE_INFINITY;
  return Math.ceil(-Math.log(drawUniform(random, 1e-12, 1)) * mean);
}

/** Inverse normal by bisection of the logistic-like series of Abramowitz & Stegun 26.2.17: exact enough, run once. */
function normalQuantile(share: number): number {
  let low = -4;
  let high = 4;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalShareBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Abramowitz & Stegun, Handbook of Mathematical Functions, 26.2.17: error below 7.5e-8. */
function normalShareBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return x > 0 ? 1 - tail : tail;
}
