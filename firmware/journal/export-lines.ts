import { z } from "zod";
import { isCanonical } from "../../src/record/canonical.ts";
import { KEYS_MAX } from "../../src/record/key-history.ts";
import { MAX_PROOF } from "../../src/record/merkle.ts";
import { JournalError } from "./errors.ts";

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

const whole = z.int().min(0);
const hash = z.string().max(44);

const recordShape = z.strictObject({ line: z.string(), sig: z.string() });

const headShape = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  v: z.literal(1),
  log: z.string().max(255),
  /** Of the first record. */
  vkey: z.string().max(512),
  from: whole,
  to: whole,
  /** Hex SHA-256 of the line before `from`. */
  prev: z.string().length(64),
  /** The Merkle tree of all records before `from`, as its complete subtrees (base64). */
  before: z.array(hash).max(53),
  /** Records before and after the range by which a key of the log gave way; absent: there are none. */
  keys: z.array(recordShape).min(1).max(KEYS_MAX).optional(),
});
const checkpointShape = z.strictObject({ checkpoint: z.string() });
const endShape = z.strictObject({ end: whole, checkpoint: z.string(), proof: z.array(hash).max(MAX_PROOF) });

export type ExportHead = z.infer<typeof headShape>;
export type ExportEnd = z.infer<typeof endShape>;
export type ExportLine = z.infer<typeof recordShape> | z.infer<typeof checkpointShape> | ExportEnd;

const lineShape = z.union([recordShape, checkpointShape, endShape]);

/** Reads the first line. Throws a JournalError `cannot-open` that says where. */
export function readHead(text: string, where: string): ExportHead {
  return parseLine(headShape, text, `${where}, line 1`);
}

/** Reads any other line. */
export function readExportLine(text: string, where: string): ExportLine {
  return parseLine(lineShape, text, where);
}

function parseLine<T>(shape: z.ZodType<T>, text: string, where: string): T {
  if (!isCanonical(text))
    throw new JournalError("cannot-open", `${where}: not as tirada wrote it (canonical JSON)`);
  const parsed = shape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new JournalError("cannot-open", `${where}: not a line of an export`);
  return parsed.data;
}
