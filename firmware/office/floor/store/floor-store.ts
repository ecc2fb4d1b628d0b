import type { X509Certificate } from "node:crypto";
import type { Arrival, ArrivedCheckpoint, LogEnd } from "../../../../src/floor/arrival.ts";
import { emptyEnd } from "../../../../src/floor/arrival.ts";
import type { Heartbeat } from "../../../../src/floor/heartbeat.ts";
import { SIGNED_ACTS } from "../../../../src/floor/signed-act.ts";
import { base64, strictBase64 } from "../../../../src/record/bytes.ts";
import { readPeaks } from "../../../../src/record/epoch.ts";
import { historyFrom, type KeyHistory, type SignedLine } from "../../../../src/record/key-history.ts";
import { parseVkey } from "../../../../src/record/keys.ts";
import { grow, leafHash, type Frontier } from "../../../../src/record/merkle.ts";
import { modeOfLog } from "../../../../src/record/mode.ts";
import type { Fragment, Sql } from "./client.ts";
import {
  ENDS_APART,
  ENROLMENTS_MAX,
  FORKS_MAX,
  KEYS_HELD_MAX,
  MONTHS_AHEAD,
  NOTES_MAX,
  QUARANTINE_ALL_BYTES_MAX,
  QUARANTINE_BYTES_MAX,
  QUARANTINE_ROWS_MAX,
  WORDS_MAX,
} from "./limits.ts";
import { EVIDENCE_SCHEMAS, type EvidenceSchema } from "./migrations.ts";
import { archivedRecords } from "./archived-rows.ts";
import { storedNotes } from "./stored-rows.ts";
import { decidedBy, keyActs, type Decided } from "./people-acts.ts";

/** Where the records of a log lie: live tables and test tables have a schema each. */
export const schemaOf = (log: string): EvidenceSchema => (modeOfLog(log) === "test" ? "floor_test" : "floor");

type Row = Readonly<Record<string, unknown>>;

/** A log that two people enrolled, as the store has it now. */
export interface StoredLog {
  readonly id: number;
  readonly end: LogEnd;
  /** All keys that are known of it. */
  readonly keys: KeyHistory;
  /** Nothing of it is taken until two people say which unit is the table. */
  readonly isForked: boolean;
  /** Two people retired it: nothing of it is taken any more. */
  readonly isRetired: boolean;
}

/** Who brought something: the log that the certificate names, and the certificate's number. */
export interface Bringer {
  readonly log: string;
  readonly serial: string;
}

export interface RefusedBytes {
  readonly why: string;
  readonly what: string;
  readonly seq: number | null;
  /** As they were sent. */
  readonly bytes: Uint8Array;
}

/** A table's request to join the floor, whose proof holds. */
export interface EnrolmentRequest {
  readonly keys: KeyHistory;
  readonly code: string;
  /** As it was sent. */
  readonly body: string;
}

/** What people have decided of a log that two of them enrolled. */
interface KnownLog extends Omit<Decided, "enrolment"> {
  /** The newest act about it; null: its casino vouches for it. */
  readonly newest: number | null;
  readonly first: string;
  readonly rotations: readonly SignedLine[];
}

/** Whether one of two histories of a log's keys goes on from the other. */
const isSameLine = (one: KeyHistory, other: KeyHistory): boolean =>
  one.first.vkey === other.first.vkey &&
  one.rotations.every(({ line }, at) => other.rotations[at] === undefined || other.rotations[at].line === line);

/**
 * The store as a collector uses it. Nothing of a log is held between two calls but its keys and what people decided of it, which the same rows
 * always make. What a call
 * rejects with says that the store is away or refuses; then nothing of it is stored.
 */
export class FloorStore {
  #sql: Sql;
  readonly #authorities: (() => readonly X509Certificate[]) | null;
  readonly #keys = new Map<string, KeyHistory>();
  readonly #decided = new Map<string, KnownLog>();
  #added = 0;

  /** `authorities`: under which people signed what they decided, now and before; null: for a program that asks nothing of that. */
  constructor(sql: Sql, authorities: (() => readonly X509Certificate[]) | null) {
    this.#sql = sql;
    this.#authorities = authorities;
  }

  /** Asks over other connections from now on. */
  askOver(sql: Sql): void {
    this.#sql = sql;
  }

  /** Records that this program added. */
  get added(): number {
    return this.#added;
  }

