/** A case file in the memory of the page: verified by the code of `tirada verify`, and what its rounds came to. */
import { CASE_RECORDS } from "../../../../src/record/case-file.ts";
import { readLine, type LineFacts } from "../../../../src/record/chain.ts";
import type { Verifier } from "../../../../src/record/keys.ts";
import type { Report } from "../../../../src/record/report.ts";
import type { Trust } from "../../../../src/record/trust.ts";
import { CaseContents } from "../../case/case-contents.ts";
import { MAX_EXPORT_LINE, readExportLine } from "../../log/export-lines.ts";
import { verifyCase } from "../../case/verify-case.ts";

/** Larger ones are for `tirada verify`, which reads them in pieces. */
export const MOST_CASE_BYTES = 64 * 1024 * 1024;
/** Records that are listed; the rest are counted. */
const LISTED_MAX = 200;
const LISTED = ["result", "void", "undecided", "aborted", "dispute"] as const;
export type ListedKind = (typeof LISTED)[number];

/** What a record says of its round. */
export interface RoundLine {
  readonly kind: ListedKind;
  readonly facts: LineFacts;
}

export interface JudgedCase {
  readonly report: Report;
  readonly round: number | null;
  /** The verdicts and disputes among its records, in their order. */
  readonly rounds: readonly RoundLine[];
  /** How many more there are. */
  readonly more: number;
  readonly files: number;
}

/** Throws a JournalError of one line for what is no whole case file. */
export function judgeCase(
  name: string,
  bytes: Uint8Array,
  trust: Trust | null,
  witnesses: readonly Verifier[],
): JudgedCase {
  const contents = new CaseContents(name, {
    size: bytes.length,
    read: (at, count) => bytes.subarray(at, at + count),
  });
  const report = verifyCase(contents, trust, witnesses);
  const { round, files } = contents.manifest;
  const rounds: RoundLine[] = [];
  let more = 0;
  for (const facts of recordsOf(contents)) {
    const kind = LISTED.find((one) => one === facts.kind);
    if (kind === undefined) continue;
    if (rounds.length < LISTED_MAX) rounds.push({ kind, facts });
    else more++;
  }
  return { report, round, rounds, more, files: files.length };
}

function* recordsOf(contents: CaseContents): Generator<LineFacts> {
  let number = 0;
  for (const bytes of contents.lines(CASE_RECORDS, MAX_EXPORT_LINE)) {
    number++;
    if (number === 1) continue;
    const read = readExportLine(new TextDecoder().decode(bytes), `${contents.path}, line ${number}`);
    if (!("line" in read)) continue;
    const facts = readLine(new TextEncoder().encode(read.line));
    if (typeof facts !== "string") yield facts;
  }
}
