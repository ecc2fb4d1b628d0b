import { hasNoJournal, isUnfinished, openForReading } from "../../evidence/log/database.ts";
import { epochPath, epochPaths } from "../../evidence/log/epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readStart } from "../../files/files.ts";
import type { HeadMark } from "../../evidence/log/head-file.ts";
import { countOf, storedStart } from "../../evidence/log/rows.ts";

/** SQLite's header says by which journal a file is written (sqlite.org/fileformat2.html, offset 18). */
const WRITE_VERSION_AT = 18;
const ROLLBACK = 1;

/** A file whose writing ended keeps its bytes from then on: its digest stands in a record. */
export const isEnded = (path: string): boolean =>
  !isUnfinished(path) && readStart(path, WRITE_VERSION_AT + 1)[WRITE_VERSION_AT] === ROLLBACK;

/**
 * Throws a JournalError `missing` where the writing of the last epoch that is there has ended and the head file names records behind
 * it: the next epoch is missing. To be asked before a file is opened for writing, which changes it.
 */
export function requireLastEpoch(journal: string, newest: HeadMark | null): void {
  onDisk("reading the journal", journal, () => {
    const paths = epochPaths(journal);
    const path = epochPath(journal, paths.length - 1);
    if (newest === null || hasNoJournal(path) || !isEnded(path)) return;
    const db = openForReading(path);
    try {
      const records = countOf(db, "record");
      if (records === 0 || newest.size <= storedStart(db).before.size + records) return;
    } finally {
      db.close();
    }
    throw new JournalError(
      "missing",
      `the journal's epoch ${paths.length}, ${epochPath(journal, paths.length)}, is missing, and the head file names record ` +
        `${newest.size - 1} in it: put it back where it was`,
    );
  });
}
