import { describe, expect, it } from "vitest";
import { FoldReader, outcomeOf, photos, type Outcome, type Photo } from "../support/dice-photos.ts";

/**
 * The reader against the real photographs, each read by the network that never saw it, without a die size. Tier A in
 * thirds, so that no test takes long; of tiers B and C every sixteenth. `node test/bench/dice-photos.ts` measures all.
 */
const reader = new FoldReader();
const MINUTES = 60_000;

async function counted(chosen: readonly Photo[]): Promise<Record<Outcome, string[]>> {
  const found: Record<Outcome, string[]> = { exact: [], silent: [], undecided: [] };
  for (const photo of chosen) found[outcomeOf(photo, await reader.read(photo))].push(photo.name);
  return found;
}

describe("real photographs", () => {
  const tierA = photos().filter(({ tier }) => tier === "A");
  const others = photos().filter(({ tier }, at) => tier !== "A" && at % 16 === 5);

  it("are those of the labels, half in each fold", () => {
    expect(tierA).toHaveLength(150);
    expect(photos()).toHaveLength(350);
    const inA = photos().filter(({ name }) => reader.foldOf(name) === "a").length;
    expect(Math.abs(2 * inA - 350)).toBeLessThan(10);
  });

  let exactly = 0;
  it.each([0, 1, 2])(
    "tier A, every third from %i: none silently wrong",
    async (from) => {
      const chosen = tierA.filter((_, at) => at % 3 === from);
      const { exact, silent } = await counted(chosen);
      expect(silent).toEqual([]);
      exactly += exact.length;
      // The last third closes the sum.
      if (from === 2) expect(exactly / tierA.length).toBeGreaterThanOrEqual(0.97);
    },
    10 * MINUTES,
  );

  it(
    "tiers B and C, a sample: none silently wrong",
    async () => {
      const { silent } = await counted(others);
      expect(silent).toEqual([]);
      expect(others.length).toBeGreaterThan(10);
    },
    10 * MINUTES,
  );
});
