import { describe, expect, test } from "vitest";
import { given, names, NEW, planOf, vkeyOf } from "./told-fleet.test-help.ts";
import { broughtBy, needsTwoPeople, planShape, problemOfPlan, wavesOf } from "./plan.ts";

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
