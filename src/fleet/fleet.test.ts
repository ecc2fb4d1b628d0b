import { describe, expect, test } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { needsTwoPeople, readPlan, wavesOf, type FleetPlan } from "./plan.ts";
import {
  NO_PROGRESS,
  reduceFleet,
  standingOf,
  touchedTables,
  type FleetEvent,
  type FleetProgress,
  type TableReport,
} from "./progress.ts";

const NEW = "ab".repeat(32);
const OLD = "cd".repeat(32);
const MINUTE = 60_000;
const names = Array.from({ length: 40 }, (_, at) => `casino/table-${String(at + 1).padStart(2, "0")}`);
const given = {
  v: 1,
  kind: "fleet-plan",
  name: "spring",
  release: 7,
  digest: NEW,
  tables: names.map((table, at) => ({ table, group: at < 20 ? "wheels" : "cards" })),
  held: ["casino/table-02"],
  waves: [{ tables: 1 }, { percent: 5 }, { percent: 100 }],
  soak: { minutes: 30, rounds: 10 },
  stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
};

function planOf(change: object = {}): FleetPlan {
  const plan = readPlan({ ...given, ...change });
  if (typeof plan === "string") throw new Error(plan);
  return plan;
}

describe("a plan", () => {
  test("has waves that reach further and further, each with tables of every group first, and never a held one", () => {
    const waves = wavesOf(planOf());
    expect(waves.map(({ length }) => length)).toEqual([1, 1, 37]);
    expect(waves.slice(0, 2).flat()).toEqual(["casino/table-01", "casino/table-21"]);
    expect(waves.flat().sort()).toEqual(names.filter((name) => name !== "casino/table-02"));
  });

  test("needs two people, unless it is of one table alone", () => {
    expect(needsTwoPeople(planOf())).toBe(true);
    expect(needsTwoPeople(planOf({ waves: [{ percent: 100 }] }))).toBe(true);
    const one = { tables: given.tables.slice(0, 1), held: [], waves: [{ percent: 100 }] };
    expect(needsTwoPeople(planOf(one))).toBe(false);
  });

  test.each([
    [{ tables: [...given.tables, given.tables[0]] }, "tables: casino/table-01 is there twice"],
    [{ held: ["casino/table-99"] }, "held: casino/table-99 is none of the tables"],
    [{ held: names }, "held: every table is held, and there is nothing to do"],
    [
      { waves: [{ tables: 2 }, { percent: 5 }, { percent: 100 }] },
      /wave 2 reaches no more tables .* \(2 of 39\)/,
    ],
    [{ waves: [{ tables: 1 }, { percent: 50 }] }, "waves: the last one reaches 20 of 39 tables"],
    [{ waves: [] }, /^waves: /],
    [{ digest: "ab" }, /^digest: /],
    [{ note: "x" }, /note/],
  ])("%j is refused", (change, why) => {
    const said = readPlan({ ...given, ...change });
    expect(typeof said).toBe("string");
    expect(said).toMatch(why);
  });
});

const report = (table: string, at: number, change: Partial<TableReport> = {}): TableReport => ({
  ...{ table, heardAt: at, digest: OLD, step: null, faults: [], rounds: 500, voids: 20 },
  ...change,
});
const confirmed = { digest: NEW, step: { step: "confirmed", digest: NEW, why: null } } as const;
const returned = { step: { step: "returned", digest: NEW, why: "the display did not answer" } } as const;

/** A plan under way, told event by event. */
class Fleet {
  readonly plan: FleetPlan;
  progress: FleetProgress = NO_PROGRESS;
  now = Date.UTC(2026, 10, 26);

  constructor(plan = planOf()) {
    this.plan = plan;
  }

  hear(event: FleetEvent): void {
    this.progress = reduceFleet(this.plan, this.progress, event);
  }

  report(table: string, change: Partial<TableReport> = {}): void {
    this.hear({ f: "report", report: report(table, this.now, change) });
  }

  /** Orders what is due, and gives the names. */
  order(): readonly string[] {
    const { due } = standingOf(this.plan, this.progress, this.now);
    for (const table of due) this.hear({ f: "ordered", table, at: this.now });
    return due;
  }

  get standing(): ReturnType<typeof standingOf> {
    return standingOf(this.plan, this.progress, this.now);
  }

  /** Every table of the wave has the release for long enough. */
  finishWave(): readonly string[] {
    const due = this.order();
    for (const table of due) this.report(table, confirmed);
    this.now += this.plan.soak.minutes * MINUTE;
    for (const table of touchedTables(this.plan, this.progress))
      this.report(table, { ...confirmed, rounds: 500 + this.plan.soak.rounds });
    return due;
  }
}

