import { isDeepStrictEqual } from "node:util";
import type { Asking, Fragment } from "./client.ts";
import {
  notesFacts,
  openNotes,
  openPiece,
  pieceFacts,
  type ArchivePiece,
  type NoteRow,
  type PieceFacts,
  type RecordRow,
} from "./archive-piece.ts";
import type { EvidenceSchema } from "./migrations.ts";

/** What lies in archives, read as if it lay in rows. */

/** Pieces that are looked into for one search at the most, the newest first. */
export const PIECES_SEARCHED = 512;

interface OfLog {
  readonly schema: EvidenceSchema;
  readonly id: number;
}

/** A piece that cannot be read. */
export interface PieceFault {
  readonly seq: number;
  readonly what: string;
}

/** A piece that is not what the database names: nothing of it is given out. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

type Row = Readonly<Record<string, unknown>>;
type OnFault = (fault: PieceFault) => void;

const RESULT = "result";

/** Numbers of records, or sizes of checkpoints: from the first to before the second. */
interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** Numbers of records, or sizes of checkpoints: from the first to before the second. */
interface Bounds {
  readonly from: number;
  readonly to: number;
}

/**
 * Archived records of a log with `from` <= number < `to`, in their order. `onFault`: of a piece that is wrong, or of which the database says other than
 * what is in it; left out: a wrong one throws an ArchiveError.
 */
export async function* archivedRecords(
  sql: Asking,
  of: OfLog,
  bounds: Bounds,
  onFault?: OnFault,
): AsyncGenerator<RecordRow> {
  for await (const row of archived(sql, of, RECORDS, bounds, onFault))
    if (row.seq >= bounds.from && row.seq < bounds.to) yield row;
}

/** Archived checkpoints of a log with `from` <= size < `to`, in their order, those of one size as they came. `onFault` as of records. */
export async function* archivedNotes(
  sql: Asking,
  of: OfLog,
  bounds: Bounds,
  onFault?: OnFault,
): AsyncGenerator<NoteRow> {
  for await (const note of archived(sql, of, NOTES, bounds, onFault))
    if (note.size >= bounds.from && note.size < bounds.to) yield note;
}

/** How a piece is opened, and what a database is to say of what is in it. */
interface PieceKind<Row> {
  readonly what: ArchivePiece["what"];
  readonly open: (piece: Pick<ArchivePiece, "bytes" | "hash" | "records">) => readonly Row[] | string;
  readonly facts: (piece: Pick<ArchivePiece, "bytes" | "hash" | "records">) => PieceFacts | string;
}
const RECORDS: PieceKind<RecordRow> = { what: "records", open: openPiece, facts: pieceFacts };
const NOTES: PieceKind<NoteRow> = { what: "notes", open: openNotes, facts: notesFacts };

async function* archived<T>(
  sql: Asking,
  of: OfLog,
  kind: PieceKind<T>,
  { from, to }: Bounds,
  onFault: OnFault | undefined,
): AsyncGenerator<T> {
  const pieces = await sql`
    SELECT DISTINCT first, month::text AS month FROM ${sql(of.schema)}.archive_piece
    WHERE log = ${of.id} AND what = ${kind.what} AND last >= ${from} AND first < ${to} ORDER BY first, month`;
  for (const piece of pieces) {
    const { rows, said } = await openFirst(
      sql,
      of,
      kind,
      piece,
      onFault === undefined ? sql`` : saidColumns(sql),
    );
    const seq = piece["first"] as number;
    if (typeof rows === "string") {
      if (onFault === undefined) throw new ArchiveError(`the archive from record ${seq} on: ${rows}`);
      onFault({ seq, what: rows });
      continue;
    }
    if (onFault !== undefined && !isDeepStrictEqual(factsSaid(said ?? {}), kind.facts(pieceIn(said ?? {}))))
      onFault({ seq, what: "what the database says of this piece, for searches, is not what is in it" });
    yield* rows;
  }
}

/** Adds a piece to an archive that is made in the same transaction, or the next copy of one. */
export async function insertPiece(
  tx: Asking,
  { schema, id }: OfLog,
  month: string,
  piece: ArchivePiece,
): Promise<void> {
  const {
    what,
    first,
    last,
    records,
    fromAt,
    toAt,
    fromRound,
    toRound,
    kinds,
    results,
    rowsHash,
    hash,
    bytes,
  } = piece;
  const of = tx(schema);
  await tx`
    INSERT INTO ${of}.archive_piece
      (log, month, what, first, last, copy, records, from_at, to_at, from_round, to_round, kinds,
        result_seqs, result_ats, result_rounds, result_levels, result_numbers, rows_sha256, sha256, bytes)
    VALUES (${id}, ${month}::text::date, ${what}, ${first}, ${last},
      (SELECT coalesce(max(copy) + 1, 0) FROM ${of}.archive_piece p
        WHERE p.log = ${id} AND p.month = ${month}::text::date AND p.what = ${what} AND p.first = ${first}),
      ${records}, to_timestamp(${fromAt / 1_000}::float8), to_timestamp(${toAt / 1_000}::float8), ${fromRound}, ${toRound}, ${[...kinds]}::text[],
      ${results.map(({ seq }) => seq)}::bigint[], ${results.map(({ at }) => at)}::bigint[], ${results.map(({ round }) => round)}::bigint[],
      ${results.map(({ level }) => level)}::text[], ${results.map(({ numbers }) => numbers)}::text[],
      decode(${rowsHash}, 'hex'), decode(${hash}, 'hex'), ${bytes})`;
}

