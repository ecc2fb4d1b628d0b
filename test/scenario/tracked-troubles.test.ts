import { describe, expect, it } from "vitest";
import { judgedSpins } from "../support/tracked-verdict.ts";

/** What the tracker says of simulated spins, against what really happened in them. */

describe("roulette tracker on a simulated wheel with something wrong", () => {
  it("500 spins with something wrong in each: no wrong number, no cause missed", { timeout: 240_000 }, () => {
    const seen = judgedSpins("trouble", 500, 1_000);
    expect(seen.filter(({ wrongNumber }) => wrongNumber)).toEqual([]);
    expect(seen.filter(({ missed }) => missed)).toEqual([]);
    expect(seen.filter(({ falseVoids }) => falseVoids.length > 0).length).toBeLessThanOrEqual(3);
    expect(new Set(seen.map(({ verdict }) => verdict))).toContain("void ball-left-cylinder");
  });
});
