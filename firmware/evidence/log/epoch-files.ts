import { join } from "node:path";
import { MAX_EPOCH } from "../../../src/record/epoch.ts";
import { isThere, lstatSync } from "../../files/disk.ts";
import { namesIn } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";

/** Small files beside a journal by which a table knows of its second copy. In the first folder: the second has been used with it. */
export const USED_MARK = "journal.second";
/** In the second folder: names the log whose second copy is being made, until its journal is there. */
export const BEGUN_MARK = "journal.begun";
/** In the first folder: names files that were found damaged in one copy while the table ran; the next start looks at them. */
export const DAMAGED_MARK = "journal.damaged";

/**
 * Where the epochs of a journal lie: the first in the journal's own file, `journal.db`, each later one in
 * `journal.epochs/000001.db` and so on. The open epoch is the last of them.
 */
export const epochsFolderOf = (journal: string): string => `${journal.replace(/\.db$/, "")}.epochs`;

export function epochPath(journal: string, epoch: number): string {
  return epoch === 0 ? journal : join(epochsFolderOf(journal), `${String(epoch).padStart(6, "0")}.db`);
}

const NAME = /^(\d{6})\.db$/;

/** The files of a journal from its first epoch to the open one. Throws a JournalError `missing` where one is not there. */
export function epochPaths(journal: string): string[] {
  const folder = epochsFolderOf(journal);
  const later = isThere(folder) ? laterEpochs(folder) : [];
  const paths = [journal];
  for (const epoch of later) {
    if (epoch !== paths.length)
      throw new JournalError(
        "missing",
        `the journal's epoch ${paths.length}, ${epochPath(journal, paths.length)}, is missing, and epoch ${epoch} is there: ` +
          "put it back where it was",
      );
    paths.push(epochPath(journal, epoch));
  }
  return paths;
}

/** The file of the open epoch: the last that is there. Throws as `epochPaths` does. */
export function openEpochPath(journal: string): string {
  return epochPath(journal, epochPaths(journal).length - 1);
}

function laterEpochs(folder: string): number[] {
  return onDisk("reading the epochs in", folder, () =>
    namesIn(folder)
      .map((name) => Number(NAME.exec(name)?.[1] ?? MAX_EPOCH + 1))
      .filter((epoch) => epoch > 0 && epoch <= MAX_EPOCH),
  );
}

/** What a link leads to may be another table's. Throws a JournalError. */
export function requireNoLink(files: readonly string[]): void {
  for (const file of files)
    if (onDisk("opening", file, () => lstatSync(file, { throwIfNoEntry: false }))?.isSymbolicLink() === true)
      throw new JournalError("cannot-open", `${file} is a link: put the file itself into the storage folder`);
}