/** A piece that was opened: its rows, or what is wrong; and what the database says of it. */
interface Opened<T> {
  readonly rows: readonly T[] | string;
  readonly said: Row | null;
}

/** The first copy of a piece that is what the database names; a text says what is wrong with the last one. */
async function openFirst<T>(
  sql: Asking,
  { schema, id }: OfLog,
  { what, open }: PieceKind<T>,
  piece: Row,
  besides: Fragment,
): Promise<Opened<T>> {
  const copies = await sql`
    SELECT sha256, records, bytes ${besides} FROM ${sql(schema)}.archive_piece
    WHERE log = ${id} AND what = ${what} AND first = ${piece["first"] as number} AND month = ${piece["month"] as string}::text::date ORDER BY copy`;
  let rows: readonly T[] | string = "it is gone";
  for (const copy of copies) {
    rows = open(pieceIn(copy));
    if (typeof rows !== "string") return { rows, said: copy };
  }
  return { rows, said: null };
}

const pieceIn = (row: Row): Pick<ArchivePiece, "bytes" | "hash" | "records"> => ({
  hash: hexOf(row["sha256"] ?? Buffer.alloc(0)),
  records: row["records"] as number,
  bytes: row["bytes"] as Buffer,
});

const hexOf = (bytes: unknown): string => (bytes as Buffer).toString("hex");

/** What the database says of a piece besides its bytes. */
const saidColumns = (sql: Asking): Fragment => sql`,
  what, first, last, extract(epoch FROM from_at) * 1000 AS from_ms, extract(epoch FROM to_at) * 1000 AS to_ms, from_round, to_round,
  to_jsonb(kinds) AS kinds, rows_sha256,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('seq', r.seq, 'at', r.at, 'round', r.round, 'level', r.level, 'numbers', r.numbers) ORDER BY r.n), '[]')
    FROM unnest(result_seqs, result_ats, result_rounds, result_levels, result_numbers) WITH ORDINALITY AS r (seq, at, round, level, numbers, n)) AS results`;

const factsSaid = (row: Row): PieceFacts => ({
  what: row["what"] as PieceFacts["what"],
  first: row["first"] as number,
  last: row["last"] as number,
  records: row["records"] as number,
  fromAt: Number(row["from_ms"]),
  toAt: Number(row["to_ms"]),
  fromRound: row["from_round"] as number | null,
  toRound: row["to_round"] as number | null,
  kinds: row["kinds"] as readonly string[],
  results: row["results"] as PieceFacts["results"],
  rowsHash: hexOf(row["rows_sha256"] ?? Buffer.alloc(0)),
});

/** What of a search can be told from a piece without opening it. */
export interface ArchiveSearch {
  /** RFC 3339. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly round?: number | undefined;
  /** What a result came to: results alone are left out that came to something else. */
  readonly number?: string | undefined;
  readonly logs: readonly string[] | null;
  readonly kinds: readonly string[] | null;
  readonly most: number;
}

export interface FoundRow extends RecordRow {
  readonly log: string;
}

const newestFirst = (rows: readonly FoundRow[], most: number): readonly FoundRow[] =>
  rows.toSorted((a, b) => b.at - a.at).slice(0, most);

/** The newest archived records that a search wants, newest first. */
export async function findArchived(
  sql: Asking,
  schema: EvidenceSchema,
  search: ArchiveSearch,
): Promise<readonly FoundRow[]> {
  const { kinds, most } = search;
  if (kinds === null) return findInPieces(sql, schema, search);
  const others = kinds.filter((kind) => kind !== RESULT);
  const found = [
    ...(kinds.includes(RESULT) ? await findResults(sql, schema, search) : []),
    ...(others.length > 0 ? await findInPieces(sql, schema, { ...search, kinds: others }) : []),
  ];
  return newestFirst(found, most);
}

