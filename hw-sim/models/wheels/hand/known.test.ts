import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { fallDownStator } from "./fall.ts";
import { makeWheelGeometry } from "./geometry.ts";
import { RING_37, watch } from "./hand.test-help.ts";
import { handWheel } from "./wheel.ts";

/** What the truth says that somebody could have known. */

describe("laps of a ball that is knocked off the track", () => {
  const g = makeWheelGeometry(37, randomFrom("knocked"), 0);
  const dropLapsPerS = Math.sqrt(g.dropSquared) / (2 * Math.PI);

  it("count on while it is fast enough to be held by the wall, and it passes the sensors there", () => {
    const way = fallDownStator(g, 0, 0.1, 1, 3 * dropLapsPerS, randomFrom("fast"), false);
    expect(way.heldTurns).toBeGreaterThan(5);
    const whileHeld = way.pulses.filter(({ onUs }) => onUs <= way.heldUs);
    expect(Math.abs(whileHeld.length - 3 * way.heldTurns)).toBeLessThan(2);
  });

  it("are over at once for one that falls by itself", () => {
    for (let i = 0; i < 50; i++) {
      const way = fallDownStator(g, 0, 0.1, -1, 0.98 * dropLapsPerS, randomFrom(`slow-${i}`), false);
      expect(way.heldTurns).toBe(0);
      expect(way.heldUs).toBe(0);
    }
  });
});

describe("a ball that rests on the fret ring", () => {
  const wheel = handWheel({ seed: "slips", ring: RING_37, profile: { name: "rough", faultPerMille: 0 } });
  const spins = (fault: string): ReturnType<typeof watch> =>
    Array.from({ length: 40 }, () => {
      wheel.inject(fault);
      return watch(wheel, 1)[0]!;
    });

  it("and slips off by itself has fallen into a pocket: it was not suspended", () => {
    for (const { truth } of spins("ball-slips-off-fret").filter(
      ({ truth: one }) => one.fault === "ball-slips-off-fret",
    ))
      expect(truth.facts["ball-suspended"]).not.toBe(true);
  });

  it("until somebody takes it is suspended, and always known: it passes the reader", () => {
    const stays = spins("ball-on-fret").filter(({ truth }) => truth.facts["ball-suspended"] === true);
    expect(stays.length).toBeGreaterThan(20);
    for (const { truth } of stays) expect(truth.unseen).toEqual([]);
  });
});
