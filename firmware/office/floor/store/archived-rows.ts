import type { Asking } from "./client.ts";
import { openPiece, type RecordRow } from "./archive-piece.ts";
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

/** Archived records of a log with `from` <= number < `to`, in their order. `onFault`: of a piece that is wrong; left out: it throws an ArchiveError. */
export async function* archivedRecords(
  sql: Asking,
  { schema, id }: OfLog,
  { from, to }: { readonly from: number; readonly to: number },
  onFault: (fault: PieceFault) => void = ({ seq, what }) => {
    throw new ArchiveError(`the archive from record ${seq} on: ${what}`);
  },
): AsyncGenerator<RecordRow> {
  const pieces = await sql`
    SELECT DISTINCT first, month::text AS month FROM ${sql(schema)}.archive_piece
    WHERE log = ${id} AND last >= ${from} AND first < ${to} ORDER BY first, month`;
  for (const piece of pieces) {
    const opened = await openFirst(sql, { schema, id }, piece);
    if (typeof opened === "string") onFault({ seq: piece["first"] as number, what: opened });
    else for (const row of opened) if (row.seq >= from && row.seq < to) yield row;
  }
}

/** The first copy of a piece that is what the database names; a text says what is wrong with the last one. */
async function openFirst(
  sql: Asking,
  { schema, id }: OfLog,
  piece: Row,
): Promise<readonly RecordRow[] | string> {
  const copies = await sql`
    SELECT encode(sha256, 'hex') AS hash, records, bytes FROM ${sql(schema)}.archive_piece
    WHERE log = ${id} AND first = ${piece["first"] as number} AND month = ${piece["month"] as string}::text::date ORDER BY copy`;
  let found: readonly RecordRow[] | string = "it is gone";
  for (const copy of copies) {
    found = openPiece({
      hash: copy["hash"] as string,
      records: copy["records"] as number,
      bytes: copy["bytes"] as Buffer,
    });
    if (typeof found !== "string") return found;
  }
  return found;
}

/** What of a search can be told from a piece without opening it. */
export interface ArchiveSearch {
  /** RFC 3339. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly round?: number | undefined;
  readonly logs: readonly string[] | null;
  readonly kinds: readonly string[] | null;
  readonly most: number;
}

export interface FoundRow extends RecordRow {
  readonly log: string;
}

/** The newest archived records that a search wants, newest first. */
export async function findArchived(
  sql: Asking,
  schema: EvidenceSchema,
  { from, before, round, logs, kinds, most }: ArchiveSearch,
): Promise<readonly FoundRow[]> {
  const of = sql(schema);
  const pieces = await sql`
    SELECT DISTINCT ON (p.to_at, p.log, p.first) l.name, p.log, p.first, p.month::text AS month, extract(epoch FROM p.to_at) * 1000 AS to_at
    FROM ${of}.archive_piece p JOIN ${of}.log l ON l.id = p.log
    WHERE true
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
  let found: FoundRow[] = [];
  for (const piece of pieces) {
    // Whatever comes now is older than all that was found.
    if (found.length >= most && Number(piece["to_at"]) < (found[most - 1]?.at ?? 0)) break;
    const opened = await openFirst(sql, { schema, id: piece["log"] as number }, piece);
    if (typeof opened === "string")
      throw new ArchiveError(
        `the archive of ${String(piece["name"])} from record ${String(piece["first"])} on: ${opened}`,
      );
    const log = piece["name"] as string;
    found = [...found, ...opened.filter(fits).map((row) => ({ ...row, log }))]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, most);
  }
  return found;
}
