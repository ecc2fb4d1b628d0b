import { describe, expect, it } from "vitest";
import { RING_37, RING_38, truthsOnly } from "./hand.test-help.ts";

/** 99.9 % points of chi-square with 36 and 37 degrees of freedom. */
describe.each([
  ["37", RING_37, 67.985],
  ["38", RING_38, 69.346],
])("20,000 spins of a level wheel, %s pockets", (_, ring, limit) => {
  const all = truthsOnly({ seed: "spread", ring, profile: { name: "clean", faultPerMille: 0 } }, 20_000);

  it("fall evenly into the pockets (chi-square below the 99.9 % point)", () => {
    const counts = ring.map((pocket) => all.filter((truth) => truth.pocket === pocket).length);
    const expected = all.length / ring.length;
    const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(20_000);
    expect(chi).toBeLessThan(limit);
  });

  it("do not follow one another: the next pocket is as far away as chance has it", () => {
    const steps = ring.map(() => 0);
    all.slice(1).forEach((truth, i) => {
      const step = (truth.cell! - all[i]!.cell! + ring.length) % ring.length;
      steps[step] = steps[step]! + 1;
    });
    const expected = (all.length - 1) / ring.length;
    expect(steps.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(limit);
  });

  it("have plausible laps and times", () => {
    for (const { launchedUs, endUs, facts } of all) {
      const laps = Number(facts["ball-laps"]);
      expect(laps >= 7 && laps <= 25).toBe(true);
      expect(endUs - launchedUs > 8e6 && endUs - launchedUs < 40e6).toBe(true);
    }
  });
});
