import { describe, expect, it } from "vitest";
import type { Durable } from "../table/kernel/durable/durable.ts";
import { EMPTY_WHEEL_TABLE } from "../table/wheel/durable-wheel.ts";
import { STANDING_FAULTS_MAX, standingIn, standingOfTable, standingShape, type Standing } from "./standing.ts";

const DIGEST = "ab".repeat(32);
const STEP: NonNullable<Standing["step"]> = {
  step: "confirmed",
  version: "2.0.0",
  digest: DIGEST,
  order: null,
  why: null,
  at: "2026-11-26T00:00:00.000Z",
};
const OF = { release: { version: "2.0.0", manifest: DIGEST }, rulebook: "cl/ruleta-francesa@2023-03" };
const RUNS = { version: "3", slot: "rootfs.0", isTrial: true };
const WAITS = {
  version: "2.0.1",
  since: "2026-11-26",
  obstacles: [{ name: "notice", what: "a notice", since: "2026-11-26" }],
};
const STANDING: Standing = {
  format: "tirada-standing/1",
  ...OF,
  phase: "betting",
  held: true,
  step: STEP,
  base: { runs: RUNS, kept: { number: 3, version: "3", digest: DIGEST }, step: STEP },
  waits: WAITS,
  faults: ["wheel: port-gone"],
  rounds: 5,
  voids: 1,
};
/** A table of nothing but these parts. */
const durable = (change: object = {}): Durable => ({ ...EMPTY_WHEEL_TABLE, ...change });

describe("how a table stands", () => {
  it("is what its records come to, and no more where nothing came yet", () => {
    expect(standingOfTable(durable(), OF)).toEqual({
      format: "tirada-standing/1",
      ...OF,
      phase: EMPTY_WHEEL_TABLE.phase,
      held: false,
      step: null,
      faults: [],
      rounds: 0,
      voids: 0,
    });
  });

  it("names release, base, what waits, faults and counted rounds", () => {
    const { kept } = STANDING.base ?? {};
    const faults = [
      { device: "wheel", code: "port-gone" },
      { device: "eye", code: "eye-moved" },
    ];
    const of = durable({
      phase: "betting",
      update: { last: STEP, held: true, base: { kept, last: STEP } },
      faults,
      counted: { rounds: 5, voids: 1 },
    });
    const said = standingOfTable(of, { ...OF, runs: { ...RUNS, more: 1 } as typeof RUNS, waits: WAITS });
    expect(said).toEqual({ ...STANDING, faults: ["eye: eye-moved", "wheel: port-gone"] });
    expect(standingShape.parse(said)).toEqual(said);
  });

  it("names the base that runs, or the one that came, also without the other", () => {
    expect(standingOfTable(durable(), { ...OF, runs: RUNS }).base).toEqual({
      runs: RUNS,
      kept: null,
      step: null,
    });
    expect(standingOfTable(durable({ update: { base: { last: STEP } } }), OF).base).toEqual({
      runs: null,
      kept: null,
      step: STEP,
    });
    expect(standingOfTable(durable(), OF)).not.toHaveProperty("base");
    expect(standingOfTable(durable(), { ...OF, waits: null })).not.toHaveProperty("waits");
  });

  it("names so many faults at the most", () => {
    const faults = Array.from({ length: STANDING_FAULTS_MAX + 1 }, (_, at) => ({
      device: `d${100 + at}`,
      code: "port-gone",
    }));
    const said = standingOfTable(durable({ faults }), OF).faults;
    expect([said.length, said[0], said.at(-1)]).toEqual([
      STANDING_FAULTS_MAX,
      "d100: port-gone",
      "d163: port-gone",
    ]);
  });
});

const words = (length: number): string => "w".repeat(length);
const obstacle = { name: "notice", what: "", since: "" };

describe("the standing in an answer", () => {
  it("is taken whole, or not at all", () => {
    expect(standingIn({ standing: STANDING, more: 1 })).toEqual(STANDING);
    for (const none of [null, undefined, {}, 7, { standing: null }]) expect(standingIn(none)).toBeNull();
  });

  it.each<object>([
    { release: { version: words(200), manifest: null } },
    { step: null },
    { base: { runs: null, kept: null, step: null } },
    { waits: { ...WAITS, obstacles: Array(32).fill(obstacle) } },
    { faults: Array(STANDING_FAULTS_MAX).fill(words(200)) },
    { rounds: 0, voids: 0 },
  ])("%# is just allowed", (change) => {
    expect(standingIn({ standing: { ...STANDING, ...change } })).toMatchObject(change);
  });

  it.each<object>([
    { format: "tirada-standing/2" },
    { more: 1 },
    { release: { version: words(201), manifest: null } },
    { release: { version: "2", manifest: "ab" } },
    { release: { version: "2", manifest: `${DIGEST}a` } },
    { release: { version: "2", manifest: `a${DIGEST}` } },
    { release: { version: "2", manifest: DIGEST.toUpperCase() } },
    { release: { version: "2", manifest: null, more: 1 } },
    { rulebook: words(201) },
    { phase: words(201) },
    { held: 1 },
    { step: { ...STEP, step: "done" } },
    { step: { ...STEP, more: 1 } },
    { step: { ...STEP, version: words(201) } },
    { step: { ...STEP, order: words(201) } },
    { base: { runs: { ...RUNS, slot: words(201) }, kept: null, step: null } },
    { base: { runs: { ...RUNS, more: 1 }, kept: null, step: null } },
    { base: { runs: null, kept: { number: -1, version: "", digest: "" }, step: null } },
    { base: { runs: null, kept: { number: 1, version: "", digest: "", more: 1 }, step: null } },
    { base: { runs: null, kept: null, step: null, more: 1 } },
    { base: undefined },
    { waits: undefined },
    { waits: { ...WAITS, more: 1 } },
    { waits: { ...WAITS, obstacles: [{ ...obstacle, more: 1 }] } },
    { waits: { ...WAITS, obstacles: Array(33).fill(obstacle) } },
    { faults: Array(STANDING_FAULTS_MAX + 1).fill("a") },
    { faults: [words(201)] },
    { rounds: -1 },
    { voids: 1.5 },
  ])("%# is none", (change) => {
    expect(standingIn({ standing: { ...STANDING, ...change } })).toBeNull();
  });
});
