import { sameBytes } from "../../../src/record/bytes.ts";
import { parseCheckpoint, type Checkpoint } from "../../../src/record/checkpoint.ts";
import { frontierRoot, grow, leafHash, type Frontier } from "../../../src/record/merkle.ts";
import { parseNote } from "../../../src/record/note.ts";
import type { Problem, Report } from "../../../src/record/report.ts";
import { JournalError } from "../../files/errors.ts";
import {
  recordsOfExport,
  recordsOfJournal,
  type ExportRecords,
  type RecordLines,
} from "../log/record-lines.ts";

/**
 * Whether a newer journal or export continues an older export: the same records byte for byte as far as both hold them, and
 * under the root that the table signed for the older one. `report` and `older` are the files' own reports, both verified with
 * one key. What parts is a problem with the number of the first record that differs. Throws a JournalError of one line when
 * the two cannot be compared.
 */
export function compareWithOlder(report: Report, path: string, older: Report, olderPath: string): Report {
  if (older.subject !== "export")
    throw new JournalError("cannot-open", `${olderPath} is no export: --against takes an older export`);
  if (report.subject === "record")
    throw new JournalError(
      "cannot-open",
      `${path} is a single record: only a journal or an export is compared`,
    );
  const [first] = older.problems;
  if (!older.ok) {
    const what = `the older export ${olderPath} is not valid itself: record ${first?.seq ?? "–"}: ${first?.what ?? ""}`;
    return withProblem(report, { seq: null, what });
  }
  const newer = report.subject === "journal" ? recordsOfJournal(path) : recordsOfExport(path);
  const parted = firstDifference(newer, olderPath);
  if (parted !== null) return withProblem(report, parted);
  const same = `it continues ${olderPath}: records ${older.firstSeq ?? 0}–${older.lastSeq ?? 0} are the same`;
  return {
    ...report,
    notes: [...report.notes, `${same}, and so is the signed root of ${older.covered} records`],
  };
}

function withProblem(report: Report, problem: Problem): Report {
  return { ...report, problems: [problem, ...report.problems], ok: false };
}

/** Where the newer records part from the older export's, or null. */
function firstDifference(newer: RecordLines, olderPath: string): Problem | null {
  const signed = endCheckpointOf(olderPath);
  const older = recordsOfExport(olderPath);
  if (newer.before.size > signed.size)
    throw new JournalError(
      "cannot-open",
      `the newer file begins with record ${newer.before.size}, after the ${signed.size} records of ${olderPath}: compare one that reaches back to them`,
    );
  const theirs = older.lines[Symbol.iterator]();
  try {
    return (
      compareBeginnings(newer.before, older.before, theirs) ??
      compareLines(newer, older, theirs, signed, olderPath)
    );
  } finally {
    theirs.return?.();
  }
}

/** Goes through the newer records to where the table signed the older root. */
function compareLines(
  newer: RecordLines,
  older: ExportRecords,
  theirs: Iterator<Uint8Array>,
  signed: Checkpoint,
  olderPath: string,
): Problem | null {
  let tree = newer.before;
  for (const line of newer.lines) {
    if (tree.size === older.before.size && !isSameTree(tree, older.before)) return beforeProblem(tree.size);
    if (hasOtherRoot(tree, signed)) return rootProblem(signed);
    if (tree.size >= signed.size) return null;
    if (tree.size >= older.head.from && tree.size <= older.head.to) {
      const next = theirs.next();
      if (next.done === true || !sameBytes(next.value, line))
        return {
          seq: tree.size,
          what: `is another record than in ${olderPath}: it does not continue that export`,
        };
    }
    tree = grow(tree, leafHash(line));
  }
  if (tree.size < signed.size) {
    const what = `it ends with record ${tree.size - 1}, and ${olderPath} proves ${signed.size} records: the newest are missing`;
    return { seq: tree.size, what };
  }
  return hasOtherRoot(tree, signed) ? rootProblem(signed) : null;
}

/** Takes the older records that lie before the newer ones, and compares the trees where the newer ones begin. */
function compareBeginnings(newer: Frontier, older: Frontier, theirs: Iterator<Uint8Array>): Problem | null {
  let tree = older;
  while (tree.size < newer.size) {
    const next = theirs.next();
    // The older export ends before the newer one begins: the root decides.
    if (next.done === true) return null;
    tree = grow(tree, leafHash(next.value));
  }
  return tree.size === newer.size && !isSameTree(tree, newer) ? beforeProblem(newer.size) : null;
}

/** The checkpoint at the older export's end, which its report has verified. */
function endCheckpointOf(path: string): Checkpoint {
  const { lines, checkpoint } = recordsOfExport(path);
  const all = lines[Symbol.iterator]();
  while (all.next().done !== true);
  return parseCheckpoint(parseNote(checkpoint()).text);
}

function isSameTree(a: Frontier, b: Frontier): boolean {
  return sameBytes(frontierRoot(a), frontierRoot(b));
}

function hasOtherRoot(tree: Frontier, signed: Checkpoint): boolean {
  return tree.size === signed.size && !sameBytes(frontierRoot(tree), signed.root);
}

function beforeProblem(size: number): Problem {
  return {
    seq: null,
    what: `the records before record ${size} are others than those that the older export stands on`,
  };
}

function rootProblem({ size }: Checkpoint): Problem {
  return {
    seq: null,
    what: `the first ${size} records are not those that the table signed for in the older export: one after its last record differs`,
  };
}
