import { dirname } from "node:path";
import { checkLogName } from "../../src/record/chain.ts";
import { logInMode, type Mode } from "../../src/record/mode.ts";
import type { GrowingTree } from "../../src/record/growing-tree.ts";
import type { Signer } from "../../src/record/keys.ts";
import { checkJournal } from "./check.ts";
import { lockExclusively, openForWriting, requireIntegrity, type Database } from "./database.ts";
import { syncFolder } from "./durable.ts";
import { JournalError, onDisk } from "./errors.ts";
import type { FileWatch } from "./file-watch.ts";
import { HeadFile, requireSame } from "./head-file.ts";
import { someRecords, storedLog } from "./rows.ts";
import { Store } from "./store.ts";

export interface StoreOptions {
  /** The SQLite file. Its folder must exist. */
  readonly path: string;
  readonly signer: Signer;
  /** The largest the file may grow, in pages of 4 KiB; null for no limit but the disk's. */
  readonly maxPages: number | null;
  /** The mode that the table runs in; null: whatever the journal is, for an export. */
  readonly mode?: Mode | null;
  /** True: a file without a journal in it is refused, not begun. */
  readonly mustExist?: boolean;
  /** File beside the journal that names the newest record; null or absent: none. */
  readonly headPath?: string | null;
  /** Looks whether files that are open are where they were. */
  readonly watch?: FileWatch | null;
}

/**
 * Opens the journal, or begins it. Everything in it is read and compared first: SQLite's own check, the chain,
 * every leaf, the root at every checkpoint, the signatures named in `check.ts`, the resume state. Throws a
 * JournalError when anything is not as it was signed; then nothing has been written.
 */
export function openStore(options: StoreOptions): Store {
  const { path, signer } = options;
  checkLogName(signer.verifier.name);
  const hold = lockExclusively(path);
  const watch = options.watch ?? null;
  let db: Database | null = null;
  let head: HeadFile | null = null;
  try {
    const opened = openForWriting(path, options.maxPages, options.mustExist !== true);
    db = opened.db;
    requireIntegrity(db);
    writeOrCompareLog(db, signer);
    if (opened.created) onDisk("creating the journal", path, () => syncFolder(dirname(path)));
    const open = db;
    const checked = onDisk("reading the journal", path, () =>
      checkJournal(open, signer.verifier, { thorough: "opening", keySource: "given", witnesses: [] }),
    );
    const [problem] = checked.report.problems;
    if (problem !== undefined)
      throw new JournalError(
        "corrupt",
        `the journal ${path} is not as it was signed${problem.seq === null ? "" : `, record ${problem.seq}`}: ` +
          `${problem.what}; copy the folder for the inspector; a new journal starts in an empty one`,
      );
    if (options.mode != null) requireMode(path, options.mode, checked.mode);
    head = options.headPath == null ? null : headOf(options.headPath, signer, open, checked.tree);
    watch?.add(path, false);
    for (const other of [`${path}-lock`, head?.path]) if (other !== undefined) watch?.add(other, false);
    return new Store(db, signer, () => hold.release(), { head, watch }, checked);
  } catch (error) {
    head?.close();
    db?.close();
    hold.release();
    throw error;
  }
}

/** The head file; where the journal reaches as far, it must name the journal's own record. */
function headOf(path: string, signer: Signer, db: Database, { frontier }: GrowingTree): HeadFile {
  const head = new HeadFile(path, signer);
  const { newest } = head;
  if (newest === null || newest.size > frontier.size) return head;
  try {
    const [row] = onDisk("reading the journal", db.path, () => someRecords(db, newest.size - 1, 1));
    requireSame(path, newest, Buffer.from(row?.hash ?? []).toString("hex"));
    return head;
  } catch (error) {
    head.close();
    throw error;
  }
}

/** Writes whose log this is into a new journal, or compares it. */
export function writeOrCompareLog(db: Database, signer: Signer): void {
  const { name, vkey } = signer.verifier;
  const stored = onDisk("reading the journal", db.path, () => storedLog(db));
  if (stored === null) {
    const insert = db.prepare("INSERT INTO log (id, name, vkey) VALUES (1, ?, ?)");
    onDisk("beginning the journal", db.path, () => insert.run(name, vkey));
    return;
  }
  if (stored.name !== name && logInMode(stored.name, "test") === logInMode(name, "test")) {
    const [own, other] = stored.name.length > name.length ? ["live", "test"] : ["test", "live"];
    throw new JournalError(
      "mode",
      `the journal ${db.path} is of the log ${stored.name}, a ${other} table's, and this table is ${own}: ` +
        "begin a new log in an empty folder (storage.folder)",
    );
  }
  if (stored.name !== name)
    throw new JournalError(
      "refused",
      `the journal ${db.path} is of the log ${stored.name}, not ${name}: check the path`,
    );
  if (stored.vkey !== vkey)
    throw new JournalError(
      "key",
      `the journal ${db.path} was signed with ${stored.vkey}, the key file is ${vkey}`,
    );
}

/** A test's journal of format 1 has the name of a live one: its boot records say what it is. */
function requireMode(path: string, mode: Mode, said: Mode): void {
  if (said === mode) return;
  throw new JournalError(
    "mode",
    `the journal ${path} says that it is a ${said} table's, and this table is ${mode}: ` +
      "begin a new log in an empty folder (storage.folder)",
  );
}
