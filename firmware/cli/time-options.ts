import { usageProblem } from "../problem.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;
const DAY_MS = 86_400_000;

/** `--from`: the first instant, as records label it. Throws Problem. */
export const readFrom = (text: string): string => isoOf("--from", text, 0);

/** `--to`: a day is taken whole; the instant is the first that does not count. Throws Problem. */
export const readBefore = (text: string): string => isoOf("--to", text, DAY_MS);

function isoOf(option: string, text: string, ofDayMs: number): string {
  const isDay = DAY.test(text);
  const at = isDay || INSTANT.test(text) ? Date.parse(text) : NaN;
  // A day that no calendar has would be taken for a day of the next month.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text.slice(0, 10)))
    throw usageProblem(
      `${option} ${text}: write a day (2026-03-01) or an instant in UTC (2026-03-01T20:30:00Z)`,
    );
  return new Date(at + (isDay ? ofDayMs : 0)).toISOString();
}
