import { describe, expect, it } from "vitest";
import { bandOf, chiSquareCritical, chiSquareOf, chiSquareTail } from "./chi-square.ts";

describe("the chi-square distribution", () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper-tail critical values.
  it.each([
    [1, 0.1, 2.706],
    [1, 0.05, 3.841],
    [1, 0.001, 10.828],
    [2, 0.05, 5.991],
    [5, 0.05, 11.07],
    [7, 0.01, 18.475],
    [10, 0.975, 3.247],
    [36, 0.05, 50.998],
    [36, 0.01, 58.619],
    [37, 0.001, 69.346],
    [51, 0.05, 68.669],
    [100, 0.05, 124.342],
    [100, 0.99, 70.065],
  ])("of %i degrees is passed in a share %f of cases from %f on", (freedom, p, critical) => {
    expect(chiSquareCritical(p, freedom)).toBeCloseTo(critical, 3);
    expect(chiSquareTail(critical, freedom)).toBeCloseTo(p, 3);
  });

  it("is one at nothing and falls to nothing", () => {
    expect(chiSquareTail(0, 36)).toBe(1);
    expect(chiSquareTail(1e6, 36)).toBe(0);
    expect(chiSquareTail(36, 1_000)).toBe(1);
  });
});

describe("a test of counts", () => {
  it("is Weldon's of 26,306 throws of twelve dice (Pearson, 1900)", () => {
    // Dice with five or six in 26,306 throws of 12; expected with a chance of 1/3 each.
    const counts = [185, 1_149, 3_265, 5_475, 6_114, 5_194, 3_067, 1_331, 403, 105, 14, 4, 0];
    const choose = (k: number): number =>
      Array.from({ length: k }, (_, i) => (12 - i) / (i + 1)).reduce((product, one) => product * one, 1);
    const expected = counts.map((_, k) => 26_306 * choose(k) * (1 / 3) ** k * (2 / 3) ** (12 - k));
    // Pearson joined the last three classes; so are they here.
    const joined = (list: readonly number[]): number[] => [
      ...list.slice(0, 10),
      list.slice(10).reduce((sum, one) => sum + one, 0),
    ];
    const test = chiSquareOf(joined(counts), joined(expected));
    expect(test).toMatchObject({ freedom: 10 });
    expect(test?.statistic).toBeCloseTo(35.49, 1);
    expect(test?.p).toBeLessThan(0.001);
  });

  it("has no p where fewer than five are expected, and is none of one cell", () => {
    expect(chiSquareOf([3, 4], [3.5, 3.5])).toMatchObject({ freedom: 1, p: null });
    expect(chiSquareOf([7], [7])).toBeNull();
  });
});

it("a band holds the counts around what is expected, more of them a little wider", () => {
  const { low, high } = bandOf(3_700, 1 / 37, 37);
  expect([low, high]).toEqual([64, 136]);
  expect(bandOf(3_700, 1 / 37, 1)).toEqual({ low: 75, high: 125 });
  expect(bandOf(3, 0.5, 2).low).toBe(0);
});
