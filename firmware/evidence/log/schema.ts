/** What a file of the journal is made of. */

/** "tird": tells a journal from any other SQLite file (`file journal.db` shows it). */
export const APPLICATION_ID = 0x74697264;
/**
 * Formats of a file. 1 (releases up to 0.7.0): the whole journal. 2: one epoch of it, with where it begins. A file keeps the format
 * that it was made with; 3 takes the place of a closed one whose records were pruned: the leaf hashes are left of them.
 */
export const FORMATS = [1, 2, 3] as const;
export type FileFormat = (typeof FORMATS)[number];
/** The format of files that are made. */
export const NEW_FORMAT: FileFormat = 2;
/** The format of an epoch whose records were pruned. */
export const PRUNED_FORMAT: FileFormat = 3;

/** `record` and `checkpoint` can only grow: the triggers hold for every program that opens the file. */
const SCHEMA_1 = `
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
${triggersOf([
  ["log", "id"],
  ["record", "seq"],
  ["checkpoint", "size"],
])}
`;

/**
 * `node`: subtrees of the whole tree, over 2^6 leaves and more, that became complete in the epoch before. `rotation`: records before
 * the epoch by which a key of the log gave way; `log` has the first key.
 */
const SCHEMA_2 = `
${SCHEMA_1.replace(" REFERENCES record (seq)", "")}
CREATE TABLE start (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch INTEGER NOT NULL CHECK (epoch >= 0),
  size INTEGER NOT NULL CHECK (size >= 0),
  prev TEXT NOT NULL,
  peaks TEXT NOT NULL,
  stateOf INTEGER,
  state TEXT
) STRICT;
CREATE TABLE node (
  level INTEGER NOT NULL CHECK (level > 0),
  place INTEGER NOT NULL CHECK (place >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE rotation (
  number INTEGER PRIMARY KEY CHECK (number > 0),
  line TEXT NOT NULL,
  sig TEXT NOT NULL
) STRICT;
${triggersOf([
  ["start", "id"],
  ["rotation", "number"],
])}
`;

/** `record`: the few that stay. `ending`: where the next epoch begins. */
const SCHEMA_3 = `
${SCHEMA_2}
CREATE TABLE leaf (
  seq INTEGER PRIMARY KEY CHECK (seq >= 0),
  leaf BLOB NOT NULL CHECK (length(leaf) = 32)
) STRICT;
CREATE TABLE ending (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  prev TEXT NOT NULL,
  stateOf INTEGER,
  state TEXT
) STRICT;
${triggersOf([
  ["leaf", "seq"],
  ["ending", "id"],
])}
`;

export const SCHEMAS: Readonly<Record<FileFormat, string>> = { 1: SCHEMA_1, 2: SCHEMA_2, 3: SCHEMA_3 };

function triggersOf(tables: readonly (readonly [table: string, key: string])[]): string {
  return tables
    .flatMap(([table, key]) => [
      `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} ${refusalSql(`UPDATE on ${table}`)}`,
      `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} ${refusalSql(`DELETE on ${table}`)}`,
      // INSERT OR REPLACE deletes without asking the DELETE trigger (sqlite.org/lang_conflict.html).
      `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table} ` +
        `WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${key} = NEW.${key}) ${refusalSql(`REPLACE on ${table}`)}`,
    ])
    .join("\n");
}

function refusalSql(what: string): string {
  return `BEGIN SELECT RAISE(ABORT, 'the evidence log only grows: ${what} refused'); END;`;
}
