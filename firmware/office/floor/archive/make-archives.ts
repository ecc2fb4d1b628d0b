import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../../../src/time/clock.ts";
import { sameBytes } from "../../../../src/record/bytes.ts";
import {
  openNotes,
  openPiece,
  packNotes,
  packPiece,
  PIECE_BYTES,
  PIECE_RECORDS,
  type ArchivePiece,
  type NoteRow,
  type RecordRow,
} from "../store/archive-piece.ts";
import { insertPiece } from "../store/archived-rows.ts";
import type { Asking, Sql } from "../store/client.ts";
import { EVIDENCE_SCHEMAS, type EvidenceSchema } from "../store/migrations.ts";
import { manifestPiece, signManifest, type ArchiveSigner, type Manifest } from "./manifest.ts";

export interface ArchiveParts {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly signer: ArchiveSigner;
  /** What was done, line by line. */
  readonly onDone: (line: string) => void;
  /** Months are archived once they are closed; a test says which. */
  readonly months?: readonly string[];
}

/** Whoever reads or adds waits no longer than this for a month's rows to give way; then it is tried another day. */
const LOCK_MS = 10_000;

/**
 * Makes archives of closed months, a log and month at a time, and drops the rows of a month that lie in them all. Each of these steps is whole or
 * not there: killed anywhere, the next run goes on. Nothing is dropped that the database has not looked up in the archives itself.
 */
export async function makeArchives(parts: ArchiveParts): Promise<void> {
  for (const schema of EVIDENCE_SCHEMAS) {
    const { sql, onDone, months } = parts;
    const closed = await sql`SELECT to_char(m, 'YYYY-MM') AS month FROM ${sql(schema)}.closed_months() AS m`;
    for (const { month } of closed) {
      if (months !== undefined && !months.includes(month as string)) continue;
      await archiveMonth(parts, schema, month as string);
      const gone = await dropRows(sql, schema, month as string);
      onDone(`${schema} ${String(month)}: ${gone} lines lie in archives alone`);
    }
  }
}

const dateOf = (month: string): string => `${month}-01`;

async function archiveMonth(parts: ArchiveParts, schema: EvidenceSchema, month: string): Promise<void> {
  const { sql, onDone } = parts;
  const of = sql(schema);
  const due = await sql`
    SELECT d.log, d.records, d.notes, l.name FROM ${of}.to_archive(${dateOf(month)}::text::date) d JOIN ${of}.log l ON l.id = d.log
    WHERE NOT EXISTS (SELECT FROM ${of}.archive a WHERE a.log = d.log AND a.month = ${dateOf(month)}::text::date) ORDER BY d.log`;
  for (const row of due) {
    const log = { id: row["log"] as number, name: row["name"] as string };
    const made = await sql.begin((tx) => archiveLog(tx, parts, schema, log, month));
    const [lines, notes] = [row["records"] as number, row["notes"] as number];
    onDone(`${schema} ${month} ${log.name}: ${lines} lines, ${notes} checkpoints, ${made} bytes`);
  }
}

/** The archive of one log and month, in a transaction. @returns its bytes */
async function archiveLog(
  tx: Asking,
  { clock, signer }: ArchiveParts,
  schema: EvidenceSchema,
  log: { readonly id: number; readonly name: string },
  month: string,
): Promise<number> {
  const pieces: Manifest["pieces"] = [];
  const sums = { bytes: 0, records: 0, notes: 0 };
  const keep = async (piece: ArchivePiece): Promise<void> => {
    await insertPiece(tx, { schema, id: log.id }, dateOf(month), piece);
    pieces.push(manifestPiece(piece));
    sums.bytes += piece.bytes.length;
    sums[piece.what] += piece.records;
  };
  for await (const rows of inPieces(rowsToArchive(tx, schema, log.id, month))) await keep(checkedPiece(rows));
  for await (const notes of inPiecesOfNotes(notesToArchive(tx, schema, log.id, month)))
    await keep(checkedNotes(notes));
  const made = signManifest({ v: 1, log: log.name, month, at: clock.wall(), pieces }, signer);
  const of = tx(schema);
  await tx`
    INSERT INTO ${of}.archive (log, month, records, notes, next, manifest, sig, certificate)
    SELECT ${log.id}, ${dateOf(month)}::text::date, ${sums.records}, ${sums.notes},
      coalesce((SELECT max(e.next) FROM ${of}.batch_end e WHERE e.log = ${log.id} AND e.month = ${dateOf(month)}::text::date), 0),
      ${made.text}, ${made.sig}, ${made.certificate}`;
  return sums.bytes;
}

