import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type CDPSession, type Page } from "playwright-core";
import { connectStore, type Sql } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { processorSeconds } from "../../hw-sim/floor/processor-seconds.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { formatHeartbeat } from "../../src/floor/heartbeat.ts";
import { newKey } from "../../src/orders/authority.test-help.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino } from "../support/casino.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { lineAs, SIG, wellBeat } from "../support/memory-floor.ts";
import { startProcess } from "../support/table-process.ts";
import { median, percentile, type Figure, type Part } from "./figures.ts";
import { CHROMIUM, CHROMIUM_ARGS, pageAhead } from "./paint.ts";

/** A floor as issue and law of large houses have it: tables, records a second of all of them, and for how long it is looked at. */
const TABLES = 500;
const LIVING_PER_S = 100;
const LOOK_S = 30;
/** Records that each table has before, and between two heartbeats of one, s. */
const RECORDS_BEFORE = 40;
const BEAT_S = 5;
const ROUNDS = 60;
/** So long each table is heard again before anything counts: while the floor was made, they were silent, and the page said so. s. */
const HEARD_S = BEAT_S + 1;
/** Records that are on their way at once, and heartbeats. */
const AT_ONCE = 4;
/** Until a page of so many tables must be there, ms. */
const OPEN_MS = 120_000;
/** The shortest while between two things that this program adds, ms. */
const STEP_MS = 10;

const clock = systemClock();

const logOf = (n: number): string => `tirada.bench/casino-1/table-${n}`;

/** How soon a record is painted on a page of 500 tables, and what that page takes of a core. */
export async function floorPage(): Promise<Part> {
  const folder = mkdtempSync(join(process.env["TIRADA_BENCH_FOLDER"] ?? tmpdir(), "tirada-"));
  // The database runs as another user.
  chmodSync(folder, 0o711);
  const database = await startOwnDatabase(join(folder, "store"), clock, { fsync: true });
  const sql = connectStore(database.address, { connections: 2 * AT_ONCE, statementMs: 600_000 });
  try {
    await migrateStore(sql);
    const floor = await BenchFloor.make(sql);
    const { url, pid, stop, browser } = await openPage(folder, database);
    try {
      const figures = await look(floor, browser.page, browser.session, { page: pid, database: database.pid });
      return {
        title: "The floor's page",
        about: `${TABLES} tables, ${LIVING_PER_S} records a second, a heartbeat of each table every ${BEAT_S} s, ${url} at 1920 × 1080`,
        figures,
      };
    } finally {
      await stop();
    }
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openPage(folder: string, { address }: OwnDatabase) {
  const here = await casino("casino-1", join(folder, "casino"));
  const own = await here.issue("floor", { as: "relay", hosts: ["127.0.0.1"] });
  const config = join(folder, "page.yaml");
  const files = {
    certificate: own.certificatePath,
    key: own.keyPath,
    authority: here.authority.certificatePath,
    revoked: here.authority.listPath,
  };
  const listen = { host: "127.0.0.1", port: 0 };
  writeFileSync(
    config,
    JSON.stringify({ listen, ...files, database: { ...address, user: "tirada_page" }, name: "Casino 1" }),
  );
  const server = startProcess(["floor", "serve", "--config", config]);
  const said = await server.lineWith("https://");
  const url = said.slice(said.indexOf("https"));
  const { cert, key } = await here.issue("Ana Soto", { as: "tecnico" });
  const proof = { origin: new URL(url).origin, cert: Buffer.from(cert), key: Buffer.from(key) };
  const chrome = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_ARGS });
  const context = await chrome.newContext({
    viewport: { width: 1920, height: 1080 },
    ignoreHTTPSErrors: true,
    clientCertificates: [proof],
  });
  const page = await context.newPage();
  await page.goto(url);
  await page
    .locator(".tile .tile-label")
    .nth(TABLES - 1)
    .waitFor({ timeout: OPEN_MS });
  const session = await context.newCDPSession(page);
  const stop = async (): Promise<void> => {
    await chrome.close();
    server.child.kill("SIGTERM");
    await server.ended;
  };
  return { url, pid: server.child.pid ?? 0, stop, browser: { page, session } };
}

