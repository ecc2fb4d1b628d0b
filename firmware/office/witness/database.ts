import { closeSync, existsSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { existing, lockExclusively } from "../../evidence/log/database.ts";
import { syncFolder } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import type { Contradiction, Known, KnownCheckpoint, ProofOfTwo } from "./judge.ts";

/** "tirw": tells a witness's database from any other SQLite file. */
const APPLICATION_ID = 0x74697277;
/** Format 1 did not write down by which key a log signed. */
const FORMAT = 2;
/** Cosigned checkpoints that are kept of each log, the newest ones: a second history that meets one of them is proven at once. */
export const KEPT_OF_LOG = 10_000;
/** Contradictions that are kept of each log and kind, the first ones. */
export const PROOFS_OF_LOG = 64;
/** What is over `KEPT_OF_LOG` goes in pieces of this size. */
const TRIMMED_AT_ONCE = 64;

/** The key by which each log signed last what was cosigned: set by a verified signature, and by nothing else. */
const LOG_KEYS = `CREATE TABLE log_keys (
  origin TEXT PRIMARY KEY,
  vkey TEXT NOT NULL
) STRICT`;
const SCHEMA = `
CREATE TABLE witness (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  vkey TEXT NOT NULL
) STRICT;
CREATE TABLE cosigned (
  origin TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  root BLOB NOT NULL CHECK (length(root) = 32),
  time INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (origin, size)
) STRICT;
${LOG_KEYS};
CREATE TABLE refused (
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  size INTEGER NOT NULL,
  root BLOB NOT NULL CHECK (length(root) = 32),
  time INTEGER NOT NULL,
  cosigned TEXT NOT NULL,
  refused TEXT NOT NULL,
  PRIMARY KEY (origin, kind, size, root)
) STRICT;
`;

/** Two notes of one log that contradict each other. */
export interface StoredProof {
  readonly kind: Contradiction;
  /** When it was refused, seconds since 1970 by the witness's clock. */
  readonly time: number;
  /** What the witness had cosigned, with its cosignature. */
  readonly cosigned: string;
  /** What the log signed and the witness refused. */
  readonly refused: string;
}

/** The newest checkpoint of a log and when it was cosigned. */
export interface Latest extends KnownCheckpoint {
  readonly time: number;
}

/** Where a witness keeps what it cosigned: SQLite, every commit synced, one process. Throws JournalErrors. */
export class WitnessDatabase implements Known {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #release: () => void;
  readonly #sql: Readonly<
    Record<
      "latest" | "ofSize" | "keyOf" | "signedBy" | "newest" | "cosign" | "trim" | "count" | "keep" | "proofs",
      StatementSync
    >
  >;

  constructor(path: string, db: DatabaseSync, release: () => void) {
    this.path = path;
    this.#db = db;
    this.#release = release;
    this.#sql = {
      latest: db.prepare(
        "SELECT size, root, time, note FROM cosigned WHERE origin = ? ORDER BY size DESC LIMIT 1",
      ),
      ofSize: db.prepare("SELECT size, root, time, note FROM cosigned WHERE origin = ? AND size = ?"),
      keyOf: db.prepare("SELECT vkey FROM log_keys WHERE origin = ?"),
      signedBy: db.prepare(
        "INSERT INTO log_keys (origin, vkey) VALUES (?, ?) ON CONFLICT (origin) DO UPDATE SET vkey = excluded.vkey",
      ),
      newest: db.prepare(
        "SELECT size, root, time, note FROM cosigned WHERE origin = ? ORDER BY size DESC LIMIT ?",
      ),
      // For the same size again the newest time is stored.
      cosign: db.prepare(
        "INSERT INTO cosigned (origin, size, root, time, note) VALUES (?, ?, ?, ?, ?) " +
          "ON CONFLICT (origin, size) DO UPDATE SET time = excluded.time, note = excluded.note",
      ),
      trim: db.prepare(
        "DELETE FROM cosigned WHERE origin = ?1 AND size <= " +
          `(SELECT size FROM cosigned WHERE origin = ?1 ORDER BY size DESC LIMIT 1 OFFSET ${KEPT_OF_LOG + TRIMMED_AT_ONCE - 1})`,
      ),
      count: db.prepare("SELECT count(*) AS n FROM refused WHERE origin = ? AND kind = ?"),
      keep: db.prepare(
        "INSERT OR IGNORE INTO refused (origin, kind, size, root, time, cosigned, refused) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ),
      proofs: db.prepare(
        "SELECT kind, time, cosigned, refused FROM refused WHERE origin = ? ORDER BY time, kind, size",
      ),
    };
  }

  latest(origin: string): Latest | null {
    return this.#do("reading", () => knownOf(this.#sql.latest.get(origin)));
  }

  ofSize(origin: string, size: number): Latest | null {
    return this.#do("reading", () => knownOf(this.#sql.ofSize.get(origin, size)));
  }

  keyOf(origin: string): string | null {
    const row = this.#do("reading", () => this.#sql.keyOf.get(origin));
    return row === undefined ? null : String(row["vkey"]);
  }

  newest(origin: string, count: number): readonly Latest[] {
    const rows = this.#do("reading", () => this.#sql.newest.all(origin, count));
    return rows.map(knownOf).filter((one) => one !== null);
  }

  /** Keeps a checkpoint as the newest of its log, and the key (vkey) that signed it. On return it is on the disk. */
  storeCosigned(
    { origin, key }: { readonly origin: string; readonly key: string },
    { size, root, note }: KnownCheckpoint,
    time: number,
  ): void {
    this.#write(() => {
      this.#sql.signedBy.run(origin, key);
      this.#sql.cosign.run(origin, size, root, time, note);
      this.#sql.trim.run(origin);
    });
  }

  /** Keeps two notes that contradict each other; once, and of each kind the first ones. True: they are kept now and were not before. */
  storeProof({ kind, cosigned, refused }: ProofOfTwo, time: number): boolean {
    const { origin, size, root, note } = refused;
    const count = this.#do("reading", () => Number(this.#sql.count.get(origin, kind)?.["n"] ?? 0));
    if (count >= PROOFS_OF_LOG) return false;
    let isNew = false;
    this.#write(() => {
      const { changes } = this.#sql.keep.run(origin, kind, size, root, time, cosigned.note, note);
      isNew = Number(changes) > 0;
    });
    return isNew;
  }

  /** What the witness refused of a log, the oldest first. */
  proofs(origin: string): StoredProof[] {
    return this.#do("reading", () =>
      this.#sql.proofs.all(origin).map((row) => ({
        kind: String(row["kind"]) as Contradiction,
        time: Number(row["time"]),
        cosigned: String(row["cosigned"]),
        refused: String(row["refused"]),
      })),
    );
  }

  /** True until a key was named: nothing was cosigned into it. */
  get isNew(): boolean {
    return this.#do("reading", () => numberOf(this.#db, "SELECT count(*) FROM witness")) === 0;
  }

  /** Names the key that cosigns into it, once. Throws a JournalError `key` for another one. */
  requireKey(vkey: string): void {
    if (this.isNew)
      this.#write(() => this.#db.prepare("INSERT INTO witness (id, vkey) VALUES (1, ?)").run(vkey));
    const stored = this.#do("reading", () => textOf(this.#db, "SELECT vkey FROM witness"));
    if (stored !== vkey)
      throw new JournalError(
        "key",
        `${this.path} is of the witness ${stored}, not of ${vkey}: check name and key`,
      );
  }

  close(): void {
    this.#db.close();
    this.#release();
  }

  #write(act: () => void): void {
    this.#do("writing", () => {
      this.#db.exec("BEGIN IMMEDIATE");
      try {
        act();
        this.#db.exec("COMMIT");
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
        throw error;
      }
    });
  }

  #do<T>(doing: string, act: () => T): T {
    return onDisk(`${doing} the witness's database`, this.path, act);
  }
}

