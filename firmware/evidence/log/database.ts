import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { peaksText, type EpochStart } from "../../../src/record/epoch.ts";
import type { TreeNode } from "../../../src/record/growing-tree.ts";
import type { SignedLine } from "../../../src/record/key-history.ts";
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  isThere,
  linkSync,
  openDatabase,
  type OpenDatabase,
  openSync,
  type Statement,
  statSync,
  unlinkSync,
} from "../../files/disk.ts";
import { COSIGNATURES, COSIGNATURES_TABLE } from "./cosignatures.ts";
import { syncFolder } from "../../files/durable.ts";
import { BEGIN_ANEW, JournalError, journalError, onDisk } from "../../files/errors.ts";
import { readStart } from "../../files/files.ts";
import { copyToWork, isReadOnly, type WorkingCopy } from "../../files/working-copy.ts";
import { APPLICATION_ID, FORMATS, NEW_FORMAT, SCHEMAS, type FileFormat } from "./schema.ts";

/** First bytes of every SQLite file. */
export const SQLITE_MAGIC = "SQLite format 3\0";
/** A reader (`tirada verify` while the unit runs) may hold a lock for a moment; a writer never shares. */
const BUSY_MS = 2_000;
const CACHE_KB = 8_192;
/** The journal and all beside it is its owner's alone. */
const PRIVATE = 0o600;

export type Row = Readonly<Record<string, null | number | bigint | string | Uint8Array>>;

/** An open file of a journal. */
export interface Database {
  readonly path: string;
  readonly format: FileFormat;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

/** What SQLite keeps beside a file that it did not close: the write-ahead log, its index, and the journal of a change of mode. */
export const BESIDE = ["-wal", "-shm", "-journal"] as const;

/** Whether the last program that wrote a file was cut: what lies beside it belongs into it. */
export const isUnfinished = (path: string): boolean => isThere(`${path}-wal`) || isThere(`${path}-journal`);

/** Ends what a program that was cut left beside a file. Throws a JournalError. */
export function finishWriting(path: string): void {
  if (isUnfinished(path)) openForWriting(path, null, null).db.close();
}

/** A file that is there, for SQLite: of a name behind which nothing lies any more it would make an empty file. */
export function existing(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "rw");
  return url;
}

/** A file that holds nothing of a journal: SQLite would make a new one of it. */
export function hasNoJournal(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Opens a journal for writing: write-ahead log, every commit synced. `maxPages` (of 4 KiB) bounds the file, or null. With
 * `create` it is begun when there is none (`created`) and holds that; without, a file without a journal in it is refused as `missing`. Throws a
 * JournalError.
 */
export function openForWriting(
  path: string,
  maxPages: number | null,
  create: NewFile | null,
): { db: Database; created: boolean } {
  for (const file of ["", ...BESIDE].map((ending) => path + ending)) requireFileIfThere(file);
  const created = hasNoJournal(path);
  if (created) {
    if (create === null) throw missingJournalError(path);
    // Its modes are those of the files that SQLite makes beside it.
    if (!isThere(path)) onDisk("creating the journal", path, () => closeSync(openSync(path, "wx", PRIVATE)));
  }
  const db = onDisk("opening the journal", path, () =>
    openDatabase(existing(path), { timeout: BUSY_MS, defensive: true }),
  );
  let format: FileFormat;
  try {
    onDisk("opening the journal", path, () => {
      db.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -${CACHE_KB}`);
      requireMode(db, path);
      if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${maxPages}`);
      // The one process that writes moves pages into the file itself, at its own instants (`tidy`).
      db.exec("PRAGMA wal_autocheckpoint = 0");
      if (numberOf(db, "SELECT count(*) AS n FROM sqlite_schema") > 0) return;
      if (create === null) throw missingJournalError(path);
      fillNewFile(db, create);
    });
    format = onDisk("checking the journal", path, () => requireSchema(db, path));
  } catch (error) {
    db.close();
    throw error;
  }
  return { db: databaseOf(db, path, format), created };
}

/** What a file holds from its making, in the words of its tables. */
export interface NewFile {
  /** Its first key. */
  readonly log: { readonly name: string; readonly vkey: string };
  /** The records by which its keys gave way so far. */
  readonly rotations: readonly SignedLine[];
  readonly start: EpochStart;
  /** Text of the state that `start` names. */
  readonly snapshot: string | null;
  readonly nodes: Iterable<TreeNode>;
  /** Left out: the format of an epoch that takes records. */
  readonly format?: FileFormat;
  /** Writes what else it holds. */
  readonly addRows?: (db: Pick<Database, "exec" | "prepare">) => void;
}

