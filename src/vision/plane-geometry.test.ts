import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "./grey-image.ts";
import {
  convexHull,
  distance,
  distanceToOutline,
  distanceToSegment,
  gapBetween,
  isInside,
  middleOf,
  squareCorners,
} from "./plane-geometry.ts";

const point = (x: number, y: number): Point => ({ x, y });
const box = (left: number, top: number, right: number, bottom: number): Point[] => [
  point(left, top),
  point(right, top),
  point(right, bottom),
  point(left, bottom),
];
/** An L: the square of 4 without its upper right quarter. */
const L = [point(0, 0), point(2, 0), point(2, 2), point(4, 2), point(4, 4), point(0, 4)];
const places = fc.record({ x: fc.integer({ min: -20, max: 20 }), y: fc.integer({ min: -20, max: 20 }) });

describe("an outline", () => {
  it("holds what lies within it, whichever way round it is told", () => {
    for (const outline of [L, L.toReversed(), [...L.slice(2), ...L.slice(0, 2)]]) {
      for (const [x, y] of [
        [1, 1],
        [1, 3],
        [3, 3],
        [0.1, 3.9],
      ] as const)
        expect([x, y, isInside(outline, point(x, y))]).toEqual([x, y, true]);
      for (const [x, y] of [
        [3, 1],
        [-1, 1],
        [1, -1],
        [5, 3],
        [1, 5],
        [2.1, 1.9],
      ] as const)
        expect([x, y, isInside(outline, point(x, y))]).toEqual([x, y, false]);
    }
  });

  it("has its middle where its corners have theirs, and its line as far as the nearest side is", () => {
    expect(middleOf(box(1, 2, 5, 10))).toEqual(point(3, 6));
    expect(distanceToOutline(L, point(3, 0))).toBe(1);
    expect(distanceToOutline(L, point(1, 3))).toBe(1);
    expect(distanceToOutline(L, point(-3, -4))).toBe(5);
    expect(distanceToOutline(L, point(0, 2))).toBe(0);
  });
});

describe("a distance", () => {
  it("is that of the straight line, to a segment from its nearest place", () => {
    expect(distance(point(1, 2), point(4, 6))).toBe(5);
    const [a, b] = [point(2, 1), point(6, 1)];
    for (const [x, y, far] of [
      [4, 4, 3],
      [2, 0, 1],
      [-1, 5, 5],
      [9, -3, 5],
      [3, 1, 0],
    ] as const)
      expect([x, y, distanceToSegment(point(x, y), a, b)]).toEqual([x, y, far]);
    expect(distanceToSegment(point(4, 6), point(1, 2), point(1, 2))).toBe(5);
  });

  it("to a segment is the least of those to all its places", () => {
    fc.assert(
      fc.property(places, places, places, (at, a, b) => {
        const steps = Array.from({ length: 101 }, (_, step) =>
          point(a.x + ((b.x - a.x) * step) / 100, a.y + ((b.y - a.y) * step) / 100),
        );
        const least = Math.min(...steps.map((one) => distance(at, one)));
        const found = distanceToSegment(at, a, b);
        expect(found).toBeLessThanOrEqual(least + 1e-9);
        expect(found).toBeGreaterThanOrEqual(least - distance(a, b) / 100);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the gap between two outlines", () => {
  it.each([
    ["beside each other", box(0, 0, 2, 2), box(5, 1, 7, 3), 3],
    ["corner to corner", box(0, 0, 2, 2), box(5, 6, 7, 9), 5],
    ["one holding the other", box(0, 0, 9, 9), box(3, 3, 4, 4), 0],
    ["with a corner in each other", box(0, 0, 4, 4), box(3, 3, 6, 6), 0],
    ["crossing without a corner in each other", box(0, 3, 9, 4), box(3, 0, 4, 9), 0],
    ["a side that faces a corner", box(0, 0, 4, 4), [point(6, 2), point(9, 0), point(9, 4)], 2],
  ])("%s", (_, one, other, gap) => {
    expect(gapBetween(one, other)).toBe(gap);
    expect(gapBetween(other, one)).toBe(gap);
  });
});

describe("a hull", () => {
  it("has the corners of what it holds, in order, and nothing on its sides", () => {
    const hull = convexHull([...box(0, 0, 4, 4), point(2, 0), point(4, 2), point(1, 1), point(0, 0)]);
    expect(hull).toEqual(box(0, 0, 4, 4));
  });

  it("holds every place, bends one way, and is of these places alone", () => {
    fc.assert(
      fc.property(fc.array(places, { minLength: 3, maxLength: 40 }), (all) => {
        const hull = convexHull(all);
        const turn = (a: Point, b: Point, c: Point): number =>
          (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (all.every((one) => turn(all[0]!, all[1]!, one) === 0)) return;
        hull.forEach((a, at) => {
          const b = hull[(at + 1) % hull.length]!;
          expect(turn(a, b, hull[(at + 2) % hull.length]!)).toBeGreaterThan(0);
          for (const one of all) expect(turn(a, b, one)).toBeGreaterThanOrEqual(0);
          expect(all).toContainEqual(a);
        });
      }),
      { numRuns: 100 },
    );
  });
});

it("a square around a place has its corners a half of its side away, turned as told", () => {
  const corners = squareCorners(point(10, 20), 0, 3).map(({ x, y }) => [Math.round(x), Math.round(y)]);
  expect(corners).toEqual([
    [13, 23],
    [7, 23],
    [7, 17],
    [13, 17],
  ]);
  const [first] = squareCorners(point(0, 0), Math.PI / 4, 1);
  expect([first!.x, first!.y]).toEqual([expect.closeTo(0, 9), expect.closeTo(Math.SQRT2, 9)]);
});
