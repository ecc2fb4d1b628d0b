import type { BaseTexts } from "../text/translation.ts";
import type { ChiSquare } from "./chi-square.ts";
import type { Mode } from "../record/mode.ts";

type Texts = BaseTexts["analysis"];
export type SectionId = keyof Texts["sections"];
export type ColumnId = keyof Texts["columns"];
export type NoteId = keyof Texts["notes"];

/** A number is a count, a share (0 to 1) or a measure, by its column; null: it cannot be said. */
export type Cell = string | number | null;

/** One subject of an analysis, as a table: texts are named by id, codes and names stand as records have them. */
export interface Section {
  readonly id: SectionId;
  readonly columns: readonly ColumnId[];
  readonly rows: readonly (readonly Cell[])[];
  /** Of the counts against what was expected; null: nothing was. */
  readonly chi: ChiSquare | null;
  readonly notes: readonly NoteId[];
}

/** Rows of one section; the rest is left out, with a note. */
export const ROWS_MAX = 400;

export function section(
  id: SectionId,
  columns: readonly ColumnId[],
  rows: readonly (readonly Cell[])[],
  more: { readonly chi?: ChiSquare | null; readonly notes?: readonly NoteId[] } = {},
): Section {
  const { chi = null, notes = [] } = more;
  const cut: readonly NoteId[] = rows.length > ROWS_MAX ? ["rows-left-out"] : [];
  return { id, columns, rows: rows.slice(0, ROWS_MAX), chi, notes: [...notes, ...cut] };
}

/** What an analysis says, plain JSON. */
export interface AnalysisReport {
  /** Of a test nothing counts. */
  readonly mode: Mode;
  readonly records: number;
  /** Labels of the first and the last record; empty without any. */
  readonly from: string;
  readonly to: string;
  /** The newest rulebook and device. */
  readonly rulebook: string;
  readonly device: string;
  readonly rounds: number;
  /** Rounds of cards of which nothing was counted: some of their cards lie face down. */
  readonly leftOut: number;
  readonly sections: readonly Section[];
}

/** What the page of the analysis is answered. */
export interface AnalysisState {
  readonly state: "none" | "running" | "done" | "failed";
  /** When it was begun, RFC 3339; null: never. */
  readonly at: string | null;
  /** The newest that was finished. */
  readonly report: AnalysisReport | null;
}
