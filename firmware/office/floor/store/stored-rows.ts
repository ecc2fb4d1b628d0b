import type { SignedLine } from "../../../../src/record/key-history.ts";
import { base64, sameBytes } from "../../../../src/record/bytes.ts";
import { archivedNotes, archivedRecords, type PieceFault } from "./archived-rows.ts";
import type { NoteRow, RecordRow } from "./archive-piece.ts";
import type { Asking } from "./client.ts";
import type { EvidenceSchema } from "./migrations.ts";

/** What the store has of a log, as it lies there: nothing of it is believed. */

/** Rows that are held in memory at a time. */
const ROWS_AT_ONCE = 1_000;

/** A log by its row, and how many rows of records it has. */
export interface LogRows {
  readonly schema: EvidenceSchema;
  readonly id: number;
  /** Null: its row is gone. */
  readonly name: string | null;
  /** The key that it was begun with, the newest one and the rotations, as two people confirmed them; null: nobody did. */
  readonly enrolled: {
    /** The request to join, and whether a casino vouches for it instead. */
    readonly enrolment: number;
    readonly isVouched: boolean;
    readonly first: string;
    readonly vkey: string;
    readonly rotations: readonly SignedLine[];
  } | null;
  readonly rotations: readonly SignedLine[];
  readonly records: number;
  /** Of the ends of batches of this many records and fewer some were left out, as their months were archived. */
  readonly thinnedTo: number;
}

export interface EndRow {
  readonly next: number;
  readonly checkpoint: number;
  readonly wasNext: number;
  readonly wasCheckpoint: number;
  readonly format: number;
  readonly epoch: number | null;
  readonly hash: string;
  readonly peaks: Uint8Array;
}

type NoteOfSize = Pick<NoteRow, "size" | "note">;

/** Every log of which a schema has anything. */
export async function storedLogs(sql: Asking, schema: EvidenceSchema): Promise<readonly LogRows[]> {
  const of = sql(schema);
  const rows = await sql`
    WITH counted AS (
      SELECT log, sum(n)::bigint AS n FROM (
        SELECT log, count(*) AS n FROM ${of}.record GROUP BY log
        UNION ALL SELECT a.log, a.records FROM ${of}.archive a WHERE a.month IN (SELECT ${of}.archived_months())
      ) AS all_of GROUP BY log
    ),
    known AS (SELECT id FROM ${of}.log UNION SELECT log FROM counted UNION SELECT log FROM ${of}.batch_end UNION SELECT log FROM ${of}.checkpoint)
    SELECT k.id, l.name, e.enrolment, e.first, e.vkey, e.rotations, EXISTS (SELECT FROM ${of}.vouched v WHERE v.enrolment = e.enrolment) AS vouched, coalesce(c.n, 0) AS n,
      coalesce((SELECT max(a.next) FROM ${of}.archive a WHERE a.log = k.id), 0) AS thinned,
      (SELECT jsonb_agg(jsonb_build_object('line', convert_from(r.line, 'UTF8'), 'sig', encode(r.sig, 'hex')) ORDER BY r.seq)
        FROM ${of}.rotation r WHERE r.log = k.id) AS later
    FROM known k LEFT JOIN ${of}.log l ON l.id = k.id LEFT JOIN counted c ON c.log = k.id
    LEFT JOIN ${of}.enrolled e ON e.log = l.name ORDER BY k.id`;
  return rows.map((row) => ({
    schema,
    id: row["id"] as number,
    name: row["name"] as string | null,
    enrolled:
      row["first"] === null
        ? null
        : {
            enrolment: row["enrolment"] as number,
            isVouched: row["vouched"] === true,
            first: row["first"] as string,
            vkey: row["vkey"] as string,
            rotations: row["rotations"] as SignedLine[],
          },
    rotations: ((row["later"] ?? []) as readonly SignedLine[]).map(({ line, sig }) => ({
      line,
      sig: base64(Buffer.from(sig, "hex")),
    })),
    records: row["n"] as number,
    thinnedTo: row["thinned"] as number,
  }));
}

type Of = Pick<LogRows, "schema" | "id">;
/** Numbers of records: from the first to before the second; null: it has no bound. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

const LOWEST = Number.MIN_SAFE_INTEGER;
const HIGHEST = Number.MAX_SAFE_INTEGER;

/**
 * The records of a log in the order of their numbers, whether they lie in rows or in archives: one that lies in both, as while a month is archived,
 * comes once. `onFault`: of a piece of an archive that is not what the database names; left out: it throws.
 */
export async function* storedRecords(
  sql: Asking,
  of: Of,
  { from, to }: Span,
  onFault?: (fault: PieceFault) => void,
): AsyncGenerator<RecordRow> {
  const archived = archivedRecords(sql, of, { from: from ?? LOWEST, to: to ?? HIGHEST }, onFault);
  let other = await archived.next();
  for await (const row of recordRows(sql, of, { from, to })) {
    for (; other.done !== true && other.value.seq < row.seq; other = await archived.next()) yield other.value;
    yield row;
    if (other.done !== true && isSameRecord(other.value, row)) other = await archived.next();
  }
  for (; other.done !== true; other = await archived.next()) yield other.value;
}

