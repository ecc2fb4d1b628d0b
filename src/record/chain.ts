import { sha256Hex } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { modeOfLog, type Mode } from "./mode.ts";

/** `prev` of the first line. */
export const NO_PREVIOUS = "0".repeat(64);
/** A line longer than this is not signed and not read. */
export const MAX_LINE_BYTES = 65_536;
/** Names that only the chain may set. */
const RESERVED = ["v", "log", "seq", "prev", "mode", "epoch", "rel"];
/** The format of lines that are written. Format 1 (releases up to 0.6.2) stays readable for ever. */
export const LINE_FORMAT = 2;
const LOG_NAME = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)+$/;
export const MAX_LOG_NAME = 120;
const MAX_VERSION = 64;

/**
 * Where the next line joins the chain. `seq` is the number it will carry, so it is also how many lines there are;
 * the first is 0, the line's index in the Merkle tree. `prev` is the hex SHA-256 of the last line.
 */
export interface ChainHead {
  readonly log: string;
  readonly seq: number;
  readonly prev: string;
}

/** The release that made a record. */
export interface ReleaseId {
  readonly version: string;
  /** Hex SHA-256 of the release's manifest; null: the program runs from its source. */
  readonly manifest: string | null;
}

/** Two programs are the same release when both version and manifest are: only then do they make the same lines. */
export function isSameRelease(one: ReleaseId, other: ReleaseId): boolean {
  return one.version === other.version && one.manifest === other.manifest;
}

/** What every line of format 2 says of where it comes from, besides its log. */
export interface LineOrigin {
  /** The part of the journal that the line belongs to, from 0. */
  readonly epoch: number;
  readonly rel: ReleaseId;
}

export interface ChainedLine {
  /** Canonical JSON, without a line feed. These very bytes are signed, stored and hashed. */
  readonly line: string;
  /** Hex SHA-256 of the line. */
  readonly hash: string;
  readonly head: ChainHead;
}

/** What the chain reads back from a line. */
export interface LineFacts {
  /** Format of the line. */
  readonly v: 1 | 2;
  readonly log: string;
  readonly seq: number;
  readonly prev: string;
  readonly kind: string | null;
  /** Format 1 says it in the detail of its boot records only; null in its other lines. */
  readonly mode: Mode | null;
  /** 0 in format 1, which knew none. */
  readonly epoch: number;
  /** Hex SHA-256 of the table's state after this record, when the record vouches for one. */
  readonly state: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * The name of a log is its C2SP origin: a schema-less address such as `tirada.example/casino-1/table-07`, at most
 * 120 of `a-z 0-9 . _ - /`. Throws a RangeError otherwise.
 */
export function checkLogName(log: string): string {
  if (log.length > MAX_LOG_NAME || !LOG_NAME.test(log) || log === "cosignature/v1")
    throw new RangeError(
      `"${log}" cannot name a log: write it like tirada.example/casino-1/table-07 ` +
        `(small letters, digits, . _ - and at least one /, up to ${MAX_LOG_NAME})`,
    );
  return log;
}

export function firstHead(log: string): ChainHead {
  return { log: checkLogName(log), seq: 0, prev: NO_PREVIOUS };
}

/**
 * The next line of the evidence log, of format 2: `fields` with `v, log, seq, prev, mode, epoch, rel`, in canonical form
 * (RFC 8785). Pure. Throws a TypeError for a field that canonical JSON refuses or that is the chain's own, and a RangeError
 * for a line over 64 KiB.
 */
export function nextLine(head: ChainHead, fields: object, { epoch, rel }: LineOrigin): ChainedLine {
  for (const name of RESERVED)
    if (Object.hasOwn(fields, name)) throw new TypeError(`field "${name}" belongs to the chain; leave it out`);
  const { log, seq, prev } = head;
  const line = canonical({ ...fields, v: LINE_FORMAT, log, seq, prev, mode: modeOfLog(log), epoch, rel });
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_LINE_BYTES)
    throw new RangeError(`record ${head.seq} has ${bytes} bytes; ${MAX_LINE_BYTES} is the limit`);
  const hash = sha256Hex(line);
  return { line, hash, head: { log, seq: seq + 1, prev: hash } };
}

/** Reads a line back, or says in a few words why it is not one. */
export function readLine(line: Uint8Array): LineFacts | string {
  if (line.length > MAX_LINE_BYTES) return `the line has ${line.length} bytes; ${MAX_LINE_BYTES} is the limit`;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    return "the line is not JSON in UTF-8";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "the line is not a JSON object";
  const fields = value as Readonly<Record<string, unknown>>;
  const { v, log, seq, prev, kind, state } = fields;
  if (v !== 1 && v !== LINE_FORMAT) return `the line's format is not 1 or ${LINE_FORMAT}`;
  if (typeof log !== "string" || log.length > MAX_LOG_NAME) return "the line names no log";
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 0)
    return "the line has no sequence number";
  if (typeof prev !== "string" || !/^[0-9a-f]{64}$/.test(prev)) return "the line has no hash of the one before";
  const origin = v === 1 ? { mode: modeOfBoot(fields), epoch: 0 } : originOf(fields, log);
  if (typeof origin === "string") return origin;
  return {
    v,
    log,
    seq,
    prev,
    ...origin,
    kind: typeof kind === "string" ? kind : null,
    state: typeof state === "string" ? state : null,
    fields,
  };
}

/** What a line of format 2 says of where it comes from, or what is wrong with that. */
function originOf(
  { mode, epoch, rel }: LineFacts["fields"],
  log: string,
): Pick<LineFacts, "mode" | "epoch"> | string {
  const named = modeOfLog(log);
  if (mode !== named) return `the line's mode is not that of its log, ${named}`;
  if (typeof epoch !== "number" || !Number.isSafeInteger(epoch) || epoch < 0) return "the line has no epoch";
  return isRelease(rel) ? { mode: named, epoch } : "the line does not name its release and manifest";
}

function isRelease(rel: unknown): boolean {
  if (typeof rel !== "object" || rel === null) return false;
  const { version, manifest, ...rest } = rel as Readonly<Record<string, unknown>>;
  const named = typeof version === "string" && version !== "" && version.length <= MAX_VERSION;
  const proven = manifest === null || (typeof manifest === "string" && /^[0-9a-f]{64}$/.test(manifest));
  return named && proven && Object.keys(rest).length === 0;
}

/** Format 1: its boot records say whether the table is a test. */
function modeOfBoot({ kind, detail }: LineFacts["fields"]): Mode | null {
  if (kind !== "boot" || typeof detail !== "object" || detail === null) return null;
  const { test } = detail as Readonly<Record<string, unknown>>;
  return typeof test !== "boolean" ? null : test ? "test" : "live";
}
