/** A column of a table in plain text. */
export interface Column {
  /** It is as wide as its widest cell, and at least so wide. */
  readonly width?: number;
  /** Numbers stand to the right; unless told a column stands to the left. */
  readonly align?: "left" | "right";
}

/** A table in plain text, a line a row: blanks between the columns, none at the end of a line. */
export function tableLines(
  rows: readonly (readonly string[])[],
  columns: readonly Column[] = [],
  gap = "  ",
): readonly string[] {
  const widest = (at: number): number =>
    Math.max(columns[at]?.width ?? 0, ...rows.map((row) => row[at]?.length ?? 0));
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, at) => widest(at));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        columns[at]?.align === "right" ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join(gap)
      .trimEnd(),
  );
}

/** One row of a table whose other rows are not known yet. */
export const tableLine = (cells: readonly string[], columns: readonly Column[], gap?: string): string =>
  tableLines([cells], columns, gap).join("");
