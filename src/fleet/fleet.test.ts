import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signerOf } from "../record/keys.ts";
import { randomFrom } from "../time/random-source.ts";
import { broughtBy, needsTwoPeople, planShape, problemOfPlan, wavesOf, type FleetPlan } from "./plan.ts";
import {
  NO_PROGRESS,
  notBack,
  reduceFleet,
  standingOf,
  tableIn,
  touchedTables,
  waitText,
  type FleetEvent,
  type FleetProgress,
} from "./progress.ts";
import type { Standing } from "./standing.ts";

const NEW = "ab".repeat(32);
const OLD = "cd".repeat(32);
const MINUTE = 60_000;
const names = Array.from({ length: 40 }, (_, at) => `casino/table-${String(at + 1).padStart(2, "0")}`);
const { privateKey } = generateKeyPairSync("ed25519");
const vkeyOf = (table: string): string => signerOf(table, privateKey).verifier.vkey;
const given = {
  name: "spring",
  release: 7,
  digest: NEW,
  tables: names.map((table, at) => ({ table, vkey: vkeyOf(table), group: at < 20 ? "wheels" : "cards" })),
  held: ["casino/table-02"],
  waves: [{ tables: 1 }, { percent: 5 }, { percent: 100 }],
  soak: { minutes: 30, rounds: 10 },
  stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
};

const planOf = (change: object = {}): FleetPlan => planShape.parse({ ...given, ...change });

describe("a plan", () => {
  test("has waves that reach further and further, each with tables of every group first, and never a held one", () => {
    const waves = wavesOf(planOf());
    expect(waves.map(({ length }) => length)).toEqual([1, 1, 37]);
    expect(waves.slice(0, 2).flat()).toEqual(["casino/table-01", "casino/table-21"]);
    expect(waves.flat().sort()).toEqual(names.filter((name) => name !== "casino/table-02"));
    expect(problemOfPlan(planOf())).toBeNull();
  });

  test("needs two people for the wave after which every table has it, and for a large one", () => {
    expect([0, 1, 2].map((wave) => needsTwoPeople(planOf(), wave))).toEqual([false, false, true]);
    const large = planOf({ waves: [{ tables: 30 }, { percent: 100 }] });
    expect(needsTwoPeople(large, 0)).toBe(true);
    const one = planOf({ tables: given.tables.slice(0, 1), held: [], waves: [{ percent: 100 }] });
    expect(needsTwoPeople(one, 0)).toBe(false);
  });

  test.each([
    [{ tables: [...given.tables, given.tables[0]] }, "tables: casino/table-01 is there twice"],
    [
      { tables: given.tables.map((one) => ({ ...one, vkey: vkeyOf("casino/table-01") })) },
      "the vkey of casino/table-02 is that of casino/table-01",
    ],
    [{ held: ["casino/table-99"] }, "held: casino/table-99 is none of the tables"],
    [{ held: names }, "held: every table is held, and there is nothing to do"],
    [
      { waves: [{ tables: 2 }, { percent: 5 }, { percent: 100 }] },
      /wave 2 reaches no more tables .* \(2 of 39\)/,
    ],
    [{ waves: [{ tables: 1 }, { percent: 50 }] }, "waves: the last one reaches 20 of 39 tables"],
  ])("%# is refused", (change, why) => {
    expect(problemOfPlan(planOf(change))?.message).toMatch(why);
  });
});

