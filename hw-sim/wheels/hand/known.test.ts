import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/time/random-source.ts";
import { fallDownStator } from "./fall.ts";
import { makeWheelGeometry } from "./geometry.ts";
import { pulses, RING_37, watch } from "./hand.test-support.ts";
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

describe("a ball that rests on the fret ring and slips off", () => {
  // Croupiers who turn the rotor slowly, now and then.
  const wheel = handWheel({ seed: "slips", ring: RING_37, profile: { name: "rough", faultPerMille: 0 } });
  const seen = Array.from({ length: 500 }, () => {
    wheel.inject("ball-slips-off-fret");
    return watch(wheel, 1)[0]!;
  }).filter(({ truth }) => truth.facts["ball-suspended"] === true);

  it("is known only when it passed the reader there", () => {
    const unseen = seen.filter(({ truth }) => truth.unseen.includes("ball-suspended"));
    expect(unseen.length).toBeGreaterThan(0);
    expect(unseen.length).toBeLessThan(seen.length / 30);
    for (const { truth, edges } of unseen) {
      const since = truth.sinceUs["ball-suspended"] ?? Number.NaN;
      const turns = pulses(edges, "I").map(({ on }) => on);
      const next = turns.findIndex((us) => us > since);
      // Less than a turn of the rotor, which is slower every time.
      expect(truth.endUs - since).toBeLessThan(1.1 * (turns[next + 1]! - turns[next]!));
    }
  });

  it("and always when it lay there for a turn", () => {
    for (const { truth, edges } of seen) {
      const since = truth.sinceUs["ball-suspended"] ?? Number.NaN;
      const passed = pulses(edges, "I").filter(({ on }) => on > since && on < truth.endUs).length;
      if (passed >= 2) expect(truth.unseen).toEqual([]);
    }
  });
});