/** The name of the witness whose database this is; null: there is no such file. Throws a JournalError for one that cannot be read. */
export function witnessOf(path: string): string | null {
  if (!existsSync(path)) return null;
  return onDisk("reading the witness beside", path, () => {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
    try {
      return textOf(db, "SELECT vkey FROM witness").split("+", 1).join("");
    } finally {
      db.close();
    }
  });
}

/** The files of a witness in its folder. */
export const databasePathOf = (folder: string): string => join(folder, "witness.db");

/**
 * Opens the database of a witness, or begins it with `create`. Throws a JournalError: `busy` for a second witness on one folder,
 * `missing` without `create` where there is none or an empty one, `corrupt` when SQLite finds it damaged.
 */
export function openWitnessDatabase(path: string, create: boolean): WitnessDatabase {
  const hold = lockExclusively(path);
  const existed = existsSync(path);
  let db: DatabaseSync | null = null;
  try {
    if (!existed && !create) throw missingError(path);
    if (!existed) onDisk("making", path, () => closeSync(openSync(path, "wx", 0o600)));
    const opened = onDisk(
      "opening",
      path,
      () => new DatabaseSync(existing(path), { timeout: 2_000, defensive: true }),
    );
    db = opened;
    onDisk("opening", path, () => createTables(opened, path, create));
    if (!existed) onDisk("making", path, () => syncFolder(dirname(path)));
    return new WitnessDatabase(path, opened, () => hold.release());
  } catch (error) {
    db?.close();
    hold.release();
    throw error;
  }
}

