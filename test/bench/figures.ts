/** Figures and how they are printed. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** A second way to read it, e.g. `0.4 of a status line`. */
  readonly note?: string;
  /** What was promised, e.g. `≤ 250`. Whether it is so is for who reads. */
  readonly wanted?: string;
}

export interface Part {
  readonly title: string;
  readonly about: string;
  readonly figures: readonly Figure[];
}

/** How much is played of what takes long. */
export interface Sizes {
  /** Of the display's part: results. */
  readonly results: number;
  /** Of the display's week: days. */
  readonly days: number;
  /** Of the floor that is played: tables, and minutes. */
  readonly tables: number;
  readonly minutes: number;
}

/** The value below which `share` of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Four digits that mean something, whole numbers as they are. */
export function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 10_000) return Math.round(value).toLocaleString("en-GB");
  return value.toPrecision(4);
}