  /** Makes the partitions of the months to come. */
  async makeMonths(): Promise<void> {
    for (const schema of EVIDENCE_SCHEMAS)
      await this.#sql`SELECT ${this.#sql(schema)}.make_months(${MONTHS_AHEAD}::integer)`;
  }

  /** Null: two people have not confirmed its key. Of a server that leads no more it may be old: nothing is answered by it. */
  log(name: string): Promise<StoredLog | null> {
    const sql = this.#sql;
    return this.#read(name, sql``);
  }

  /**
   * The same, as it is told to a table: what was read is where all that was answered is. It commits something, for which a leader needs another
   * node: one that was frozen or cut off, and takes itself for the leader still, gives no answer.
   */
  settledLog(name: string): Promise<StoredLog | null> {
    const sql = this.#sql;
    return this.#read(name, sql`, pg_logical_emit_message(true, 'tirada', '')`);
  }

  async #read(name: string, besides: Fragment): Promise<StoredLog | null> {
    return this.#logOf(name, await this.#ask(name, this.#sql``, besides));
  }

  /** Where a log ends, with what else a question begins with and asks for. */
  async #ask(name: string, begin: Fragment, besides: Fragment): Promise<Row> {
    const sql = this.#sql;
    const schema = sql(schemaOf(name));
    const [row] = await sql`
      ${begin} SELECT l.id, b.*,
        (SELECT max(a.id) FROM ${schema}.act a WHERE a.log = asked.name AND a.does = ANY(${[...SIGNED_ACTS]}::text[])) AS newest,
        (SELECT jsonb_agg(f.id) FROM ${schema}.fork f WHERE f.log = l.id) AS forks,
        (SELECT jsonb_agg(jsonb_build_object('line', convert_from(r.line, 'UTF8'), 'sig', encode(r.sig, 'hex')) ORDER BY r.seq)
          FROM ${schema}.rotation r WHERE r.log = l.id) AS later ${besides}
      FROM (SELECT ${name}::text AS name) asked
      LEFT JOIN ${schema}.log l ON l.name = asked.name
      LEFT JOIN LATERAL (
        SELECT next, checkpoint, format, epoch, hash, peaks FROM ${schema}.batch_end
        WHERE log = l.id ORDER BY next DESC, checkpoint DESC LIMIT 1
      ) b ON true`;
    return row as Row;
  }

  async #logOf(name: string, row: Row): Promise<StoredLog | null> {
    const decided = await this.#decidedOf(name, row["newest"] as number | null);
    if (decided === null) return null;
    const id = (row["id"] as number | null) ?? (await this.#makeLog(name));
    const later = ((row["later"] ?? []) as readonly SignedLine[]).map(({ line, sig }) => ({
      line,
      sig: base64(Buffer.from(sig, "hex")),
    }));
    const { first, rotations, isRetired, settled } = decided;
    const keys = this.#keysOf(first, later.length > rotations.length ? later : rotations);
    const isForked = ((row["forks"] ?? []) as readonly number[]).some((fork) => !settled.has(fork));
    return { id, keys, isForked, isRetired, end: endOf(name, row) };
  }

  /** What people have decided of a log, by acts whose signatures hold, up to the newest one; null: two have not confirmed its key. */
  async #decidedOf(name: string, newest: number | null): Promise<KnownLog | null> {
    const known = this.#decided.get(name);
    if (known?.newest === newest) return known;
    const sql = this.#sql;
    const schema = schemaOf(name);
    const acts = (await keyActs(sql, schema, [name], this.#authorities?.() ?? null)).get(name) ?? [];
    const { enrolment, ...decided } = decidedBy(acts);
    const last = acts.at(-1)?.id ?? null;
    const of = sql(schema);
    const [row] = await sql`
      SELECT e.first, e.rotations FROM ${of}.enrolment e
      WHERE e.log = ${name} AND (e.id = ${enrolment}::integer OR (${enrolment}::integer IS NULL AND EXISTS (SELECT FROM ${of}.vouched v WHERE v.enrolment = e.id)))
      ORDER BY e.id LIMIT 1`;
    // Over another connection, of a server that leads no more: less than was read before.
    if ((last ?? 0) < (newest ?? 0) || (row === undefined && enrolment !== null))
      throw new Error(`the store has not all that people said of ${name}`);
    if (row === undefined) return null;
    const found = {
      ...decided,
      newest: last,
      first: row["first"] as string,
      rotations: row["rotations"] as readonly SignedLine[],
    };
    if (this.#decided.size >= KEYS_HELD_MAX) this.#decided.clear();
    this.#decided.set(name, found);
    return found;
  }

  async #makeLog(name: string): Promise<number> {
    const sql = this.#sql;
    const schema = sql(schemaOf(name));
    await sql`INSERT INTO ${schema}.log (name) VALUES (${name}) ON CONFLICT DO NOTHING`;
    const [row] = await sql`SELECT id FROM ${schema}.log WHERE name = ${name}`;
    return row?.["id"] as number;
  }

  #keysOf(first: string, rotations: readonly SignedLine[]): KeyHistory {
    const text = JSON.stringify([first, rotations]);
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const made = historyFrom(parseVkey(first), rotations);
    if (typeof made === "string") throw new Error(`the store's keys of ${first}: ${made}`);
    if (this.#keys.size >= KEYS_HELD_MAX) this.#keys.clear();
    this.#keys.set(text, made);
    return made;
  }

  /** Keeps a table's request to join, whose proof holds; whether its keys count already. */
  async ask(
    { log, serial }: Bringer,
    { keys, code, body }: EnrolmentRequest,
  ): Promise<"confirmed" | "waits" | "other-key"> {
    const sql = this.#sql;
    const schema = sql(schemaOf(log));
    const known = await this.log(log);
    if (known !== null) return isSameLine(known.keys, keys) ? "confirmed" : "other-key";
    await sql`
      INSERT INTO ${schema}.enrolment (log, vkey, first, rotations, code, serial, body)
      SELECT ${log}, ${keys.current.vkey}, ${keys.first.vkey}, ${JSON.stringify(keys.rotations)}::text::jsonb, ${code}, ${serial}, ${body}
      WHERE (SELECT count(*) FROM ${schema}.enrolment e WHERE e.log = ${log}) < ${ENROLMENTS_MAX}
      ON CONFLICT DO NOTHING`;
    return "waits";
  }

  /** Keeps the keys of a log that a casino's collector vouches for: as it says, two people confirmed them there. */
  async vouch(
    { log, serial }: Bringer,
    casino: string,
    request: EnrolmentRequest,
  ): Promise<"confirmed" | "other-key"> {
    const kept = await this.ask({ log, serial }, request);
    if (kept !== "waits") return kept;
    const sql = this.#sql;
    const schema = sql(schemaOf(log));
    await sql`
      INSERT INTO ${schema}.vouched (enrolment, casino)
      SELECT e.id, ${casino} FROM ${schema}.enrolment e WHERE e.log = ${log} AND e.body = ${request.body} ON CONFLICT DO NOTHING`;
    return "confirmed";
  }

  /** Stores what joins the log. False: it went on meanwhile, nothing is stored. */
  async add(stored: StoredLog, { records, checkpoints, end }: Arrival): Promise<boolean> {
    const sql = this.#sql;
    const { id, end: from } = stored;
    const peaks = base64(
      Buffer.concat(
        end.peaks === "" ? [] : end.peaks.split(" ").map((one) => strictBase64(one) ?? Buffer.alloc(0)),
      ),
    );
    const [row] = await sql`
      SELECT ${sql(schemaOf(end.log))}.add_batch(
        ${id}, ${from.next}, ${from.checkpoint}, ${end.next}, ${end.checkpoint}, ${end.format}, ${end.epoch}, ${end.hash}, ${peaks},
        ${records.map(({ at }) => at)}, ${records.map(({ kind }) => textOf(kind))}, ${records.map(({ round }) => round)},
        ${records.map(({ line }) => line)}, ${records.map(({ sig }) => base64(sig))},
        ${checkpoints.map(({ size }) => size)}, ${checkpoints.map(({ note }) => note)}
      ) AS added`;
    if (row?.["added"] !== true) return false;
    this.#added += records.length;
    return true;
  }

  /** The stored lines of these numbers, by number. */
  async lines(
    log: Pick<StoredLog, "id" | "end">,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, StoredLine>> {
    const sql = this.#sql;
    const schema = schemaOf(log.end.log);
    const rows = await sql`
      SELECT seq, line, sig FROM ${sql(schema)}.record WHERE log = ${log.id} AND seq = ANY(${[...numbers]}::bigint[])`;
    const found = new Map<number, StoredLine>(
      rows.map((row) => [row["seq"] as number, { line: row["line"] as Buffer, sig: row["sig"] as Buffer }]),
    );
    const missing = numbers.filter((seq) => !found.has(seq) && seq < log.end.next);
    if (missing.length === 0) return found;
    const span = { from: Math.min(...missing), to: Math.max(...missing) + 1 };
    for await (const { seq, line, sig } of archivedRecords(sql, { schema, id: log.id }, span))
      if (!found.has(seq)) found.set(seq, { line, sig });
    return found;
  }

  /**
   * Keeps a checkpoint of what the store has had already. `none`: the store has none of this size, and nobody has proven it; `other`: the store
   * has another text of this size.
   */
  async addNote(
    log: Pick<StoredLog, "id" | "end">,
    { size, note }: ArrivedCheckpoint,
    isProven: boolean,
  ): Promise<"kept" | "none" | "other"> {
    const sql = this.#sql;
    const text = note.slice(0, note.lastIndexOf("\n\n") + 2);
    const [row] = await sql`
      SELECT ${sql(schemaOf(log.end.log))}.add_note(${log.id}, ${size}, ${text}, ${note}, ${NOTES_MAX}, ${isProven}) AS is`;
    return row?.["is"] as "kept" | "none" | "other";
  }

  /** The oldest note of a checkpoint of this size; null: there is none. */
  async note({ id, end }: Pick<StoredLog, "id" | "end">, size: number): Promise<string | null> {
    const of = { schema: schemaOf(end.log), id };
    for await (const { note } of storedNotes(this.#sql, of, { from: size - 1, to: size })) return note;
    return null;
  }

  /** The tree of the first so many records, from the end of the batch before and the lines behind it; null: they are not all there. */
  async treeOf(log: Pick<StoredLog, "id" | "end">, size: number): Promise<Frontier | null> {
    const sql = this.#sql;
    const [row] = await sql`
      SELECT next, peaks FROM ${sql(schemaOf(log.end.log))}.batch_end
      WHERE log = ${log.id} AND next <= ${size} ORDER BY next DESC LIMIT 1`;
    const from = (row?.["next"] as number | undefined) ?? 0;
    if (size - from > ENDS_APART) return null;
    const numbers = Array.from({ length: size - from }, (_, n) => from + n);
    const lines = await this.lines(log, numbers);
    let tree = readPeaks(from, row === undefined ? "" : peaksIn(row["peaks"] as Buffer).join(" "));
    for (const seq of numbers) {
      const line = lines.get(seq)?.line;
      tree = tree === null || line === undefined ? null : grow(tree, leafHash(line));
    }
    return tree;
  }

  /** Keeps what was refused. False: there is no room for it, it is counted. */
  async keepRefused({ log, serial }: Bringer, { why, what, seq, bytes }: RefusedBytes): Promise<boolean> {
    const sql = this.#sql;
    const [row] = await sql`
      SELECT ${sql(schemaOf(log))}.keep_refused(
        ${log}, ${serial}, ${why}, ${textOf(what)}, ${seq}, ${bytes},
        ${QUARANTINE_ROWS_MAX}, ${QUARANTINE_BYTES_MAX}, ${QUARANTINE_ALL_BYTES_MAX}
      ) AS kept`;
    return row?.["kept"] === true;
  }

  /** Keeps both lines, or both checkpoints, and marks the log. */
  async keepFork(log: StoredLog, serial: string, { what, seq, other, stored }: ForkFound): Promise<void> {
    const sql = this.#sql;
    await sql`
      SELECT ${sql(schemaOf(log.end.log))}.keep_fork(
        ${log.id}, ${what}, ${seq}, ${serial}, ${stored?.line ?? null}, ${stored?.sig ?? null},
        ${other.line}, ${other.sig}, ${FORKS_MAX}
      )`;
  }

  /**
   * Keeps the newest heartbeat of a table, and one of each hour. Its text was verified. @returns what the store has of its log, as `settledLog` does:
   * a floor of 500 tables says a hundred heartbeats a second, each with one question.
   */
  async beat(bringer: Bringer, heartbeat: Heartbeat, body: string): Promise<StoredLog | null> {
    const sql = this.#sql;
    const { log, serial } = bringer;
    const { start, count, at } = heartbeat;
    const schema = sql(schemaOf(log));
    const kept = sql`
      WITH old AS (SELECT start, count, at, former_start, former_count, stored FROM live.heartbeat h WHERE h.log = ${log}),
      hour AS (
        INSERT INTO live.heartbeat_hour (log, hour, body) VALUES (${log}, date_trunc('hour', now()), ${body})
        ON CONFLICT DO NOTHING RETURNING hour
      ),
      measured AS (
        INSERT INTO live.measured AS m (log, day, measure, part, value, rounds)
        SELECT DISTINCT ON (of.day, of.measure, of.part) ${log}, of.day, of.measure, of.part, of.value, of.rounds FROM hour,
          jsonb_to_recordset(${JSON.stringify(heartbeat.measured ?? [])}::text::jsonb) AS of (day date, measure text, part text, value bigint, rounds bigint)
        ON CONFLICT (log, day, measure, part) DO UPDATE SET value = excluded.value, rounds = excluded.rounds
          WHERE (m.value, m.rounds) IS DISTINCT FROM (excluded.value, excluded.rounds)
      ),
      newest AS (
        INSERT INTO live.heartbeat AS h (log, serial, start, count, at, stored, body) VALUES (
          ${log}, ${serial}, ${start}, ${count}, ${at},
          coalesce((SELECT e.next FROM ${schema}.batch_end e JOIN ${schema}.log l ON l.id = e.log
            WHERE l.name = ${log} ORDER BY e.next DESC LIMIT 1), 0),
          ${body})
        ON CONFLICT (log) DO UPDATE SET serial = excluded.serial, start = excluded.start, count = excluded.count, at = excluded.at,
          former_start = CASE WHEN h.start = excluded.start THEN h.former_start ELSE h.start END,
          former_count = CASE WHEN h.start = excluded.start THEN h.former_count ELSE h.count END,
          received = clock_timestamp(), stored = excluded.stored, body = excluded.body
        WHERE h.start <> excluded.start OR h.count < excluded.count
      )`;
    // It commits something even where the heartbeat is an old one.
    const row = await this.#ask(
      log,
      kept,
      sql`, (SELECT to_jsonb(old) FROM old) AS old, pg_logical_emit_message(true, 'tirada', '')`,
    );
    if (row["old"] !== null) await this.#lookBack(bringer, heartbeat, row["old"] as Row);
    return this.#logOf(log, row);
  }

  /** What the heartbeat before shows of this one: a second unit, or one that was put back. */
  async #lookBack({ log, serial }: Bringer, { start, count, at, records }: Heartbeat, old: Row): Promise<void> {
    const found = (column: string): number => old[column] as number;
    const isOther = old["start"] !== start;
    // What a process said before it ended may come late; what it says after another one spoke may not be.
    const isBack = isOther && old["former_start"] === start;
    if (isBack && (at > found("at") || count > found("former_count") + 1))
      await this.raiseAlarm("two-units", log, { serial, starts: [old["start"], start] });
    const isNewer = isOther ? !isBack : count > found("count");
    if (isNewer && records < found("stored"))
      await this.raiseAlarm("shrunk", log, { serial, records, stored: found("stored") });
  }

  async raiseAlarm(kind: string, log: string, detail: object): Promise<void> {
    const sql = this.#sql;
    await sql`SELECT ${sql(schemaOf(log))}.raise_alarm(${kind}, ${log}, ${JSON.stringify(detail)}::text::jsonb)`;
  }
}

/** Two contents of one place in a log, both signed by its key. */
export interface ForkFound {
  /** A record, or the checkpoint over the record `seq` and all before it. */
  readonly what: "record" | "checkpoint";
  readonly seq: number;
  readonly other: StoredLine;
  /** Null: where the other one only does not join. */
  readonly stored: StoredLine | null;
}

export interface StoredLine {
  readonly line: Uint8Array;
  readonly sig: Uint8Array;
}

/** Words that hold what somebody sent, as a database takes them. */
const textOf = (what: string): string => what.replaceAll("\0", " ").slice(0, WORDS_MAX);

const peaksIn = (peaks: Buffer): readonly string[] =>
  Array.from({ length: peaks.length / 32 }, (_, n) => base64(peaks.subarray(32 * n, 32 * n + 32)));

function endOf(log: string, row: Row): LogEnd {
  if (row["next"] === null) return emptyEnd(log);
  return {
    log,
    next: row["next"] as number,
    hash: (row["hash"] as Buffer).toString("hex"),
    peaks: peaksIn(row["peaks"] as Buffer).join(" "),
    checkpoint: row["checkpoint"] as number,
    format: row["format"] === 1 ? 1 : 2,
    epoch: row["epoch"] as number | null,
  };
}
