import { dirname } from "node:path";
import type { EpochClosing } from "../../../src/record/epoch.ts";
import type { KeyHistory } from "../../../src/record/key-history.ts";
import { checkJournal } from "../../evidence/verify/check.ts";
import { readClosings } from "../../evidence/log/closings.ts";
import {
  BESIDE,
  copyDatabase,
  finishWriting,
  hasNoJournal,
  isUnfinished,
  lockExclusively,
  openForFollowing,
  openForReading,
  openForWriting,
  requireIntegrity,
} from "../../evidence/log/database.ts";
import { makeFolder } from "../../files/durable.ts";
import { epochPath, epochPaths, openEpochPath } from "../../evidence/log/epoch-files.ts";
import { EpochSet } from "../../evidence/log/epoch-set.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { isPruned } from "../epochs/pruning.ts";
import { endOf, someRecords, storedStart, type StoredRow } from "../../evidence/log/rows.ts";
import { journalKeys, keysBefore } from "../../evidence/log/stored-log.ts";
import { journalTasks, verifyJournal } from "../../evidence/verify/verify-journal.ts";
import { isEnded } from "../epochs/last-epoch.ts";
import { copyAside, freshName, hashOfFile, linkCopy, moveAside, removeFile, sizeOf } from "./copy-files.ts";
import { epochName, exchangeFile, isClosedFile } from "./exchange.ts";
import { SecondRefused, type Folder } from "./folders.ts";

/** Why the first copy of the journal was restored. */
export type RestoreReason = "first-missing" | "first-damaged" | "first-behind";

/** Records that came back, both included, and the files that were moved aside. */
export interface RestoredJournal {
  readonly from: number;
  readonly to: number;
  readonly aside: readonly string[];
  /** Names of closed epochs that were damaged in the second and came from the first. */
  readonly mended: readonly string[];
}

const PAGE = 2_000;

/**
 * Puts the second copy's files of the journal in the place of those of the first that are missing, damaged or shorter. All of the
 * second is verified before, every signature; that it is the table's own was seen; a damaged file is kept under a name that says so. May be cut
 * anywhere and done again. Throws a JournalError, and has changed nothing, when the second cannot be trusted or the two are a fork.
 */
export function restoreJournal(first: Folder, second: Folder): RestoredJournal {
  const hold = [first, second].map(({ journal }) => {
    onDisk("making the folder", journal, () => makeFolder(dirname(journal)));
    return lockExclusively(journal);
  });
  try {
    endWritingOf(second);
    const mended = mendSecond(first, second);
    requireVerified(first, second);
    const keys = journalKeys(second.journal);
    const paths = epochPaths(second.journal);
    const due = paths.filter((from, epoch) => {
      const path = epochPath(first.journal, epoch);
      if (isSameFile(path, from)) return false;
      // The first may have pruned what the second has still.
      const mayDiffer = !isEnded(from) || (!hasNoJournal(path) && isPruned(path));
      return !mayDiffer || !isWhole(path, from, epoch);
    });
    for (const from of due) requireNoFork(epochPath(first.journal, paths.indexOf(from)), from, keys);
    const aside = due.flatMap((from) => restoreFile(from, epochPath(first.journal, paths.indexOf(from))) ?? []);
    return { ...rangeOf(due), aside, mended };
  } finally {
    for (const one of hold.toReversed()) one.release();
  }
}

/** What a killed table left beside the open file of its second copy goes into the file. */
function endWritingOf({ journal }: Folder): void {
  finishWriting(openEpochPath(journal));
}

/**
 * Closed epochs that are damaged in the second copy and whole in the first take their place in it, by the digest in the records
 * that close them. Whether that makes the second whole, its verification says.
 */
function mendSecond(first: Folder, second: Folder): string[] {
  const mended: string[] = [];
  for (const closing of closingsOf(second)) {
    const [from, to] = [first, second].map(({ journal }) => epochPath(journal, closing.epoch));
    if (from === undefined || to === undefined || isPruned(to) || hasNoJournal(from)) continue;
    const [inFirst, inSecond] = [from, to].map((path) => isClosedFile(path, closing));
    if (inSecond === true || inFirst !== true) continue;
    exchangeFile(from, to);
    mended.push(epochName(second, closing.epoch));
  }
  return mended;
}

/** None where its closing records cannot be read. */
function closingsOf({ journal }: Folder): readonly EpochClosing[] {
  const set = new EpochSet(epochPaths(journal));
  try {
    return readClosings(journal, set, journalKeys(journal)).closings.map(({ closing }) => closing);
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  } finally {
    set.release();
  }
}