/** Tables that go on by records which a simulated table made before; the store takes them as a collector adds them. */
class BenchFloor {
  readonly #sql: Sql;
  readonly #lines: readonly Line[];
  readonly #ids: readonly number[];
  readonly #next: number[];
  readonly #key = newKey();
  #beats = 0;

  private constructor(sql: Sql, lines: readonly Line[], ids: readonly number[]) {
    this.#sql = sql;
    this.#lines = lines;
    this.#ids = ids;
    this.#next = ids.map(() => 0);
  }

  static async make(sql: Sql): Promise<BenchFloor> {
    const lines = playedLines().map((line) => ({ line, ...fieldsOf(line) }));
    const ids: number[] = [];
    for (let n = 0; n < TABLES; n++) {
      const log = logOf(n);
      await enrol(sql, new LineTable(log));
      const [row] = await sql`INSERT INTO floor.log (name) VALUES (${log}) RETURNING id`;
      ids.push(row?.["id"] as number);
    }
    const floor = new BenchFloor(sql, lines, ids);
    for (let n = 0; n < TABLES; n++) await floor.add(n, RECORDS_BEFORE + (n % RECORDS_BEFORE));
    for (let n = 0; n < TABLES; n++) await floor.beat(n);
    return floor;
  }

  /** The next records of a table. */
  async add(n: number, count: number): Promise<void> {
    const from = this.#next[n] ?? 0;
    const lines = Array.from({ length: count }, (_, at) => this.#lines[(from + at) % this.#lines.length]);
    const records = lines.flatMap((one) => (one === undefined ? [] : [one]));
    this.#next[n] = from + count;
    const empty: readonly number[] = [];
    await this.#sql`
      SELECT floor.add_batch(
        ${this.#ids[n] ?? 0}, ${from}, 0, ${from + count}, 0, 1::smallint, 1, ${"0".repeat(64)}, ${""},
        ${records.map(({ at }) => at)}::bigint[], ${records.map(({ kind }) => kind)}::text[],
        ${records.map(({ round }) => round)}::bigint[],
        ${records.map(({ line }) => lineAs(line, logOf(n)))}::text[],
        ${records.map(() => SIG)}::text[], ${[...empty]}::bigint[], ${[]}::text[])`;
  }

  /** A heartbeat of a table. */
  async beat(n: number): Promise<void> {
    const log = logOf(n);
    const records = this.#next[n] ?? 0;
    this.#beats += 1;
    const body = formatHeartbeat(
      wellBeat(log, { name: `Mesa ${n + 1}`, count: this.#beats, records, at: clock.wall() }),
      this.#key,
    );
    await this.#sql`
      INSERT INTO live.heartbeat (log, serial, start, count, at, stored, body)
      VALUES (${log}, '1', '0123456789abcdef', ${this.#beats}, ${clock.wall()}, ${records}, ${body})
      ON CONFLICT (log) DO UPDATE SET count = excluded.count, at = excluded.at, received = clock_timestamp(),
        stored = excluded.stored, body = excluded.body`;
  }
}

/** Rounds without a fault. */
function playedLines(): readonly string[] {
  const table = simulatedTable({
    rulebook: "cl/ruleta-francesa",
    seed: "bench",
    profile: PROFILES.clean,
    board: "fast",
  });
  const lines: string[] = [];
  for (let rounds = 0; rounds < ROUNDS;) {
    table.deliver(table.advance());
    for (const { line, body } of table.drain().records) {
      lines.push(line);
      if (body.kind === "result") rounds++;
    }
  }
  return lines;
}

interface Line {
  readonly line: string;
  readonly at: number;
  readonly kind: string;
  readonly round: number | null;
}

function fieldsOf(line: string): Omit<Line, "line"> {
  const {
    at,
    kind,
    round = null,
  } = JSON.parse(line) as {
    readonly at: string;
    readonly kind: string;
    readonly round?: number;
  };
  return { at: Date.parse(at), kind, round };
}

/** In the page: when the face of a table was other than before, and that had been painted. A message that a frame sends comes when it is drawn. */
const WATCH = `
  window.painted = [];
  let changed = new Set();
  new MutationObserver((mutations) => {
    const isFirst = changed.size === 0;
    for (const { target } of mutations) {
      const tile = (target instanceof Element ? target : target.parentElement)?.closest(".tile");
      if (tile) changed.add(tile.dataset.log);
    }
    if (!isFirst || changed.size === 0) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const at = performance.timeOrigin + performance.now();
        for (const log of changed) window.painted.push([log, at]);
        changed = new Set();
      };
      port2.postMessage(null);
    });
  }).observe(document.getElementById("map"), { subtree: true, childList: true, characterData: true });
`;

async function look(
  floor: BenchFloor,
  page: Page,
  session: CDPSession,
  pids: { readonly page: number; readonly database: number },
): Promise<readonly Figure[]> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  await clock.sleep(3 * US_PER_S);
  const ahead = await pageAhead(
    () => page.evaluate<number>("performance.timeOrigin + performance.now()"),
    clock,
  );
  await page.evaluate(WATCH);
  const seconds = (): readonly number[] => [processorSeconds(pids.page), processorSeconds(pids.database)];
  const [before, threadBefore, from] = [seconds(), await worked(), clock.now()];
  const committed = await play(floor, from);
  const [after, threadAfter, tookS] = [seconds(), await worked(), (clock.now() - from) / US_PER_S];
  await clock.sleep(3 * US_PER_S);
  const painted = await page.evaluate<(readonly [string, number])[]>("window.painted");
  const spans = painted.flatMap(([log, at]) => {
    const then = at * US_PER_MS - ahead;
    if (then < from + HEARD_S * US_PER_S) return [];
    const of = committed.findLast((one) => one.log === log && one.at <= then);
    return of === undefined ? [] : [(then - of.at) / US_PER_MS];
  });
  const share = (s: number): number => (100 * s) / tookS;
  const [serverS = 0, databaseS = 0] = after.map((one, at) => one - (before[at] ?? 0));
  return [
    { name: "records stored", value: committed.length / tookS, unit: "records/s" },
    { name: "record committed to painted, p50", value: median(spans), unit: "ms", note: "wanted: 250 at most" },
    {
      name: "record committed to painted, p99",
      value: percentile(spans, 0.99),
      unit: "ms",
      note: `${spans.length} changes of a table; wanted: 1000 at most`,
    },
    { name: "the page's server", value: share(serverS), unit: "% of a core" },
    {
      name: "database, with what adds records and heartbeats",
      value: share(databaseS),
      unit: "% of a core",
      note: "each in a transaction of its own",
    },
    { name: "the page's thread in the browser", value: share(threadAfter - threadBefore), unit: "% of a core" },
  ];
}

interface Committed {
  readonly log: string;
  /** µs of our clock. */
  readonly at: number;
}

/** Records and heartbeats, evenly, each when it is due; several are on their way at once, as from several collectors. */
async function play(floor: BenchFloor, from: number): Promise<readonly Committed[]> {
  const committed: Committed[] = [];
  let [records, beats] = [0, 0];
  // Seven tables on: no neighbours one after the other, and none twice at once.
  const addOne = async (): Promise<void> => {
    const n = (records++ * 7) % TABLES;
    await floor.add(n, 1);
    committed.push({ log: logOf(n), at: clock.now() });
  };
  const each = async (perS: number, done: () => number, act: () => Promise<void>): Promise<void> => {
    for (let s = 0; s < LOOK_S; s = (clock.now() - from) / US_PER_S)
      if (done() < s * perS) await act();
      else await clock.sleep(STEP_MS * US_PER_MS);
  };
  const beatOne = (): Promise<void> => floor.beat(beats++ % TABLES);
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, () => each(LIVING_PER_S, () => records, addOne)),
    ...Array.from({ length: AT_ONCE }, () => each(TABLES / BEAT_S, () => beats, beatOne)),
  ]);
  return committed;
}
