import { describe, expect, it } from "vitest";
import {
  resolveInjections,
  addInjection,
  MAX_INJECTIONS,
  markRunning,
  addVerdict,
  type Injections,
  type SpinEnd,
} from "./injections.ts";
import type { VerdictNow } from "./page-messages.ts";

const verdict = (round: number, t: number): VerdictNow => ({
  kind: "void",
  round,
  t,
  text: "ball-with-rotor",
  certified: false,
});
const end = (change: Partial<SpinEnd> = {}): SpinEnd => ({
  spin: 3,
  fault: "ball-with-rotor",
  launchedAt: 1_000,
  endAt: 9_000,
  voidSince: 2_000,
  text: "number 7",
  ...change,
});

describe("what became of an injected fault", () => {
  const asked = addInjection([], "ball-with-rotor", 500);

  it("waits for a spin, runs, and takes the first verdict for its own", () => {
    expect(asked).toEqual([
      { fault: "ball-with-rotor", t: 500, spin: null, verdict: null, latencyUs: null, truth: null },
    ]);
    const now = markRunning(asked, 3);
    expect(now[0]?.spin).toBe(3);
    expect(addVerdict(now, verdict(8, 2_400))[0]?.verdict?.round).toBe(8);
  });

  it("learns from the truth which verdict was its spin's, and how long it took from the fault's own instant", () => {
    const given = [verdict(7, 600), verdict(8, 2_400), verdict(9, 90_000_000)];
    const rows = resolveInjections(addVerdict(asked, verdict(7, 600)), end(), given);
    expect(rows[0]).toMatchObject({
      spin: 3,
      verdict: { round: 8 },
      latencyUs: 400,
      truth: "number 7",
    });
  });

  it("has no verdict when the spin got none, and no latency for what voids nothing", () => {
    expect(resolveInjections(asked, end(), [verdict(7, 600)])[0]).toMatchObject({
      verdict: null,
      latencyUs: null,
    });
    expect(resolveInjections(asked, end({ voidSince: null }), [verdict(8, 2_400)])[0]?.latencyUs).toBe(null);
  });

  it("a number of the spin that ran already is not its own, and a spin without it leaves it waiting", () => {
    const number = { ...verdict(7, 2_400), kind: "result" as const };
    expect(addVerdict(asked, number)[0]?.verdict).toBe(null);
    const missed = resolveInjections(addVerdict(markRunning(asked, 3), number), end({ fault: null }), [number]);
    expect(missed[0]).toEqual(asked[0]);
  });

  it("leaves other faults and later injections alone", () => {
    const rows: Injections = addInjection(
      addInjection(asked, "ball-jumps-out", 600),
      "ball-with-rotor",
      20_000,
    );
    const known = resolveInjections(rows, end({ fault: "ball-with-rotor+ball-jumps-out" }), []);
    expect(known.map(({ truth }) => truth)).toEqual([null, "number 7", "number 7"]);
  });

  it("is kept for the last ones only", () => {
    let rows: Injections = [];
    for (let i = 0; i < 50; i++) rows = addInjection(rows, `fault-${i}`, i);
    expect(rows.length).toBe(MAX_INJECTIONS);
    expect(rows[0]?.fault).toBe("fault-49");
  });
});