describe("the shape of a plan", () => {
  const isPlan = (change: object): boolean => planShape.safeParse({ ...given, ...change }).success;
  const [first] = given.tables;
  const stop = (change: object): object => ({ stop: { ...given.stop, ...change } });

  test.each<object>([
    { name: `a${"-".repeat(63)}`, release: 999_999_999 },
    { release: undefined, base: 1 },
    { tables: Array(500).fill(first), held: Array(500).fill("casino/table-01") },
    { tables: [{ ...first, table: "t".repeat(64), vkey: "v".repeat(200), group: "g".repeat(64) }] },
    { waves: Array(8).fill({ percent: 100 }) },
    { waves: [{ tables: 500 }, { percent: 1 }] },
    { soak: { minutes: 0, rounds: 0 } },
    { soak: { minutes: 20_160, rounds: 100_000 } },
    stop({ silentMinutes: 5, waitMinutes: 5, voids: { rounds: 1, perThousand: 0 } }),
    stop({ silentMinutes: 1_440, waitMinutes: 20_160, voids: { rounds: 100_000, perThousand: 1_000 } }),
  ])("%# is just allowed", (change) => {
    expect(isPlan("base" in change ? { ...change, release: 7 } : change)).toBe(true);
  });

  test.each<object>([
    { more: 1 },
    { name: "" },
    { name: "-a" },
    { name: "Spring" },
    { name: `a${"-".repeat(64)}` },
    { release: 0 },
    { release: 1_000_000_000 },
    { base: 0 },
    { digest: "ab" },
    { digest: `${NEW}a` },
    { digest: `a${NEW}` },
    { tables: [] },
    { tables: Array(501).fill(first) },
    { tables: [{ ...first, table: "" }] },
    { tables: [{ ...first, table: "t".repeat(65) }] },
    { tables: [{ ...first, vkey: "v".repeat(201) }] },
    { tables: [{ ...first, group: "" }] },
    { tables: [{ ...first, group: "g".repeat(65) }] },
    { tables: [{ ...first, more: 1 }] },
    { held: [""] },
    { held: Array(501).fill("casino/table-01") },
    { waves: [] },
    { waves: Array(9).fill({ percent: 100 }) },
    { waves: [{ tables: 0 }] },
    { waves: [{ tables: 501 }] },
    { waves: [{ percent: 0 }] },
    { waves: [{ percent: 101 }] },
    { waves: [{ tables: 1, percent: 1 }] },
    { soak: { minutes: -1, rounds: 0 } },
    { soak: { minutes: 20_161, rounds: 0 } },
    { soak: { minutes: 0, rounds: -1 } },
    { soak: { minutes: 0, rounds: 100_001 } },
    { soak: { minutes: 0, rounds: 0, more: 1 } },
    stop({ silentMinutes: 4 }),
    stop({ silentMinutes: 1_441 }),
    stop({ waitMinutes: 4 }),
    stop({ waitMinutes: 20_161 }),
    stop({ voids: { rounds: 0, perThousand: 0 } }),
    stop({ voids: { rounds: 100_001, perThousand: 0 } }),
    stop({ voids: { rounds: 1, perThousand: -1 } }),
    stop({ voids: { rounds: 1, perThousand: 1_001 } }),
    stop({ voids: { rounds: 1, perThousand: 1, more: 1 } }),
    stop({ more: 1 }),
  ])("%# is none", (change) => {
    expect(isPlan(change)).toBe(false);
  });

  test("names one release or one base, has half a day for what a table waits for, and a quarter of an hour for its word", () => {
    const place = (change: object) => problemOfPlan(planOf(change));
    expect(place({ base: 3 })).toEqual({
      path: ["release"],
      message: "name either release or base, by its number",
    });
    const { release: _, ...none } = given;
    expect(problemOfPlan(planShape.parse(none))?.path).toEqual(["release"]);
    const based = planShape.parse({ ...none, base: 3 });
    expect([problemOfPlan(based), broughtBy(based), broughtBy(planOf())]).toEqual([
      null,
      "base 3",
      "release 7",
    ]);
    expect(planOf().stop).toMatchObject({ silentMinutes: 15, waitMinutes: 720 });
    expect(place({ tables: [...given.tables, given.tables[0]] })?.path).toEqual(["tables", 40, "table"]);
    expect(place({ tables: [{ ...first, vkey: "none" }], held: [] })).toEqual({
      path: ["tables", 0, "vkey"],
      message: "tables: the vkey of casino/table-01 is none; take it from its enrolment",
    });
    expect(place({ held: ["casino/table-02", "x"] })?.path).toEqual(["held", 1]);
    expect(place({ held: names })?.path).toEqual(["held"]);
    expect(place({ waves: [{ tables: 2 }, { tables: 2 }, { percent: 100 }] })?.path).toEqual(["waves", 1]);
    expect(place({ waves: [{ tables: 38 }] })?.path).toEqual(["waves"]);
    expect(place({ waves: [{ tables: 100 }] })).toBeNull();
  });

  test("a wave of twenty-five tables is one person's, of twenty-six two people's", () => {
    const reaching = (tables: number): boolean =>
      needsTwoPeople(planOf({ waves: [{ tables }, { percent: 100 }] }), 0);
    expect([reaching(25), reaching(26)]).toEqual([false, true]);
  });
});

