import { describe, expect, it } from "vitest";
import { randomFrom } from "../../time/random-source.ts";
import { BAND_VALUES_LEAST, BLOCK, levelLeft, placeLeft, rateLeft, type Allowed, type Point } from "./trend.ts";

const ALLOWED: Allowed = { way: "both", leastOf: () => 5 };
const random = randomFrom("trend");
/** 100, ± 10 evenly. */
const noisy = (count: number, offAt: (at: number) => number = () => 0): readonly Point[] =>
  Array.from({ length: count }, (_, at) => ({ value: 90 + random.below(21) + offAt(at), at: null }));
const last = (count: number, off: number) => (at: number) => (at >= count - 2 * BLOCK ? off : 0);

describe("a level", () => {
  it("says nothing of noise, and of too few values", () => {
    expect(levelLeft(noisy(160), ALLOWED)).toBeNull();
    expect(levelLeft(noisy(BAND_VALUES_LEAST + 2 * BLOCK - 1, last(69, 60)), ALLOWED)).toBeNull();
  });

  it("is told with its band when the newest two blocks left it, and only the way that is worse", () => {
    const left = levelLeft(noisy(160, last(160, 40)), ALLOWED);
    expect(left?.value).toBeGreaterThan(left!.high);
    expect(left?.low).toBeLessThan(100);
    expect(levelLeft(noisy(160, last(160, 40)), { ...ALLOWED, way: "down" })).toBeNull();
    expect(levelLeft(noisy(160, last(160, -40)), { ...ALLOWED, way: "down" })?.value).toBeLessThan(80);
  });

  it("is no drift when one block alone left its band, or nobody would mend so little", () => {
    expect(
      levelLeft(
        noisy(160, (at) => (at >= 160 - BLOCK ? 60 : 0)),
        ALLOWED,
      ),
    ).toBeNull();
    expect(levelLeft(noisy(160, last(160, 40)), { ...ALLOWED, leastOf: () => 60 })).toBeNull();
  });

  it("is compared at the same speed", () => {
    const at = (count: number, off: number): readonly Point[] =>
      Array.from({ length: count }, (_, place) => {
        const speed = 100 + random.below(200);
        return { value: speed / 2 + random.below(3) + last(count, off)(place), at: speed };
      });
    expect(levelLeft(at(160, 0), ALLOWED)).toBeNull();
    expect(levelLeft(at(160, 12), ALLOWED)).not.toBeNull();
  });
});

describe("counts", () => {
  const rounds = (count: number, of: number, shareAt: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => ({
      count: Array.from({ length: of }, () => random.below(1_000) < shareAt(at)).filter(Boolean).length,
      of,
    }));

  it("a rate is told when it grew", () => {
    expect(
      rateLeft(
        rounds(160, 16, () => 2),
        ALLOWED,
      ),
    ).toBeNull();
    const left = rateLeft(
      rounds(160, 16, (at) => (at < 120 ? 2 : 120)),
      ALLOWED,
    );
    expect(left?.value).toBeGreaterThan(left!.high);
  });

  it("a place is told when it became more frequent", () => {
    const even = Array.from({ length: 160 }, () => random.pick(["A", "B", "C"]));
    expect(placeLeft(even, ALLOWED)).toBeNull();
    const sunk = even.map((one, at) => (at < 120 ? one : random.pick(["B", "B", "B", "B", "A"])));
    expect(placeLeft(sunk, ALLOWED)).toMatchObject({ place: "B" });
  });
});
