import {
  FINDING_LEVELS,
  type FindingCode,
  type FindingLevel,
  type FindingSubject,
} from "../../../src/codes/findings.ts";
import type { Text, Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

export const REPORT_FORMAT = "tirada-doctor/1";

/** One thing that was looked at. */
export interface Finding {
  readonly subject: FindingSubject;
  readonly level: FindingLevel;
  /** Of the catalogue; a device's fault: its own code. */
  readonly code: FindingCode | `fault:${string}`;
  readonly text: Text;
  /** What to do; empty: nothing. */
  readonly remedy: Text;
  /** Where the technician's manual has more: a page below `docs/technician`, with a heading where it has several. */
  readonly manual: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Codes of faults that have this cause: what they say themselves to do leads astray. */
  readonly explains?: readonly string[];
}

/** The doctor's report on one table: printed here, sent as the answer to an order, shown in a list of a fleet. */
export interface DoctorReport {
  readonly format: typeof REPORT_FORMAT;
  /** RFC 3339, by the unit's own clock. */
  readonly at: string;
  readonly table: { readonly name: string; readonly log: string; readonly mode: "live" | "test" } | null;
  readonly release: string;
  readonly verdict: DoctorVerdict;
  /** Findings that could not be observed. */
  readonly unobserved: number;
  /** The gravest first. */
  readonly findings: readonly Finding[];
}

/** What a table comes to, and the exit status that says so. */
export const DOCTOR_STATUS = { well: 0, attention: 1, stops: 2 } as const;
export type DoctorVerdict = keyof typeof DOCTOR_STATUS;

/** The report of what was found. What could not be observed makes no verdict worse, and is counted beside it. */
export function reportOf(
  found: readonly Finding[],
  of: Pick<DoctorReport, "at" | "table" | "release">,
): DoctorReport {
  const rank = (level: FindingLevel): number => FINDING_LEVELS.indexOf(level);
  const findings = found.toSorted((one, other) => rank(one.level) - rank(other.level));
  const has = (level: FindingLevel): boolean => findings.some((one) => one.level === level);
  return {
    format: REPORT_FORMAT,
    ...of,
    verdict: has("stops") ? "stops" : has("attention") ? "attention" : "well",
    unobserved: findings.filter(({ level }) => level === "unknown").length,
    findings,
  };
}

const VERDICTS = textsOf("doctor.verdicts");
const MARKS: Readonly<Record<FindingLevel, string>> = {
  stops: "✗",
  attention: "!",
  unknown: "?",
  none: "·",
  well: "✓",
};
const MANUAL = "docs/technician";

/** The report as one screen: the gravest first, under each what to do. What is well or not there comes in one line each. */
export function reportText(report: DoctorReport, language: Language): readonly string[] {
  const { table, release, at, verdict, unobserved, findings } = report;
  const mark = table?.mode === "test" ? "TEST: " : "";
  const name = table === null ? "" : `${table.name} · ${table.log} · `;
  const rest = unobserved === 0 ? "" : ` (${VERDICTS.seen[language].replace("{count}", String(unobserved))})`;
  return [
    `${mark}${name}tirada ${release} · ${at}`,
    `${VERDICTS[verdict][language]}${rest}`,
    "",
    ...findings.flatMap((one) => findingLines(one, language)),
  ];
}

function findingLines(one: Finding, language: Language): readonly string[] {
  const since = one.values["since"];
  const isFault = one.code.startsWith("fault:");
  const detail = isFault
    ? ` [${String(one.values["device"])} ${one.code.slice("fault:".length)}, ${String(since)}]`
    : "";
  const lines = [`${MARKS[one.level]} ${one.text[language]}${detail}`];
  if (isBad(one) && !isEmpty(one.remedy)) lines.push(`    → ${one.remedy[language]}`);
  if (one.level === "stops" || one.level === "attention") lines.push(`      ${MANUAL}/${one.manual}`);
  return lines;
}

const isBad = ({ level }: Finding): boolean => ["stops", "attention", "unknown"].includes(level);
const isEmpty = (text: Text): boolean => text.en === "";
