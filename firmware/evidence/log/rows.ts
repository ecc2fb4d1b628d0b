import { base64, strictBase64 } from "../../../src/record/bytes.ts";
import { readLine } from "../../../src/record/chain.ts";
import { KEY_ROTATED, type SignedLine } from "../../../src/record/key-history.ts";
import type { Database, Row } from "./database.ts";
import { EPOCH_CLOSED, readPeaks, START_OF_LOG, type EpochStart } from "../../../src/record/epoch.ts";
import type { TreeNode } from "../../../src/record/growing-tree.ts";
import { JournalError } from "../../files/errors.ts";
import { PRUNED_FORMAT } from "./schema.ts";

/** A record as it lies in the file: bytes, not yet believed. */
export interface StoredRow {
  readonly seq: number;
  readonly kind: string;
  readonly line: Uint8Array;
  /** Null when what is stored is no base64 of 64 bytes. */
  readonly sig: Uint8Array | null;
  readonly leaf: Uint8Array;
  readonly hash: Uint8Array;
}

/** Records of one answer. */
export const MAX_RECENT = 1_000;

/** Throws a JournalError `refused` for a number of records that cannot be asked for at once. */
export function requireCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 0 || count > MAX_RECENT)
    throw new JournalError("refused", `${count} records: between 0 and ${MAX_RECENT} can be asked for`);
}

