import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { verifyStoreOnCores } from "../../firmware/office/floor/verify/verify-store.ts";
import { cutBatches, formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held } from "../support/casino.ts";
import { askCollector } from "../support/floor.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { startProcess } from "../support/table-process.ts";
import { median, percentile, type Part } from "./figures.ts";

/** Tables that catch up, and records of each. */
const TABLES = 16;
const RECORDS = 2_500;
/** Tables of a floor that come back all at once. */
const RECONNECTING = 500;
/** Records a second of a whole floor as it lives, and for how long they are sent. */
const LIVING_PER_S = 100;
const LIVING_S = 20;
/** Characters of a record as tables make them, on average. */
const LINE_CHARS = 900;

const clock = systemClock();

interface Bench {
  readonly here: Casino;
  readonly url: string;
  readonly database: OwnDatabase;
  /** Process numbers of collector and database. */
  readonly pids: { readonly collector: number; readonly database: number };
}

/** How fast a collector takes what tables bring after an outage, what a living floor takes of a core, and how fast a store is verified. */
export async function floorStore(): Promise<Part> {
  const folder = mkdtempSync(join(process.env["TIRADA_BENCH_FOLDER"] ?? tmpdir(), "tirada-"));
  // The database runs as another user.
  chmodSync(folder, 0o711);
  const database = await startOwnDatabase(join(folder, "store"), clock, { fsync: true });
  const sql = connectStore(database.address, { connections: 2, statementMs: 600_000 });
  try {
    await migrateStore(sql);
    const here = await casino("casino-1", join(folder, "casino"));
    const own = await here.issue("collector", { as: "collector", hosts: ["127.0.0.1"] });
    const config = join(folder, "collector.yaml");
    writeFileSync(config, JSON.stringify(configOf(here, own, database)));
    const collector = startProcess(["collector", "--config", config]);
    const line = await collector.lineWith("collector  ");
    const pids = { collector: collector.child.pid ?? 0, database: database.pid };
    const bench: Bench = { here, url: line.slice(line.indexOf("https")), database, pids };
    const tables = Array.from({ length: TABLES }, (_, n) =>
      longTable(`tirada.bench/casino-1/table-${n}`, RECORDS),
    );
    const living = longTable("tirada.bench/casino-1/living", LIVING_PER_S * LIVING_S * 4);
    for (const table of [...tables, living]) await enrol(sql, table, here);
    const caught = await catchUp(bench, tables, living);
    const lived = await live(bench, living, caught.sent);
    const again = await reconnect(bench);
    const verified = await verifyAll(sql, database);
    collector.child.kill("SIGTERM");
    await collector.ended;
    return {
      title: "The floor's store",
      about: `${TABLES} tables bring ${RECORDS} records each at once, beside one that lives; then ${LIVING_PER_S} records a second; all of it verified`,
      figures: [...caught.figures, ...lived, ...again, ...verified],
    };
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const configOf = (here: Casino, own: Held, { address }: OwnDatabase): object => ({
  listen: { host: "127.0.0.1", port: 0 },
  certificate: own.certificatePath,
  key: own.keyPath,
  authority: here.authority.certificatePath,
  revoked: here.authority.listPath,
  database: { ...address, user: "tirada_collector" },
});

function longTable(log: string, count: number): LineTable {
  const table = new LineTable(log);
  const seen = "x".repeat(LINE_CHARS - 300);
  for (let n = 0; n < count; n++) {
    table.add({ kind: "phase", phase: "betting", round: Math.floor(n / 5), seen });
    if (n % 64 === 63) table.checkpoint();
  }
  return table;
}

type Send = (lines: readonly SentLine[]) => Promise<number>;

/** A table's own connection, held open; resolves with the span until the answer, ms. */
async function senderOf({ here, url }: Bench, { log }: LineTable): Promise<Send> {
  const { cert, key } = await here.issue(log, { as: "unit" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { ca: here.ca, cert, key, agent, method: "POST", headers: { "content-type": "text/plain" } };
  const ask = (lines: readonly SentLine[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(new URL("/v1/lines", url), options, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      sent.on("error", reject);
      sent.end(formatBatch(lines));
    });
  return async (lines) => {
    const from = clock.now();
    let status = await ask(lines);
    // The store did not answer in time, as on a machine that does other things: a table comes again.
    for (; status === 503; status = await ask(lines)) await clock.sleep(US_PER_S);
    if (status !== 200) throw new Error(`status ${status}`);
    return (clock.now() - from) / US_PER_MS;
  };
}

async function catchUp(bench: Bench, tables: readonly LineTable[], living: LineTable) {
  const senders = await Promise.all(tables.map((table) => senderOf(bench, table)));
  const sendLiving = await senderOf(bench, living);
  const before = timesOf(bench);
  const from = clock.now();
  const over = new AbortController();
  let sent = 0;
  const spans: number[] = [];
  const beside = (async () => {
    for (; !over.signal.aborted; sent++) {
      spans.push(await sendLiving(living.sent.slice(sent, sent + 1)));
      await clock.sleep(100 * US_PER_MS);
    }
  })();
  await Promise.all(
    tables.map(async (table, at) => {
      for (const batch of cutBatches(table.sent)) await senders[at]?.(batch);
    }),
  );
  over.abort();
  await beside;
  const records = TABLES * RECORDS + sent;
  const seconds = (clock.now() - from) / US_PER_S;
  const after = timesOf(bench);
  const core = (ms: number): string => `${Math.round(records / (ms / 1_000))} a second of a core`;
  const [collector, database] = [after.collector - before.collector, after.database - before.database];
  return {
    sent,
    figures: [
      { name: "catching up", value: records / seconds, unit: "records/s", wanted: "≥ 4,000" },
      {
        name: "collector, of a record",
        value: (collector * 1_000) / records,
        unit: "µs of a core",
        note: core(collector),
      },
      {
        name: "database, of a record",
        value: (database * 1_000) / records,
        unit: "µs of a core",
        note: core(database),
      },
      { name: "a living record meanwhile, p50", value: median(spans), unit: "ms" },
      { name: "a living record meanwhile, p99", value: percentile(spans, 0.99), unit: "ms", wanted: "< 2,000" },
    ],
  };
}

/** A floor as it lives: single records, evenly. */
async function live(bench: Bench, living: LineTable, first: number) {
  const send = await senderOf(bench, living);
  const spans: number[] = [];
  const before = timesOf(bench);
  const from = clock.now();
  let at = first;
  while (clock.now() - from < LIVING_S * US_PER_S) {
    // What should have been sent by now, one record a request, as 500 tables would.
    const due = first + ((clock.now() - from) / US_PER_S) * LIVING_PER_S;
    if (at < due && at < living.sent.length) spans.push(await send(living.sent.slice(at, ++at)));
    else await clock.sleep(2 * US_PER_MS);
  }
  const after = timesOf(bench);
  const rate = (at - first) / LIVING_S;
  const share = (ms: number): number => ((ms / 1_000 / LIVING_S) * 100 * LIVING_PER_S) / rate;
  return [
    { name: "living records sent", value: rate, unit: "records/s" },
    {
      name: `collector at ${LIVING_PER_S} a second`,
      value: share(after.collector - before.collector),
      unit: "% of a core",
      wanted: "≤ 25 with database and page",
    },
    {
      name: `database at ${LIVING_PER_S} a second`,
      value: share(after.database - before.database),
      unit: "% of a core",
    },
    { name: "sent to answered, p50", value: median(spans), unit: "ms" },
    { name: "sent to answered, p99", value: percentile(spans, 0.99), unit: "ms" },
  ];
}

/** All tables of a floor come at once, each with its own certificate over a connection of its own, and ask how far the floor has their log. */
async function reconnect(bench: Bench) {
  const tables = Array.from({ length: RECONNECTING }, (_, n) => ({ log: `tirada.bench/casino-1/again-${n}` }));
  const pairs: Held[] = [];
  for (const { log } of tables) pairs.push(await bench.here.issue(log, { as: "unit" }));
  const before = timesOf(bench);
  const from = clock.now();
  // Nobody has confirmed them: that is an answer of the store, too.
  const asked = await Promise.all(
    pairs.map((pair) => askCollector(bench.url, bench.here, pair, "/v1/standing")),
  );
  const seconds = (clock.now() - from) / US_PER_S;
  if (asked.some(({ answer }) => answer?.refused?.why !== "not-enrolled"))
    throw new Error("a table that came back was not answered");
  return [
    { name: `${RECONNECTING} tables that come at once`, value: seconds, unit: "s", wanted: "≤ 30" },
    {
      name: "collector, of a connection",
      value: (timesOf(bench).collector - before.collector) / RECONNECTING,
      unit: "ms of a core",
    },
  ];
}

async function verifyAll(sql: Parameters<typeof verifyStoreOnCores>[0], { address }: OwnDatabase) {
  const from = clock.now();
  const before = process.cpuUsage();
  const logs = await verifyStoreOnCores(sql, address, {
    trust: null,
    authorities: null,
    witnesses: [],
    against: null,
    partRecords: 10_000,
  });
  if (logs.some(({ ok }) => !ok)) throw new Error(JSON.stringify(logs.map(({ problems }) => problems[0])));
  const records = logs.reduce((sum, log) => sum + log.records, 0);
  const { user, system } = process.cpuUsage(before);
  const [{ size } = { size: 0 }] = await sql<{ size: number }[]>`
    SELECT (sum(pg_total_relation_size(inhrelid)) / ${records})::float8 AS size FROM pg_inherits
    WHERE inhparent IN ('floor.record'::regclass, 'floor.batch_end'::regclass, 'floor.checkpoint'::regclass)`;
  return [
    {
      name: "verified on all cores",
      value: records / ((clock.now() - from) / US_PER_S),
      unit: "records/s",
      wanted: "≥ 8,334: 10 million rows in 20 min",
    },
    {
      name: "verified, of a record",
      value: (user + system) / records,
      unit: "µs of a core",
      note: "without the database",
    },
    {
      name: "a record in the store",
      value: size,
      unit: "bytes",
      wanted: "≤ 382 with its archives: 600 GB a year of 500 wheels",
      note: `lines of ${LINE_CHARS}`,
    },
  ];
}

/** Processor time of collector and database, ms: a database's processes are children of its first one. */
function timesOf({ pids }: Bench): { readonly collector: number; readonly database: number } {
  const of = (pid: number): { readonly parent: number; readonly own: number; readonly children: number } => {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const words = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = words.slice(11, 15);
    return { parent: words[1] ?? 0, own: (user + system) * 10, children: (childUser + childSystem) * 10 };
  };
  const { own, children } = of(pids.database);
  let database = own + children;
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one)))
    try {
      const one = of(Number(name));
      if (one.parent === pids.database) database += one.own;
    } catch {
      // It has just ended: it counts among its parent's children.
    }
  return { collector: of(pids.collector).own, database };
}