const isSameRecord = (one: RecordRow, other: RecordRow): boolean =>
  one.seq === other.seq && sameBytes(one.line, other.line) && sameBytes(one.sig, other.sig);

/** The rows of a log in the order of their numbers. */
export function recordRows(sql: Asking, { schema, id }: Of, { from, to }: Span): AsyncGenerator<RecordRow> {
  return inPieces(
    (row) => sql`
      SELECT seq, month::text AS month, extract(epoch FROM at) * 1000 AS ms, kind, round, line, sig FROM ${sql(schema)}.record
      WHERE log = ${id} AND (seq, month) > (${numberOf(row, "seq", from)}, ${monthOf(row)}::text::date) AND seq < ${to ?? HIGHEST}
      ORDER BY seq, month LIMIT ${ROWS_AT_ONCE}`,
    (row) => ({
      seq: row["seq"] as number,
      at: Number(row["ms"]),
      kind: row["kind"] as string,
      round: row["round"] as number | null,
      line: row["line"] as Buffer,
      sig: row["sig"] as Buffer,
    }),
  );
}

/** Where the log ended after each batch, the ends of a span behind its first number: in their order. */
export function storedEnds(sql: Asking, { schema, id }: Of, { from, to }: Span): AsyncGenerator<EndRow> {
  // Behind the first number of a span, of which the part before has all ends.
  const after = from === null ? null : from + 1;
  return inPieces(
    (row) => sql`
      SELECT next, checkpoint, month::text AS month, was_next, was_checkpoint, format, epoch, hash, peaks
      FROM ${sql(schema)}.batch_end WHERE log = ${id} AND next <= ${to ?? HIGHEST}
      AND (next, checkpoint, month) > (${numberOf(row, "next", after)}, ${row === null ? LOWEST : (row["checkpoint"] as number)}, ${monthOf(row)}::text::date)
      ORDER BY next, checkpoint, month LIMIT ${ROWS_AT_ONCE}`,
    endIn,
  );
}

/** The checkpoints over a span, in their order, in archives or in rows; one size has several where it was cosigned later. `onFault` as of records. */
export async function* storedNotes(
  sql: Asking,
  of: Of,
  { from, to }: Span,
  onFault?: (fault: PieceFault) => void,
): AsyncGenerator<NoteOfSize> {
  const bounds = { from: from === null ? LOWEST : from + 1, to: to === null ? HIGHEST : to + 1 };
  const archived = archivedNotes(sql, of, bounds, onFault);
  let other = await archived.next();
  for await (const note of noteRows(sql, of, { from, to })) {
    for (; other.done !== true && other.value.size <= note.size; other = await archived.next())
      yield other.value;
    yield note;
  }
  for (; other.done !== true; other = await archived.next()) yield other.value;
}

function noteRows(sql: Asking, { schema, id }: Of, { from, to }: Span): AsyncGenerator<NoteOfSize> {
  const after = from === null ? null : from + 1;
  return inPieces(
    (row) => sql`
      SELECT size, month::text AS month, stored::text AS stored, note FROM ${sql(schema)}.checkpoint
      WHERE log = ${id} AND size <= ${to ?? HIGHEST} AND (size, stored, month) >
        (${numberOf(row, "size", after)}, ${row === null ? "-infinity" : (row["stored"] as string)}::text::timestamptz, ${monthOf(row)}::text::date)
      ORDER BY size, stored, month LIMIT ${ROWS_AT_ONCE}`,
    (row) => ({ size: row["size"] as number, note: row["note"] as string }),
  );
}

type Row = Readonly<Record<string, unknown>>;

/** Rows fetched piece by piece, each from behind the last one of the piece before. */
async function* inPieces<T>(
  piece: (after: Row | null) => PromiseLike<readonly Row[]>,
  read: (row: Row) => T,
): AsyncGenerator<T> {
  for (let after: Row | null = null; ;) {
    const rows: readonly Row[] = await piece(after);
    for (const row of rows) yield read(row);
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1) ?? null;
  }
}

const numberOf = (after: Row | null, column: string, from: number | null): number =>
  after === null ? (from ?? LOWEST) : (after[column] as number);
const monthOf = (after: Row | null): string => (after === null ? "-infinity" : (after["month"] as string));

/** Ends at which a long log can be cut, so that each part can be verified by itself: the last one in each piece of so many records. */
export async function cutsOf(sql: Asking, { schema, id }: Of, each: number): Promise<readonly EndRow[]> {
  const rows = await sql`
    SELECT DISTINCT ON (piece) next, checkpoint, was_next, was_checkpoint, format, epoch, hash, peaks
    FROM (SELECT *, next / ${each}::bigint AS piece FROM ${sql(schema)}.batch_end WHERE log = ${id}) AS ends
    ORDER BY piece, next DESC, checkpoint DESC`;
  return rows.slice(0, -1).map(endIn);
}

const endIn = (row: Readonly<Record<string, unknown>>): EndRow => ({
  next: row["next"] as number,
  checkpoint: row["checkpoint"] as number,
  wasNext: row["was_next"] as number,
  wasCheckpoint: row["was_checkpoint"] as number,
  format: row["format"] as number,
  epoch: row["epoch"] as number | null,
  hash: (row["hash"] as Buffer).toString("hex"),
  peaks: row["peaks"] as Buffer,
});
