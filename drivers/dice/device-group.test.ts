import { describe, expect, it } from "vitest";
import type { Abilities } from "../../src/rules/facts.ts";
import type { DiceDevice } from "../../src/dice/observation.ts";
import { monoUs } from "../../src/time/instant.ts";
import { bestAbilities, diceDeviceGroup, type DeviceGroupStep } from "./device-group.ts";
import type { DiceSession } from "./session.ts";

/** A device that counts what reaches it, and tells of each. */
function counting(kind: DiceDevice, wake: number | null, more: Partial<DiceSession> = {}): DiceSession {
  const count = (state: unknown): number => (state as { readonly n: number }).n;
  return {
    device: `a-${kind}`,
    kind,
    abilities: {},
    standingFaults: [],
    initial: () => ({ n: 0 }),
    step: (state) => ({
      state: { n: count(state) + 1 },
      observations: [{ o: "attached", device: kind }],
      writes: [`${kind} ${count(state)}`],
    }),
    wakeAt: () => (wake === null ? null : monoUs(wake)),
    figures: (state) => ({ inputs: count(state) }),
    ...more,
  };
}

const eye = counting("eye", 700);
const shaker = counting("thrower", 500);
const witness = counting("witness", null, {
  applyCommand: (_, { c }) => ({ state: { n: 50 }, observations: [], writes: [c] }),
});
const harness = diceDeviceGroup([
  { port: "eye", session: eye },
  { port: "shaker", session: shaker },
  { port: "second", session: witness },
]);
const tick = { i: "tick", t: monoUs(0) } as const;
const devices = (step: DeviceGroupStep): readonly string[] =>
  step.observations.map((one) => ("device" in one ? one.device : "none"));

describe("devices of a dice table", () => {
  it("have a name together, in their order", () => {
    expect(harness.device).toBe("a-eye+a-thrower+a-witness");
    expect(harness.ports).toEqual(["eye", "shaker", "second"]);
  });

  it("know nothing of each other: an input reaches its own alone", () => {
    const step = harness.step(harness.initial(), "shaker", tick);
    expect(step.state).toEqual({ eye: { n: 0 }, shaker: { n: 1 }, second: { n: 0 } });
    expect(devices(step)).toEqual(["thrower"]);
    expect(step.writes).toEqual([{ port: "shaker", bytes: "thrower 0" }]);
    expect(harness.step(harness.initial(), "another", tick)).toMatchObject({ observations: [], writes: [] });
  });

  it("all see time go by", () => {
    const start = harness.initial();
    const step = harness.step(start, null, tick);
    expect(devices(step)).toEqual(["eye", "thrower", "witness"]);
    expect(step.writes.map(({ port }) => port)).toEqual(["eye", "shaker", "second"]);
    expect(start).toEqual(harness.initial());
    expect(harness.figures(step.state)).toEqual({ "eye.inputs": 1, "shaker.inputs": 1, "second.inputs": 1 });
  });

  it("are told what the table wants, and only who can be told changes", () => {
    const step = harness.applyCommand(harness.initial(), { c: "look", round: 3 }, monoUs(0));
    expect(step.state).toEqual({ eye: { n: 0 }, shaker: { n: 0 }, second: { n: 50 } });
    expect(step.writes).toEqual([{ port: "second", bytes: "look" }]);
  });

  it("are woken with the first that has something to do", () => {
    expect(harness.wakeAt(harness.initial())).toBe(500);
    expect(diceDeviceGroup([{ port: "second", session: witness }]).wakeAt({})).toBeNull();
  });

  it("are one of a kind, each on a port of its own", () => {
    const one = { port: "p", session: eye };
    expect(() => diceDeviceGroup([one, { port: "p", session: shaker }])).toThrow(
      "two dice devices on one port",
    );
    expect(() => diceDeviceGroup([one, { port: "q", session: eye }])).toThrow("one device of a kind");
  });
});

describe("what they can know together", () => {
  const level = (name: string, level: "none" | "bounded" | "measured", note: string): Abilities => ({
    [name]: { level, note },
  });

  it("is of each fact the best that one of them offers, the first of equals", () => {
    const best = bestAbilities([
      level("shake", "bounded", "a"),
      level("shake", "measured", "b"),
      level("shake", "measured", "c"),
      level("die-cocked", "none", "d"),
      level("shake", "none", "e"),
    ]);
    expect(best).toEqual({ ...level("shake", "measured", "b"), ...level("die-cocked", "none", "d") });
  });
});
