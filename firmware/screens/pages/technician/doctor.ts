/** The doctor's report: what he found, the gravest first, with what to do about it. */
import type { Text } from "../../../../src/text/language.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { joinParts } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { fold, type Telling } from "./parts.ts";
import { agoText, instantText } from "./time.ts";

const VERDICTS = textsOf("doctor.verdicts");
const { doctor: WORDS } = textsOf("pages.technician");

/** What is shown of the doctor's report. */
export interface DoctorReport {
  /** RFC 3339. */
  readonly at: string;
  readonly verdict: "well" | "attention" | "stops";
  readonly findings: readonly {
    readonly level: string;
    readonly code: string;
    readonly text: Text;
    /** Empty: nothing is to be done. */
    readonly remedy: Text;
    readonly manual: string;
    /** Codes of faults that have this cause. */
    readonly explains?: readonly string[];
  }[];
}

export const isReport = (value: unknown): value is DoctorReport =>
  typeof value === "object" && value !== null && "format" in value && value.format === "tirada-doctor/1";

/** What he is told that stands above his report already, live: a fault is said once. */
export type Standing = readonly { readonly code: string }[];

type Finding = DoctorReport["findings"][number];

const findingOf = ({ text, remedy, manual, level }: Finding, language: Telling["language"]): JSX.Element =>
  h(
    "div",
    { class: `fault ${level}` },
    h("strong", null, text[language]),
    remedy.en === "" ? null : h("p", null, remedy[language]),
    h("p", { class: "code" }, fillText(WORDS.manual, { page: manual })[language]),
  );

/** Causes of faults that stand: they come before these. */
export function causesOf(report: unknown, standing: Standing): readonly Finding[] {
  const findings = isReport(report) ? report.findings : [];
  return findings.filter(({ explains = [] }) => standing.some(({ code }) => explains.includes(code)));
}

export const causesPart = (report: unknown, { language }: Telling, standing: Standing): JSX.Element[] =>
  causesOf(report, standing).map((one) => findingOf(one, language));

/** The report itself. */
export function reportPart(
  { verdict, at, findings }: DoctorReport,
  { language, time }: Telling,
  standing: Standing,
): JSX.Element[] {
  const grave = findings.filter(({ level }) => level === "stops" || level === "attention");
  const bad = grave.filter((one) => !standing.some(({ code }) => one.code === `fault:${code}`));
  const rest = findings.filter((one) => !grave.includes(one));
  return [
    h(
      "p",
      { class: `verdict ${verdict}` },
      iconSign(verdict === "well" ? "tick" : "warn"),
      VERDICTS[verdict][language],
    ),
    h("p", { class: "when" }, joinParts(agoText(at, time, language), instantText(at, time, language))),
    ...bad.map((one) => findingOf(one, language)),
    fold(
      "doctor-rest",
      fillText(WORDS.well, { n: rest.length })[language],
      h("ul", { class: "rest" }, ...rest.map(({ text }) => h("li", null, text[language]))),
    ),
  ];
}

/** What the unit's own page is told of the doctor. */
export interface DoctorState {
  readonly state: "none" | "running" | "done" | "failed";
  readonly report: unknown;
}

export const isDoctorState = (value: unknown): value is DoctorState =>
  typeof value === "object" && value !== null && "state" in value && "report" in value;

/** What stands above already. */
function withoutCauses(report: DoctorReport, standing: Standing): DoctorReport {
  const causes = causesOf(report, standing);
  return { ...report, findings: report.findings.filter((one) => !causes.includes(one)) };
}

/** With the button that has him look; null: the unit has not said yet how it stands. */
export function doctorPart(
  doctor: DoctorState | null,
  telling: Telling,
  standing: Standing,
  start: () => void,
): JSX.Element[] {
  const { language } = telling;
  const state = doctor?.state ?? "none";
  const report = doctor?.report;
  return [
    h("h2", null, textsOf("pages.technician.far").doctor[language]),
    h(
      "button",
      { id: "doctor-start", type: "button", "aria-disabled": String(state === "running"), onClick: start },
      WORDS.start[language],
    ),
    h("p", { role: "status", class: "when" }, state === "done" ? "" : WORDS[state][language]),
    ...(isReport(report) ? reportPart(withoutCauses(report, standing), telling, standing) : []),
  ];
}
