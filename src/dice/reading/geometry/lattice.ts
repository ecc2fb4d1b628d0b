import type { Point } from "../../../vision/grey-image.ts";

/** An affine pip lattice: cell (u, v) lies at centre + u a + v b; corners of the pips' square are u, v = -1 and 1. */
export interface Lattice {
  readonly centre: Point;
  readonly a: Point;
  readonly b: Point;
}

/** The lattice whose corners (-1, -1) and (1, 1) are these two, seen from straight above. */
export function latticeOfDiagonal(one: Point, other: Point): Lattice {
  const half = { x: (other.x - one.x) / 2, y: (other.y - one.y) / 2 };
  return {
    centre: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    a: { x: (half.x - half.y) / 2, y: (half.y + half.x) / 2 },
    b: { x: (half.x + half.y) / 2, y: (half.y - half.x) / 2 },
  };
}

/**
 * The lattice whose corners are the ends of two diagonals with (nearly) one middle; null when the parallelogram is so
 * skewed or long that no face seen from above looks like it.
 */
export function latticeOfDiagonals(
  [p, q]: readonly [Point, Point],
  [r, s]: readonly [Point, Point],
): Lattice | null {
  const one = { x: q.x - p.x, y: q.y - p.y };
  const other = { x: s.x - r.x, y: s.y - r.y };
  const a = { x: (one.x + other.x) / 4, y: (one.y + other.y) / 4 };
  const b = { x: (one.x - other.x) / 4, y: (one.y - other.y) / 4 };
  const [longA, longB] = [Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)];
  const middles = Math.hypot(p.x + q.x - r.x - s.x, p.y + q.y - r.y - s.y) / 2;
  if (Math.min(longA, longB) < 0.46 * Math.max(longA, longB)) return null;
  if (middles > 0.35 * Math.min(longA, longB)) return null;
  if (Math.abs(a.x * b.x + a.y * b.y) > 0.42 * longA * longB) return null;
  return { centre: { x: (p.x + q.x + r.x + s.x) / 4, y: (p.y + q.y + r.y + s.y) / 4 }, a, b };
}

export function placeOf({ centre, a, b }: Lattice, { x, y }: Point): Point {
  return { x: centre.x + x * a.x + y * b.x, y: centre.y + x * a.y + y * b.y };
}

/** Lattice units of a point; null for a lattice that has collapsed into a line. */
export function cellOf({ centre, a, b }: Lattice, point: Point): Point | null {
  const area = a.x * b.y - a.y * b.x;
  if (Math.abs(area) < 1e-6) return null;
  const dx = point.x - centre.x;
  const dy = point.y - centre.y;
  return { x: (dx * b.y - dy * b.x) / area, y: (dy * a.x - dx * a.y) / area };
}

/** Geometric mean of the two pitches. */
export function pitchOf({ a, b }: Lattice): number {
  return Math.sqrt(Math.abs(a.x * b.y - a.y * b.x));
}

/** Shortest over longest stretch of the lattice, 1 seen from straight above, cos(tilt) for a square lattice. */
export function squarenessOf({ a, b }: Lattice): number {
  const sum = a.x * a.x + a.y * a.y + b.x * b.x + b.y * b.y;
  const area = Math.abs(a.x * b.y - a.y * b.x);
  const root = Math.sqrt(Math.max(0, sum * sum - 4 * area * area));
  return Math.sqrt(Math.max(0, sum - root) / (sum + root));
}

/**
 * The affine lattice nearest to these places of cells, by least squares. Null when the cells do not span two
 * directions. The cells of 4, 5 and 6 are symmetric about their middle, so the three sums separate.
 */
export function fitLattice(cells: readonly Point[], places: readonly Point[]): Lattice | null {
  const count = cells.length;
  const mean = { x: 0, y: 0 };
  for (const { x, y } of places) {
    mean.x += x / count;
    mean.y += y / count;
  }
  let [uu, vv, ux, uy, vx, vy] = [0, 0, 0, 0, 0, 0];
  cells.forEach(({ x: u, y: v }, index) => {
    const at = places[index] ?? mean;
    uu += u * u;
    vv += v * v;
    ux += u * (at.x - mean.x);
    uy += u * (at.y - mean.y);
    vx += v * (at.x - mean.x);
    vy += v * (at.y - mean.y);
  });
  if (uu === 0 || vv === 0) return null;
  return { centre: mean, a: { x: ux / uu, y: uy / uu }, b: { x: vx / vv, y: vy / vv } };
}
