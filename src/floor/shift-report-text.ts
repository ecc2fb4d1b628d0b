import { roundOf } from "../analysis/search.ts";
import type { RecallStep } from "../analysis/recall-types.ts";
import { fillText } from "../text/every-language.ts";
import type { Language } from "../text/language.ts";
import { tableLines } from "../text/table-lines.ts";
import { textsOf } from "../text/text-of.ts";
import { PEOPLE_COLUMNS, peopleFigures } from "./people-figures.ts";
import type { ShiftReport } from "./shift-report.ts";
import { BOLD } from "../text/text-pdf.ts";

const { words: WORDS } = textsOf("floor");
const ENDS = ["certified", "reported", "void", "undecided", "aborted"] as const;

export interface ShiftReader {
  readonly language: Language;
  /** By whose time hours are told. */
  readonly zone: string;
  /** What the house calls its floor, and the table of a log. */
  readonly floor: string;
  readonly labelOf: (log: string) => string;
  /** A record as people read it. */
  readonly stepOf: (fields: ShiftReport["events"][number]["fields"]) => RecallStep;
}

/** A shift's report as lines that people read: rounds of each table by their end, what happened, what was disputed. */
export function shiftReportLines(report: ShiftReport, reader: ShiftReader): readonly string[] {
  const { language, floor } = reader;
  const hour = hourIn(reader);
  const word = (id: keyof typeof WORDS): string => WORDS[id][language];
  const title = (text: string): string => `${BOLD}${text}`;
  return [
    title(`${floor} · ${word("report")} · ${hour(report.from)} – ${hour(report.to)} (${reader.zone})`),
    "",
    ...roundLines(report, reader),
    "",
    ...peopleLines(report, reader),
    title(`${word("report-events")} · ${report.events.length}`),
    ...report.events.flatMap(({ log, fields }) => {
      const step = reader.stepOf(fields);
      const round = roundOf(fields);
      const where = round === null ? "" : ` · ${word("round")} ${round}`;
      const who = step.person === null ? "" : ` · ${step.person}`;
      const head = `${hour(step.at)}  ${reader.labelOf(log)}${where}  ${step.title}${who}`;
      return [head, ...step.lines.map((line) => `      ${line}`)];
    }),
    "",
    title(`${word("disputes")} · ${report.disputes.length}`),
    ...report.disputes.map(({ log, round, at, words, by, end }) => {
      const ended =
        end === null ? word("dispute-open") : WORDS[`ended-${end.is}` as keyof typeof WORDS][language];
      return `${hour(at)}  ${reader.labelOf(log)} · ${word("round")} ${round}  ${by.name}: «${words}» · ${ended}`;
    }),
  ];
}

/** What people called, opened and were refused; nothing where nobody did. */
function peopleLines({ events, access, disputes }: ShiftReport, { language }: ShiftReader): readonly string[] {
  const figures = peopleFigures(events, access, disputes);
  if (figures.length === 0) return [];
  const head = [WORDS.person[language], ...PEOPLE_COLUMNS.map((one) => WORDS[`people-${one}`][language])];
  const rows = figures.map((one) => [one.name, ...PEOPLE_COLUMNS.map((column) => String(one[column]))]);
  const [first = "", ...others] = tableLines(
    [head, ...rows],
    [{}, ...PEOPLE_COLUMNS.map(() => ({ align: "right" }) as const)],
    "   ",
  );
  return [`${BOLD}${first}`, ...others, ""];
}

function roundLines({ rounds }: ShiftReport, { language, labelOf }: ShiftReader): readonly string[] {
  const byTable = [...Map.groupBy(rounds, ({ log }) => log)]
    .map(([log, ends]) => ({ label: labelOf(log), ends }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "es", { numeric: true }));
  const countOf = (ends: ShiftReport["rounds"], end: string): number =>
    ends.filter((one) => one.end === end).reduce((sum, { count }) => sum + count, 0);
  const row = (label: string, ends: ShiftReport["rounds"]): readonly string[] => [
    label,
    ...ENDS.map((end) => String(countOf(ends, end))),
  ];
  const head = [WORDS.table[language], ...ENDS.map((end) => WORDS[`count-${end}`][language])];
  const all = fillText(WORDS["report-all"], { count: byTable.length })[language];
  const rows = [head, ...byTable.map(({ label, ends }) => row(label, ends)), row(all, rounds)];
  const [first = "", ...others] = tableLines(
    rows,
    [{}, ...ENDS.map(() => ({ align: "right" }) as const)],
    "   ",
  );
  return [`${BOLD}${first}`, ...others];
}

const hourIn =
  ({ language, zone }: ShiftReader) =>
  (at: string): string =>
    new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short", timeZone: zone });
