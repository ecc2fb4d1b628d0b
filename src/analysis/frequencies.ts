import { bandOf, chiSquareOf, LEAST_EXPECTED } from "./chi-square.ts";
import type { Counts } from "./counts.ts";
import { section, type Cell, type ColumnId, type NoteId, type Section, type SectionId } from "./report.ts";

/** Something that can come up: its name, and how often of all times it should, 0 to 1. */
export interface Chance {
  readonly name: string;
  readonly share: number;
}

/** All names equally often. */
export const equalChances = (names: readonly string[]): readonly Chance[] =>
  names.map((name) => ({ name, share: 1 / names.length }));

const BAND: readonly ColumnId[] = ["count", "expected", "low", "high", "outside"];

/** Counts against chances: one row each with its band, and the test of all of them. Counts of other names are left out. */
export function frequencies(
  of: { readonly id: SectionId; readonly column: ColumnId; readonly notes?: readonly NoteId[] },
  counts: Counts,
  chances: readonly Chance[],
): Section {
  const total = chances.reduce((sum, { name }) => sum + counts.of(name), 0);
  const rows = chances.map(({ name, share }): readonly Cell[] => {
    const count = counts.of(name);
    // A band of so few says nothing.
    if (total * share < LEAST_EXPECTED) return [name, count, total * share, null, null, ""];
    const { low, high } = bandOf(total, share, chances.length);
    return [name, count, total * share, low, high, count < low || count > high ? "×" : ""];
  });
  const expected = chances.map(({ share }) => total * share);
  const chi = chiSquareOf(
    chances.map(({ name }) => counts.of(name)),
    expected,
  );
  const isFew = chi !== null && chi.p === null;
  const notes: readonly NoteId[] = [...(of.notes ?? []), ...(isFew ? (["too-few"] as const) : [])];
  return section(of.id, [of.column, ...BAND], total === 0 ? [] : rows, {
    chi: total === 0 ? null : chi,
    notes,
  });
}