/** A record as it was kept, read back. */
export interface RecentRecord {
  readonly seq: number;
  /** Hex SHA-256 of the line. */
  readonly hash: string;
  /** Base64 Ed25519 over the line. */
  readonly sig: string;
  readonly line: string;
  /** The line, parsed. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface StoredCheckpoint {
  readonly size: number;
  readonly note: string;
}

/** The table's state after record `seq`, to resume from. Its SHA-256 is that record's field `state`. */
export interface Snapshot {
  readonly seq: number;
  readonly body: string;
}

// The text is read as bytes: decoding would hide a damaged character.
const COLUMNS = "seq, kind, CAST(line AS BLOB) AS line, sig, leaf, hash";
const ALL_RECORDS = `SELECT ${COLUMNS} FROM record ORDER BY seq`;
const SOME_RECORDS = `SELECT ${COLUMNS} FROM record WHERE seq >= ? ORDER BY seq LIMIT ?`;
const ALL_CHECKPOINTS = "SELECT size, note FROM checkpoint ORDER BY size";
const SOME_CHECKPOINTS = "SELECT size, note FROM checkpoint WHERE size > ? AND size <= ? ORDER BY size";

export function allRecords(db: Database): IterableIterator<StoredRow> {
  return mapRows(db.prepare(ALL_RECORDS).iterate(), recordOf);
}

export function someRecords(db: Database, from: number, limit: number): StoredRow[] {
  return db.prepare(SOME_RECORDS).all(from, limit).map(recordOf);
}

export function allCheckpoints(db: Database): IterableIterator<StoredCheckpoint> {
  return mapRows(db.prepare(ALL_CHECKPOINTS).iterate(), checkpointOf);
}

/** Checkpoints with `after` < size <= `upTo`. */
export function someCheckpoints(db: Database, after: number, upTo: number): StoredCheckpoint[] {
  return db.prepare(SOME_CHECKPOINTS).all(after, upTo).map(checkpointOf);
}

export function leavesOf(db: Database, from: number, count: number): Uint8Array[] {
  const table = db.format === PRUNED_FORMAT ? "leaf" : "record";
  return db
    .prepare(`SELECT leaf FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT ?`)
    .all(from, count)
    .map((row) => bytesIn(row, "leaf"));
}

export function storedSnapshot(db: Database): Snapshot | null {
  const row = db.prepare("SELECT seq, body FROM snapshot").get();
  return row === undefined ? null : { seq: numberIn(row, "seq"), body: textIn(row, "body") };
}

/** Whose log this is: its name and the vkey of its first key, or null for a journal that was never begun. */
export function storedLog(db: Database): { readonly name: string; readonly vkey: string } | null {
  const row = db.prepare("SELECT name, vkey FROM log").get();
  return row === undefined ? null : { name: textIn(row, "name"), vkey: textIn(row, "vkey") };
}

/** Where the file's records begin. A file of format 1 holds them from the first one on. */
export function storedStart(db: Database): EpochStart {
  if (db.format === 1) return START_OF_LOG;
  const row = db.prepare("SELECT epoch, size, prev, peaks, stateOf, state FROM start").get();
  const before = row === undefined ? null : readPeaks(numberIn(row, "size"), row["peaks"]);
  if (row === undefined || before === null)
    throw new JournalError(
      "corrupt",
      `${db.path} does not say where it begins: copy the file for the inspector`,
    );
  const state = row["state"] === null ? null : { seq: numberIn(row, "stateOf"), sha256: textIn(row, "state") };
  return { epoch: numberIn(row, "epoch"), prev: textIn(row, "prev"), before, state };
}

/** All nodes of the tree that became complete in the epoch before this file. */
export function* allNodes(db: Database): IterableIterator<TreeNode> {
  if (db.format === 1) return;
  for (const row of db.prepare("SELECT level, place, hash FROM node ORDER BY level, place").iterate())
    yield { level: numberIn(row, "level"), index: numberIn(row, "place"), hash: bytesIn(row, "hash") };
}

/** The leaf hashes of a file whose records were pruned, with their numbers. */
export function allLeaves(db: Database): IterableIterator<{ readonly seq: number; readonly leaf: Uint8Array }> {
  const rows = db.prepare("SELECT seq, leaf FROM leaf ORDER BY seq").iterate();
  return mapRows(rows, (row) => ({ seq: numberIn(row, "seq"), leaf: bytesIn(row, "leaf") }));
}

/** Where the epoch after such a file begins, as far as its leaf hashes do not say. */
export function storedEnding(db: Database): Pick<EpochStart, "prev" | "state"> {
  const row = db.prepare("SELECT prev, stateOf, state FROM ending").get();
  if (row === undefined)
    throw new JournalError("corrupt", `${db.path} does not say where it ends: copy the file for the inspector`);
  const state = row["state"] === null ? null : { seq: numberIn(row, "stateOf"), sha256: textIn(row, "state") };
  return { prev: textIn(row, "prev"), state };
}

/** A node of the tree that became complete in the epoch before this file, or null. */
export function storedNode(db: Database, level: number, index: number): Uint8Array | null {
  if (db.format === 1) return null;
  const row = db.prepare("SELECT hash FROM node WHERE level = ? AND place = ?").get(level, index);
  return row === undefined ? null : bytesIn(row, "hash");
}

/** The record of this file that closes the epoch before it, or null. */
export function storedClosing(db: Database): StoredRow | null {
  const row = db.prepare(`SELECT ${COLUMNS} FROM record WHERE kind = ? ORDER BY seq LIMIT 1`).get(EPOCH_CLOSED);
  return row === undefined ? null : recordOf(row);
}

/** The records before this file by which a key of the log gave way, in their order. */
export function storedRotations(db: Database): SignedLine[] {
  if (db.format === 1) return [];
  return db
    .prepare("SELECT number, line, sig FROM rotation ORDER BY number")
    .all()
    .map((row, at) =>
      numberIn(row, "number") === at + 1
        ? { line: textIn(row, "line"), sig: textIn(row, "sig") }
        : wrongType("number"),
    );
}

/** The records in this file by which a key of the log gave way, in their order. */
export function rotationsIn(db: Database): SignedLine[] {
  return db
    .prepare("SELECT line, sig FROM record WHERE kind = ? ORDER BY seq")
    .all(KEY_ROTATED)
    .map((row) => ({ line: textIn(row, "line"), sig: textIn(row, "sig") }));
}

/** How many records there are up to the end of this file. */
export function endOf(db: Database): number {
  const table = db.format === PRUNED_FORMAT ? "leaf" : "record";
  const last = db.prepare(`SELECT max(seq) AS n FROM ${table}`).get()?.["n"];
  return typeof last === "number" ? last + 1 : storedStart(db).before.size;
}

export function countOf(db: Database, table: "record" | "checkpoint"): number {
  const row = db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
  return row === undefined ? 0 : numberIn(row, "n");
}

/** A stored row as the caller committed it. */
export function readBack(row: StoredRow): RecentRecord {
  const facts = readLine(row.line);
  if (typeof facts === "string" || row.sig === null)
    throw new JournalError("corrupt", `record ${row.seq} cannot be read back: copy the file for the inspector`);
  return {
    seq: row.seq,
    hash: Buffer.from(row.hash).toString("hex"),
    sig: base64(row.sig),
    line: Buffer.from(row.line).toString("utf8"),
    fields: facts.fields,
  };
}

function recordOf(row: Row): StoredRow {
  const sig = strictBase64(textIn(row, "sig"));
  return {
    seq: numberIn(row, "seq"),
    kind: textIn(row, "kind"),
    line: bytesIn(row, "line"),
    sig: sig?.length === 64 ? sig : null,
    leaf: bytesIn(row, "leaf"),
    hash: bytesIn(row, "hash"),
  };
}

function checkpointOf(row: Row): StoredCheckpoint {
  return { size: numberIn(row, "size"), note: textIn(row, "note") };
}

function* mapRows<T>(rows: Iterable<Row>, of: (row: Row) => T): IterableIterator<T> {
  for (const row of rows) yield of(row);
}

function numberIn(row: Row, name: string): number {
  const value = row[name];
  return typeof value === "number" ? value : wrongType(name);
}

function textIn(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value : wrongType(name);
}

function bytesIn(row: Row, name: string): Uint8Array {
  const value = row[name];
  return value instanceof Uint8Array ? value : wrongType(name);
}

function wrongType(name: string): never {
  throw new JournalError("corrupt", `the journal's column "${name}" holds what it cannot hold: copy the file`);
}
