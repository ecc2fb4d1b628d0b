import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { JournalError, onDisk } from "./errors.ts";

/** "tird": tells a journal from any other SQLite file (`file journal.db` shows it). */
const APPLICATION_ID = 0x74697264;
const FORMAT = 1;
/** First bytes of every SQLite file. */
export const SQLITE_MAGIC = "SQLite format 3\0";
/** A reader (`tirada verify` while the unit runs) may hold a lock for a moment; a writer never shares. */
const BUSY_MS = 2_000;
const CACHE_KB = 8_192;
/** The journal and all beside it is its owner's alone. */
const PRIVATE = 0o600;

/** `record` and `checkpoint` can only grow: the triggers hold for every program that opens the file. */
const SCHEMA = `
CREATE TABLE log (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  vkey TEXT NOT NULL
) STRICT;
CREATE TABLE record (
  seq INTEGER PRIMARY KEY CHECK (seq >= 0),
  kind TEXT NOT NULL,
  line TEXT NOT NULL,
  sig TEXT NOT NULL,
  leaf BLOB NOT NULL CHECK (length(leaf) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE checkpoint (
  size INTEGER PRIMARY KEY CHECK (size > 0),
  note TEXT NOT NULL
) STRICT;
CREATE TABLE snapshot (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL REFERENCES record (seq),
  body TEXT NOT NULL
) STRICT;
${[
  ["log", "id"],
  ["record", "seq"],
  ["checkpoint", "size"],
]
  .flatMap(([table, key]) => [
    `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} ${refusalSql(`UPDATE on ${table}`)}`,
    `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} ${refusalSql(`DELETE on ${table}`)}`,
    // INSERT OR REPLACE deletes without asking the DELETE trigger (sqlite.org/lang_conflict.html).
    `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table} ` +
      `WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${key} = NEW.${key}) ${refusalSql(`REPLACE on ${table}`)}`,
  ])
  .join("\n")}
`;

function refusalSql(what: string): string {
  return `BEGIN SELECT RAISE(ABORT, 'the evidence log only grows: ${what} refused'); END;`;
}

export type Row = Readonly<Record<string, null | number | bigint | string | Uint8Array>>;

/** The one file that knows SQLite. */
export interface Database {
  readonly path: string;
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  close(): void;
}

/** A file that holds nothing of a journal: SQLite would make a new one of it. */
export function hasNoJournal(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Opens a journal for writing: write-ahead log, every commit synced. `maxPages` (of 4 KiB) bounds the file, or null. With
 * `create` it is begun when there is none (`created`); else a file without a journal in it is refused as `missing`. Throws a
 * JournalError.
 */
export function openForWriting(
  path: string,
  maxPages: number | null,
  create: boolean,
): { db: Database; created: boolean } {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) requireFileIfThere(file);
  const created = hasNoJournal(path);
  if (created) {
    if (!create) throw missingJournalError(path);
    // Its modes are those of the files that SQLite makes beside it.
    if (!existsSync(path)) onDisk("creating the journal", path, () => closeSync(openSync(path, "wx", PRIVATE)));
  }
  const db = onDisk(
    "opening the journal",
    path,
    () => new DatabaseSync(path, { timeout: BUSY_MS, defensive: true }),
  );
  try {
    onDisk("opening the journal", path, () => {
      db.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -${CACHE_KB}`);
      requireMode(db, path);
      if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${maxPages}`);
      // The one process that writes moves pages into the file itself, at its own instants (`tidy`).
      db.exec("PRAGMA wal_autocheckpoint = 0");
      if (numberOf(db, "SELECT count(*) AS n FROM sqlite_schema") > 0) return;
      if (!create) throw missingJournalError(path);
      db.exec(
        `BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; ` +
          `PRAGMA user_version = ${FORMAT}; COMMIT`,
      );
    });
    onDisk("checking the journal", path, () => requireSchema(db, path));
  } catch (error) {
    db.close();
    throw error;
  }
  return { db: databaseOf(db, path), created };
}

/** SQLite takes a pipe for a file. */
function requireFileIfThere(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile())
    throw new JournalError("cannot-open", `${path} is no file: move it away, then start again`);
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
 * without its `-wal` file is read as it lies, from a read-only medium too.
 */
export function openForReading(path: string): Database {
  const live = existsSync(`${path}-wal`);
  const url = pathToFileURL(path);
  if (!live) url.searchParams.set("immutable", "1");
  const db = onDisk(
    "opening the journal",
    path,
    () => new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS, defensive: true }),
  );
  try {
    onDisk("reading the journal", path, () => {
      db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; BEGIN");
      requireSchema(db, path);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return databaseOf(db, path);
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
  if (!existsSync(lock)) onDisk("locking the journal", path, () => closeSync(openSync(lock, "wx", PRIVATE)));
  const db = onDisk("locking the journal", path, () => new DatabaseSync(lock, { timeout: 0 }));
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
          "do not repair it: copy the folder for the inspector; a new journal starts in an empty one",
      );
  });
}

/** Sets what the evidence rests on and reads it back: SQLite passes over a pragma that it cannot follow. */
function requireMode(db: DatabaseSync, path: string): void {
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  const mode = db.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
  if (mode !== "wal" || numberOf(db, "PRAGMA synchronous") !== 2 || numberOf(db, "PRAGMA foreign_keys") !== 1)
    throw new JournalError(
      "cannot-open",
      `the journal ${path} cannot have a synced write-ahead log here (${String(mode)}): use a local disk`,
    );
}

function requireSchema(db: DatabaseSync, path: string): void {
  const wanted = new DatabaseSync(":memory:");
  wanted.exec(SCHEMA);
  const same = JSON.stringify(schemaOf(wanted)) === JSON.stringify(schemaOf(db));
  wanted.close();
  if (
    numberOf(db, "PRAGMA application_id") !== APPLICATION_ID ||
    numberOf(db, "PRAGMA user_version") !== FORMAT
  )
    throw new JournalError(
      "cannot-open",
      `${path} is not a journal of tirada, format ${FORMAT}: check the path`,
    );
  if (!same)
    throw new JournalError(
      "corrupt",
      `the journal ${path} has had its tables or triggers changed: copy the file for the inspector`,
    );
}

function schemaOf(db: DatabaseSync): unknown[] {
  return db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
}

function numberOf(db: DatabaseSync, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  return Number(value);
}

function databaseOf(db: DatabaseSync, path: string): Database {
  return { path, prepare: (sql) => db.prepare(sql), exec: (sql) => db.exec(sql), close: () => db.close() };
}
