import type { Language, Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { FindingLevel } from "../../../src/codes/findings.ts";
import type { DoctorReport, Finding } from "./report.ts";

const VERDICTS = textsOf("doctor.verdicts");
const MARKS: Readonly<Record<FindingLevel, string>> = {
  stops: "✗",
  attention: "!",
  unknown: "?",
  none: "·",
  well: "✓",
};
const MANUAL = "docs/technician.md";

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
  if (one.level === "stops" || one.level === "attention") lines.push(`      ${MANUAL}#${one.manual}`);
  return lines;
}

const isBad = ({ level }: Finding): boolean => ["stops", "attention", "unknown"].includes(level);
const isEmpty = (text: Text): boolean => text.en === "";
