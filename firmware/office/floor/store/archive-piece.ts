import { zstdCompressSync, zstdDecompressSync, constants } from "node:zlib";
import { fieldsAt, textAt, type Fields } from "../../../../src/analysis/record-fields.ts";
import { numbersOf } from "../../../../src/analysis/search.ts";
import { factsOf } from "../../../../src/floor/arrival.ts";
import { sha256Hex, utf8 } from "../../../../src/record/bytes.ts";
import { NO_PREVIOUS, readLine } from "../../../../src/record/chain.ts";

/** Lines of a piece at the most, and bytes of them before they are compressed. */
export const PIECE_RECORDS = 1_024;
export const PIECE_BYTES = 4 * 1_048_576;
/** A piece is not longer when it is opened: one that says more is none. */
const OPEN_BYTES_MAX = 8 * PIECE_BYTES;
/** Halfway between fast and small: forty times the time gives six hundredths. */
const LEVEL = 9;
const SIG_BYTES = 64;

/** What the table signed. */
export interface ArchivedLine {
  readonly line: Uint8Array;
  readonly sig: Uint8Array;
}

/** A record as it lies in the store. */
export interface RecordRow extends ArchivedLine {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly round: number | null;
}

/** A checkpoint as it lies in the store. */
export interface NoteRow {
  readonly size: number;
  /** When it came, µs since 1970. */
  readonly stored: number;
  readonly note: string;
}

/** What people look for in a result, so that a search opens the pieces alone that have it. */
export interface ResultEntry {
  readonly seq: number;
  readonly at: number;
  readonly round: number | null;
  /** What it is called: `certified`, `reported`; empty where it does not say. */
  readonly level: string;
  /** As a search compares them, a line each. */
  readonly numbers: string;
}

/** A piece of an archive: what the database says of it, and its bytes. */
export interface ArchivePiece {
  readonly what: "records" | "notes";
  /** Numbers of records, or sizes of checkpoints. */
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly fromRound: number | null;
  readonly toRound: number | null;
  readonly kinds: readonly string[];
  readonly results: readonly ResultEntry[];
  /** Hex SHA-256 over line and signature of each record, or over each checkpoint, in their order. */
  readonly rowsHash: string;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}
export type PieceFacts = Omit<ArchivePiece, "hash" | "bytes">;

/** A line that is kept as it is, or without the hash of the line right before it in the piece. */
const WHOLE = "=";
const FOLLOWING = "+";
const prevOf = (hash: string): string => `"prev":"${hash}"`;
const NO_PREV = prevOf("");

const compress = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }));

/**
 * Packs records of one log, in their order, as one frame: what people look for in each result, as a search of this release compares it, the lines, then
 * their signatures. What cannot be compressed and can be made anew, the hash of the line before, is left out.
 */
export function packPiece(rows: readonly RecordRow[]): ArchivePiece {
  let prev = NO_PREVIOUS;
  const lines = rows.map(({ line }) => {
    const text = Buffer.from(line).toString("utf8");
    const short = text.replace(prevOf(prev), NO_PREV);
    const follows = short !== text && short.replace(NO_PREV, prevOf(prev)) === text;
    prev = sha256Hex(line);
    return follows ? `${FOLLOWING}${short}\n` : `${WHOLE}${text}\n`;
  });
  const numbers = rows.filter(isResult).map(numbersIn);
  const head = `${JSON.stringify(numbers)}\n`;
  const bytes = compress(Buffer.concat([utf8(head), utf8(lines.join("")), ...rows.map(({ sig }) => sig)]));
  return { ...factsOfRows(rows, numbers), hash: sha256Hex(bytes), bytes };
}

const isResult = ({ kind }: RecordRow): boolean => kind === "result";

/** What stands in a signed line a database's text need not hold. */
const storable = (text: string): string => text.replaceAll("\0", "");

const fieldsIn = ({ line }: RecordRow): Fields => {
  const facts = readLine(line);
  return typeof facts === "string" ? {} : facts.fields;
};

const numbersIn = (row: RecordRow): string => storable([...new Set(numbersOf(fieldsIn(row)))].join("\n"));

/** What a database says of a piece of these records, besides its bytes. `numbers`: of its results, in their order. */
function factsOfRows(rows: readonly RecordRow[], numbers: readonly string[]): PieceFacts {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a piece of an archive has no records");
  const [ats, rounds] = [
    rows.map(({ at }) => at),
    rows.flatMap(({ round }) => (round === null ? [] : [round])),
  ];
  return {
    what: "records",
    first: first.seq,
    last: last.seq,
    records: rows.length,
    fromAt: Math.min(...ats),
    toAt: Math.max(...ats),
    fromRound: rounds.length === 0 ? null : Math.min(...rounds),
    toRound: rounds.length === 0 ? null : Math.max(...rounds),
    kinds: [...new Set(rows.map(({ kind }) => kind))].sort(),
    results: rows.filter(isResult).map((row, at) => resultEntry(row, numbers[at] ?? "")),
    rowsHash: sha256Hex(Buffer.concat(rows.flatMap(({ line, sig }) => [line, sig]))),
  };
}