const ORDER = "01".repeat(32);
const standing = (change: Partial<Standing> = {}): Standing => ({
  format: "tirada-standing/1",
  rulebook: "cl/ruleta-francesa@2",
  phase: "betting",
  held: false,
  release: { version: "1.0.0", manifest: OLD },
  step: null,
  faults: [],
  rounds: 500,
  voids: 20,
  ...change,
});
const step = (name: NonNullable<Standing["step"]>["step"], why: string | null = null): Standing["step"] => ({
  step: name,
  version: "2.0.0",
  digest: name === "refused" ? null : NEW,
  order: ORDER,
  why,
  at: "2026-11-26T00:00:00.000Z",
});
const confirmed = { release: { version: "2.0.0", manifest: NEW }, step: step("confirmed") };
const returned = { step: step("returned", "display") };

/** A plan under way, told event by event. */
class Fleet {
  readonly plan: FleetPlan;
  progress: FleetProgress = NO_PROGRESS;
  now = Date.UTC(2026, 10, 26);

  constructor(plan = planOf()) {
    this.plan = plan;
    for (const table of names) this.report(table);
  }

  hear(event: FleetEvent): void {
    this.progress = reduceFleet(this.plan, this.progress, event);
  }

  report(table: string, change: Partial<Standing> = {}): void {
    this.hear({ f: "report", table, report: { receivedAt: this.now, standing: standing(change) } });
  }

  time(minutes: number): void {
    this.now += minutes * MINUTE;
    this.hear({ f: "time", at: this.now });
  }

  /** Hears those of whom nothing is known, and orders what is due. Gives the names. */
  order(): readonly string[] {
    for (const table of this.standing.unheard) this.report(table);
    const { due } = this.standing;
    if (due.length > 0) this.hear({ f: "ordered", tables: due, order: ORDER, at: this.now });
    return due;
  }

  get standing(): ReturnType<typeof standingOf> {
    return standingOf(this.plan, this.progress, this.now);
  }

