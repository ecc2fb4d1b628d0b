import type { ApprovedRelease } from "../../../src/record/approved-releases.ts";
import type { LineFacts } from "../../../src/record/chain.ts";
import { collectProblems, type Report } from "../../../src/record/report.ts";
import { recordFacts } from "../log/record-lines.ts";

/** A run of records that one program made. */
interface Made {
  readonly from: number;
  readonly to: number;
  readonly version: string;
  /** Null: it ran from its source, or the record is older than such names. */
  readonly digest: string | null;
}

/**
 * Which records approved programs made: a note for each run of them, a problem for each run of others. What the lines say of their program is
 * what was signed; verify the file first.
 */
export function compareWithApproved(
  report: Report,
  file: string,
  approved: readonly ApprovedRelease[],
): Report {
  const problems = collectProblems();
  for (const { seq, what } of report.problems) problems.add(seq, what);
  const notes = [...report.notes];
  for (const { from, to, version, digest } of runsOf(recordFacts(file))) {
    const which = `records ${from} to ${to} were made by tirada ${version} (${digest ?? "no release: from its source"})`;
    if (approved.some((one) => one.digest === digest)) notes.push(`${which}, which is approved`);
    else problems.add(from, `${which}, which is not on the list of approved releases`);
  }
  return {
    ...report,
    problems: problems.listed,
    moreProblems: report.moreProblems + problems.more(),
    notes,
    ok: report.ok && problems.listed.length === 0,
  };
}

/** The program that a record names; records of format 1 name none. */
function programOf(rel: unknown): Pick<Made, "version" | "digest"> {
  const { version = "unknown", manifest = null } = (rel ?? {}) as {
    readonly version?: string;
    readonly manifest?: string | null;
  };
  return { version, digest: manifest };
}

function* runsOf(all: Iterable<LineFacts>): Generator<Made> {
  let run = null as Made | null;
  for (const { seq, fields } of all) {
    const { version, digest } = programOf(fields["rel"]);
    const isSame = run?.digest === digest && run.version === version;
    if (run !== null && !isSame) yield run;
    run = { from: isSame && run !== null ? run.from : seq, to: seq, version, digest };
  }
  if (run !== null) yield run;
}
