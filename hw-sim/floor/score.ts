import type { SignedLine } from "../../src/record/key-history.ts";
import type { FloorFaultOutcome } from "./faults.ts";

/** What a simulated floor came to. Those of the first group must be zero. */
export interface FloorScore {
  /** Committed lines that the store has not; lines of the store beyond those; lines that are other bytes, or another signature. */
  readonly lost: number;
  readonly doubled: number;
  readonly other: number;
  /** Records that the store had by its own word, and later had not. */
  readonly takenBack: number;
  /** Problems that `floor verify` finds. */
  readonly unverified: number;
  /** Tables whose lines are others than those that they make without a floor. */
  readonly disturbed: number;
  /** Faults after whose end the store was not given everything in time. */
  readonly notCaughtUp: number;
  readonly tables: number;
  /** Whole units beside them. */
  readonly whole: number;
  readonly records: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly recordsPerSecond: number;
  /** From the commit at the table to the collector's answer there, and to the record read where the page reads it; ms. Of all records. */
  readonly answered: Spread;
  readonly seen: Spread;
  /** The same of the records that were committed while no fault lasted and all before was caught up. */
  readonly quietAnswered: Spread;
  readonly quietSeen: Spread;
  readonly collectorSeconds: number;
  readonly databaseSeconds: number;
  /** How late a table was played on at the most, ms: what this machine's load costs. */
  readonly latestMs: number;
  readonly megabytesPerTable: number;
  readonly faults: readonly FloorFaultOutcome[];
}

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export const MUST_BE_ZERO = [
  "lost",
  "doubled",
  "other",
  "takenBack",
  "unverified",
  "disturbed",
  "notCaughtUp",
] as const;

/** Of times in µs, as ms. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) / 100) / 10;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

export interface LineDifferences {
  readonly lost: number;
  readonly doubled: number;
  readonly other: number;
}

/** The stored lines of a log, by number as the store gives them, against those that its table committed. */
export function compareLines(
  committed: readonly SignedLine[],
  stored: readonly (SignedLine & { readonly seq: number })[],
): LineDifferences {
  const seen = new Set<number>();
  let [doubled, other] = [0, 0];
  for (const { seq, line, sig } of stored) {
    const own = committed[seq];
    if (own === undefined || seen.has(seq)) doubled++;
    else if (own.line !== line || own.sig !== sig) other++;
    seen.add(seq);
  }
  return { lost: committed.filter((_, seq) => !seen.has(seq)).length, doubled, other };
}
