import type { Point } from "./grey-image.ts";

/** Points, outlines and segments of a plane: of a picture (pixels) or of the cloth (mm). Outlines are corners in order. */

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function middleOf(outline: readonly Point[]): Point {
  const sum = outline.reduce((all, one) => ({ x: all.x + one.x, y: all.y + one.y }), { x: 0, y: 0 });
  return { x: sum.x / outline.length, y: sum.y / outline.length };
}

/** Whether the point lies in the outline. */
export function isInside(outline: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  outline.forEach((a, at) => {
    const b = outline[(at + 1) % outline.length] ?? a;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) inside = !inside;
  });
  return inside;
}

export function distanceToSegment({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / square));
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
}

/** Distance of a point from the outline's line, whichever side it lies on. */
export function distanceToOutline(outline: readonly Point[], at: Point): number {
  return Math.min(...sidesOf(outline).map(([a, b]) => distanceToSegment(at, a, b)));
}

/** Distance between two outlines; 0 when they meet or one holds the other. */
export function gapBetween(one: readonly Point[], other: readonly Point[]): number {
  if (one.some((corner) => isInside(other, corner)) || other.some((corner) => isInside(one, corner))) return 0;
  if (sidesOf(one).some(([a, b]) => sidesOf(other).some(([c, d]) => doCross(a, b, c, d)))) return 0;
  const from = (corners: readonly Point[], to: readonly Point[]): number =>
    Math.min(...corners.map((corner) => distanceToOutline(to, corner)));
  return Math.min(from(one, other), from(other, one));
}

const sidesOf = (outline: readonly Point[]): (readonly [Point, Point])[] =>
  outline.map((corner, at) => [corner, outline[(at + 1) % outline.length] ?? corner] as const);

/** Twice the area of the triangle, positive where c lies to the left of a-b as y goes up. */
const areaOf = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether the segments a-b and c-d cross each other. */
const doCross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  areaOf(a, b, c) * areaOf(a, b, d) < 0 && areaOf(c, d, a) * areaOf(c, d, b) < 0;

/** Convex hull, by chains from left to right and back (Andrew 1979). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  return [...chainOf(sorted), ...chainOf(sorted.reverse())];
}

function chainOf(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const at of points) {
    for (let [a, b] = chain.slice(-2); a !== undefined && b !== undefined; [a, b] = chain.slice(-2)) {
      if (areaOf(a, b, at) > 0) break;
      chain.pop();
    }
    chain.push(at);
  }
  return chain.slice(0, -1);
}

/** Corners of a square around a place, turned by `angle` radians. */
export function squareCorners(at: Point, angle: number, half: number): Point[] {
  return [0, 1, 2, 3].map((corner) => {
    const direction = angle + Math.PI / 4 + (corner * Math.PI) / 2;
    const reach = half * Math.SQRT2;
    return { x: at.x + reach * Math.cos(direction), y: at.y + reach * Math.sin(direction) };
  });
}