/** All of it in one transaction. */
function fillNewFile(db: OpenDatabase, file: NewFile): void {
  const { log, rotations, start, snapshot, nodes, format = NEW_FORMAT } = file;
  db.exec(
    `BEGIN IMMEDIATE; ${SCHEMAS[format]}; PRAGMA application_id = ${APPLICATION_ID}; ` +
      `PRAGMA user_version = ${format}`,
  );
  const { epoch, prev, before, state } = start;
  db.prepare("INSERT INTO log (id, name, vkey) VALUES (1, ?, ?)").run(log.name, log.vkey);
  db.prepare(
    "INSERT INTO start (id, epoch, size, prev, peaks, stateOf, state) VALUES (1, ?, ?, ?, ?, ?, ?)",
  ).run(epoch, before.size, prev, peaksText(before), state?.seq ?? null, state?.sha256 ?? null);
  if (state !== null && snapshot !== null)
    db.prepare("INSERT INTO snapshot (id, seq, body) VALUES (1, ?, ?)").run(state.seq, snapshot);
  const rotated = db.prepare("INSERT INTO rotation (number, line, sig) VALUES (?, ?, ?)");
  for (const [at, { line, sig }] of rotations.entries()) rotated.run(at + 1, line, sig);
  const insert = db.prepare("INSERT INTO node (level, place, hash) VALUES (?, ?, ?)");
  for (const { level, index, hash } of nodes) insert.run(level, index, hash);
  file.addRows?.(db);
  db.exec("COMMIT");
}

/**
 * Makes a file that is either whole and durable under its name or not there, whenever the power goes; one that was left
 * half-made is made anew. Throws a JournalError.
 */
export function createFile(path: string, file: NewFile): void {
  const fresh = `${path}-new`;
  onDisk("making a file of the journal,", path, () => {
    for (const left of [fresh, `${fresh}-journal`]) if (isThere(left)) unlinkSync(left);
    closeSync(openSync(fresh, "wx", PRIVATE));
    const db = openDatabase(existing(fresh), { defensive: true });
    try {
      db.exec("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA");
      fillNewFile(db, file);
    } finally {
      db.close();
    }
    const fd = openSync(fresh, "r+");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    linkSync(fresh, path);
    unlinkSync(fresh);
    syncFolder(dirname(path));
  });
}

/**
 * Ends the writing of a file: all of it is moved from the write-ahead log into the file itself, which is then no more of a
 * write-ahead log. False: another program still reads it, nothing was changed. Throws a JournalError.
 */
export function endWriting(db: Database): boolean {
  return onDisk("closing the epoch", db.path, () => {
    // Records of the open epoch wait behind this: it is tried again later, and never waited for.
    db.exec("PRAGMA busy_timeout = 0");
    try {
      // Leaving the write-ahead mode moves the log into the file first, and needs the file alone (sqlite.org/wal.html).
      return db.prepare("PRAGMA journal_mode = DELETE").get()?.["journal_mode"] === "delete";
    } catch (error) {
      if (journalError(error, "closing the epoch", db.path).code === "busy") return false;
      throw error;
    }
  });
}

/** SQLite takes a pipe for a file. */
function requireFileIfThere(path: string, doThis = "move it away, then start again"): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile())
    throw new JournalError("cannot-open", `${path} is no file: ${doThis}`);
}

function missingJournalError(path: string): JournalError {
  return new JournalError(
    "missing",
    `the key and recordings of ${dirname(path)} are here, the journal ${path} is missing or empty: restore it, ` +
      "or begin a new log in an empty folder",
  );
}

/**
 * Opens a journal to read it and changes nothing. While the unit runs, what it has committed is seen; a copy
 * without its `-wal` file is read as it lies, from a read-only medium too: a change of mode that was cut concerns its header alone.
 */
