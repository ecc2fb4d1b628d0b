import type { DriftHint, DriftReport } from "../../../src/analysis/drift/drift-report.ts";
import { MEASURES, type MeasureUnit } from "../../../src/analysis/drift/measures.ts";
import { inEveryLanguage, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { finding, unobserved } from "./finding.ts";
import type { Finding } from "./report.ts";

const PARTS = textsOf("doctor.parts");

/** What a value is divided by for the unit in which people read it. */
const DIVIDED: Readonly<Record<MeasureUnit, number>> = {
  pm: 10,
  lap: 100,
  turn: 100,
  ms: 1_000,
  rpm10: 10,
  "rpm10-per-min": 10,
  level: 1,
  px100: 100,
  count10: 10,
};

/** What left its band, with its figure; null: the unit has not looked yet. Left out by a unit of an earlier release. */
export function driftFindings(report: DriftReport | null | undefined): readonly Finding[] {
  if (report === undefined) return [];
  if (report === null) return [unobserved("drift", "not-yet")];
  const { hints, rounds, since } = report;
  if (hints.length === 0) return [finding("drift-none", { rounds, since: since?.slice(0, 10) ?? "–" })];
  return hints.map(hintFinding);
}

function hintFinding({ measure, part, value, low, high }: DriftHint): Finding {
  const { unit } = MEASURES[measure];
  const number = (of: number): Text =>
    inEveryLanguage((language) =>
      new Intl.NumberFormat(language === "en" ? "en-GB" : language, { maximumFractionDigits: 2 }).format(
        of / DIVIDED[unit],
      ),
    );
  const values = { part: part === "" ? PARTS.all : partText(part) };
  return finding(`drift-${measure}`, {}, undefined, {
    ...values,
    value: number(value),
    low: number(low),
    high: number(high),
  });
}

/** Sensors have the same letter in every language. */
const partText = (part: string): Text =>
  Object.hasOwn(PARTS, part) ? PARTS[part as keyof typeof PARTS] : sameText(part);
