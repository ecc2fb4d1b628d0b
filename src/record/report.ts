import type { PlayedSpan } from "./played-days.ts";
import type { StatedPeriod } from "./key-history.ts";
import { markOf, modeOfLog, type Mode } from "./mode.ts";

/** What verification found, for people and for `--json`. */
export interface Report {
  readonly subject: "record" | "export" | "case" | "journal";
  readonly log: string;
  /** Whether these records count, as the newest of them says that speaks of it; null: none does (a part of a log of format 1). */
  readonly mode: Mode | null;
  /** The key of the newest record. */
  readonly vkey: string;
  /** The keys of the log in their order, with the first record that each of them signs, as far as the file says. */
  readonly keys: readonly StatedPeriod[];
  /** `file`: nobody vouched for the key, so only that the file agrees with itself is proven. */
  readonly keySource: "given" | "file";
  readonly records: number;
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
  readonly checkpoints: number;
  /** Size of the largest checkpoint that held: that many records of the log have a signed root. */
  readonly covered: number;
  /** The largest tree that each given witness cosigned. `time` in seconds since 1970, by the witness's clock. */
  readonly witnessed: readonly { readonly name: string; readonly size: number; readonly time: number }[];
  /** Of a journal or an export: under which rulebook verdicts were given, and when. Absent: nothing was looked at. */
  readonly played?: readonly PlayedSpan[];
  /** At most 100, in the order found. */
  readonly problems: readonly Problem[];
  /** Problems beyond those listed. */
  readonly moreProblems: number;
  /** What the reader must know though nothing is wrong. */
  readonly notes: readonly string[];
  /** No problems at all. */
  readonly ok: boolean;
}

/** How a line about what was verified begins. */
export const markOfReport = ({ mode, log }: Pick<Report, "mode" | "log">): string =>
  markOf(mode === "test" ? mode : modeOfLog(log));

/** The vkey of a record, by the keys that a report found. */
export const vkeyAt = ({ keys, vkey }: Report, seq: number): string =>
  keys.findLast(({ from }) => from <= seq)?.vkey ?? vkey;

export interface Problem {
  /** The record in question, or null for the file as a whole. */
  readonly seq: number | null;
  readonly what: string;
}

export const KEY_FROM_FILE = "key taken from the file itself: authenticity not proven";
export const MAX_PROBLEMS = 100;

/** Collects problems up to the limit and counts the rest. */
export interface Problems {
  add(seq: number | null, what: string): void;
  readonly listed: readonly Problem[];
  readonly more: () => number;
}

export function collectProblems(): Problems {
  const listed: Problem[] = [];
  let more = 0;
  return {
    listed,
    more: () => more,
    add: (seq, what) => {
      if (listed.length < MAX_PROBLEMS) listed.push({ seq, what });
      else more++;
    },
  };
}
