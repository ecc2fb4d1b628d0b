/** A chi-square test of counts against what was expected (Pearson, 1900). */
export interface ChiSquare {
  readonly statistic: number;
  readonly freedom: number;
  /** How often chance alone gives a statistic as large, 0 to 1; null: too few counts to say. */
  readonly p: number | null;
}

/** Counts below which an expectation makes the test worthless (the usual rule of five). */
export const LEAST_EXPECTED = 5;
/** A band holds every count of a fair table in all but this share of cases. */
export const BAND_RISK = 0.01;
const STEPS_MAX = 10_000;
const EXACT = 1e-15;
const TINY = 1e-300;

/** Tests counts against expectations of the same length. Null where fewer than two are expected at all. */
export function chiSquareOf(counts: readonly number[], expected: readonly number[]): ChiSquare | null {
  const cells = counts.map((count, at) => ({ count, want: expected[at] ?? 0 })).filter(({ want }) => want > 0);
  if (cells.length < 2) return null;
  const statistic = cells.reduce((sum, { count, want }) => sum + (count - want) ** 2 / want, 0);
  const freedom = cells.length - 1;
  const isEnough = cells.every(({ want }) => want >= LEAST_EXPECTED);
  return { statistic, freedom, p: isEnough ? chiSquareTail(statistic, freedom) : null };
}

/** How often a chi-square variable of so many degrees of freedom (a whole number from 1) is at least `statistic`. */
export function chiSquareTail(statistic: number, freedom: number): number {
  return statistic <= 0 ? 1 : upperGamma(freedom, statistic / 2);
}

/** The statistic that is reached or passed in a share `p` of cases; by halving, to 9 digits. */
export function chiSquareCritical(p: number, freedom: number): number {
  let low = 0;
  let high = freedom + 10;
  while (chiSquareTail(high, freedom) > p) high *= 2;
  for (let step = 0; step < 200 && high - low > high * EXACT; step++) {
    const middle = (low + high) / 2;
    if (chiSquareTail(middle, freedom) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export interface Band {
  readonly low: number;
  readonly high: number;
}

/**
 * Where each of `many` counts of a fair table lies: between these two, all of them at once in 99 of 100 tables (normal limits of a
 * binomial count with Bonferroni's correction and half a count on either side). `share`: 0 to 1.
 */
export function bandOf(total: number, share: number, many: number): Band {
  const z = Math.sqrt(chiSquareCritical(BAND_RISK / Math.max(1, many), 1));
  const away = z * Math.sqrt(total * share * (1 - share)) + 0.5;
  return { low: Math.max(0, Math.ceil(total * share - away)), high: Math.floor(total * share + away) };
}

/**
 * The regularised upper incomplete gamma function Q(a, x) for a = `twiceA` / 2: the series below a + 1, the continued fraction
 * above (DLMF 8.7.3 and 8.9.2, the fraction by Lentz's method).
 */
function upperGamma(twiceA: number, x: number): number {
  const a = twiceA / 2;
  const front = Math.exp(a * Math.log(x) - x - logGammaOfHalf(twiceA));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < STEPS_MAX && term > sum * EXACT; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < STEPS_MAX; n++) {
    const factor = -n * (n - a);
    b += 2;
    d = 1 / nonZero(factor * d + b);
    c = nonZero(b + factor / c);
    fraction *= c * d;
    if (Math.abs(c * d - 1) < EXACT) break;
  }
  return front * fraction;
}

const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The logarithm of Γ(n / 2), n from 1: Γ(1/2) = √π, Γ(1) = 1, and Γ(a + 1) = a Γ(a). */
function logGammaOfHalf(n: number): number {
  let sum = n % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let twice = n % 2 === 0 ? 2 : 1; twice < n; twice += 2) sum += Math.log(twice / 2);
  return sum;
}