  goOn(without: readonly string[] = []): void {
    this.hear({ f: "go-on", by: "Ana Soto", without, at: this.now });
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

const bad = "casino/table-21";

describe("a plan under way", () => {
  test("orders a wave only when each table of the one before has played with the release for long enough", () => {
    const fleet = new Fleet();
    expect(fleet.order()).toEqual(["casino/table-01"]);
    expect(fleet.order()).toEqual([]);
    fleet.report("casino/table-01", confirmed);
    fleet.now += 29 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], soaking: ["casino/table-01"] });
    fleet.now += MINUTE;
    // Its time is over, and one round is missing.
    fleet.report("casino/table-01", { ...confirmed, rounds: 509 });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], soaking: ["casino/table-01"] });
    fleet.report("casino/table-01", { ...confirmed, rounds: 510 });
    // What was heard of the next table half an hour ago is no word to order by.
    expect(fleet.standing).toMatchObject({ wave: 1, due: [], unheard: [bad] });
    expect(fleet.finishWave()).toEqual([bad]);
    expect(fleet.finishWave()).toHaveLength(37);
    expect(fleet.standing).toEqual({ wave: null, unheard: [], due: [], unconfirmed: [], soaking: [] });
  });

  test("is not begun for a table that runs the release without having confirmed it", () => {
    const fleet = new Fleet();
    fleet.order();
    fleet.report("casino/table-01", { release: confirmed.release, step: step("switched") });
    expect(fleet.standing.unconfirmed).toEqual(["casino/table-01"]);
  });

  test("orders nothing at a table that has the release already", () => {
    const fleet = new Fleet();
    fleet.report("casino/table-01", { release: confirmed.release });
    expect(fleet.standing).toMatchObject({ wave: 0, due: [], unconfirmed: [], soaking: ["casino/table-01"] });
  });

  const inWave2 = (): Fleet => {
    const fleet = new Fleet();
    names.forEach((table) => fleet.report(table, { faults: ["disk: storage-short"] }));
    fleet.order();
    fleet.report("casino/table-01", { ...confirmed, faults: ["disk: storage-short"] });
    fleet.now += 30 * MINUTE;
    fleet.report("casino/table-01", { ...confirmed, faults: ["disk: storage-short"], rounds: 520 });
    fleet.report(bad, { faults: ["disk: storage-short"] });
    expect(fleet.order()).toEqual([bad]);
    return fleet;
  };
  /** So many minutes later the table says that it waits for these. */
  const announced = (fleet: Fleet, obstacles: readonly string[], minutes: number): void => {
    fleet.now += minutes * MINUTE;
    const since = new Date(fleet.now).toISOString();
    const each = obstacles.map((name) => ({ name, what: `${name}, in words`, since }));
    const waits = { version: "2.0.0", since, obstacles: each };
    fleet.report(bad, { step: step("announced"), faults: ["disk: storage-short"], waits });
    fleet.time(0);
  };
  const ask = (fleet: Fleet): void => fleet.hear({ f: "asked", tables: [bad], at: fleet.now });
  const stops: readonly (readonly [string, (fleet: Fleet) => void, string])[] = [
    ["a table that went back", (fleet) => fleet.report(bad, returned), "table-returned"],
    [
      "a table whose people withdrew it",
      (fleet) => fleet.report(bad, { step: step("withdrawn") }),
      "table-returned",
    ],
    [
      "a table that refused it",
      (fleet) => fleet.report(bad, { step: step("refused", "no space") }),
      "table-refused",
    ],
    [
      "a table that took no order",
      (fleet) => fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now }),
      "order-refused",
    ],
    [
      "a table that is silent",
      (fleet) => {
        ask(fleet);
        fleet.time(15.1);
      },
      "table-silent",
    ],
    [
      "a table that answers, and does nothing of its order",
      (fleet) => {
        ask(fleet);
        fleet.now += 10 * MINUTE;
        fleet.report(bad, { faults: ["disk: storage-short"] });
        fleet.time(5.1);
      },
      "order-without-step",
    ],
    [
      "a table that waits for somebody, its notice over",
      (fleet) => {
        announced(fleet, ["notice", "decision-waiting"], 0);
        announced(fleet, ["decision-waiting"], 4_320);
        announced(fleet, ["decision-waiting", "round-open"], 719);
        expect(fleet.progress.stopped).toBeNull();
        announced(fleet, ["decision-waiting"], 2);
        expect(fleet.progress.stopped?.detail).toContain("decision-waiting, in words (since 2026-");
      },
      "table-waits",
    ],
    [
      "a fault that it had not before",
      (fleet) => fleet.report(bad, { ...confirmed, faults: ["disk: storage-short", "unit: display-gone"] }),
      "more-faults",
    ],
    [
      "voids out of their band",
      (fleet) => {
        fleet.report(bad, confirmed);
        fleet.report(bad, { ...confirmed, rounds: 520, voids: 23 });
      },
      "voids-out-of-band",
    ],
    ["a person", (fleet) => fleet.hear({ f: "stop", by: "Ana Soto", at: fleet.now }), "by-hand"],
  ];
  test("a table that waits no more, or whose notice begins anew, has as long again", () => {
    const fleet = inWave2();
    announced(fleet, ["shoe-loaded"], 0);
    announced(fleet, ["notice"], 719);
    announced(fleet, ["shoe-loaded"], 10);
    announced(fleet, ["shoe-loaded"], 719);
    expect(fleet.progress.stopped).toBeNull();
    announced(fleet, ["shoe-loaded"], 2);
    expect(fleet.progress.stopped).toMatchObject({ why: "table-waits", table: bad });
    fleet.hear({ f: "go-on", by: "Ana", without: [], at: fleet.now });
    announced(fleet, ["shoe-loaded"], 719);
    expect(fleet.progress.stopped).toBeNull();
  });

  test("a table of an earlier release, which does not say for what it waits, has its notice besides", () => {
    const fleet = inWave2();
    fleet.report(bad, { step: step("announced"), faults: ["disk: storage-short"] });
    fleet.time(4_320 + 719);
    expect(fleet.progress.stopped).toBeNull();
    fleet.time(2);
    expect(fleet.progress.stopped).toMatchObject({
      why: "table-waits",
      detail: "its release does not say for what",
    });
  });

  test.each(stops)("is stopped by %s, and orders nothing from there on", (_, happen, why) => {
    const fleet = inWave2();
    happen(fleet);
    expect(fleet.progress.stopped).toMatchObject({ why });
    fleet.now += 600 * MINUTE;
    for (const table of names) fleet.report(table, { ...confirmed, rounds: 2_000 });
    expect(fleet.order()).toEqual([]);
    expect(touchedTables(fleet.plan, fleet.progress)).toEqual(["casino/table-01", bad]);
  });

  test.each([
    ["the same faults as before", { ...confirmed, faults: ["disk: storage-short"] }],
    ["as many voids as the band takes", { ...confirmed, rounds: 520, voids: 22 }],
    ["too few rounds to say", { ...confirmed, rounds: 519, voids: 39 }],
    ["a return of another order", { step: { ...step("returned")!, order: "02".repeat(32) } }],
  ])("is not stopped by %s", (_, change) => {
    const fleet = inWave2();
    fleet.report(bad, { ...("release" in change ? confirmed : {}), faults: ["disk: storage-short"] });
    fleet.report(bad, change);
    expect(fleet.progress.stopped).toBeNull();
  });

  test("a laptop that did nothing for a night blames no table for it", () => {
    const fleet = inWave2();
    ask(fleet);
    fleet.now += 600 * MINUTE;
    fleet.hear({ f: "resumed", at: fleet.now });
    fleet.time(14);
    expect(fleet.progress.stopped).toBeNull();
    fleet.time(2);
    expect(fleet.progress.stopped).toMatchObject({ why: "table-silent", table: bad });
  });

  test("goes on without a table that went back, when a person says so", () => {
    const fleet = inWave2();
    fleet.report(bad, returned);
    fleet.goOn();
    fleet.report(bad, returned);
    expect(fleet.progress.stopped).toBeNull();
    expect(fleet.order()).toHaveLength(37);
  });

  test("orders anew what was refused, unless the table is left out", () => {
    const fleet = inWave2();
    fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now });
    fleet.goOn();
    expect(fleet.order()).toEqual([bad]);
    fleet.hear({ f: "refused", table: bad, why: "certificate-expired", at: fleet.now });
    fleet.goOn([bad]);
    expect(tableIn(fleet.progress, bad).leftOut).toBe("by-hand");
    expect(fleet.order()).toHaveLength(37);
  });

  test("goes on with a table whose new fault is known, and stops at the next one", () => {
    const fleet = inWave2();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone"] });
    fleet.goOn();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone"] });
    expect(fleet.progress.stopped).toBeNull();
    fleet.report(bad, { ...confirmed, faults: ["unit: display-gone", "unit: clock-unsynced"] });
    expect(fleet.progress.stopped).toMatchObject({ why: "more-faults", detail: "unit: clock-unsynced" });
  });

  test("goes back: a table is back when it says so after the order, and nothing goes on meanwhile", () => {
    const fleet = inWave2();
    fleet.report(bad, confirmed);
    fleet.hear({ f: "return", by: "Ana Soto", order: "03".repeat(32), at: fleet.now });
    fleet.goOn();
    expect(fleet.order()).toEqual([]);
    expect(notBack(fleet.plan, fleet.progress)).toEqual(["casino/table-01", bad]);
    fleet.now += MINUTE;
    fleet.report("casino/table-01", { step: { ...step("confirmed")!, digest: OLD } });
    fleet.report(bad, { step: { ...step("switched")!, digest: OLD } });
    expect(notBack(fleet.plan, fleet.progress)).toEqual([bad]);
    fleet.report(bad, { step: { ...step("confirmed")!, digest: OLD } });
    expect(notBack(fleet.plan, fleet.progress)).toEqual([]);
  });
});

