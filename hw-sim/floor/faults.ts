import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import type { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import type { SimulatedCollector, SimulatedDatabase } from "./office.ts";
import type { SimulatedPeople } from "./people.ts";
import type { FloorTables } from "./tables.ts";
import type { WholeTable } from "./whole-table.ts";

/** What may happen to a simulated floor. */
export const FLOOR_FAULTS = [
  "collector-killed",
  "collectors-killed",
  "database-killed",
  "database-frozen",
  "unit-killed",
  "line-cut",
  "line-slow",
  "doubled",
  "flipped",
  "two-units",
] as const;
export type FloorFault = (typeof FLOOR_FAULTS)[number];

/** How often each of them happens in a run. */
export const FLOOR_PROFILES = { clean: 0, default: 1, rough: 20 } as const;

export interface PlannedFault {
  readonly fault: FloorFault;
  /** From the beginning of play, µs. */
  readonly atUs: number;
}

/** What became of a fault. */
export interface FloorFaultOutcome extends PlannedFault {
  /** Which table, or which collector. */
  readonly at: string;
  /** How long it lasted, s. */
  readonly lastedS: number;
  /** How long after its end the store had everything that was committed until then, s; null: not in the time that it was given. */
  readonly caughtUpS: number | null;
  /** What the floor said of it. */
  readonly said: string;
}

/** The first tenth of a run is without faults, so that every table has begun, and its last fifth, in which all is caught up. */
const QUIET_TENTHS = { first: 1, last: 2 };

/** Each kind so many times, at instants by the seed. */
export function planFaults(
  random: RandomSource,
  kinds: readonly FloorFault[],
  times: number,
  lengthUs: number,
): readonly PlannedFault[] {
  const all = kinds.flatMap((fault) => Array.from({ length: times }, () => fault));
  const [from, span] = [
    (lengthUs * QUIET_TENTHS.first) / 10,
    (lengthUs * (10 - QUIET_TENTHS.first - QUIET_TENTHS.last)) / 10,
  ];
  return all
    .map((fault) => ({ fault, atUs: Math.round(from + (random.below(10_000) / 10_000) * span) }))
    .toSorted((a, b) => a.atUs - b.atUs);
}

export interface FaultsParts {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly tables: FloorTables;
  readonly whole: readonly WholeTable[];
  readonly collectors: readonly SimulatedCollector[];
  readonly database: SimulatedDatabase;
  readonly page: StoredFloor;
  readonly people: SimulatedPeople;
}

/** A fault lasts so long at the least, and at the most so much longer. */
const LASTS_US = 2 * US_PER_S;
const LASTS_MORE_US = 3 * US_PER_S;
/** A line is slow for so long: some batches of a table. */
const SLOW_LASTS_US = 15 * US_PER_S;
const LOOK_US = 100 * US_PER_MS;
/** Until what was committed before a fault's end must be in the store. */
const CAUGHT_UP_US = 120 * US_PER_S;

/** Does one fault, ends it, and waits until the store has everything that was committed by then. */
export async function doFault(planned: PlannedFault, parts: FaultsParts): Promise<FloorFaultOutcome> {
  const { clock, random, tables } = parts;
  const from = clock.now();
  const log = random.pick(tables.logs);
  const { at, said } = await suffer(planned.fault, log, parts);
  const ended = clock.now();
  const late = await untilStored(parts);
  return {
    ...planned,
    at,
    said: late === null ? said : late,
    lastedS: (ended - from) / US_PER_S,
    caughtUpS: late === null ? (clock.now() - ended) / US_PER_S : null,
  };
}

/** Waits until the floor has all that each table has now. Null: it has; else a table of which it has not all in time, and why. */
export async function untilStored({
  tables,
  whole,
  page,
  clock,
}: Pick<FaultsParts, "tables" | "whole" | "page" | "clock">): Promise<string | null> {
  const wanted = new Map((await tables.states()).tables.map(({ log, records }) => [log, records]));
  const ofWhole = whole.map((one) => [one.log, one.lines().length] as const);
  const until = clock.now() + CAUGHT_UP_US;
  for (;;) {
    const { tables: now } = await tables.states();
    const late = now.find(({ log, stored }) => stored < (wanted.get(log) ?? 0));
    const stored = new Map(
      ofWhole.length === 0 ? [] : (await page.logs().catch(() => [])).map(({ log, next }) => [log, next]),
    );
    const lateWhole = ofWhole.find(([log, records]) => (stored.get(log) ?? 0) < records);
    if (late === undefined && lateWhole === undefined) return null;
    if (clock.now() > until)
      return late === undefined ? (lateWhole?.[0] ?? "") : `${late.log}: ${late.trouble ?? "no trouble"}`;
    await clock.sleep(LOOK_US);
  }
}

type Suffered = Pick<FloorFaultOutcome, "at" | "said">;

async function suffer(fault: FloorFault, log: string, parts: FaultsParts): Promise<Suffered> {
  const { clock, random, tables, collectors, database, page, people } = parts;
  const lasts = (): Promise<void> => clock.sleep(LASTS_US + random.below(LASTS_MORE_US));
  switch (fault) {
    case "collector-killed": {
      const collector = random.pick(collectors);
      await collector.kill();
      await lasts();
      await collector.revive();
      return { at: collector.url, said: "" };
    }
    case "collectors-killed":
      // All tables come again at once.
      await Promise.all(collectors.map((one) => one.kill()));
      await lasts();
      await Promise.all(collectors.map((one) => one.revive()));
      return { at: "all collectors", said: "" };
    case "database-killed":
      await database.kill();
      await lasts();
      await database.revive();
      return { at: "database", said: "" };
    case "database-frozen":
      database.freeze();
      await lasts();
      database.thaw();
      return { at: "database", said: "" };
    case "unit-killed": {
      const unit = parts.whole.length > 0 && random.below(2) === 0 ? random.pick(parts.whole) : null;
      if (unit !== null) {
        await unit.kill();
        await lasts();
        await unit.revive();
        return { at: unit.log, said: "a whole unit" };
      }
      await tables.act(log, "kill");
      await lasts();
      await tables.act(log, "revive");
      return { at: log, said: "" };
    }
    case "line-cut":
      await tables.act(log, "cut");
      await lasts();
      await tables.act(log, "mend");
      return { at: log, said: "" };
    case "line-slow":
      await tables.act(log, "slow");
      await clock.sleep(SLOW_LASTS_US);
      await tables.act(log, "mend");
      return { at: log, said: "" };
    case "doubled":
      await tables.act(log, "double");
      return { at: log, said: "" };
    case "flipped": {
      const before = (await page.refused(1_000)).length;
      await tables.act(log, "flip");
      const why = await refusedSince(page, before, clock);
      return { at: log, said: why };
    }
    case "two-units": {
      const refused = await tables.act(log, "copy");
      const settled = await people.settleForks(page);
      return { at: log, said: `${refused}, ${settled} settled by two people` };
    }
  }
}

/** What lies in quarantine by now that did not before. */
async function refusedSince(page: StoredFloor, before: number, clock: Clock): Promise<string> {
  const until = clock.now() + CAUGHT_UP_US;
  for (;;) {
    const refused = await page.refused(1_000);
    const [newest] = refused;
    if (newest !== undefined && refused.length > before) return `quarantine: ${newest.why}`;
    if (clock.now() > until) return "nothing in quarantine";
    await clock.sleep(LOOK_US);
  }
}
