import { z } from "zod";
import { parseJson } from "../load/json.ts";
import { BETS_SECONDS, LATE_MINUTES_MAX } from "../rules/pack.ts";
import { keySchema } from "../people/key-schema.ts";
import { ROLES } from "../people/roles.ts";
import { UNIT_EVENTS } from "../table/kernel/record.ts";
import { modeOfLog, logInMode } from "../record/mode.ts";
import {
  RECORDING_FORMAT,
  SHOE_PORT,
  type Entry,
  type SegmentHead,
  WHEEL_PORT,
  type RecordingMark,
} from "./entry.ts";
import { durableOf } from "../table/every-family/durable-format.ts";
import type { Table } from "../table/kernel/table.ts";
import { createHash, type Hash } from "node:crypto";

/**
 * The recording format: one JSON object a line, bytes as Latin-1 characters. Encoding is a pure function of the entry,
 * so the bytes of a segment, and every hash over them, follow from what happened.
 */

/** A longer line in a recording is a damaged or foreign file. */
export const ENTRY_LINE_MAX = 262_144;
/** Bytes of one read or write that one entry may hold. */
export const ENTRY_BYTES_MAX = 65_536;

const t = z.int().min(0);
const port = z.string().min(1).max(64);
const bytes = z.string().max(ENTRY_BYTES_MAX);
const why = z.string().max(500);
const trust = z.enum(["unsynced", "rtc", "synced"]);

const scalar = z.union([z.string().max(1_000), z.int(), z.boolean(), z.null()]);

const by = z.strictObject({ role: z.enum(ROLES), name: z.string().max(100) });

const entrySchema = z.discriminatedUnion("k", [
  z.strictObject({ k: z.literal("open"), t, port, name: z.string().max(500) }),
  z.strictObject({ k: z.literal("lost"), t, port, why }),
  z.strictObject({ k: z.literal("in"), t, port, bytes }),
  z.strictObject({ k: z.literal("out"), t, port, bytes }),
  z.strictObject({ k: z.literal("overrun"), t, port, lost: z.int().min(1) }),
  z.strictObject({ k: z.literal("tick"), t }),
  z.strictObject({ k: z.literal("key"), t, key: keySchema, by }),
  z.strictObject({
    k: z.literal("fault"),
    t,
    device: z.string().min(1).max(64),
    code: z.string().min(1).max(64),
    detail: z.record(z.string().max(64), z.union([z.string().max(1_000), z.int()])),
    stands: z.boolean(),
  }),
  z.strictObject({ k: z.literal("clock"), t, wall: z.int(), trust }),
  z.strictObject({ k: z.literal("restarted"), t, detail: z.record(z.string().max(64), scalar) }),
  z.strictObject({
    k: z.literal("event"),
    t,
    event: z.enum(UNIT_EVENTS),
    detail: z.record(z.string().max(64), scalar),
  }),
  z.strictObject({ k: z.literal("seal"), t, key: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ k: z.literal("auto-open"), t }),
  z.strictObject({ k: z.literal("end"), t, why }),
]);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const headShape = z.strictObject({
  k: z.literal("head"),
  v: z.literal(RECORDING_FORMAT),
  segment: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
  log: z.string().max(120),
  mode: z.enum(["live", "test"]),
  epoch: z.int().min(0),
  boot: z.string().max(64),
  rel: z.strictObject({ version: z.string().min(1).max(64), manifest: z.nullable(hash) }),
  rulebook: z.string().max(120),
  device: z.string().max(64),
  options: z.record(z.string().max(64), scalar),
  houseRules: z.array(z.string().max(100)).max(32),
  lateMinutes: z.int().min(1).max(LATE_MINUTES_MAX).exactOptional(),
  betsSeconds: z.int().min(BETS_SECONDS.least).max(BETS_SECONDS.most).exactOptional(),
  t,
  wall: z.int(),
  trust,
  previous: z.nullable(z.strictObject({ segment: z.string().max(100), sha256: hash })),
  state: z.unknown(),
  chain: z.strictObject({ seq: z.int().min(0), prev: hash }),
});

const headSchema = headShape.refine(({ log, mode }) => mode === modeOfLog(log), {
  path: ["mode"],
  message: "is not that of the log",
});

/** Format 1: the release by its name alone, and neither mode nor epoch. */
const headOfFormat1 = headShape
  .omit({ mode: true, epoch: true, rel: true })
  .extend({ v: z.literal(1), release: z.string().max(64) });

/** The entry as one line with its line feed. */
export function encodeEntry(entry: Entry | SegmentHead): string {
  // A key comes from a screen or a panel with its fields in any order; read back it has the schema's, and the replay's
  // hashes are made over those bytes.
  if ((entry.k === "in" || entry.k === "out") && entry.port === SHOE_PORT)
    return `${encodeFixedWidth(entry)}\n`;
  return JSON.stringify(entry.k === "key" ? entrySchema.parse(entry) : entry) + "\n";
}

