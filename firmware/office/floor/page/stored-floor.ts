import type { SignedLine } from "../../../../src/record/key-history.ts";
import type { RoundEndCount } from "../../../../src/floor/shift-report.ts";
import { base64 } from "../../../../src/record/bytes.ts";
import type { Sql } from "../store/client.ts";
import { schemaOf } from "../store/floor-store.ts";
import {
  archivedNotes,
  archivedRecords,
  archivedResults,
  findArchived,
  type FoundRow,
} from "../store/archived-rows.ts";
import { EVIDENCE_SCHEMAS, type EvidenceSchema } from "../store/migrations.ts";
import { storedDays } from "./stored-days.ts";
import type {
  Actor,
  CountedNumber,
  FloorSearch,
  LogOfFloor,
  NewAct,
  OpenFork,
  PageStore,
  ProofParts,
  RefusedLine,
  StoredAct,
  StoredDays,
  SinceRecord,
  StoredHeartbeat,
  StoredRecord,
  WaitingEnrolment,
  WantedRecords,
  WantedRound,
  WheelsOfKind,
} from "./page-store.ts";

type Row = Readonly<Record<string, unknown>>;

/** Requests to join that are listed, and forks. */
const LISTED_MAX = 200;
/** Records back from a person's late word in which its round is looked for, and on from a dispute in which its end is. */
const LOOKED_THROUGH = 500_000;
/** What a commit of a collector notifies. */
const CHANNEL = "tirada_floor";

const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString("utf8");
const recordOf = (row: Row): StoredRecord => ({
  log: row["name"] as string,
  seq: row["seq"] as number,
  line: text(row["line"]),
  sig: base64(row["sig"] as Uint8Array),
});
const archivedRecord = ({ log, seq, line, sig }: FoundRow): StoredRecord => ({
  log,
  seq,
  line: text(line),
  sig: base64(sig),
});
/** Records of rows and of archives by their numbers, each once. */
const joined = (rows: readonly StoredRecord[], archived: readonly StoredRecord[]): readonly StoredRecord[] => {
  const known = new Set(rows.map(({ seq }) => seq));
  return [...rows, ...archived.filter(({ seq }) => !known.has(seq))].toSorted((a, b) => a.seq - b.seq);
};
const peopleOf = (row: Row): readonly Actor[] => row["people"] as readonly Actor[];
const msOf = (row: Row, name: string): number => Math.round(Number(row[name]));

