import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeArchives } from "../../firmware/office/floor/archive/make-archives.ts";
import { archiveSigner } from "../../firmware/office/floor/archive/manifest.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { connectStore, type Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { verifyStoreOnCores } from "../../firmware/office/floor/verify/verify-store.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { judgeArrival } from "../../src/floor/arrival.ts";
import type { SentLine } from "../../src/floor/sent-lines.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino } from "../support/casino.ts";
import { enrol, inMonth } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import type { Figure, Part, Sizes } from "./figures.ts";

/** Tables of the large store, and of the one whose bytes are measured as a floor lives: each record and each checkpoint a batch of its own. */
const TABLES = 20;
const LIVED = 5_000;
/**
 * Records of a wheel a day, wheels, days, and how many months lie in rows at the most: one of 31 days, and the one before until four o'clock of its
 * second day.
 */
const DAY = 8_640;
const WHEELS = 500;
const DAYS = 365;
const MONTHS_IN_ROWS = 32.2 / 30.4;
/** A unit signs a checkpoint after so many records, or so long. */
const CHECKPOINT_RECORDS = 64;
const CHECKPOINT_MS = 60_000;
/** A day of a wheel that is played once, and comes again day for day with other numbers, hashes and signatures. */
const PLAYED = { rulebook: "cl/ruleta-francesa", seed: "a day of a wheel", board: "fast" } as const;
const DAY_MS = 86_400_000;
const ROUNDS_A_DAY = 10_000;

const clock = systemClock();