/** A witness that forgot what it cosigned would cosign another history. */
const missingError = (path: string): JournalError =>
  new JournalError(
    "missing",
    `${path} is missing or empty, and its key is there: restore it, or see docs/witness.md`,
  );

function createTables(db: DatabaseSync, path: string, create: boolean): void {
  db.exec(
    "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
  );
  if (numberOf(db, "PRAGMA synchronous") !== 2 || textOf(db, "PRAGMA journal_mode") !== "wal")
    throw new JournalError(
      "cannot-open",
      `${path} cannot have a synced write-ahead log here: use a local disk`,
    );
  if (numberOf(db, "SELECT count(*) FROM sqlite_schema") === 0) {
    if (!create) throw missingError(path);
    db.exec(
      `BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}; COMMIT`,
    );
  }
  if (numberOf(db, "PRAGMA application_id") === APPLICATION_ID && numberOf(db, "PRAGMA user_version") === 1)
    db.exec(`BEGIN IMMEDIATE; ${LOG_KEYS}; PRAGMA user_version = ${FORMAT}; COMMIT`);
  if (
    numberOf(db, "PRAGMA application_id") !== APPLICATION_ID ||
    numberOf(db, "PRAGMA user_version") !== FORMAT
  )
    throw new JournalError(
      "cannot-open",
      `${path} is no database of a witness, format ${FORMAT}: check the folder`,
    );
  if (textOf(db, "PRAGMA integrity_check(1)") !== "ok")
    throw new JournalError(
      "corrupt",
      `${path} is damaged: keep the folder for the inspector, and see docs/witness.md`,
    );
}

function knownOf(row: Readonly<Record<string, unknown>> | undefined): Latest | null {
  if (row === undefined) return null;
  const root = row["root"];
  if (!(root instanceof Uint8Array)) throw new TypeError("a root is bytes");
  return { size: Number(row["size"]), root, time: Number(row["time"]), note: String(row["note"]) };
}

const valueOf = (db: DatabaseSync, sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
const numberOf = (db: DatabaseSync, sql: string): number => Number(valueOf(db, sql));
const textOf = (db: DatabaseSync, sql: string): string => String(valueOf(db, sql));