/** The floor's page over PostgreSQL, as `tirada_page`: it reads, and adds acts. */
export class StoredFloor implements PageStore {
  readonly #sql: Sql;
  /** Names of logs by schema and number, as notifications have them. */
  #names: ReadonlyMap<string, string> = new Map();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async logs(): Promise<readonly LogOfFloor[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT l.id, e.log AS name, coalesce(b.next, 0) AS next,
          EXISTS (SELECT FROM ${schema}.open_fork f WHERE f.log = l.id) AS forked,
          EXISTS (SELECT FROM ${schema}.retired r WHERE r.log = e.log) AS retired
        FROM ${schema}.enrolled e
        LEFT JOIN ${schema}.log l ON l.name = e.log
        LEFT JOIN LATERAL (SELECT next FROM ${schema}.batch_end WHERE log = l.id ORDER BY next DESC LIMIT 1) b ON true
        ORDER BY e.log`,
    );
    this.#names = new Map(
      found.map(({ schema, row }) => [`${schema} ${String(row["id"])}`, row["name"] as string]),
    );
    return found.map(({ row }) => ({
      log: row["name"] as string,
      next: row["next"] as number,
      standing: row["retired"] === true ? "retired" : row["forked"] === true ? "forked" : "enrolled",
    }));
  }

  async recordsFrom(wanted: readonly WantedRecords[], mostEach: number): Promise<readonly StoredRecord[]> {
    const bySchema = Map.groupBy(wanted, ({ log }) => schemaOf(log));
    const answers = [...bySchema].map(async ([schema, of]) => {
      const rows = await this.#sql`
        SELECT w.name, w.first, l.id, r.seq, r.line, r.sig,
          (SELECT max(last) FROM ${this.#sql(schema)}.archive_piece p WHERE p.log = l.id AND p.what = 'records') AS archived
        FROM unnest(${of.map(({ log }) => log)}::text[], ${of.map(({ from }) => from)}::bigint[]) AS w (name, first)
        JOIN ${this.#sql(schema)}.log l ON l.name = w.name
        LEFT JOIN LATERAL (
          SELECT seq, line, sig FROM ${this.#sql(schema)}.record
          WHERE log = l.id AND seq >= w.first ORDER BY seq LIMIT ${mostEach}
        ) r ON true
        ORDER BY w.name, r.seq`;
      const logs = [...Map.groupBy(rows, (row) => row["name"] as string).values()];
      return (await Promise.all(logs.map((own) => this.#withArchived(schema, own, mostEach)))).flat();
    });
    return (await Promise.all(answers)).flat();
  }

  /** Rows of one log from a number on, with what of it lies in archives. */
  async #withArchived(
    schema: EvidenceSchema,
    rows: readonly Row[],
    most: number,
  ): Promise<readonly StoredRecord[]> {
    const [head] = rows;
    const found = rows.flatMap((row) => (row["seq"] === null ? [] : [recordOf(row)]));
    const from = head?.["first"] as number;
    const isWhole = found.length === most && found.at(-1)?.seq === from + most - 1;
    if (head === undefined || isWhole || ((head["archived"] as number | null) ?? -1) < from) return found;
    const log = head["name"] as string;
    const known = new Set(found.map(({ seq }) => seq));
    // Its numbers follow one another, in rows or in archives.
    const span = { from, to: from + most };
    for await (const { seq, line, sig } of archivedRecords(
      this.#sql,
      { schema, id: head["id"] as number },
      span,
    ))
      if (!known.has(seq)) found.push({ log, seq, line: text(line), sig: base64(sig) });
    return found.toSorted((a, b) => a.seq - b.seq).slice(0, most);
  }

  async recordsOfRound({ log, round, before }: WantedRound): Promise<readonly StoredRecord[]> {
    const schema = this.#sql(schemaOf(log));
    const from = before - LOOKED_THROUGH;
    const archived = await this.#archivedResults({ log, round, from, to: before });
    const rows = await this.#sql`
      SELECT l.name, r.seq, r.line, r.sig FROM ${schema}.log l
      CROSS JOIN LATERAL (
        SELECT least(min(seq), ${archived[0]?.seq ?? null}::bigint) AS seq FROM ${schema}.record
        WHERE log = l.id AND kind IN ('result', 'void', 'undecided', 'aborted') AND round = ${round}
          AND seq < ${before} AND seq >= ${from}::bigint
      ) first
      JOIN ${schema}.record r ON r.log = l.id AND r.seq >= first.seq AND r.seq < ${before} AND r.round = ${round}
        AND r.kind IN ('result', 'void', 'undecided', 'aborted', 'key')
      WHERE l.name = ${log} ORDER BY r.seq`;
    return joined(rows.map(recordOf), archived);
  }

  async recordsSince({ log, round, seq, most }: SinceRecord): Promise<readonly StoredRecord[]> {
    const schema = this.#sql(schemaOf(log));
    const to = seq + LOOKED_THROUGH;
    const rows = await this.#sql`
      SELECT l.name, r.seq, r.line, r.sig FROM ${schema}.log l
      JOIN ${schema}.record r ON r.log = l.id AND r.seq >= ${seq} AND r.seq < ${to}::bigint
        AND (r.round = ${round} OR r.kind = 'case-kept')
      WHERE l.name = ${log} ORDER BY r.seq LIMIT ${most}`;
    const archived = await this.#archivedResults({ log, round, from: seq, to });
    return joined(rows.map(recordOf), archived).slice(0, most);
  }

  async #archivedResults(wanted: Parameters<typeof archivedResults>[2]): Promise<readonly StoredRecord[]> {
    return (await archivedResults(this.#sql, schemaOf(wanted.log), wanted)).map(archivedRecord);
  }

  async find(search: FloorSearch): Promise<readonly StoredRecord[]> {
    const { logs, kinds, from, before, round, most } = search;
    const sql = this.#sql;
    const found = await this.#inEach(
      (schema) => sql`
        SELECT l.name, r.seq, r.line, r.sig, r.at FROM ${schema}.record r JOIN ${schema}.log l ON l.id = r.log
        WHERE true
          ${logs === null ? sql`` : sql`AND l.name = ANY(${[...logs]}::text[])`}
          ${kinds === null ? sql`` : sql`AND r.kind = ANY(${[...kinds]}::text[])`}
          ${from === undefined ? sql`` : sql`AND r.at >= ${from}::timestamptz`}
          ${before === undefined ? sql`` : sql`AND r.at < ${before}::timestamptz`}
          ${round === undefined ? sql`` : sql`AND r.round = ${round}`}
        ORDER BY r.at DESC LIMIT ${most}`,
    );
    const inRows = found.map(({ row }) => ({ at: Number(row["at"]), record: recordOf(row) }));
    const archived = await Promise.all(EVIDENCE_SCHEMAS.map((schema) => findArchived(sql, schema, search)));
    const inArchives = archived.flat().map((row) => ({ at: row.at, record: archivedRecord(row) }));
    const known = new Set(inRows.map(({ record }) => `${record.log} ${record.seq}`));
    return [...inRows, ...inArchives.filter(({ record }) => !known.has(`${record.log} ${record.seq}`))]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, most)
      .map(({ record }) => record);
  }

  async roundEnds(from: string, to: string): Promise<readonly RoundEndCount[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT l.name, of.ended, count(*) AS count FROM (
          SELECT r.log, CASE r.kind WHEN 'result' THEN convert_from(r.line, 'UTF8')::jsonb #>> '{certainty,level}' ELSE r.kind END AS ended
          FROM ${schema}.record r
          WHERE r.kind IN ('result', 'void', 'undecided', 'aborted') AND r.at >= ${from}::timestamptz AND r.at < ${to}::timestamptz
          UNION ALL
          SELECT a.log, a.level FROM ${schema}.archived_result a
          WHERE a.month IN (SELECT ${schema}.archived_months())
            AND a.to_at >= ${from}::timestamptz AND a.from_at < ${to}::timestamptz AND a.at >= ${from}::timestamptz AND a.at < ${to}::timestamptz
        ) of JOIN ${schema}.log l ON l.id = of.log
        GROUP BY l.name, of.ended ORDER BY l.name, of.ended`,
    );
    return found.map(({ row }) => ({
      log: row["name"] as string,
      end: row["ended"] as string,
      count: row["count"] as number,
    }));
  }

  async numbersOf(logs: readonly string[], from: string): Promise<readonly CountedNumber[]> {
    const found = await this.#inEach(
      (schema, name) => this.#sql`
        SELECT l.name, n.pocket, sum(n.count)::bigint AS count
        FROM ${schema}.log l JOIN live.number_count n ON n.schema = ${name} AND n.log = l.id
        WHERE l.name = ANY(${[...logs]}::text[]) AND n.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date
        GROUP BY l.name, n.pocket`,
    );
    return found.map(({ row }) => ({
      log: row["name"] as string,
      pocket: row["pocket"] as string,
      count: row["count"] as number,
    }));
  }

  daysOf(wheels: WheelsOfKind, from: string): Promise<StoredDays> {
    return storedDays(this.#sql, wheels, from);
  }

  async heartbeats(after: number): Promise<readonly StoredHeartbeat[]> {
    const rows = await this.#sql`
      SELECT log, extract(epoch FROM received) * 1000 AS received, stored, body FROM live.heartbeat
      WHERE received > to_timestamp(${after / 1_000}::float8) OR to_timestamp(${after / 1_000}::float8) > clock_timestamp()
      ORDER BY received`;
    return rows.map((row) => ({
      log: row["log"] as string,
      received: Number(row["received"]),
      stored: row["stored"] as number,
      body: row["body"] as string,
    }));
  }

  async proofParts(log: string, seq: number): Promise<ProofParts | null> {
    const schema = this.#sql(schemaOf(log));
    const [row] = await this.#sql`
      SELECT l.id, c.note, c.size, e.first, e.rotations, coalesce(b.next, 0) AS next, b.peaks,
        (SELECT min(first) FROM ${schema}.archive_piece p WHERE p.log = l.id AND p.what = 'notes' AND p.last > ${seq}) AS archived,
        (SELECT jsonb_agg(jsonb_build_object('line', convert_from(r.line, 'UTF8'), 'sig', encode(r.sig, 'base64')) ORDER BY r.seq)
          FROM ${schema}.rotation r WHERE r.log = l.id) AS later
      FROM ${schema}.log l
      JOIN ${schema}.enrolled e ON e.log = l.name
      LEFT JOIN LATERAL (
        SELECT note, size FROM ${schema}.checkpoint WHERE log = l.id AND size > ${seq} ORDER BY size, stored DESC LIMIT 1
      ) c ON true
      LEFT JOIN LATERAL (
        SELECT next, peaks FROM ${schema}.batch_end WHERE log = l.id AND next <= ${seq} ORDER BY next DESC LIMIT 1
      ) b ON true
      WHERE l.name = ${log}`;
    if (row === undefined) return null;
    const covering = await this.#coveringNote(log, seq, row);
    if (covering === null) return null;
    return {
      ...covering,
      from: row["next"] as number,
      peaks: hashesIn(row["peaks"] as Uint8Array | null),
      ...keysIn(row),
    };
  }

  /** The smallest checkpoint over a record, with most cosignatures: of a row, or of an archive. */
  async #coveringNote(log: string, seq: number, row: Row): Promise<Pick<ProofParts, "note" | "size"> | null> {
    const size = row["size"] as number | null;
    const inRow = size === null ? null : { size, note: row["note"] as string };
    if (row["archived"] === null) return inRow;
    const of = { schema: schemaOf(log), id: row["id"] as number };
    let found: Pick<ProofParts, "note" | "size"> | null = null;
    for await (const note of archivedNotes(this.#sql, of, {
      from: seq + 1,
      to: size ?? Number.MAX_SAFE_INTEGER,
    })) {
      if (found !== null && note.size > found.size) break;
      found = { size: note.size, note: note.note };
    }
    return found ?? inRow;
  }

  async keys(log: string): Promise<Pick<ProofParts, "first" | "rotations"> | null> {
    const schema = this.#sql(schemaOf(log));
    const [row] = await this.#sql`
      SELECT e.first, e.rotations,
        (SELECT jsonb_agg(jsonb_build_object('line', convert_from(r.line, 'UTF8'), 'sig', encode(r.sig, 'base64')) ORDER BY r.seq)
          FROM ${schema}.rotation r JOIN ${schema}.log l ON l.id = r.log WHERE l.name = e.log) AS later
      FROM ${schema}.enrolled e WHERE e.log = ${log}`;
    return row === undefined ? null : keysIn(row);
  }

  async enrolments(): Promise<readonly WaitingEnrolment[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT DISTINCT ON (e.log) e.id, e.log, extract(epoch FROM e.asked) * 1000 AS asked, e.vkey, e.code,
          ${this.#people(schema, "enrolment", "confirm-enrolment")} AS people
        FROM ${schema}.enrolment e
        WHERE NOT EXISTS (SELECT FROM ${schema}.enrolled d WHERE d.log = e.log)
        ORDER BY e.log, e.id DESC LIMIT ${LISTED_MAX}`,
    );
    return found.map(({ row }) => ({
      id: row["id"] as number,
      log: row["log"] as string,
      asked: msOf(row, "asked"),
      vkey: row["vkey"] as string,
      code: row["code"] as string,
      by: peopleOf(row),
    }));
  }

  async forks(): Promise<readonly OpenFork[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT e.id, l.name AS log, e.seq, extract(epoch FROM e.at) * 1000 AS at, e.serial, e.stored_line, e.other_line, encode(sha256(e.other_line), 'hex') AS other_hash,
          ${this.#people(schema, "fork", "settle-fork")} AS people
        FROM ${schema}.open_fork e JOIN ${schema}.log l ON l.id = e.log ORDER BY e.id LIMIT ${LISTED_MAX}`,
    );
    return found.map(({ row }) => ({
      id: row["id"] as number,
      log: row["log"] as string,
      seq: row["seq"] as number,
      at: msOf(row, "at"),
      serial: row["serial"] as string,
      stored: row["stored_line"] === null ? null : text(row["stored_line"]),
      other: text(row["other_line"]),
      otherHash: row["other_hash"] as string,
      by: peopleOf(row),
    }));
  }

  async refused(most: number): Promise<readonly RefusedLine[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT log, extract(epoch FROM at) * 1000 AS at, why, seq FROM ${schema}.quarantine ORDER BY id DESC LIMIT ${most}`,
    );
    const lines = found.map(({ row }) => ({
      log: row["log"] as string,
      at: msOf(row, "at"),
      why: row["why"] as string,
      seq: row["seq"] as number | null,
    }));
    return lines.toSorted((a, b) => b.at - a.at).slice(0, most);
  }

  async acts(does: readonly string[], most: number): Promise<readonly StoredAct[]> {
    const found = await this.#inEach(
      (schema) => this.#sql`
        SELECT id, extract(epoch FROM at) * 1000 AS at, does, person, role, key_id, serial, log, enrolment, fork, detail
        FROM ${schema}.act WHERE does = ANY(${[...does]}::text[]) ORDER BY id DESC LIMIT ${most}`,
    );
    const acts = found.map(({ row }) => ({
      ...(row as Pick<StoredAct, "id" | "does" | "person" | "role" | "serial" | "log" | "enrolment" | "fork">),
      at: msOf(row, "at"),
      key: row["key_id"] as string,
      detail: row["detail"] as object,
    }));
    return acts.toSorted((a, b) => b.at - a.at).slice(0, most);
  }

  async addAct(act: NewAct, after?: number | null): Promise<number | null> {
    const schema = this.#sql(act.log === null ? "floor" : schemaOf(act.log));
    const { does, person, role, key, serial, log, enrolment, fork, detail, signed } = act;
    return await this.#sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(hashtext('tirada act'))`;
      const [row] = await tx`
        INSERT INTO ${schema}.act (does, person, role, key_id, serial, log, enrolment, fork, detail, said, sig, certificate)
        SELECT ${does}, ${person}, ${role}, ${key}, ${serial}, ${log}, ${enrolment}::integer, ${fork}::integer, ${JSON.stringify(detail)}::text::jsonb,
          ${signed?.said ?? null}, ${signed?.sig ?? null}, ${signed?.certificate ?? null}
        WHERE ${after === undefined}
          OR (SELECT max(id) FROM ${schema}.act a WHERE a.does = ${does}) IS NOT DISTINCT FROM ${after ?? null}::bigint
        RETURNING id`;
      return (row?.["id"] as number | undefined) ?? null;
    });
  }

  async listen(onNews: (log: string | null) => void): Promise<{ close(): Promise<void> }> {
    const heard = (payload: string): void => {
      const { schema, log } = JSON.parse(payload) as { readonly schema: string; readonly log: number };
      onNews(this.#names.get(`${schema} ${log}`) ?? null);
    };
    // Called again after each time that the connection was lost: what came meanwhile is not told anew.
    const listening = await this.#sql.listen(CHANNEL, heard, () => onNews(null));
    return { close: () => listening.unlisten() };
  }

  /** The people behind an act about `e`, each by their key. */
  #people(schema: ReturnType<Sql>, about: "enrolment" | "fork", does: string) {
    return this.#sql`coalesce((
      SELECT jsonb_agg(jsonb_build_object('person', a.person, 'role', a.role, 'key', a.key_id, 'serial', a.serial) ORDER BY a.id)
      FROM ${schema}.act a WHERE a.${this.#sql(about)} = e.id AND a.does = ${does}), '[]'::jsonb)`;
  }

  /** The same question of live and of test tables. */
  async #inEach(
    ask: (schema: ReturnType<Sql>, name: EvidenceSchema) => Promise<readonly Row[]>,
  ): Promise<readonly { readonly schema: string; readonly row: Row }[]> {
    const answers = EVIDENCE_SCHEMAS.map(async (schema) => {
      const rows = await ask(this.#sql(schema) as unknown as ReturnType<Sql>, schema);
      return rows.map((row) => ({ schema, row }));
    });
    return (await Promise.all(answers)).flat();
  }
}

/** The first key of a row, and whichever of its lists of rotations knows more. */
function keysIn(row: Row): Pick<ProofParts, "first" | "rotations"> {
  const enrolled = (row["rotations"] ?? []) as readonly SignedLine[];
  const later = (row["later"] ?? []) as readonly SignedLine[];
  const rotations = later.length > enrolled.length ? later : enrolled;
  return {
    first: row["first"] as string,
    // PostgreSQL breaks its base64 into lines.
    rotations: rotations.map(({ line, sig }) => ({ line, sig: sig.replaceAll("\n", "") })),
  };
}

function hashesIn(peaks: Uint8Array | null): readonly string[] {
  if (peaks === null) return [];
  return Array.from({ length: peaks.length / 32 }, (_, n) => base64(peaks.subarray(32 * n, 32 * n + 32)));
}
