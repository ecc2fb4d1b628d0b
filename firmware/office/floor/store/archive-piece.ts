import { zstdCompressSync, zstdDecompressSync, constants } from "node:zlib";
import { factsOf } from "../../../../src/floor/arrival.ts";
import { base64, sha256Hex, strictBase64, utf8 } from "../../../../src/record/bytes.ts";
import { canonical } from "../../../../src/record/canonical.ts";
import { readLine } from "../../../../src/record/chain.ts";

/** Lines of a piece at the most, and bytes of them before they are compressed. */
export const PIECE_RECORDS = 1_024;
export const PIECE_BYTES = 4 * 1_048_576;
/** A piece is not longer when it is opened: one that says more is none. */
const OPEN_BYTES_MAX = 8 * PIECE_BYTES;
/** Halfway between fast and small: twice the time gives some hundredths. */
const LEVEL = 9;

/** A record as it lies in the store. */
export interface RecordRow {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly round: number | null;
  readonly line: Uint8Array;
  readonly sig: Uint8Array;
}

/** A piece of an archive: what the database says of it, and its bytes. */
export interface ArchivePiece {
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly fromRound: number | null;
  readonly toRound: number | null;
  readonly kinds: readonly string[];
  /** Hex SHA-256 over line and signature of each record, in their order. */
  readonly rowsHash: string;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Packs records of one log, in their order: a line of canonical JSON each, compressed as one frame. */
export function packPiece(rows: readonly RecordRow[]): ArchivePiece {
  const facts = pieceFacts(rows);
  const text = rows
    .map(({ line, sig }) => `${canonical({ line: Buffer.from(line).toString("utf8"), sig: base64(sig) })}\n`)
    .join("");
  const options = { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } };
  const bytes = Uint8Array.from(zstdCompressSync(utf8(text), options));
  return { ...facts, hash: sha256Hex(bytes), bytes };
}

/** What a database says of a piece of these records, besides its bytes. */
export function pieceFacts(rows: readonly RecordRow[]): Omit<ArchivePiece, "hash" | "bytes"> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a piece of an archive has no records");
  const [ats, rounds] = [
    rows.map(({ at }) => at),
    rows.flatMap(({ round }) => (round === null ? [] : [round])),
  ];
  return {
    first: first.seq,
    last: last.seq,
    records: rows.length,
    fromAt: Math.min(...ats),
    toAt: Math.max(...ats),
    fromRound: rounds.length === 0 ? null : Math.min(...rounds),
    toRound: rounds.length === 0 ? null : Math.max(...rounds),
    kinds: [...new Set(rows.map(({ kind }) => kind))].sort(),
    rowsHash: sha256Hex(Buffer.concat(rows.flatMap(({ line, sig }) => [line, sig]))),
  };
}

/** The records of a piece; a text says what is wrong with it. */
export function openPiece({
  bytes,
  hash,
  records,
}: Pick<ArchivePiece, "bytes" | "hash" | "records">): readonly RecordRow[] | string {
  if (sha256Hex(bytes) !== hash) return "its bytes are not those that the database names";
  let text: string;
  try {
    text = zstdDecompressSync(bytes, { maxOutputLength: OPEN_BYTES_MAX }).toString("utf8");
  } catch {
    return "its bytes are no archive";
  }
  const rows = text.split("\n").slice(0, -1).map(rowIn);
  const whole = rows.filter((row) => row !== null);
  return whole.length === records && whole.length === rows.length
    ? whole
    : `it has other than ${records} records`;
}

function rowIn(text: string): RecordRow | null {
  const { line, sig } = JSON.parse(text) as { readonly line: string; readonly sig: string };
  const bytes = utf8(line);
  const facts = readLine(bytes);
  const signature = strictBase64(sig);
  return typeof facts === "string" || signature === null
    ? null
    : { ...factsOf(facts), line: bytes, sig: signature };
}
