import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Where SQLite's header says by which journal a file is written and read (sqlite.org/fileformat2.html, offsets 18 and 19). */
const VERSIONS = [18, 19];
const WRITE_AHEAD = 2;

/**
 * Leaves a journal's file as a power cut does while SQLite brings it into write-ahead mode: the new header is in the file, and beside
 * it lies the rollback journal that takes it back.
 */
export function cutModeChange(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN IMMEDIATE");
  const file = readFileSync(path);
  const version = Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
  db.exec(`PRAGMA user_version = ${version}`);
  const journal = readFileSync(`${path}-journal`);
  db.exec("ROLLBACK");
  db.close();
  for (const at of VERSIONS) file[at] = WRITE_AHEAD;
  writeFileSync(path, file);
  writeFileSync(`${path}-journal`, journal);
}