describe("a plan of a base", () => {
  const { release: _, ...none } = given;
  const based = (): Fleet => new Fleet(planShape.parse({ ...none, base: 3 }));
  const base = (change: object = {}): Partial<Standing> => ({
    base: { runs: null, kept: null, step: null, ...change },
  });
  const kept = { number: 3, version: "3", digest: NEW };

  test("is over for a table when its journal has kept it, whatever release runs", () => {
    const fleet = based();
    fleet.order();
    fleet.report("casino/table-01", confirmed);
    expect(fleet.standing.unconfirmed).toEqual(["casino/table-01"]);
    fleet.report("casino/table-01", base({ kept, step: step("switched") }));
    expect(fleet.standing.unconfirmed).toEqual(["casino/table-01"]);
    fleet.report("casino/table-01", base({ kept, step: step("confirmed") }));
    expect(fleet.standing).toMatchObject({ unconfirmed: [], soaking: ["casino/table-01"] });
  });

  test("is stopped by a table that went back from it, with the reason, and by none of a release", () => {
    const fleet = based();
    fleet.order();
    fleet.report("casino/table-01", returned);
    expect(fleet.progress.stopped).toBeNull();
    fleet.report("casino/table-01", base({ step: step("returned", "not in order") }));
    expect(fleet.progress.stopped).toMatchObject({ why: "table-returned", detail: "not in order" });
  });

  test("has gone back where nothing of it is under way: one that was kept stays", () => {
    const fleet = based();
    fleet.order();
    fleet.hear({ f: "return", by: "Ana Soto", order: "03".repeat(32), at: fleet.now });
    fleet.now += MINUTE;
    fleet.report("casino/table-01", base({ step: step("switched") }));
    expect(notBack(fleet.plan, fleet.progress)).toEqual(["casino/table-01"]);
    fleet.report("casino/table-01", base({ kept, step: step("confirmed") }));
    expect(notBack(fleet.plan, fleet.progress)).toEqual([]);
  });
});