describe("a plan under way", () => {
  test("orders a wave only when each table of the one before has played with the release for long enough", () => {
    const fleet = new Fleet();
    names.forEach((table) => fleet.report(table));
    expect(fleet.order()).toEqual(["casino/table-01"]);
    expect(fleet.order()).toEqual([]);
    fleet.report("casino/table-01", confirmed);
    fleet.now += 29 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], soaking: ["casino/table-01"] });
    fleet.now += MINUTE;
    fleet.report("casino/table-01", { ...confirmed, rounds: 509 });
    expect(fleet.standing.due).toEqual([]);
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    expect(fleet.finishWave()).toEqual(["casino/table-21"]);
    expect(fleet.finishWave()).toHaveLength(37);
    expect(fleet.standing).toEqual({ wave: null, due: [], unconfirmed: [], soaking: [] });
  });

  test("is not begun for a table that runs the release without having confirmed it", () => {
    const fleet = new Fleet();
    fleet.order();
    fleet.report("casino/table-01", { digest: NEW, step: { step: "switched", digest: NEW, why: null } });
    expect(fleet.standing.unconfirmed).toEqual(["casino/table-01"]);
  });

  const inWave2 = (): Fleet => {
    const fleet = new Fleet();
    names.forEach((table) => fleet.report(table, { faults: ["storage-short"] }));
    fleet.order();
    fleet.report("casino/table-01", { ...confirmed, faults: ["storage-short"] });
    fleet.now += 30 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, faults: ["storage-short"], rounds: 520 });
    expect(fleet.order()).toEqual(["casino/table-21"]);
    return fleet;
  };
  const bad = "casino/table-21";

  test.each([
    ["a table that went back", (fleet: Fleet) => fleet.report(bad, returned), "table-returned"],
    [
      "a table that refused it",
      (fleet: Fleet) => fleet.report(bad, { step: { step: "refused", digest: NEW, why: "no space" } }),
      "table-refused",
    ],
    [
      "a table that took no order",
      (fleet: Fleet) => fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now }),
      "order-refused",
    ],
    [
      "a table that is silent",
      (fleet: Fleet) => fleet.hear({ f: "time", at: fleet.now + 15 * MINUTE + 1 }),
      "table-silent",
    ],
    [
      "a fault that it had not before",
      (fleet: Fleet) => fleet.report(bad, { ...confirmed, faults: ["storage-short", "display-gone"] }),
      "more-faults",
    ],
    [
      "voids out of their band",
      (fleet: Fleet) => {
        fleet.report(bad, confirmed);
        fleet.report(bad, { ...confirmed, rounds: 520, voids: 23 });
      },
      "voids-out-of-band",
    ],
    ["a person", (fleet: Fleet) => fleet.hear({ f: "stop", by: "Ana Soto", at: fleet.now }), "by-hand"],
  ])("is stopped by %s, and orders nothing from there on", (_, happen, why) => {
    const fleet = inWave2();
    happen(fleet);
    expect(fleet.progress.stopped).toMatchObject({ why });
    fleet.now += 600 * MINUTE;
    for (const table of names) fleet.report(table, { ...confirmed, rounds: 2_000 });
    expect(fleet.order()).toEqual([]);
    expect(touchedTables(fleet.plan, fleet.progress)).toEqual(["casino/table-01", bad]);
  });

  test.each([
    ["the same faults as before", { ...confirmed, faults: ["storage-short"] }],
    ["as many voids as the band takes", { ...confirmed, rounds: 520, voids: 22 }],
    ["too few rounds to say", { ...confirmed, rounds: 519, voids: 39 }],
  ])("is not stopped by %s", (_, change) => {
    const fleet = inWave2();
    fleet.report(bad, { ...confirmed, faults: ["storage-short"] });
    fleet.report(bad, change);
    expect(fleet.progress.stopped).toBeNull();
  });

  test("goes on without a table that went back, when a person says so", () => {
    const fleet = inWave2();
    fleet.report(bad, returned);
    fleet.hear({ f: "go-on", by: "Ana Soto", at: fleet.now });
    fleet.report(bad, returned);
    expect(fleet.progress.stopped).toBeNull();
    expect(fleet.order()).toHaveLength(37);
  });

  test("goes on with a table whose new fault is known, and stops at the next one", () => {
    const fleet = inWave2();
    fleet.report(bad, { ...confirmed, faults: ["display-gone"] });
    fleet.hear({ f: "go-on", by: "Ana Soto", at: fleet.now });
    fleet.report(bad, { ...confirmed, faults: ["display-gone"] });
    expect(fleet.progress.stopped).toBeNull();
    fleet.report(bad, { ...confirmed, faults: ["display-gone", "clock-unsynced"] });
    expect(fleet.progress.stopped).toMatchObject({ why: "more-faults", detail: "clock-unsynced" });
  });
});

test("whatever tables say, and in whatever order: no wave begins before the one before it has soaked", () => {
  const random = randomFrom("fleets");
  for (let run = 0; run < 20; run++) {
    const fleet = new Fleet();
    const waves = wavesOf(fleet.plan);
    for (let step = 0; step < 250 && fleet.progress.stopped === null; step++) {
      fleet.now += random.below(5 * MINUTE);
      const table = random.pick(names);
      const has = random.below(3) > 0;
      fleet.report(table, {
        ...(has ? confirmed : {}),
        ...(random.below(600) === 0 ? returned : {}),
        rounds: 500 + Math.floor((fleet.now - Date.UTC(2026, 10, 26)) / MINUTE),
      });
      const before = fleet.progress;
      for (const due of fleet.order()) {
        const wave = waves.findIndex((tables) => tables.includes(due));
        for (const earlier of waves.slice(0, wave).flat()) {
          const { confirmed: first, heard } = before.tables[earlier] ?? {};
          expect(
            (heard?.heardAt ?? 0) <= fleet.now && fleet.now - (first?.heardAt ?? Infinity),
          ).toBeGreaterThanOrEqual(30 * MINUTE);
        }
      }
    }
  }
});
