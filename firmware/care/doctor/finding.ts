import {
  FINDINGS,
  type FindingCode,
  type FindingSubject,
  type FindingLevel,
  type Unobserved,
} from "../../../src/codes/findings.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Finding } from "./report.ts";

const TEXTS = textsOf("doctor.findings");
const SUBJECTS = textsOf("doctor.subjects");
const WHY = textsOf("doctor.unobserved");

type Values = Readonly<Record<string, string | number>>;

/** A finding of the catalogue, with its words filled in. `level`: another than the catalogue's; `words`: values that are not the same in every language. */
export function finding(
  code: keyof typeof FINDINGS,
  values: Values = {},
  level?: FindingLevel,
  words: Readonly<Record<string, Text>> = {},
): Finding {
  const { subject, manual, level: usual } = FINDINGS[code];
  const { text, remedy } = TEXTS[code];
  return {
    subject,
    level: level ?? usual,
    code,
    text: fillText(text, { ...values, ...words }),
    remedy: fillText(remedy, { ...values, ...words }),
    manual,
    values,
  };
}

/** The same with figures that each language writes in its own way; a report has them as English does. */
export function measured(
  code: keyof typeof FINDINGS,
  figures: Readonly<Record<string, Text>>,
  values: Values = {},
): Finding {
  const english = Object.entries(figures).map(([name, figure]) => [name, figure.en] as const);
  return finding(code, { ...values, ...Object.fromEntries(english) }, undefined, figures);
}

/** Something that this table or unit does not have. */
export const absent = (subject: FindingSubject): Finding => told("absent", subject, "none", {});

/** Something that could not be observed, and why. */
export const unobserved = (subject: FindingSubject, why: Unobserved): Finding =>
  told("unobserved", subject, "unknown", { why: WHY[why] });

function told(
  code: FindingCode & ("absent" | "unobserved"),
  subject: FindingSubject,
  level: FindingLevel,
  words: Readonly<Record<string, Text>>,
): Finding {
  const { text, remedy } = TEXTS[code];
  const filled = fillText(text, { what: SUBJECTS[subject], ...words });
  return { subject, level, code, text: filled, remedy, manual: "doctor.md", values: {} };
}

/** A fault of the catalogue of faults, in its own words. */
export function faultFinding(
  { device, code, since, refuses }: { device: string; code: string; since: string; refuses: boolean },
  { text, doThis }: { readonly text: Text; readonly doThis: Text },
): Finding {
  return {
    subject: device === "unit" ? "faults" : "devices",
    level: refuses ? "stops" : "attention",
    code: `fault:${code}`,
    text: fillText(text, { device }),
    remedy: doThis,
    manual: "fault-codes.md",
    values: { device, since },
  };
}
