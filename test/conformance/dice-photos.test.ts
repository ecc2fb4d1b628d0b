import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import {
  FoldReader,
  outcomeOf,
  outcomeOfTold,
  photoBytes,
  photos,
  reportedOf,
  type Outcome,
  type Photo,
} from "../support/dice-photos.ts";
import { sampleOfRun, SOAK } from "../support/volume.ts";
import { isCommitted, keepReadings, knownReadings, readerHash } from "./known-readings.ts";

/**
 * The reader against the real photographs, each read by the network that never saw it, without a die size. Tier A in
 * thirds, so that no test takes long; of tiers B and C every sixteenth. `node test/bench/dice-photos.ts` measures all.
 * What this very reader made of a photograph before is known (`known-readings.ts`); a sample of them is read again in each run, and
 * all of them in a soak.
 */
const reader = new FoldReader();
const MINUTES = 60_000;
/** Photographs that are read although they are known. */
const READ_AGAIN = 2;
/** Photographs that are read with a size. */
const SIZED = 6;

const hash = readerHash();
const known = SOAK ? {} : knownReadings(hash);
const readings: Record<string, string> = { ...known };
const keyOf = (photo: Photo): string =>
  `${photo.name} ${createHash("sha256").update(photoBytes(photo)).digest("hex").slice(0, 12)}`;

async function toldOf(photo: Photo): Promise<string> {
  const key = keyOf(photo);
  readings[key] ??= reportedOf(await reader.read(photo));
  return readings[key];
}

async function counted(chosen: readonly Photo[]): Promise<Record<Outcome, string[]>> {
  const found: Record<Outcome, string[]> = { exact: [], silent: [], undecided: [] };
  for (const photo of chosen) found[outcomeOfTold(photo, await toldOf(photo))].push(photo.name);
  return found;
}

describe("real photographs", () => {
  const tierA = photos().filter(({ tier }) => tier === "A");
  const others = photos().filter(({ tier }, at) => tier !== "A" && at % 16 === 5);
  afterAll(() => {
    if (Object.keys(readings).length > Object.keys(known).length || SOAK) keepReadings(hash, readings);
  });

  it("are those of the labels, half in each fold", () => {
    expect(tierA).toHaveLength(150);
    expect(photos()).toHaveLength(350);
    const inA = photos().filter(({ name }) => reader.foldOf(name) === "a").length;
    expect(Math.abs(2 * inA - 350)).toBeLessThan(10);
  });

  it("the committed readings are this reader's: TIRADA_KNOWN=write reads all photographs anew, some minutes, and writes them", () => {
    expect(isCommitted(hash) || process.env["TIRADA_KNOWN"] === "write").toBe(true);
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

  it(
    "with the size of its smallest or largest die known none of the others is lost: tier A, a sample of each run",
    async () => {
      const several = tierA.filter(({ values }) => values.length > 1);
      for (const photo of SOAK ? several : sampleOfRun(several, SIZED, "photographs with a size")) {
        const sizes = (await reader.read(photo)).dice.map(({ size }) => size);
        for (const die of new Set([Math.min(...sizes), Math.max(...sizes)].filter(Number.isFinite)))
          expect(`${photo.name} ${outcomeOf(photo, await reader.read(photo, die))}`).not.toMatch(/silent$/);
      }
    },
    10 * MINUTES,
  );

  it(
    "those that are known are still read so: a sample of each run",
    async () => {
      const again = sampleOfRun([...tierA, ...others], READ_AGAIN, "photographs").filter(
        (photo) => keyOf(photo) in known,
      );
      for (const photo of again)
        expect(`${photo.name} ${reportedOf(await reader.read(photo))}`).toBe(
          `${photo.name} ${known[keyOf(photo)]}`,
        );
    },
    10 * MINUTES,
  );
});
