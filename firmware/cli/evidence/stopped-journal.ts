import { tmpdir } from "node:os";
import { join } from "node:path";
import { openForReading } from "../../evidence/log/database.ts";
import { epochsFolderOf } from "../../evidence/log/epoch-files.ts";
import { storedLog } from "../../evidence/log/rows.ts";
import { asOwnerOf } from "../../files/as-owner.ts";
import { copyFolderToWork, isReadOnly } from "../../files/working-copy.ts";
import { JournalError } from "../../files/errors.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { openJournal, type Journal, type JournalOptions } from "../../journal/thread/client.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";

/** The journal's own file in a storage folder. */
const JOURNAL = "journal.db";
/** Folders of the storage folder whose files are read where they lie: many, large, and never changed. */
const READ_IN_PLACE = ["recordings", "pictures"];

/** Does something with the journal of a folder on which no unit runs: it is opened and checked here, as its owner. */
export function withJournal<T>(
  folder: string,
  act: (journal: Journal) => Promise<T>,
  prune: JournalOptions["prune"] = null,
): Promise<T> {
  const path = join(folder, JOURNAL);
  return asOwnerOf(folder, async () => {
    const log = logOfJournal(path);
    const journal = await openJournal({ path, keyPath: keyPathOf(folder, log), log, recordings: null, prune });
    try {
      return await act(journal);
    } finally {
      await journal.close();
    }
  });
}

/**
 * The same, of a folder into which nothing may be written too, such as that of a seized disk: its journal and key are opened as a
 * copy among the temporary files, which is removed, and the folder stays as it was to the byte. Rejects with a Problem where its key is not on the disk.
 */
export async function withStoppedJournal<T>(folder: string, act: (journal: Journal) => Promise<T>): Promise<T> {
  if (!isReadOnly(folder)) return withJournal(folder, act);
  const copied = [epochsFolderOf(JOURNAL)];
  const copy = copyFolderToWork(folder, { beside: tmpdir(), copied, linked: READ_IN_PLACE });
  try {
    return await withJournal(copy.path, act);
  } catch (error) {
    if (error instanceof JournalError && error.code === "key") throw keyElsewhere(folder, error);
    throw error;
  } finally {
    copy.remove();
  }
}

/** An export is signed anew with the table's own key. */
function keyElsewhere(folder: string, cause: JournalError): Problem {
  return new Problem(
    EXIT.storage,
    `the table's key does not lie in ${folder}, and an export is signed with it: hand over a copy of the whole folder; ` +
      "tirada verify, find, analyse and record read it as it is",
    { cause },
  );
}

/** The journal's own name of its log; opening the journal proves that its key belongs to it. */
function logOfJournal(path: string): string {
  const db = openForReading(path);
  try {
    const log = storedLog(db);
    if (log === null) throw usageProblem(`the journal ${path} holds no records yet`);
    return log.name;
  } finally {
    db.close();
  }
}
