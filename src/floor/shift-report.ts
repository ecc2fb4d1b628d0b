import { fieldsAt, isFields, objectsAt, textAt, textsAt, type Fields } from "../analysis/record-fields.ts";
import { roundOf } from "../analysis/search.ts";
import { personText } from "../analysis/summary.ts";
import type { Dispute, LogRecord } from "./disputes.ts";
import { PEOPLE_COLUMNS, peopleFigures } from "./people-figures.ts";

/** How many rounds of a table ended how, in a span. */
export interface RoundEndCount {
  readonly log: string;
  /** A kind of verdict; of results `certified` or `reported`. */
  readonly end: string;
  readonly count: number;
}

export interface ShiftReport {
  /** RFC 3339; the second one does not count any more. */
  readonly from: string;
  readonly to: string;
  readonly rounds: readonly RoundEndCount[];
  /** Voids, undecided and aborted rounds and faults, in the order of their hours. */
  readonly events: readonly LogRecord[];
  readonly disputes: readonly Dispute[];
  /** Records of who signed in, was refused or locked. */
  readonly access: readonly LogRecord[];
}

const COLUMNS = ["table", "log", "section", "at", "round", "what", "count", "who"] as const;
const EMPTY = { section: "", at: "", round: "", what: "", count: "", who: "" };
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number>>;

/**
 * A shift as a table for a spreadsheet: one row for each end of rounds of each table, each void, undecided and aborted round, each fault and
 * dispute, and each figure of a person. Codes and paragraphs stand as records have them. `labelOf`: what the house calls the table of a log.
 */
export function shiftReportCsv(report: ShiftReport, labelOf: (log: string) => string): string {
  const row = (log: string, cells: Partial<Row>): Row => ({ ...EMPTY, ...cells, table: labelOf(log), log });
  const rows = [
    ...report.rounds.map(({ log, end, count }) => row(log, { section: "rounds", what: end, count })),
    ...report.events.map(({ log, fields }) => row(log, eventCells(fields))),
    ...report.disputes.map(({ log, round, at, words, by, end }) => {
      const what = `${words} → ${end === null ? "open" : end.is}`;
      return row(log, { section: "dispute", at, round, what, who: `${by.name}, ${by.role}` });
    }),
  ];
  for (const { name, ...figures } of peopleFigures(report.events, report.access, report.disputes))
    for (const what of PEOPLE_COLUMNS)
      if (figures[what] > 0)
        rows.push({ ...EMPTY, table: "", log: "", section: "people", what, count: figures[what], who: name });
  const lines = [COLUMNS, ...rows.map((one) => COLUMNS.map((name) => one[name]))];
  return lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

function eventCells(fields: Fields): Partial<Row> {
  const kind = textAt(fields, "kind");
  const caller = fields["calledBy"];
  const rules = objectsAt(fields, "reasons").map((one) => `${textAt(one, "rule")} (${textAt(one, "cite")})`);
  const codes = [
    textAt(fields, "device"),
    textAt(fields, "code"),
    textAt(fields, "cause"),
    ...textsAt(fields, "because"),
  ];
  return {
    section: kind,
    at: textAt(fields, "at"),
    round: roundOf(fields) ?? "",
    what: [...rules, ...codes].filter((one) => one !== "").join(" · "),
    who: isFields(caller) ? personText(caller) : personText(fieldsAt(fields, "contestedBy")),
  };
}

/** A cell as RFC 4180 has it. What a spreadsheet would take for a formula is a text. */
function cellText(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