/**
 * Every byte of a card device takes six characters: the length of a recording is in signed records, and must not reveal a card
 * that lies face down. Read back it is JSON like any other.
 */
function encodeFixedWidth({ bytes: text, ...rest }: Entry & { readonly bytes: string }): string {
  let escaped = "";
  for (const char of text) escaped += `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(rest).slice(0, -1)},"bytes":"${escaped}"}`;
}

/** An entry from its line, or a few words on what is wrong with it. */
export function decodeEntry(line: string): Entry | string {
  return decode(line, entrySchema) as Entry | string;
}

/** A segment's first line, or a few words on what is wrong with it. One of format 1 is given as one of today's. */
export function decodeHead(line: string): SegmentHead | string {
  if (!line.startsWith(HEAD_OF_FORMAT_1)) return decode(line, headSchema) as SegmentHead | string;
  const read = decode(line, headOfFormat1) as HeadOfFormat1 | string;
  if (typeof read === "string") return read;
  try {
    return headFromFormat1(read);
  } catch {
    return "state: not that of a table of format 1";
  }
}

function decode(line: string, schema: z.ZodType): unknown {
  if (line.length > ENTRY_LINE_MAX)
    return `the line has ${line.length} characters; ${ENTRY_LINE_MAX} is the limit`;
  const value = parseJson(line);
  if (value === undefined) return "the line is not JSON";
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues.slice(0, 1);
  return first.map(({ path, message }) => `${path.join(".")}: ${message}`).join("");
}

/** Bytes as they stand in an entry: one character a byte. */
export function toText(data: Uint8Array): string {
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  return text;
}

export function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);
}

/** What the first line of a recording of format 1 (releases up to 0.6.2) begins with. */
export const HEAD_OF_FORMAT_1 = '{"k":"head","v":1,';

export type HeadOfFormat1 = Omit<SegmentHead, "v" | "mode" | "epoch" | "rel"> & {
  readonly v: 1;
  readonly release: string;
};

/** Format 1 does not say how fast a wheel's line was: the fastest is taken, so that no line counts as too fast for its wire. */
const LINE_OF_FORMAT_1 = 921_600;

/**
 * The head of a recording of format 1, as one of today's: a replay of it comes to the same kinds, rounds and results. Its lines
 * are not those that were signed, since they name the bytes of this head.
 */
export function headFromFormat1({ release, ...head }: HeadOfFormat1): SegmentHead {
  const state = head.state as { readonly table: Table };
  const table = { ...state.table, durable: durableOf(state.table.durable) };
  return {
    ...head,
    options: head.segment.startsWith(WHEEL_PORT) ? { baud: LINE_OF_FORMAT_1, ...head.options } : head.options,
    v: RECORDING_FORMAT,
    mode: modeOfLog(head.log),
    epoch: 0,
    rel: { version: release, manifest: null },
    state: { ...state, table },
  };
}

/** Format 1 said in its entries alone that a table was a test: such a recording is replayed as one of a test's log. */
export function withModeOfFormat1(head: SegmentHead, entries: readonly Entry[]): SegmentHead {
  const isTest = entries.some((entry) => entry.k === "restarted" && entry.detail["test"] === true);
  return isTest ? { ...head, log: logInMode(head.log, "test"), mode: "test" } : head;
}

/** Characters of a recording that wait to be hashed. */
const UNHASHED_MAX = 16_384;

/**
 * A recording segment as it grows: its text goes to the disk (or nowhere, in a replay), its hash stays here, so that
 * every record can name the exact bytes it came from.
 */
export class Segment {
  readonly name: string;
  #bytes = 0;
  readonly #hash: Hash = createHash("sha256");
  #unhashed = "";

  constructor(head: SegmentHead) {
    this.name = head.segment;
    this.headLine = this.#take(encodeEntry(head));
  }

  /** First line of the segment, with its line feed. */
  readonly headLine: string;

  /** Adds an entry; returns the line to store. */
  add(entry: Entry): string {
    return this.#take(encodeEntry(entry));
  }

  /** The prefix up to now: `head -c <bytes> <segment>.jsonl | sha256sum`. */
  mark(): RecordingMark {
    this.#hash.update(this.#unhashed);
    this.#unhashed = "";
    return { segment: this.name, bytes: this.#bytes, sha256: this.#hash.copy().digest("hex") };
  }

  #take(line: string): string {
    this.#bytes += Buffer.byteLength(line);
    // One call for many lines: a device sends hundreds for each record.
    this.#unhashed += line;
    if (this.#unhashed.length > UNHASHED_MAX) {
      this.#hash.update(this.#unhashed);
      this.#unhashed = "";
    }
    return line;
  }
}
