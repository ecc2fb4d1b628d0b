import { dirname } from "node:path";
import { checkLogName } from "../../src/record/chain.ts";
import { logInMode, type Mode } from "../../src/record/mode.ts";
import type { Signer } from "../../src/record/keys.ts";
import { checkJournal } from "./check.ts";
import { holdAlone, openForWriting, requireIntegrity } from "./database.ts";
import type { Database } from "./database.ts";
import { syncFolder } from "./durable.ts";
import { JournalError, onDisk } from "./errors.ts";
import { storedLog } from "./rows.ts";
import { Store } from "./store.ts";

export interface StoreOptions {
  /** The SQLite file. Its folder must exist. */
  readonly path: string;
  readonly signer: Signer;
  /** The largest the file may grow, in pages of 4 KiB; null for no limit but the disk's. */
  readonly maxPages: number | null;
  /** The mode that the table runs in; null: whatever the journal is, for an export. */
  readonly mode?: Mode | null;
}

/**
 * Opens the journal, or begins it. Everything in it is read and compared first: SQLite's own check, the chain,
 * every leaf, the root at every checkpoint, the signatures named in `check.ts`, the resume state. Throws a
 * JournalError when anything is not as it was signed; then nothing has been written.
 */
export function openStore(options: StoreOptions): Store {
  const { path, signer } = options;
  checkLogName(signer.verifier.name);
  const hold = holdAlone(path);
  let db: Database | null = null;
  try {
    const opened = openForWriting(path, options.maxPages);
    db = opened.db;
    requireIntegrity(db);
    begin(db, signer);
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
    return new Store(db, signer, () => hold.release(), checked);
  } catch (error) {
    db?.close();
    hold.release();
    throw error;
  }
}

/** Writes whose log this is into a new journal, or compares it. */
function begin(db: Database, signer: Signer): void {
  const { name, vkey } = signer.verifier;
  const stored = onDisk("reading the journal", db.path, () => storedLog(db));
  if (stored === null) {
    const insert = db.prepare("INSERT INTO log (id, name, vkey) VALUES (1, ?, ?)");
    onDisk("beginning the journal", db.path, () => insert.run(name, vkey));
    return;
  }
  if (stored.name !== name && [stored.name, name].includes(logInMode(name, "test"))) {
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
