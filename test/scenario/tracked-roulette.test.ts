import { describe, expect, it } from "vitest";
import { judgedSpins } from "../support/tracked-verdict.ts";
import { more } from "../support/volume.ts";

/** What the tracker says of simulated spins, against what really happened in them. */

describe("roulette tracker on a simulated wheel", () => {
  it(
    `${more(500, 1_500)} spins with the usual dirt: certified, and every number true`,
    { timeout: 240_000 },
    () => {
      const seen = more(["one"], ["one", "two", "three"]).flatMap((seed) => judgedSpins(seed, 500, 30));
      expect(seen.filter(({ wrongNumber }) => wrongNumber)).toEqual([]);
      expect(seen.filter(({ missed }) => missed)).toEqual([]);
      const clean = seen.filter(
        ({ fault, causes, spoiled }) => fault === "none" && causes.length === 0 && spoiled === null,
      );
      const undecided = clean.filter(({ verdict }) => verdict !== "number");
      expect(undecided.length).toBeLessThanOrEqual(clean.length / 300);
      expect(clean.filter(({ falseVoids }) => falseVoids.length > 0)).toEqual([]);
    },
  );
});
