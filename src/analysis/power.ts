import { chiSquareTail, LEAST_EXPECTED } from "./chi-square.ts";

/** How much must be counted before a chi-square test says anything. */

/** A test that chance alone fails as rarely says that a device wants to be looked at. */
export const SUSPECT = 0.001;
/** How many standard deviations of a normal variable are passed as rarely. */
const SUSPECT_Z = 3.0902;
/** A test is of use that finds what it is to find in so many of all cases. */
export const POWER = 0.9;
const NEEDED_MAX = 1_000_000;
/** Something that comes up so much more often than its share is to be found. */
export const EXCESS = 0.5;

/** The statistic that chance passes in one of a thousand tests, to a part in a thousand (Wilson and Hilferty, 1931). */
const criticalOf = (freedom: number): number =>
  freedom * (1 - 2 / (9 * freedom) + SUSPECT_Z * Math.sqrt(2 / (9 * freedom))) ** 3;

/**
 * How often a test finds a deviation that makes its statistic larger by `shift` (the noncentral distribution as a stretched central one:
 * Patnaik, 1949).
 */
export function powerOf(shift: number, freedom: number): number {
  const stretch = (freedom + 2 * shift) / (freedom + shift);
  const spread = Math.max(1, Math.round((freedom + shift) ** 2 / (freedom + 2 * shift)));
  return chiSquareTail(criticalOf(freedom) / stretch, spread);
}

/** How many must be counted of things with these shares, so that the rarest one is found that comes half as often again. */
export function sampleNeeded(shares: readonly number[]): number {
  const least = Math.min(...shares);
  if (shares.length < 2 || least <= 0 || least >= 1) return NEEDED_MAX;
  const shift = (EXCESS * EXCESS * least) / (1 - least);
  return leastThat(
    (count) => count * least >= LEAST_EXPECTED && powerOf(count * shift, shares.length - 1) >= POWER,
  );
}

/** The least whole number from 1 that passes, of a test that more of it never fails; at most a million. */
export function leastThat(passes: (count: number) => boolean): number {
  let [low, high] = [0, 1];
  while (!passes(high)) {
    if (high >= NEEDED_MAX) return NEEDED_MAX;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}