export function openForReading(path: string): Database {
  onDisk("opening the journal", path, () => requireFileIfThere(path, "name a journal"));
  const live = isThere(`${path}-wal`);
  const copy = live && !isThere(`${path}-shm`) && isReadOnly(dirname(path)) ? copyCutFile(path) : null;
  try {
    const url = pathToFileURL(copy?.path ?? path);
    if (!live) url.searchParams.set("immutable", "1");
    const db = onDisk("opening the journal", path, () =>
      openDatabase(url, { readOnly: copy === null, timeout: BUSY_MS, defensive: true }),
    );
    try {
      const format = onDisk("reading the journal", path, () => {
        db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; BEGIN");
        return requireSchema(db, path);
      });
      return databaseOf(db, path, format, copy);
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    copy?.remove();
    throw error;
  }
}

/**
 * A file that was cut while it was written, from a disk where nothing may be written and without the index of its write-ahead log: SQLite
 * makes that index anew, which it can beside a copy alone. Throws a JournalError.
 */
function copyCutFile(path: string): WorkingCopy {
  return copyToWork([path, `${path}-wal`], tmpdir());
}

/**
 * Opens a journal that is being written, to read what comes: each statement sees what was committed by then. While it is open the
 * writer cannot end its writing. Throws a JournalError.
 */
export function openForFollowing(path: string): Database {
  return onDisk("opening the journal", path, () => {
    requireFileIfThere(path);
    const db = openDatabase(path, { readOnly: true, timeout: BUSY_MS, defensive: true });
    try {
      db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
      return databaseOf(db, path, requireSchema(db, path));
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Copies all that a journal holds now into a new file, durable on return; its place must be free. Throws a JournalError. */
export function copyDatabase(db: Database, to: string): void {
  onDisk("copying the journal to", to, () => {
    closeSync(openSync(to, "wx", PRIVATE));
    db.prepare("VACUUM INTO ?").run(to);
    const fd = openSync(to, "r+");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/**
 * Holds the journal for this process until it ends, however it ends: an exclusive lock on an empty SQLite file
 * beside it, which the kernel drops with the process. (`locking_mode=EXCLUSIVE` on the journal itself would also
 * shut out the inspector's `verify`.) Throws a JournalError `busy` when another holder lives.
 */
export function lockExclusively(path: string): { release(): void } {
  const lock = `${path}-lock`;
  // SQLite calls every reason "unable to open"; the file system tells them apart.
  onDisk("opening the folder of", path, () => accessSync(dirname(path), constants.W_OK));
  // Never opened here when it is there: closing it again would drop this process's own lock on it.
  if (!isThere(lock)) onDisk("locking the journal", path, () => closeSync(openSync(lock, "wx", PRIVATE)));
  const db = onDisk("locking the journal", path, () => openDatabase(existing(lock), { timeout: 0 }));
  try {
    onDisk("locking the journal", path, () => db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"));
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

/** Throws a JournalError `corrupt` unless SQLite finds its own file in order. */
export function requireIntegrity(db: Database): void {
  onDisk("checking the journal", db.path, () => {
    const found = db.prepare("PRAGMA integrity_check(3)").all();
    const first = found[0]?.["integrity_check"];
    if (found.length !== 1 || first !== "ok")
      throw new JournalError(
        "corrupt",
        `the journal ${db.path} is damaged (${String(first).split("\n").join(" ")}): ` +
          `do not repair it: ${BEGIN_ANEW}`,
      );
  });
}

/** Sets what the evidence rests on and reads it back: SQLite passes over a pragma that it cannot follow. */
function requireMode(db: OpenDatabase, path: string): void {
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  const mode = db.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
  if (mode !== "wal" || numberOf(db, "PRAGMA synchronous") !== 2 || numberOf(db, "PRAGMA foreign_keys") !== 1)
    throw new JournalError(
      "cannot-open",
      `the journal ${path} cannot have a synced write-ahead log here (${String(mode)}): use a local disk`,
    );
}

/** Offset of `user_version` in the first page of an SQLite file (sqlite.org/fileformat.html §1.3.15). */
const USER_VERSION_AT = 60;

/** The format that a file says it has, without a look into it; 0: it is too short to say one. */
export function formatOf(path: string): number {
  const start = readStart(path, USER_VERSION_AT + 4);
  return start.length < USER_VERSION_AT + 4 ? 0 : start.readUInt32BE(USER_VERSION_AT);
}

/** The format of a file whose tables and triggers are as they were made. */
function requireSchema(db: OpenDatabase, path: string): FileFormat {
  const version = numberOf(db, "PRAGMA user_version");
  const format = FORMATS.find((one) => one === version);
  if (numberOf(db, "PRAGMA application_id") !== APPLICATION_ID || format === undefined)
    throw new JournalError(
      "cannot-open",
      `${path} is not a journal of tirada in one of the formats ${FORMATS.join(" and ")}: check the path`,
    );
  const wanted = openDatabase(":memory:");
  wanted.exec(SCHEMAS[format]);
  // Cosignatures come later than the file: their table is there, as it must be, or not at all.
  if (schemaOf(db).some(({ name }) => name === COSIGNATURES_TABLE)) wanted.exec(COSIGNATURES);
  const same = JSON.stringify(schemaOf(wanted)) === JSON.stringify(schemaOf(db));
  wanted.close();
  if (!same)
    throw new JournalError(
      "corrupt",
      `the journal ${path} has had its tables or triggers changed: copy the file for the inspector`,
    );
  return format;
}

function schemaOf(db: OpenDatabase): Row[] {
  return db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
}

function numberOf(db: OpenDatabase, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  return Number(value);
}

function databaseOf(
  db: OpenDatabase,
  path: string,
  format: FileFormat,
  copy: WorkingCopy | null = null,
): Database {
  return {
    path,
    format,
    prepare: (sql) => db.prepare(sql),
    exec: (sql) => db.exec(sql),
    close: () => {
      db.close();
      copy?.remove();
    },
  };
}
