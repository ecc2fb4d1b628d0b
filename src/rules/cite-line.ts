import type { Cite } from "./pack.ts";

/** How a citation is written in a pack and in its cases: section as the law prints it, then lines of the text as it was read. */
export const CITE_SHAPE = "a section and the lines of the text as it was read, e.g. II.1.4, l. 253–261; 268";

const LINE = /^(\S(?:.*\S)?), l\. (\d{1,6}(?:[–-]\d{1,6})?(?:; \d{1,6}(?:[–-]\d{1,6})?)*)$/;

/** The citation of a line `II.1.4, l. 253–261; 268`; null: it is not written so. */
export function citeOfLine(line: string): Cite | null {
  const [, section, spans] = LINE.exec(line) ?? [];
  if (section === undefined || spans === undefined) return null;
  const [lines, ...also] = spans.split("; ").map((span): readonly [number, number] => {
    const [first = "", last = first] = span.split(/[–-]/);
    return [Number(first), Number(last)];
  });
  if (lines === undefined) return null;
  return { section, lines, ...(also.length > 0 && { also }) };
}

/** The line that {@link citeOfLine} reads: for the packs, their cases and their tests. Nobody at a table is shown lines. */
export function lineOfCite(cite: Cite): string {
  const spans = [cite.lines, ...(cite.also ?? [])].map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`));
  return `${cite.section}, l. ${spans.join("; ")}`;
}