function resultEntry(row: RecordRow, numbers: string): ResultEntry {
  const { seq, at, round } = row;
  const level = storable(textAt(fieldsAt(fieldsIn(row), "certainty"), "level"));
  return { seq, at, round, level, numbers };
}

interface OpenedPiece {
  readonly numbers: readonly string[];
  readonly lines: readonly ArchivedLine[];
}

/** What is in a piece; a text says what is wrong with it. */
function openLines({
  bytes,
  hash,
  records,
}: Pick<ArchivePiece, "bytes" | "hash" | "records">): OpenedPiece | string {
  const frame = openFrame(bytes, hash);
  if (typeof frame === "string") return frame;
  const other = `it has other than ${records} records`;
  const end = frame.length - records * SIG_BYTES;
  const head = frame.indexOf("\n");
  if (end <= head || frame[end - 1] !== "\n".charCodeAt(0)) return other;
  let [at, prev] = [head + 1, NO_PREVIOUS];
  const lines: ArchivedLine[] = [];
  for (let n = 0; n < records && at < end; n++) {
    const to = frame.indexOf("\n", at);
    const kept = frame.subarray(at + 1, to);
    const isWhole = frame[at] === WHOLE.charCodeAt(0);
    const line = isWhole ? kept : utf8(kept.toString("utf8").replace(NO_PREV, prevOf(prev)));
    lines.push({ line, sig: frame.subarray(end + n * SIG_BYTES, end + (n + 1) * SIG_BYTES) });
    [at, prev] = [to + 1, sha256Hex(line)];
  }
  if (lines.length !== records || at !== end) return other;
  return { numbers: JSON.parse(frame.toString("utf8", 0, head)) as readonly string[], lines };
}

function openFrame(bytes: Uint8Array, hash: string): Buffer | string {
  if (sha256Hex(bytes) !== hash) return "its bytes are not those that the database names";
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: OPEN_BYTES_MAX });
  } catch {
    return "its bytes are no archive";
  }
}

/** The records of a piece; a text says what is wrong with it. */
export function openPiece(
  piece: Pick<ArchivePiece, "bytes" | "hash" | "records">,
): readonly RecordRow[] | string {
  const opened = openLines(piece);
  return typeof opened === "string" ? opened : rowsOf(opened);
}

function rowsOf({ lines }: OpenedPiece): readonly RecordRow[] | string {
  const rows = lines.flatMap(({ line, sig }): readonly RecordRow[] => {
    const facts = readLine(line);
    return typeof facts === "string" ? [] : [{ ...factsOf(facts), line, sig }];
  });
  return rows.length === lines.length ? rows : "it has something else than records";
}

/** What a database is to say of a piece of records, by what is in it; a text says what is wrong with it. */
export function pieceFacts(piece: Pick<ArchivePiece, "bytes" | "hash" | "records">): PieceFacts | string {
  const opened = openLines(piece);
  if (typeof opened === "string") return opened;
  const rows = rowsOf(opened);
  return typeof rows === "string" ? rows : factsOfRows(rows, opened.numbers);
}

/** Packs checkpoints of one log, in the order of their sizes, as one frame: a line of JSON each. */
export function packNotes(notes: readonly NoteRow[]): ArchivePiece {
  const text = notes.map(({ size, stored, note }) => `${JSON.stringify([size, stored, note])}\n`).join("");
  const bytes = compress(utf8(text));
  return { ...factsOfNotes(notes), hash: sha256Hex(bytes), bytes };
}

/** What a database is to say of a piece of checkpoints, by what is in it; a text says what is wrong with it. */
export function notesFacts(piece: Pick<ArchivePiece, "bytes" | "hash" | "records">): PieceFacts | string {
  const notes = openNotes(piece);
  return typeof notes === "string" ? notes : factsOfNotes(notes);
}

function factsOfNotes(notes: readonly NoteRow[]): PieceFacts {
  const [first, last] = [notes[0], notes.at(-1)];
  if (first === undefined || last === undefined)
    throw new RangeError("a piece of an archive has no checkpoints");
  const ats = notes.map(({ stored }) => Math.floor(stored / 1_000));
  return {
    what: "notes",
    first: first.size,
    last: last.size,
    records: notes.length,
    fromAt: Math.min(...ats),
    toAt: Math.max(...ats),
    fromRound: null,
    toRound: null,
    kinds: [],
    results: [],
    rowsHash: sha256Hex(notes.map(({ note }) => note).join("")),
  };
}

/** The checkpoints of a piece; a text says what is wrong with it. */
export function openNotes({
  bytes,
  hash,
  records,
}: Pick<ArchivePiece, "bytes" | "hash" | "records">): readonly NoteRow[] | string {
  const frame = openFrame(bytes, hash);
  if (typeof frame === "string") return frame;
  try {
    const notes = frame
      .toString("utf8")
      .split("\n")
      .slice(0, -1)
      .map((text) => JSON.parse(text) as readonly [number, number, string])
      .map(([size, stored, note]) => ({ size, stored, note }));
    return notes.length === records ? notes : `it has other than ${records} checkpoints`;
  } catch {
    return "it has something else than checkpoints";
  }
}
