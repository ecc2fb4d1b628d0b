import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import type { Sql } from "../../firmware/office/floor/store/client.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { SimulatedCasino } from "./casino.ts";
import { SimulatedCollector, SimulatedDatabase } from "./office.ts";
import { SimulatedPeople } from "./people.ts";
import { SeenRecords } from "./seen-records.ts";
import { makeVanishingFolder } from "./vanishing-folder.ts";
import { FloorTables, orderTables, type TablesPlan } from "./tables.ts";
import { WholeTable } from "./whole-table.ts";

export interface FloorChoice {
  readonly tables: number;
  readonly seed: string;
  /** How many times faster than real the tables play. */
  readonly pace: number;
  readonly collectors: number;
  /** Whole units beside them, and the program that each of them is; null: this one. */
  readonly whole?: number;
  readonly program?: string | null;
}

/** What is running, the last started first to be ended. */
export class Started {
  readonly #ends: (() => Promise<void> | void)[] = [];
  #isOver = false;

  add<T>(what: T, end: (what: T) => Promise<void> | void): T {
    if (this.#isOver) {
      // It came up while everything was ended.
      Promise.resolve(end(what)).catch(() => undefined);
      throw new Error("it was ended while it started");
    }
    this.#ends.unshift(() => end(what));
    return what;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const failed: unknown[] = [];
    for (const end of this.#ends.splice(0))
      try {
        await end();
      } catch (error) {
        // What else was started is ended all the same.
        failed.push(error);
      }
    if (failed.length > 0) throw failed[0];
  }
}

/** A floor that runs. */
export interface RunningFloor {
  readonly casino: SimulatedCasino;
  readonly clock: Clock;
  readonly database: SimulatedDatabase;
  readonly collectors: readonly SimulatedCollector[];
  readonly tables: FloorTables;
  readonly whole: readonly WholeTable[];
  readonly page: StoredFloor;
  readonly people: SimulatedPeople;
  readonly sql: Sql;
  readonly seen: SeenRecords;
  /** Bytes of this process before it had tables. */
  readonly bytesBefore: number;
}

/** Starts a floor whose tables begin to play. What it started, `started` ends. */
export async function startFloor(
  run: FloorChoice & Pick<TablesPlan, "wall" | "aheadS">,
  clock: Clock,
  started: Started,
): Promise<RunningFloor> {
  const { path: folder } = started.add(makeVanishingFolder("tirada-"), (one) => one.remove());
  const database = started.add(await SimulatedDatabase.start(clock), (one) => one.stop());
  const casino = await SimulatedCasino.make(folder, "casino-1", clock);
  const collectors: SimulatedCollector[] = [];
  for (let n = 1; n <= run.collectors; n++) {
    const name = `collector-${n}`;
    const files = await casino.issueFiles(name, "collector", ["127.0.0.1"]);
    const parts = { files, database: database.address, folder, name };
    collectors.push(started.add(await SimulatedCollector.start(clock, parts), (one) => one.stop()));
  }
  const ended = (sql: Sql): Promise<void> => sql.end({ timeout: 1 });
  const sql = started.add(database.connect("tirada_page", 4), ended);
  const asking = started.add(database.connect("tirada_collector", 1), ended);
  const plan = {
    count: run.tables,
    seed: run.seed,
    pace: run.pace,
    wall: run.wall,
    aheadS: run.aheadS,
    collectors: collectors.map(({ url }) => url),
  };
  const people = await SimulatedPeople.of(casino, clock);
  const whole: WholeTable[] = [];
  const parts = { clock, casino, folder, collectors: plan.collectors, program: run.program ?? null };
  for (let n = 0; n < (run.whole ?? 0); n++)
    whole.push(
      started.add(await WholeTable.start(n, { ...parts, seed: `${run.seed}/whole/${n}` }), (one) => one.stop()),
    );
  const orders = await orderTables(plan, casino, people, { collector: asking, page: sql });
  await ended(asking);
  const page = new StoredFloor(sql);
  const seen = started.add(new SeenRecords(page, clock), (one) => one.stop());
  await seen.start();
  const bytesBefore = process.memoryUsage().rss;
  const tables = started.add(await FloorTables.begin(orders, casino, run.pace), (one) => one.end());
  await joinWhole(whole, people, page, clock);
  return { clock, casino, database, collectors, tables, whole, page, people, sql, seen, bytesBefore };
}

const JOIN_US = 180 * US_PER_S;

/** Waits until each whole unit has asked to join, two people have confirmed it, and the store has something of it. */
async function joinWhole(
  whole: readonly WholeTable[],
  people: SimulatedPeople,
  page: StoredFloor,
  clock: Clock,
): Promise<void> {
  const until = clock.now() + JOIN_US;
  for (;;) {
    const stored = new Map((await page.logs()).map(({ log, next }) => [log, next]));
    const waiting = whole.filter(({ log }) => (stored.get(log) ?? 0) === 0);
    if (waiting.length === 0) return;
    if (clock.now() > until)
      throw new Error(
        waiting.map(({ log, lastWords }) => `${log} joined no floor in time: ${lastWords}`).join("; "),
      );
    await people.confirmAll(page);
    await clock.sleep(US_PER_S);
  }
}
