import { isCanonical } from "../../../src/record/canonical.ts";
import { KEYS_MAX } from "../../../src/record/key-history.ts";
import { MAX_PROOF } from "../../../src/record/merkle.ts";
import { JournalError } from "../../files/errors.ts";

/**
 * An export is a text file of canonical JSON lines:
 *
 * 1. the head: whose log, which records, and the hashes of what lies before them;
 * 2. for each record `{"line","sig"}`, and after the record that completes it each `{"checkpoint"}`;
 * 3. the end: how many records, the newest checkpoint, and the proof from the last record to it.
 *
 * `jq -j .line` gives back the very bytes that were signed.
 */
export const EXPORT_FORMAT = "tirada-export";
/** The longest line: a record of 64 KiB, every byte of it escaped as six. */
export const MAX_EXPORT_LINE = 6 * 65_536 + 1_024;

/** A record as it was signed. */
export interface ExportRecord {
  readonly line: string;
  /** Base64 Ed25519 over the line. */
  readonly sig: string;
}

export interface ExportHead {
  readonly format: typeof EXPORT_FORMAT;
  readonly v: 1;
  readonly log: string;
  /** Of the first record. */
  readonly vkey: string;
  readonly from: number;
  readonly to: number;
  /** Hex SHA-256 of the line before `from`. */
  readonly prev: string;
  /** The Merkle tree of all records before `from`, as its complete subtrees (base64). */
  readonly before: readonly string[];
  /** Records before and after the range by which a key of the log gave way; absent: there are none. */
  readonly keys?: readonly ExportRecord[];
}

export interface ExportEnd {
  readonly end: number;
  readonly checkpoint: string;
  readonly proof: readonly string[];
}

export type ExportLine = ExportRecord | { readonly checkpoint: string } | ExportEnd;

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const PEAKS_MAX = 53;
const isText =
  (most = Infinity): Check =>
  (value) =>
    typeof value === "string" && value.length <= most;
const isWhole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHashes =
  (most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(isText(44));
const isRecord: Check = (value) => fits(value, RECORD);
const isRotations: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= KEYS_MAX && value.every(isRecord);

const RECORD = { line: isText(), sig: isText() };
const CHECKPOINT = { checkpoint: isText() };
const END = { end: isWhole, checkpoint: isText(), proof: isHashes(MAX_PROOF) };
const HEAD = {
  format: (value: unknown) => value === EXPORT_FORMAT,
  v: (value: unknown) => value === 1,
  log: isText(255),
  vkey: isText(512),
  from: isWhole,
  to: isWhole,
  prev: (value: unknown) => typeof value === "string" && value.length === 64,
  before: isHashes(PEAKS_MAX),
};

/** An object with these fields and no others. By hand: the inspector's page has this file, and no library of shapes. */
function fits(value: unknown, shape: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(shape);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && shape[name]?.((value as Fields)[name]) === true)
  );
}

/** Reads the first line. Throws a JournalError `cannot-open` that says where. */
export function readHead(text: string, where: string): ExportHead {
  const value = parseLine(text, `${where}, line 1`);
  if (fits(value, HEAD) || fits(value, { ...HEAD, keys: isRotations })) return value as ExportHead;
  throw notOfExport(`${where}, line 1`);
}

/** Reads any other line. */
export function readExportLine(text: string, where: string): ExportLine {
  const value = parseLine(text, where);
  if ([RECORD, CHECKPOINT, END].some((shape) => fits(value, shape))) return value as ExportLine;
  throw notOfExport(where);
}

function parseLine(text: string, where: string): unknown {
  if (isCanonical(text)) return JSON.parse(text);
  throw new JournalError("cannot-open", `${where}: not as tirada wrote it (canonical JSON)`);
}

const notOfExport = (where: string): JournalError =>
  new JournalError("cannot-open", `${where}: not a line of an export`);
