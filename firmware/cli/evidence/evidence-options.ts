import type { Command } from "commander";
import { KeyError } from "../../../src/record/keys.ts";
import { MAX_TRUST_BYTES, type Trust } from "../../../src/record/trust.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall } from "../../files/files.ts";
import { givenTrust, type VerifyOptions } from "../../evidence/verify/verify-file.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import type { OptionsOf } from "../common.ts";

/** How a command is told whose signature counts: one key, or the inspector's file of keys. */
export const addTrustOptions = (command: Command) =>
  command
    .option("--vkey <vkey>", "the table's verification key as the inspector enrolled it")
    .option("--keys <file>", "the inspector's file of keys instead of one (see tirada key enrol)");

type TrustOptions = OptionsOf<typeof addTrustOptions>;

/** Whose signature counts, with the file of keys read, as verification takes it; nothing where neither was given. Throws a JournalError. */
export function givenKeys({ vkey, keys }: TrustOptions): Pick<VerifyOptions, "vkey" | "keys"> {
  return {
    ...(vkey === undefined ? {} : { vkey }),
    ...(keys === undefined ? {} : { keys: readSmall(keys, MAX_TRUST_BYTES).toString("utf8") }),
  };
}

/** The keys that count; null: none were given. Throws a usage Problem for what is none. */
export function readTrust(options: TrustOptions): Trust | null {
  try {
    return givenTrust(givenKeys(options));
  } catch (error) {
    if (error instanceof KeyError || error instanceof JournalError) throw usageProblem(error.message, error);
    throw error;
  }
}

/** As words of a command that another release runs. */
export const trustWords = ({ vkey, keys }: TrustOptions): string[] => [
  ...(vkey === undefined ? [] : ["--vkey", vkey]),
  ...(keys === undefined ? [] : ["--keys", keys]),
];

/** How records are chosen by the time that they are labelled with, for the commands that look through evidence. */

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;
const DAY_MS = 86_400_000;

/** `--from`: the first instant. A day that `--to` names is taken whole: it gives the first instant that does not count. */
export const FROM_OPTION = [
  "--from <time>",
  "first day or instant, UTC: 2026-03-01 or 2026-03-01T20:30:00Z",
  (text: string): string => isoOf("--from", text, 0),
] as const;
export const TO_OPTION = [
  "--to <time>",
  "last day, or the instant before which it must be",
  (text: string): string => isoOf("--to", text, DAY_MS),
] as const;

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

/** What reading evidence that somebody named failed with, as one line with its exit status. */
export function evidenceProblem(error: unknown): unknown {
  if (!(error instanceof JournalError)) return error;
  if (error.code === "corrupt") return new Problem(EXIT.notValid, error.message, { cause: error });
  return usageProblem(error.message, error);
}
