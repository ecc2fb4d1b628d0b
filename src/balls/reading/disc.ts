import type { GreyImage } from "../../vision/grey-image.ts";
import type { Disc } from "./globe.ts";

/** Rays on which the outline of the ball is looked for. */
const RAYS = 72;
/** How far from the outline that the camera was set up with it may be, in radii. */
const REACH = 0.16;
/** A ball is so many grey levels lighter at its rim than the cup beside it. */
const EDGE_LEVELS = 9;
/** Parts of a radius within which an edge belongs to the circle; so many rays must have one. */
const CLOSE = 0.022;
const RAYS_LEAST = 0.62;
/** The ball's radius may differ so much from the one that was set up: another camera height, another ball. */
const RADIUS_OFF = 0.07;
const OFFSET_MAX = 0.12;

/**
 * The outline of the ball near the place where the camera was set up to see it; null: no whole ball lies there alone. Rays from the middle look
 * for the strongest edge, and a circle is laid through those that agree.
 */
export function findDisc(image: GreyImage, expected: Disc): Disc | null {
  const points = edgesOf(image, expected);
  let circle: Disc | null = expected;
  let within = REACH;
  for (let pass = 0; pass < 5 && circle !== null; pass++) {
    const near = points.filter((point) => isNear(point, circle as Disc, within));
    circle = near.length < RAYS * RAYS_LEAST ? null : circleThrough(near);
    within = Math.max(CLOSE, within / 2);
  }
  if (circle === null) return null;
  const agreeing = points.filter((point) => isNear(point, circle, CLOSE)).length;
  const { x, y, radius } = circle;
  const offset = Math.hypot(x - expected.x, y - expected.y) / expected.radius;
  const isRight =
    agreeing >= RAYS * RAYS_LEAST &&
    offset <= OFFSET_MAX &&
    Math.abs(radius / expected.radius - 1) <= RADIUS_OFF;
  return isRight ? circle : null;
}

interface Edge {
  readonly x: number;
  readonly y: number;
}

const isNear = ({ x, y }: Edge, circle: Disc, within: number): boolean =>
  Math.abs(Math.hypot(x - circle.x, y - circle.y) / circle.radius - 1) <= within;

function edgesOf(image: GreyImage, { x: cx, y: cy, radius }: Disc): Edge[] {
  const edges: Edge[] = [];
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)];
    const from = Math.round(radius * (1 - REACH));
    const to = Math.round(radius * (1 + REACH));
    let at = -1;
    let best = 0;
    // From outside in: the first edge is the rim, and figures lie inside it.
    for (let r = to; r >= from && (at < 0 || r > at - 3); r--) {
      const rise =
        meanAlong(image, cx + dx * r, cy + dy * r, -dx, -dy) -
        meanAlong(image, cx + dx * r, cy + dy * r, dx, dy);
      if (rise < EDGE_LEVELS || rise <= best) continue;
      best = rise;
      at = r;
    }
    if (at >= 0) edges.push({ x: cx + dx * at, y: cy + dy * at });
  }
  return edges;
}

/** The mean of the next three pixels of a ray and of those beside it. */
function meanAlong(image: GreyImage, x: number, y: number, dx: number, dy: number): number {
  let sum = 0;
  for (let step = 1; step <= 3; step++)
    for (let beside = -1; beside <= 1; beside++)
      sum += pixelAt(image, x + dx * step - dy * beside, y + dy * step + dx * beside);
  return sum / 9;
}

function pixelAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const column = Math.min(Math.max(Math.floor(x), 0), width - 1);
  const row = Math.min(Math.max(Math.floor(y), 0), height - 1);
  return data[row * width + column] ?? 0;
}

/** The circle of least squares through points (Kåsa 1976): x² + y² = 2ax + 2by + c. */
function circleThrough(points: readonly Edge[]): Disc | null {
  const n = points.length;
  const mean = { x: 0, y: 0 };
  for (const { x, y } of points) {
    mean.x += x / n;
    mean.y += y / n;
  }
  let [xx, xy, yy, xz, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (const point of points) {
    const [x, y] = [point.x - mean.x, point.y - mean.y];
    const z = x * x + y * y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xz += x * z;
    yz += y * z;
    zz += z;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-6) return null;
  const a = (xz * yy - yz * xy) / (2 * determinant);
  const b = (yz * xx - xz * xy) / (2 * determinant);
  return { x: mean.x + a, y: mean.y + b, radius: Math.sqrt(a * a + b * b + zz / n) };
}

/** Beside the ball from this many radii on. */
const BESIDE = 1.1;
/** Something lies there that is so light, between cup and ball, on so many of the pixels. */
const AS_LIGHT = 0.45;
const LIGHT_MOST = 0.015;

/** Whether nothing lies beside a ball that is as light as it: another ball, or a hand. */
export function liesAlone({ width, height, data }: GreyImage, { x: cx, y: cy, radius }: Disc): boolean {
  const [beside, on] = [new Uint32Array(256), new Uint32Array(256)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const far = Math.hypot(x + 0.5 - cx, y + 0.5 - cy) / radius;
      const counts = far > BESIDE ? beside : far < 0.9 ? on : null;
      const value = data[y * width + x] ?? 0;
      if (counts !== null) counts[value] = (counts[value] ?? 0) + 1;
    }
  const [cup, ball] = [shareOf(beside, 0.3), shareOf(on, 0.6)];
  const from = Math.round(cup + AS_LIGHT * (ball - cup));
  let [light, all] = [0, 0];
  beside.forEach((count, value) => {
    all += count;
    if (value >= from) light += count;
  });
  return light <= LIGHT_MOST * all;
}

/** The level that this share of the pixels is darker than. */
function shareOf(counts: Uint32Array, share: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  return counts.findIndex((count) => (sum += count) >= share * all);
}
