/** Days of its own that a table must have before anything is called usual, and so many samples in one that counts. */
export const DAYS_LEAST = 7;
export const SAMPLES_LEAST = 20;
/** Three standard deviations of a normal distribution, by the median of the distances from the median: 3 · 1.4826, in thousandths. */
const WIDTH_PM = 4_448;

/** What a figure counts: a span in ms, so many in a thousand, or how many there were. */
export type FigureUnit = "ms" | "pm" | "count";

/** Between which values a figure lies on a usual day, both included. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** A band is never narrower than this to either side: a table that was always alike is not wrong for the first small change. */
const leastWidth = (unit: FigureUnit, median: number): number =>
  unit === "ms" ? Math.max(500, Math.floor(median / 10)) : unit === "pm" ? 10 : 3;

/** The middle of some whole numbers, the lower one of two; null: there are none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * The band of a figure from its values on earlier days, by their median and the median of the distances from it: a bad day among them
 * moves it little (Hampel's identifier). What counts or is a share is never too small. Null: too few days.
 */
export function bandOf(days: readonly number[], unit: FigureUnit): Band | null {
  const median = medianOf(days);
  if (median === null || days.length < DAYS_LEAST) return null;
  const spread = medianOf(days.map((one) => Math.abs(one - median))) ?? 0;
  const width = Math.max(leastWidth(unit, median), Math.ceil((spread * WIDTH_PM) / 1_000));
  return { low: unit === "ms" ? Math.max(0, median - width) : 0, high: median + width };
}
