import { medianOf } from "../bands.ts";

/** Whether the newest values of a measure left the band of the earlier ones. Values come oldest first. */

/** Values that a band is made of at the least, and of each of the two newest blocks. */
export const BAND_VALUES_LEAST = 30;
export const BLOCK = 20;
/** Standard errors to either side: a table has a dozen measures, and each is looked at for years. */
const ERRORS_WIDE = 4.5;
const COUNTED_ERRORS_WIDE = 5;
/** One of three places, told by forty rounds: more of them would be wanted, and would come too late. */
const PLACE_ERRORS_WIDE = 4;
/** Standard deviations of a normal distribution in a median of distances. */
const BY_MEDIAN = 1.4826;
/** Of a block so much is left out at either end: a round with a hand in it moves it little. */
const TRIMMED = 0.1;
/** So many must be missed or misread, in so many rounds, before a rate is one. */
const COUNTED_LEAST = 5;
const ROUNDS_LEAST = 4;

/** A value of a round, and what it hangs on besides wear (`at`), both in their own units. */
export interface Point {
  readonly value: number;
  readonly at: number | null;
}

/** The newest value outside of its band. */
export interface Left {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Allowed {
  readonly way: "up" | "down" | "both";
  /** The least change that counts, in the value's own unit. */
  readonly leastOf: (usual: number) => number;
}

/** Null: too few values, or they lie in their band. */
export function levelLeft(points: readonly Point[], { way, leastOf }: Allowed): Left | null {
  const [earlier, before, newest] = blocksOf(points, BLOCK);
  if (earlier.length < BAND_VALUES_LEAST) return null;
  const fit = fitOf(earlier);
  const offOf = (some: readonly Point[]): number => middleOf(some.map((one) => one.value - fit(one.at)));
  const usual = median(earlier.map(({ value }) => value));
  const error = scatterOf(earlier, fit) * Math.sqrt(1 / BLOCK + 1 / earlier.length);
  const half = Math.max(leastOf(usual), ERRORS_WIDE * error);
  const usually = offOf(earlier);
  const [one, other] = [offOf(before) - usually, offOf(newest) - usually];
  if (Math.abs(one) <= half || Math.abs(other) <= half || one > 0 !== other > 0) return null;
  if ((way === "up" && other < 0) || (way === "down" && other > 0)) return null;
  return { value: usual + other, low: usual - half, high: usual + half };
}

/** So many of so many. */
export interface Counted {
  readonly count: number;
  readonly of: number;
}

/** The same for shares, in thousandths: what begins to be missed begins at once, so that the newest block alone is looked at, and several rounds of it. */
export function rateLeft(rounds: readonly Counted[], { leastOf }: Allowed): Left | null {
  const [earlier, , newest] = blocksOf(rounds, BLOCK);
  const [known, newer] = [sumOf(earlier), sumOf(newest)];
  if (earlier.length < BAND_VALUES_LEAST || known.of < BAND_VALUES_LEAST || newer.of < BLOCK) return null;
  if (newer.count < COUNTED_LEAST || newest.filter(({ count }) => count > 0).length < ROUNDS_LEAST) return null;
  // What never happened may happen still: the share is no smaller than one more would make it.
  const usual = (known.count + 1) / (known.of + 1);
  const error = Math.sqrt(usual * (1 - usual) * (1 / newer.of + 1 / known.of));
  const half = Math.max(leastOf(usual * 1_000) / 1_000, COUNTED_ERRORS_WIDE * error);
  const value = newer.count / newer.of;
  return value <= usual + half ? null : { value: value * 1_000, low: 0, high: (usual + half) * 1_000 };
}

/** Of a place in each round, the one that became more frequent in the two newest blocks than its band has it; null: none did. */
export function placeLeft(
  places: readonly string[],
  { leastOf }: Allowed,
): { readonly place: string; readonly left: Left } | null {
  const [earlier, before, newest] = blocksOf(places, BLOCK);
  if (earlier.length < BAND_VALUES_LEAST) return null;
  const newer = [...before, ...newest];
  for (const place of new Set(newer)) {
    const shareOf = (some: readonly string[]): number =>
      some.filter((one) => one === place).length / some.length;
    const [usual, value] = [shareOf(earlier), shareOf(newer)];
    const error = Math.sqrt(
      Math.max(usual * (1 - usual), 1 / earlier.length) * (1 / newer.length + 1 / earlier.length),
    );
    const half = Math.max(leastOf(usual * 1_000) / 1_000, PLACE_ERRORS_WIDE * error);
    if (value > usual + half)
      return { place, left: { value: value * 1_000, low: 0, high: (usual + half) * 1_000 } };
  }
  return null;
}

/** The first half, and of the rest the two newest blocks. */
function blocksOf<T>(all: readonly T[], size: number): readonly [readonly T[], readonly T[], readonly T[]] {
  const end = Math.max(0, Math.min(Math.floor(all.length / 2), all.length - 2 * size));
  return [all.slice(0, end), all.slice(-2 * size, -size), all.slice(-size)];
}

/** The mean of what is neither among the smallest nor among the largest. */
function middleOf(values: readonly number[]): number {
  const cut = Math.floor(values.length * TRIMMED);
  const kept = values.toSorted((one, other) => one - other).slice(cut, values.length - cut);
  return kept.reduce((sum, one) => sum + one, 0) / Math.max(1, kept.length);
}

const median = (values: readonly number[]): number => medianOf(values) ?? 0;

/** A straight line through the values where they hang on something: by the middles of its lower and upper third (Tukey). */
function fitOf(points: readonly Point[]): (at: number | null) => number {
  const level = median(points.map(({ value }) => value));
  const placed = points.filter((one): one is Point & { at: number } => one.at !== null);
  const sorted = placed.toSorted((one, other) => one.at - other.at);
  const third = Math.floor(sorted.length / 3);
  const [low, high] = [sorted.slice(0, third), sorted.slice(sorted.length - third)];
  const width = median(high.map(({ at }) => at)) - median(low.map(({ at }) => at));
  if (third === 0 || width <= 0) return () => level;
  const slope = (median(high.map(({ value }) => value)) - median(low.map(({ value }) => value))) / width;
  const base = median(sorted.map(({ value, at }) => value - slope * at));
  return (at) => (at === null ? level : base + slope * at);
}

/** The scatter of one round, by the differences of neighbours: wear that has begun already makes it no larger. */
function scatterOf(points: readonly Point[], fit: (at: number | null) => number): number {
  const off = points.map(({ value, at }) => value - fit(at));
  const steps = off.slice(1).map((one, at) => Math.abs(one - (off[at] ?? one)));
  return (BY_MEDIAN * median(steps)) / Math.SQRT2;
}

const sumOf = (rounds: readonly Counted[]): Counted =>
  rounds.reduce((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 });
