import { cornersOf, type DiePose } from "./pose.ts";
import { axesOf, type Vec3 } from "./vectors.ts";

/** A die as a body: cube of this side with edges rounded by `round` mm. */
export interface Solid {
  readonly pose: DiePose;
  readonly side: number;
  readonly round: number;
}

/** An upright disc standing at `at` (middle of its lower face): a chip, a cup, a puck. mm */
export interface Disc {
  readonly at: Vec3;
  readonly radius: number;
  readonly height: number;
}

/** The twelve edges of a cube as pairs of its corners (numbered by bits: x, y, z). */
const EDGES: readonly (readonly [number, number])[] = Array.from({ length: 12 }, (_, i) => {
  const axis = i >> 2;
  const [b, c] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
  const from = (i & 1 ? b : 0) | (i & 2 ? c : 0);
  return [from, from | (1 << axis)] as const;
});

/** Signed distance from a place to a cube without rounding, given by its middle, axes and half side. */
export function distanceToCube(at: Vec3, axes: Float64Array, half: number, p: Vec3): number {
  const [vx, vy, vz] = [p[0] - at[0], p[1] - at[1], p[2] - at[2]];
  const x = Math.abs((axes[0] ?? 0) * vx + (axes[1] ?? 0) * vy + (axes[2] ?? 0) * vz) - half;
  const y = Math.abs((axes[3] ?? 0) * vx + (axes[4] ?? 0) * vy + (axes[5] ?? 0) * vz) - half;
  const z = Math.abs((axes[6] ?? 0) * vx + (axes[7] ?? 0) * vy + (axes[8] ?? 0) * vz) - half;
  return Math.hypot(Math.max(0, x), Math.max(0, y), Math.max(0, z)) + Math.min(0, Math.max(x, y, z));
}

export function distanceToDisc(disc: Disc, p: Vec3): number {
  const r = Math.hypot(p[0] - disc.at[0], p[1] - disc.at[1]) - disc.radius;
  const h = Math.abs(p[2] - disc.at[2] - disc.height / 2) - disc.height / 2;
  return Math.hypot(Math.max(0, r), Math.max(0, h)) + Math.min(0, Math.max(r, h));
}

const STEPS = 24;
const GOLD = (Math.sqrt(5) - 1) / 2;

/** Least value of a function that is convex along the segment, by golden section; and where, 0 to 1. */
export function minimumAlong(a: Vec3, b: Vec3, value: (p: Vec3) => number): { least: number; where: number } {
  const at = (t: number): Vec3 => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
    a[2] + (b[2] - a[2]) * t,
  ];
  let [low, high] = [0, 1];
  let [p, q] = [1 - GOLD, GOLD];
  let [vp, vq] = [value(at(p)), value(at(q))];
  for (let i = 0; i < STEPS; i++) {
    if (vp < vq) {
      [high, q, vq] = [q, p, vp];
      p = high - GOLD * (high - low);
      vp = value(at(p));
    } else {
      [low, p, vp] = [p, q, vq];
      q = low + GOLD * (high - low);
      vq = value(at(q));
    }
  }
  const middle = (low + high) / 2;
  return [0, 1, middle].reduce(
    (best, where) => {
      const least = value(at(where));
      return least < best.least ? { least, where } : best;
    },
    { least: Infinity, where: 0 },
  );
}

/**
 * Gap in mm between two dice; negative: how deep they are in each other, within the rounding. The nearest places of two
 * cubes always include an edge or corner of one of them, and distance to a convex body is convex along an edge.
 */
export function gapBetween(a: Solid, b: Solid): number {
  const far = Math.hypot(...a.pose.at.map((x, i) => x - (b.pose.at[i] ?? 0)));
  const round = a.round + b.round;
  const apart = far - 0.87 * (a.side + b.side);
  if (apart > 10) return apart;
  return Math.min(leastDistanceOfEdges(a, b), leastDistanceOfEdges(b, a)) - round;
}

function leastDistanceOfEdges(a: Solid, b: Solid): number {
  const corners = cornersOf(a.pose, a.side - 2 * a.round);
  const axes = axesOf(b.pose.orientation);
  const half = b.side / 2 - b.round;
  return leastOverEdges(corners, (p) => distanceToCube(b.pose.at, axes, half, p));
}

function leastOverEdges(corners: readonly Vec3[], value: (p: Vec3) => number): number {
  let least = Infinity;
  for (const [i, j] of EDGES) {
    const [p, q] = [corners[i], corners[j]];
    if (p !== undefined && q !== undefined) least = Math.min(least, minimumAlong(p, q, value).least);
  }
  return least;
}

/** Gap in mm between a die and a disc. */
export function gapToDisc(die: Solid, disc: Disc): number {
  const corners = cornersOf(die.pose, die.side - 2 * die.round);
  const edges = leastOverEdges(corners, (p) => distanceToDisc(disc, p));
  const axes = axesOf(die.pose.orientation);
  let rim = Infinity;
  for (let i = 0; i < 96; i++)
    for (const z of [disc.at[2], disc.at[2] + disc.height]) {
      const angle = (i * Math.PI) / 48;
      const x = disc.at[0] + disc.radius * Math.cos(angle);
      const y = disc.at[1] + disc.radius * Math.sin(angle);
      rim = Math.min(rim, distanceToCube(die.pose.at, axes, die.side / 2 - die.round, [x, y, z]));
    }
  return Math.min(edges, rim) - die.round;
}

/** Height of the die's lowest point over the cloth, mm. */
export function lowestPointOf(die: Solid): number {
  return Math.min(...cornersOf(die.pose, die.side - 2 * die.round).map((p) => p[2])) - die.round;
}