describe("the minutes of a plan", () => {
  test("are over after their last millisecond: for a word, and for a step", () => {
    for (const [isAsked, why] of [
      [true, "table-silent"],
      [false, "order-without-step"],
    ] as const) {
      const fleet = new Fleet();
      fleet.order();
      if (isAsked) fleet.hear({ f: "asked", tables: ["casino/table-01"], at: fleet.now });
      fleet.time(15);
      expect(fleet.progress.stopped).toBeNull();
      fleet.time(1 / MINUTE);
      expect(fleet.progress.stopped).toMatchObject({ why, table: "casino/table-01" });
    }
  });

  test("of one that was never heard say so, and of others when they were heard last", () => {
    const fleet = new Fleet();
    fleet.order();
    fleet.progress = {
      ...fleet.progress,
      tables: {
        ...fleet.progress.tables,
        "casino/table-01": { ...tableIn(fleet.progress, "x"), askedSince: fleet.now },
      },
    };
    fleet.time(16);
    expect(fleet.progress.stopped?.detail).toBe("never heard");
    const other = new Fleet();
    other.hear({ f: "asked", tables: ["casino/table-05"], at: other.now });
    other.time(16);
    expect(other.progress.stopped).toMatchObject({
      table: "casino/table-05",
      detail: "last heard 2026-11-26T00:00:00.000Z",
    });
  });

  test("begin with the first question, and end with an answer", () => {
    const fleet = new Fleet();
    fleet.hear({ f: "asked", tables: ["casino/table-05"], at: fleet.now });
    fleet.now += 10 * MINUTE;
    fleet.hear({ f: "asked", tables: ["casino/table-05"], at: fleet.now });
    expect(tableIn(fleet.progress, "casino/table-05").askedSince).toBe(fleet.now - 10 * MINUTE);
    fleet.report("casino/table-05");
    expect(tableIn(fleet.progress, "casino/table-05").askedSince).toBeNull();
  });

  test("a word of a table is good for as long as its silence, and an hour more where a second person signs", () => {
    const plan = planOf({ waves: [{ percent: 100 }] });
    for (const [of, minutes] of [
      [planOf(), 15],
      [plan, 75],
    ] as const) {
      const fleet = new Fleet(of);
      fleet.now += minutes * MINUTE;
      expect(fleet.standing.unheard).toEqual([]);
      fleet.now += 1;
      expect(fleet.standing.unheard.length).toBeGreaterThan(0);
    }
  });
});

