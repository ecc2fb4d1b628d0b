import { sha256Hex, utf8 } from "./bytes.ts";
import { canonical } from "./canonical.ts";

/** `prev` of the first line. */
export const NO_PREVIOUS = "0".repeat(64);
/** A line longer than this is not signed and not read. */
export const MAX_LINE_BYTES = 65_536;
/** Names that only the chain may set. */
const RESERVED = ["v", "log", "seq", "prev"];
const LOG_NAME = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)+$/;
const MAX_LOG_NAME = 120;

/**
 * Where the next line joins the chain. `seq` is the number it will carry, so it is also how many lines there are;
 * the first is 0, the line's index in the Merkle tree. `prev` is the hex SHA-256 of the last line.
 */
export interface ChainHead {
  readonly log: string;
  readonly seq: number;
  readonly prev: string;
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
  readonly log: string;
  readonly seq: number;
  readonly prev: string;
  readonly kind: string | null;
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
 * The next line of the evidence log: `fields` with `v, log, seq, prev`, in canonical form (RFC 8785).
 * Pure. Throws a TypeError for a field that canonical JSON refuses or that is the chain's own, and a RangeError
 * for a line over 64 KiB.
 */
export function nextLine(head: ChainHead, fields: object): ChainedLine {
  for (const name of RESERVED)
    if (Object.hasOwn(fields, name)) throw new TypeError(`field "${name}" belongs to the chain; leave it out`);
  const line = canonical({ ...fields, v: 1, log: head.log, seq: head.seq, prev: head.prev });
  const bytes = utf8(line);
  if (bytes.length > MAX_LINE_BYTES)
    throw new RangeError(`record ${head.seq} has ${bytes.length} bytes; ${MAX_LINE_BYTES} is the limit`);
  const hash = sha256Hex(bytes);
  return { line, hash, head: { log: head.log, seq: head.seq + 1, prev: hash } };
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
  if (v !== 1) return "the line's version is not 1";
  if (typeof log !== "string" || log.length > MAX_LOG_NAME) return "the line names no log";
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 0)
    return "the line has no sequence number";
  if (typeof prev !== "string" || !/^[0-9a-f]{64}$/.test(prev)) return "the line has no hash of the one before";
  return {
    log,
    seq,
    prev,
    kind: typeof kind === "string" ? kind : null,
    state: typeof state === "string" ? state : null,
    fields,
  };
}
