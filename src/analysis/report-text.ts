import { markOf } from "../record/mode.ts";
import { decimalIn } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { tableLines } from "../text/table-lines.ts";
import { textsOf } from "../text/text-of.ts";
import type { ChiSquare } from "./chi-square.ts";
import type { Cell, ColumnId, Section, AnalysisReport } from "./report.ts";

const TEXTS = textsOf("analysis");
const MARK = textsOf("pages").words;
/** Columns whose cells are words of their own. */
const WORDS_OF: Readonly<Partial<Record<ColumnId, Readonly<Record<string, Text>>>>> = {
  end: TEXTS.ends,
  test: TEXTS.tests,
};
/** Rows of a section that the printed report has; the files have all. */
export const PRINTED_ROWS = 60;
/** Below these a test says that chance hardly explains what was counted. */
export const RARE = 0.01;
export const HARDLY = 0.001;

const SHARES: readonly ColumnId[] = ["share"];
const MEASURES: readonly ColumnId[] = ["expected", "chi", "median", "p05", "p95"];

/** A cell as people read it; the files have a point in every language. */
export function cellText(cell: Cell, column: ColumnId, language: Language): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return WORDS_OF[column]?.[cell]?.[language] ?? cell;
  if (SHARES.includes(column)) return `${decimalIn(cell * 100, 1, language)} %`;
  if (column === "p") return pText(cell, language);
  return MEASURES.includes(column) && !Number.isInteger(cell) ? decimalIn(cell, 1, language) : String(cell);
}

const pText = (p: number, language: Language): string =>
  p < 0.0001 ? `< ${decimalIn(0.0001, 4, language)}` : decimalIn(p, 4, language);

/** `as chance gives`, by how rare it is. */
export function verdictOf(p: number): keyof (typeof TEXTS)["words"] {
  return p < HARDLY ? "hardly-chance" : p < RARE ? "rare" : "expected-by-chance";
}

/** `chi-square 31.2, 36 degrees, p 0.6959: as chance gives`. */
export function chiText({ statistic, freedom, p }: ChiSquare, language: Language): string {
  const { chi, freedom: degrees } = TEXTS.columns;
  const test = `${chi[language]} ${decimalIn(statistic, 1, language)}, ${degrees[language]} ${freedom}`;
  return p === null ? test : `${test}, p ${pText(p, language)}: ${TEXTS.words[verdictOf(p)][language]}`;
}

/** The whole report as lines of text. */
export function reportLines(report: AnalysisReport, language: Language): readonly string[] {
  const { mode, records, from, to, rulebook, device, leftOut, sections } = report;
  return [
    ...(mode === "test" ? [`${markOf(mode)}${MARK.test[language]}: ${MARK.testMeans[language]}`] : []),
    [rulebook, device].filter((one) => one !== "").join(" · "),
    `${records} · ${from} – ${to}`,
    ...(leftOut > 0 ? [`${TEXTS.words["left-out"][language]}: ${leftOut}`] : []),
    ...sections.flatMap((section) => sectionLines(section, language)),
  ];
}

function sectionLines({ id, columns, rows, chi, notes }: Section, language: Language): readonly string[] {
  const shown = rows
    .slice(0, PRINTED_ROWS)
    .map((row) => columns.map((column, at) => cellText(row[at] ?? null, column, language)));
  const titles = columns.map((column) => TEXTS.columns[column][language]);
  const table = tableLines(
    [titles, ...shown],
    columns.map((_, at) => ({ align: isNumber(rows, at) ? "right" : "left" })),
  );
  const more = rows.length > PRINTED_ROWS ? [`  … +${rows.length - PRINTED_ROWS}`] : [];
  const isEmpty = rows.length === 0 && notes.length === 0;
  return [
    "",
    TEXTS.sections[id][language],
    ...(rows.length === 0 ? [] : [...table.map((line) => `  ${line}`), ...more]),
    ...(chi === null ? [] : [`  ${chiText(chi, language)}`]),
    ...notes.map((note) => `  ${TEXTS.notes[note][language]}`),
    ...(isEmpty ? [`  ${TEXTS.words.none[language]}`] : []),
  ];
}

const isNumber = (rows: Section["rows"], at: number): boolean => typeof rows[0]?.[at] === "number";

/** A section as CSV (RFC 4180): the ids of its columns, then its rows. What a spreadsheet would take for a formula is a text. */
export function sectionCsv({ columns, rows }: Section): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
