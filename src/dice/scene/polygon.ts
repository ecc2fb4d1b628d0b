import type { Point } from "../../vision/grey-image.ts";
import { isInside, toSegment } from "../calibration/geometry.ts";

/** Distance between two outlines; 0 when they meet or one holds the other. */
export function gapOf(one: readonly Point[], other: readonly Point[]): number {
  if (one.some((corner) => isInside(other, corner)) || other.some((corner) => isInside(one, corner))) return 0;
  if (sides(one).some(([a, b]) => sides(other).some(([c, d]) => cross(a, b, c, d)))) return 0;
  const from = (corners: readonly Point[], to: readonly Point[]): number =>
    Math.min(...corners.flatMap((corner) => sides(to).map(([a, b]) => toSegment(corner, a, b))));
  return Math.min(from(one, other), from(other, one));
}

const sides = (outline: readonly Point[]): (readonly [Point, Point])[] =>
  outline.map((corner, at) => [corner, outline[(at + 1) % outline.length] ?? corner] as const);

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether the segments a-b and c-d cross each other. */
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
