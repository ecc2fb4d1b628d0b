import { describe, expect, test } from "vitest";
import {
  confirmed,
  Fleet,
  given,
  MINUTE,
  NEW,
  planOf,
  returned,
  standing,
  step,
} from "./told-fleet.test-help.ts";
import { planShape } from "./plan.ts";
import { notBack, tableIn, waitText } from "./progress.ts";
import type { Standing } from "./standing.ts";

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