/** A store of many records (`--results`, thousands): verified, searched, archived and verified again; and what a year of it needs. */
export async function floorScale({ results }: Sizes): Promise<Part> {
  const folder = mkdtempSync(join(process.env["TIRADA_BENCH_FOLDER"] ?? tmpdir(), "tirada-"));
  chmodSync(folder, 0o711);
  const settings = { shared_buffers: "512MB", max_wal_size: "4GB", synchronous_commit: "off" };
  const database = await startOwnDatabase(join(folder, "store"), clock, { fsync: false, settings });
  const sql = connectStore(database.address, { connections: 2, statementMs: 3_600_000 });
  try {
    await migrateStore(sql);
    const here = await casino("casino-1", join(folder, "casino"));
    const office = await here.issue("floor-1-store", { as: "relay", hosts: ["127.0.0.1"] });
    const day = playedDay();
    await inMonth(sql, 3);
    const empty = await sizesOf(sql);
    const lived = await play(sql, "lived", LIVED, 1, day);
    const asLived = await bytesOf(sql, LIVED, empty);
    const each = Math.ceil((results * 1_000) / TABLES);
    for (let n = 0; n < TABLES; n++) await play(sql, `table-${n}`, each, 64, day);
    await inMonth(sql, 0);
    await sql`VACUUM ANALYZE`;
    const records = TABLES * each + LIVED;
    const inRows = [...(await verified(sql, database, "in rows")), ...(await searched(sql, "in rows"))];
    const before = await evidenceBytes(sql);
    const from = clock.now();
    const signer = archiveSigner(office.cert, office.key);
    await makeArchives({ sql, clock, signer, onDone: () => undefined });
    const seconds = (clock.now() - from) / US_PER_S;
    return {
      title: "The floor's store at scale",
      about: `${records} records of ${TABLES + 1} tables`,
      figures: [
        ...inRows,
        { name: "archived", value: records / seconds, unit: "records/s" },
        { name: "of a record in batches of 64, in rows", value: before / records, unit: "bytes" },
        { name: "the same, archived", value: (await evidenceBytes(sql)) / records, unit: "bytes" },
        ...yearOf(asLived, await archivedOf(sql, lived, asLived, { records, empty })),
        ...(await verified(sql, database, "archived")),
        ...(await searched(sql, "archived")),
      ],
    };
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A record without what chains it. */
interface Said {
  /** Ms since the day began. */
  readonly at: number;
  readonly fields: { readonly round: number };
}

/** A day of a simulated wheel, in which something is wrong with three spins of a hundred: what its records say. */
function playedDay(): readonly Said[] {
  const CHAINED = ["v", "seq", "log", "mode", "prev", "epoch", "rel"];
  const table = simulatedTable({ ...PLAYED, profile: PROFILES.default });
  const said: Said[] = [];
  for (;;) {
    table.deliver(table.advance());
    for (const { line } of table.drain().records) {
      const { at, round, ...others } = JSON.parse(line) as { readonly at: string; readonly round: number };
      const ms = Date.parse(at);
      if (ms >= DAY_MS) return said;
      const fields = Object.fromEntries(Object.entries(others).filter(([name]) => !CHAINED.includes(name)));
      said.push({ at: ms, fields: { ...fields, round } });
    }
  }
}

/** A table plays into the store, each checkpoint with a witness's cosignature. @returns its log */
async function play(
  sql: Sql,
  name: string,
  count: number,
  batch: number,
  day: readonly Said[],
): Promise<string> {
  const log = `tirada.bench/casino-1/${name}`;
  const from = clock.wall() - 95 * DAY_MS;
  const table = new LineTable(log, from);
  await enrol(sql, table);
  const store = new FloorStore(sql, null);
  let stored = await store.log(log);
  const add = async (sent: readonly SentLine[]): Promise<void> => {
    if (stored === null) throw new Error(`${log} is not enrolled`);
    const { end, keys } = stored;
    const arrival = judgeArrival(sent, { end, keys, now: clock.wall(), knows: () => true });
    if (arrival.refused !== null || !(await store.add(stored, arrival)))
      throw new Error(`${log}: ${arrival.refused?.what}`);
    stored = { ...stored, end: arrival.end, keys: arrival.keys };
    // What was sent need not be kept here.
    table.sent.length = 0;
  };
  const sent: SentLine[] = [];
  const covered = { size: 0, at: from };
  for (let n = 0; n < count; n++) {
    const { at, fields } = day[n % day.length] as Said;
    const days = Math.floor(n / day.length);
    const now = from + days * DAY_MS + at;
    if (now - covered.at >= CHECKPOINT_MS || n - covered.size >= CHECKPOINT_RECORDS) {
      if (table.size > 0)
        sent.push({ checkpoint: cosignCheckpoint(table.checkpoint(), witness, Math.floor(now / 1_000)) });
      Object.assign(covered, { size: n, at: now });
      if (batch === 1 && sent.length > 0) await add(sent.splice(0));
    }
    const round = days * ROUNDS_A_DAY + fields.round;
    sent.push(table.add({ ...fields, round, at: new Date(now).toISOString() }));
    if (sent.length >= batch || n === count - 1) await add(sent.splice(0));
  }
  return log;
}

/** Bytes of tables on the disk, with their indexes. */
async function evidenceBytes(sql: Sql, like = "%"): Promise<number> {
  const [row] = await sql`
    SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS n FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'floor'::regnamespace AND c.relname LIKE ${like}`;
  return row?.["n"] as number;
}

interface LivedBytes {
  /** Of a row, an end of a batch and a note; and of a record with all that came with it. */
  readonly row: number;
  readonly end: number;
  readonly note: number;
  readonly all: number;
}

/** Peaks of a tree on average over a year of a wheel: half as many as its size has binary digits. */
const PEAKS_OF_YEAR = Math.log2(DAY * DAYS) / 2;

/** Bytes of rows, ends of batches, notes and archives. */
async function sizesOf(sql: Sql): Promise<readonly number[]> {
  const sizes: number[] = [];
  for (const name of ["record\\_2%", "batch\\_end\\_2%", "checkpoint\\_2%", "archive%"])
    sizes.push(await evidenceBytes(sql, name));
  return sizes;
}

async function bytesOf(sql: Sql, records: number, empty: readonly number[]): Promise<LivedBytes> {
  await sql`VACUUM ANALYZE`;
  const [row = 0, end = 0, note = 0] = (await sizesOf(sql)).map((size, at) => size - (empty[at] ?? 0));
  const [count] = await sql`
    SELECT (SELECT count(*) FROM floor.checkpoint)::float8 AS notes, count(*)::float8 AS ends, avg(length(peaks))::float8 / 32 AS peaks FROM floor.batch_end`;
  const of = (name: string): number => count?.[name] as number;
  const [notes, ends] = [of("notes"), of("ends")];
  // A log of a year has more peaks than one that has just begun.
  const ofEnd = end / ends + (PEAKS_OF_YEAR - of("peaks")) * 32;
  return {
    row: row / records,
    end: ofEnd,
    note: note / notes,
    all: (row + ofEnd * ends + note) / records,
  };
}

/** Bytes of a record once its month is archived: its share of the pieces, and what of the log stays in rows. */
async function archivedOf(
  sql: Sql,
  log: string,
  { row, end, note }: LivedBytes,
  { records, empty }: { readonly records: number; readonly empty: readonly number[] },
): Promise<number> {
  const [left] = await sql`
    SELECT (SELECT count(*) FROM floor.record r WHERE r.log = l.id)::float8 AS kept,
      (SELECT count(*) FROM floor.batch_end e WHERE e.log = l.id)::float8 AS ends,
      (SELECT count(*) FROM floor.checkpoint c WHERE c.log = l.id)::float8 AS notes
    FROM floor.log l WHERE l.name = ${log}`;
  const of = (name: string): number => left?.[name] as number;
  const inRows = of("kept") * row + of("ends") * end + of("notes") * note;
  const [, , , archives = 0] = await sizesOf(sql);
  return (archives - (empty[3] ?? 0)) / records + inRows / LIVED;
}

function yearOf(lived: LivedBytes, archived: number): readonly Figure[] {
  const year = WHEELS * DAY * DAYS;
  const inRows = (year * MONTHS_IN_ROWS) / 12;
  const note = `row ${lived.row.toFixed(0)}, end ${lived.end.toFixed(0)}, note ${lived.note.toFixed(0)}`;
  return [
    { name: "of a record as it lives", value: lived.all, unit: "bytes", note },
    { name: "the same, archived", value: archived, unit: "bytes" },
    {
      name: `a year of ${WHEELS} wheels`,
      value: (archived * (year - inRows) + lived.all * inRows) / 1e9,
      unit: "GB",
    },
    { name: "the same without archives", value: (lived.all * year) / 1e9, unit: "GB" },
  ];
}

async function verified(sql: Sql, { address }: OwnDatabase, how: string): Promise<readonly Figure[]> {
  const [from, before] = [clock.now(), process.cpuUsage()];
  const options = { trust: null, authorities: null, witnesses: [], against: null };
  const over = new AbortController();
  let most = 0;
  const watched = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, process.memoryUsage.rss());
      await clock.sleep(US_PER_S / 4);
    }
  })();
  const idle = process.memoryUsage.rss();
  const logs = await verifyStoreOnCores(sql, address, options);
  over.abort();
  await watched;
  if (logs.some(({ ok }) => !ok)) throw new Error(JSON.stringify(logs.map(({ problems }) => problems[0])));
  const records = logs.reduce((sum, log) => sum + log.records, 0);
  const rate = records / ((clock.now() - from) / US_PER_S);
  const { user, system } = process.cpuUsage(before);
  const note = `10 million in ${(1e7 / rate / 60).toFixed(0)} min`;
  return [
    { name: `verified, ${how}`, value: rate, unit: "records/s", note },
    {
      name: `verified, ${how}, of a record`,
      value: (user + system) / records,
      unit: "µs of a core",
      note: "without the database",
    },
    { name: `more memory meanwhile, ${how}`, value: (most - idle) / 1_048_576, unit: "MiB" },
  ];
}

/** A minute of all tables, and a round of one. */
async function searched(sql: Sql, how: string): Promise<readonly Figure[]> {
  const page = new StoredFloor(sql);
  const [span] = await sql`SELECT min(at) + (max(at) - min(at)) / 2 AS at FROM floor.record`;
  const middle = (span?.["at"] as Date).getTime();
  const instant = (ms: number): string => new Date(ms).toISOString();
  const timed = async (search: object): Promise<number> => {
    const from = clock.now();
    await page.find({ logs: null, kinds: null, most: 200, ...search });
    return (clock.now() - from) / 1_000;
  };
  const minute = { from: instant(middle), before: instant(middle + 60_000) };
  const round = { logs: ["tirada.bench/casino-1/table-3"], round: 100 };
  return [
    { name: `a minute of all tables, ${how}`, value: await timed(minute), unit: "ms" },
    { name: `a round of one table, ${how}`, value: await timed(round), unit: "ms" },
  ];
}