function requireVerified(first: Folder, second: Folder): void {
  const report = verifyJournal(
    journalTasks(second.journal, { trust: null, witnesses: [], recordings: undefined }),
  );
  const [problem] = report.problems;
  if (problem === undefined) return;
  throw new JournalError(
    "corrupt",
    `the first copy ${first.folder} cannot be used, and the second, ${second.folder}, is not as it was signed` +
      `${problem.seq === null ? "" : `, record ${problem.seq}`}: ${problem.what}; copy both for the inspector`,
  );
}

/** A file that ended is the very one that a record closes: the verification found it so. The first's must be the same, byte for byte. */
function isSameFile(path: string, other: string): boolean {
  if (isUnfinished(path) || sizeOf(path) !== sizeOf(other)) return false;
  return hashOf(path) === hashOf(other);
}

/** Whether the first's file of an epoch that takes records can stay: in order, and with all that the second has. */
function isWhole(path: string, other: string, epoch: number): boolean {
  if (hasNoJournal(path)) return false;
  try {
    return readFile(path, epoch) >= readFile(other, epoch);
  } catch (error) {
    if (error instanceof JournalError && ["corrupt", "missing", "cannot-open"].includes(error.code))
      return false;
    throw error;
  }
}

const hashOf = (path: string): string | null => onDisk("reading", path, () => hashOfFile(path));

/** How many records there are up to the end of a file that is in order. Throws a JournalError `corrupt`. */
function readFile(path: string, epoch: number): number {
  const db = openForReading(path);
  try {
    requireIntegrity(db);
    const checked = onDisk("reading the journal", path, () =>
      checkJournal(db, keysBefore(db), { thorough: "all", keySource: "given", witnesses: [] }),
    );
    if (checked.report.problems.length > 0 || checked.start.epoch !== epoch)
      throw new JournalError("corrupt", `${path} is not as it was signed`);
    return onDisk("reading the journal", path, () => endOf(db));
  } finally {
    db.close();
  }
}

/** A record that the table's key signed and that the second has otherwise is no damage. What cannot be read is passed over. */
function requireNoFork(path: string, other: string, keys: KeyHistory): void {
  if (hasNoJournal(path)) return;
  const theirs = new EpochSet([other]);
  try {
    for (const row of readable(path)) {
      const [same] = theirs.rows(row.seq, 1);
      if (same?.seq !== row.seq || sameHash(row, same)) continue;
      if (!isSigned(row, keys)) continue;
      throw new SecondRefused(
        "corrupt",
        `${path} and ${other} are two histories of one log: record ${row.seq} is ${hex(row)} in the first and ${hex(same)} in ` +
          "the second; nothing is certified: keep both for the inspector",
      );
    }
  } finally {
    theirs.release();
  }
}

/** By any key that the log ever had. */
const isSigned = ({ sig, line }: StoredRow, { periods }: KeyHistory): boolean =>
  sig !== null && periods.some(({ verifier }) => verifier.verify(line, sig));

const hex = ({ hash }: StoredRow): string => Buffer.from(hash).toString("hex");
const sameHash = (one: StoredRow, other: StoredRow): boolean =>
  Buffer.from(one.line).equals(Buffer.from(other.line));

/** The records of a damaged file as far as it can be read. */
function* readable(path: string): Generator<StoredRow> {
  try {
    const db = openForReading(path);
    try {
      for (let from = 0; ;) {
        const rows = onDisk("reading", path, () => someRecords(db, from, PAGE));
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined) return;
        from = last.seq + 1;
      }
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof SecondRefused || !(error instanceof JournalError)) throw error;
  }
}

/** Made aside and durable, then the damaged one is moved away, then it is linked. Returns the name that the damaged one has now. */
function restoreFile(from: string, to: string): string | null {
  return onDisk("restoring", to, () => {
    const fresh = freshName(to);
    makeFolder(dirname(to));
    for (const left of ["", ...BESIDE]) removeFile(`${fresh}${left}`);
    if (isEnded(from)) copyAside(from, to);
    else {
      const db = openForFollowing(from);
      try {
        copyDatabase(db, fresh);
      } finally {
        db.close();
      }
      // It is written on, and says so in its header: one that does not would pass for closed.
      openForWriting(fresh, null, null).db.close();
    }
    const aside = moveAside(to);
    linkCopy(to);
    return aside;
  });
}

function rangeOf(paths: readonly string[]): { readonly from: number; readonly to: number } {
  const [first, last] = [paths[0], paths.at(-1)];
  if (first === undefined || last === undefined) return { from: 0, to: -1 };
  const ends = [first, last].map((path) => {
    const db = openForReading(path);
    try {
      return { from: storedStart(db).before.size, to: endOf(db) - 1 };
    } finally {
      db.close();
    }
  });
  return { from: ends[0]?.from ?? 0, to: ends[1]?.to ?? -1 };
}
