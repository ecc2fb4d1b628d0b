import type { Database } from "./database.ts";
import type { StoredCheckpoint } from "./rows.ts";

/** What witnesses signed of the journal's checkpoints, beside them: it vouches for itself, and the journal is whole without it. */
export interface Cosignature {
  /** Size of the checkpoint. */
  readonly size: number;
  /** The witness's line below the checkpoint's own signature, with its line feed. */
  readonly line: string;
  /** When it came, by the unit's clock: RFC 3339. */
  readonly at: string;
}

export const COSIGNATURES_TABLE = "cosignatures";
/**
 * The table is made when the first one comes: a file without a witness has none. An epoch's last checkpoint may be cosigned when the
 * next one has begun: its cosignature then lies in the file of that one.
 */
export const COSIGNATURES = `
CREATE TABLE cosignatures (
  size INTEGER NOT NULL CHECK (size > 0),
  line TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (size, line)
) STRICT;
`;
const SOME = "SELECT size, line, at FROM cosignatures WHERE size > ? AND size <= ? ORDER BY size, at, line";
const NEWEST = "SELECT size, line, at FROM cosignatures ORDER BY size DESC, at DESC LIMIT 1";

/** Within a transaction of the caller. */
export function insertCosignature(
  db: Pick<Database, "exec" | "prepare">,
  { size, line, at }: Cosignature,
): void {
  if (!hasCosignatures(db)) db.exec(COSIGNATURES);
  db.prepare("INSERT OR IGNORE INTO cosignatures (size, line, at) VALUES (?, ?, ?)").run(size, line, at);
}

/** Cosignatures in this file of checkpoints with `after` < size <= `upTo`, by size. */
export function someCosignatures(db: Database, after: number, upTo: number): Cosignature[] {
  if (!hasCosignatures(db)) return [];
  return db.prepare(SOME).all(after, upTo).map(cosignatureOf);
}

/** All cosignatures in this file, also of checkpoints of the epoch before. */
export function allCosignatures(db: Database): Cosignature[] {
  return someCosignatures(db, 0, Number.MAX_SAFE_INTEGER);
}

/** Cosignatures in this file in the order in which they came, without the first `skip`. */
export function laterCosignatures(db: Database, skip: number): Cosignature[] {
  if (!hasCosignatures(db)) return [];
  return db
    .prepare("SELECT size, line, at FROM cosignatures ORDER BY rowid LIMIT -1 OFFSET ?")
    .all(skip)
    .map(cosignatureOf);
}

/** The one in this file of the largest checkpoint; null: there is none. */
export function newestCosignature(db: Database): Cosignature | null {
  const row = hasCosignatures(db) ? db.prepare(NEWEST).get() : undefined;
  return row === undefined ? null : cosignatureOf(row);
}

/** The checkpoint with the lines of its witnesses below its own signature. */
export function withCosignatures(
  { size, note }: StoredCheckpoint,
  cosignatures: readonly Cosignature[],
): string {
  const lines = cosignatures.filter((one) => one.size === size).map(({ line }) => line);
  return note + lines.join("");
}

function hasCosignatures(db: Pick<Database, "prepare">): boolean {
  return (
    db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(COSIGNATURES_TABLE) !==
    undefined
  );
}

function cosignatureOf(row: Readonly<Record<string, unknown>>): Cosignature {
  return { size: Number(row["size"]), line: String(row["line"]), at: String(row["at"]) };
}