test("what a table waits for is said in words", () => {
  expect(waitText(standing())).toBeNull();
  const waits = {
    version: "2.0.0",
    since: "noon",
    obstacles: [] as { name: string; what: string; since: string }[],
  };
  expect(waitText(standing({ waits }))).toBe("2.0.0, announced noon: about to be switched");
  const two = ["a", "b"].map((name) => ({ name, what: `what ${name}`, since: "one" }));
  expect(waitText(standing({ waits: { ...waits, obstacles: two } }))).toBe(
    "2.0.0, announced noon: what a (since one); what b (since one)",
  );
});

test("whatever tables say, and in whatever order: no wave begins before the one before it has soaked", () => {
  const random = randomFrom("fleets");
  let begun = 0;
  for (let run = 0; run < 20; run++) {
    const fleet = new Fleet();
    const waves = wavesOf(fleet.plan);
    for (let at = 0; at < 250 && fleet.progress.stopped === null; at++) {
      fleet.now += random.below(5 * MINUTE);
      const table = random.pick(names);
      const has = random.below(3) > 0;
      fleet.report(table, {
        ...(has ? confirmed : {}),
        ...(random.below(600) === 0 ? returned : {}),
        // So slowly that now the minutes and now the rounds are what is waited for.
        rounds: 500 + Math.floor((fleet.now - Date.UTC(2026, 10, 26)) / (3 * MINUTE)),
      });
      const before = fleet.progress;
      for (const due of fleet.order()) {
        begun++;
        const wave = waves.findIndex((tables) => tables.includes(due));
        for (const earlier of waves.slice(0, wave).flat()) {
          const { confirmed: first, heard } = before.tables[earlier] ?? {};
          expect((heard?.standing.rounds ?? 0) - (first?.standing.rounds ?? Infinity)).toBeGreaterThanOrEqual(
            10,
          );
          expect(
            (heard?.receivedAt ?? 0) <= fleet.now && fleet.now - (first?.receivedAt ?? Infinity),
          ).toBeGreaterThanOrEqual(30 * MINUTE);
        }
      }
    }
  }
  expect(begun).toBeGreaterThan(20);
});