/** What comes out of a piece is what went in, or nothing is archived. */
function checkedPiece(rows: readonly RecordRow[]): ArchivePiece {
  const piece = packPiece(rows);
  const opened = openPiece(piece);
  const isSame =
    typeof opened !== "string" &&
    opened.every((row, at) => {
      const { seq, at: when, kind, round, line, sig } = rows[at] as RecordRow;
      const columns = row.seq === seq && row.at === when && row.kind === kind && row.round === round;
      return columns && sameBytes(row.line, line) && sameBytes(row.sig, sig);
    });
  if (!isSame)
    throw new Error(
      `records ${piece.first} to ${piece.last} are not what their columns say: tirada floor verify names them`,
    );
  return piece;
}

function checkedNotes(notes: readonly NoteRow[]): ArchivePiece {
  const piece = packNotes(notes);
  if (!isDeepStrictEqual(openNotes(piece), notes))
    throw new Error(
      `the checkpoints of ${piece.first} to ${piece.last} records do not come out as they went in`,
    );
  return piece;
}

/** Lines of a month that need not stay rows, in the order of their numbers. */
async function* rowsToArchive(
  tx: Asking,
  schema: EvidenceSchema,
  log: number,
  month: string,
): AsyncGenerator<RecordRow> {
  for (let after = -1; ;) {
    const rows: readonly Readonly<Record<string, unknown>>[] = await tx`
      SELECT seq, extract(epoch FROM at) * 1000 AS ms, kind, round, line, sig FROM ${tx(schema)}.record r
      WHERE log = ${log} AND month = ${dateOf(month)}::text::date AND seq > ${after} AND NOT ${tx(schema)}.stays_row(r.kind)
      ORDER BY seq LIMIT ${PIECE_RECORDS}`;
    for (const row of rows)
      yield {
        seq: row["seq"] as number,
        at: Number(row["ms"]),
        kind: row["kind"] as string,
        round: row["round"] as number | null,
        line: row["line"] as Buffer,
        sig: row["sig"] as Buffer,
      };
    if (rows.length < PIECE_RECORDS) return;
    after = rows.at(-1)?.["seq"] as number;
  }
}

async function* inPieces(rows: AsyncIterable<RecordRow>): AsyncGenerator<readonly RecordRow[]> {
  let piece: RecordRow[] = [];
  let bytes = 0;
  for await (const row of rows) {
    if (piece.length === PIECE_RECORDS || (piece.length > 0 && bytes + row.line.length > PIECE_BYTES)) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += row.line.length;
  }
  if (piece.length > 0) yield piece;
}

/** All checkpoints that came in a month, in the order of their sizes. */
async function* notesToArchive(
  tx: Asking,
  schema: EvidenceSchema,
  log: number,
  month: string,
): AsyncGenerator<NoteRow> {
  for (let after: Readonly<Record<string, unknown>> | null = null; ;) {
    // Not by a cursor: a piece is added over the same connection before the next are read.
    const rows: readonly Readonly<Record<string, unknown>>[] = await tx`
      SELECT size, stored::text AS stored, (extract(epoch FROM stored) * 1000000)::bigint AS us, note FROM ${tx(schema)}.checkpoint
      WHERE log = ${log} AND month = ${dateOf(month)}::text::date
        AND (size, stored) > (${(after?.["size"] as number | undefined) ?? -1}, ${(after?.["stored"] as string | undefined) ?? "-infinity"}::text::timestamptz)
      ORDER BY size, stored LIMIT ${PIECE_RECORDS}`;
    for (const row of rows)
      yield { size: row["size"] as number, stored: row["us"] as number, note: row["note"] as string };
    if (rows.length < PIECE_RECORDS) return;
    after = rows.at(-1) ?? null;
  }
}

/** Those of one size lie in one piece: the database looks them up by their sizes. */
async function* inPiecesOfNotes(notes: AsyncIterable<NoteRow>): AsyncGenerator<readonly NoteRow[]> {
  let piece: NoteRow[] = [];
  for await (const note of notes) {
    if (piece.length >= PIECE_RECORDS && piece.at(-1)?.size !== note.size) {
      yield piece;
      piece = [];
    }
    piece.push(note);
  }
  if (piece.length > 0) yield piece;
}

async function dropRows(sql: Sql, schema: EvidenceSchema, month: string): Promise<number> {
  return await sql.begin(async (tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    const [row] = await tx`SELECT ${tx(schema)}.drop_archived(${dateOf(month)}::text::date) AS gone`;
    return row?.["gone"] as number;
  });
}