/** The newest results that a search wants, by what the database says of each: only pieces that have one of them are opened. */
async function findResults(
  sql: Asking,
  schema: EvidenceSchema,
  { from, before, round, number, logs, most }: ArchiveSearch,
): Promise<readonly FoundRow[]> {
  const of = sql(schema);
  return openResults(
    sql,
    schema,
    await sql`
    SELECT l.name, a.log, a.first, a.month::text AS month, a.seq FROM ${of}.archived_result a JOIN ${of}.log l ON l.id = a.log
    WHERE true
      ${logs === null ? sql`` : sql`AND l.name = ANY(${[...logs]}::text[])`}
      ${from === undefined ? sql`` : sql`AND a.to_at >= ${from}::timestamptz AND a.at >= ${from}::timestamptz`}
      ${before === undefined ? sql`` : sql`AND a.from_at < ${before}::timestamptz AND a.at < ${before}::timestamptz`}
      ${round === undefined ? sql`` : sql`AND ${round} BETWEEN a.from_round AND a.to_round AND a.round = ${round}`}
      ${number === undefined ? sql`` : sql`AND ${number} = ANY(string_to_array(a.numbers, E'\n'))`}
    ORDER BY a.at DESC LIMIT ${most}`,
  );
}

/** The archived results of a round of a log with `from` <= number < `to`. */
export async function archivedResults(
  sql: Asking,
  schema: EvidenceSchema,
  { log, round, from, to }: Bounds & { readonly log: string; readonly round: number },
): Promise<readonly FoundRow[]> {
  const of = sql(schema);
  return openResults(
    sql,
    schema,
    await sql`
    SELECT l.name, a.log, a.first, a.month::text AS month, a.seq FROM ${of}.archived_result a JOIN ${of}.log l ON l.id = a.log
    WHERE l.name = ${log} AND ${round} BETWEEN a.from_round AND a.to_round AND a.round = ${round} AND a.seq >= ${from} AND a.seq < ${to} ORDER BY a.seq`,
  );
}

/** Records whose places the database named, from their pieces, each of which is opened once. */
async function openResults(
  sql: Asking,
  schema: EvidenceSchema,
  places: readonly Row[],
): Promise<readonly FoundRow[]> {
  const found: FoundRow[] = [];
  const pieces = Map.groupBy(places, (row) => [row["log"], row["month"], row["first"]].join(" "));
  for (const own of pieces.values()) {
    const seqs = new Set(own.map((row) => row["seq"] as number));
    const rows = await openFound(sql, schema, own[0] as Row);
    found.push(...rows.filter(({ seq }) => seqs.has(seq)));
  }
  return found;
}

/** All records of a piece that a search came upon. */
async function openFound(sql: Asking, schema: EvidenceSchema, piece: Row): Promise<readonly FoundRow[]> {
  const [log, first] = [piece["name"] as string, piece["first"] as number];
  const { rows } = await openFirst(sql, { schema, id: piece["log"] as number }, RECORDS, piece, sql``);
  if (typeof rows === "string")
    throw new ArchiveError(`the archive of ${log} from record ${first} on: ${rows}`);
  return rows.map((row) => ({ ...row, log }));
}

/** The newest archived records that a search wants, by opening every piece that may have one. */
async function findInPieces(
  sql: Asking,
  schema: EvidenceSchema,
  { from, before, round, logs, kinds, most }: ArchiveSearch,
): Promise<readonly FoundRow[]> {
  const of = sql(schema);
  const pieces = await sql`
    SELECT DISTINCT ON (p.to_at, p.log, p.first) l.name, p.log, p.first, p.month::text AS month, extract(epoch FROM p.to_at) * 1000 AS to_at
    FROM ${of}.archive_piece p JOIN ${of}.log l ON l.id = p.log
    WHERE p.what = 'records'
      ${logs === null ? sql`` : sql`AND l.name = ANY(${[...logs]}::text[])`}
      ${kinds === null ? sql`` : sql`AND p.kinds && ${[...kinds]}::text[]`}
      ${from === undefined ? sql`` : sql`AND p.to_at >= ${from}::timestamptz`}
      ${before === undefined ? sql`` : sql`AND p.from_at < ${before}::timestamptz`}
      ${round === undefined ? sql`` : sql`AND ${round} BETWEEN p.from_round AND p.to_round`}
    ORDER BY p.to_at DESC, p.log, p.first LIMIT ${PIECES_SEARCHED}`;
  const [low, high] = [
    from === undefined ? -Infinity : Date.parse(from),
    before === undefined ? Infinity : Date.parse(before),
  ];
  const fits = ({ at, kind, round: of }: RecordRow): boolean =>
    at >= low && at < high && (kinds?.includes(kind) ?? true) && (round === undefined || of === round);
  let found: readonly FoundRow[] = [];
  for (const piece of pieces) {
    // Whatever comes now is older than all that was found.
    if (found.length >= most && Number(piece["to_at"]) < (found[most - 1]?.at ?? 0)) break;
    found = newestFirst([...found, ...(await openFound(sql, schema, piece)).filter(fits)], most);
  }
  return found;
}
