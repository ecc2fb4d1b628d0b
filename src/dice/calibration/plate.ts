import { learnProblem, type LearnProblem } from "./learn-problem.ts";
import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { componentsOf, type Component } from "../scene/components.ts";
import { solveLeastSquares } from "../../vision/least-squares.ts";
import { distance } from "../../vision/plane-geometry.ts";
import type { Marker } from "./fit-plate.ts";

/**
 * The printed plate: black dots on white, `pitchMm` apart in both directions, dots of a quarter of the pitch in diameter.
 * Three dots are twice as large: the origin, the dot two steps along x, and the dot one step along y. Any piece of the
 * plate that shows these three will do. It may be printed on any printer: it lies flat on the cloth, and its pitch is
 * measured over its whole length.
 */
export interface Plate {
  readonly pitchMm: number;
}

/** Diameters in parts of the pitch. */
export const DOT = 0.25;
export const LARGE_DOT = 0.5;
/** Dots of one plate. */
export const DOTS_MAX = 2_000;
const AREA_MIN = 20;

export type FoundPlate =
  | { readonly ok: true; readonly markers: readonly Marker[] }
  | { readonly ok: false; readonly problem: LearnProblem };

/** Finds the plate's dots and numbers them. */
export function findPlate(image: GreyImage, { pitchMm }: Plate): FoundPlate {
  const dots = dotsOf(image);
  if (dots === null) return refuse("full-of-dots");
  const large = largeOf(dots);
  if (large === null) return refuse("no-large-dots", { n: dots.length });
  const axes = axesOf(large);
  if (axes === null) return refuse("mirrored");
  const markers = numberDots(image, dots, axes, pitchMm);
  return { ok: true, markers };
}

const refuse = (...problem: Parameters<typeof learnProblem>): FoundPlate => ({
  ok: false,
  problem: learnProblem(...problem),
});

interface Dot extends Point {
  readonly radius: number;
}

type NumberedMarker = Marker & { readonly column: number; readonly row: number };

/** Dark round spots: darker than the middle between the darkest and the brightest around them. */
function dotsOf(image: GreyImage): Dot[] | null {
  const { width, height } = image;
  const found = componentsOf(darkMask(image), width, height, { least: AREA_MIN, most: DOTS_MAX });
  if (found === null) return null;
  return found.filter((one) => isRound(one, image)).map((one) => locateDot(image, one));
}

function isRound({ area, axes, left, top, right, bottom }: Component, { width, height }: GreyImage): boolean {
  const [long, short] = axes;
  const fill = area / (Math.PI * long * short);
  const isCut = left === 0 || top === 0 || right === width - 1 || bottom === height - 1;
  return !isCut && short / long > 0.6 && fill > 0.9 && fill < 1.1;
}

/** Local threshold by blocks: light falls off towards the corners of any plate. */
function darkMask({ width, height, data }: GreyImage): Uint8Array {
  const block = Math.max(32, Math.round(Math.min(width, height) / 8));
  const [across, down] = [Math.ceil(width / block), Math.ceil(height / block)];
  const limits = new Float64Array(across * down);
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      // A block with its neighbours: one alone may hold nothing but a dot.
      const [x0, y0] = [Math.max(0, (column - 1) * block), Math.max(0, (row - 1) * block)];
      const [x1, y1] = [Math.min(width, (column + 2) * block), Math.min(height, (row + 2) * block)];
      const counts = new Uint32Array(256);
      for (let y = y0; y < y1; y += 2)
        for (let x = x0; x < x1; x += 2) {
          const level = data[y * width + x] ?? 0;
          counts[level] = (counts[level] ?? 0) + 1;
        }
      limits[row * across + column] = middleOf(counts);
    }
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const limit = limits[Math.floor(y / block) * across + Math.floor(x / block)] ?? 0;
      if ((data[y * width + x] ?? 0) < limit) mask[y * width + x] = 1;
    }
  return mask;
}

/** Between the second and the 98th hundredth; 0 where there is too little contrast to tell. */
function middleOf(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const level = (share: number): number => {
    let sum = 0;
    return Math.max(
      0,
      counts.findIndex((count) => (sum += count) >= share * total),
    );
  };
  const [low, high] = [level(0.02), level(0.98)];
  return high - low < 40 ? 0 : (low + high) / 2;
}

/** Middle of a dot by its darkness, finer than its pixels. */
function locateDot({ width, height, data }: GreyImage, one: Component): Dot {
  const margin = 2;
  const [x0, x1] = [Math.max(0, one.left - margin), Math.min(width - 1, one.right + margin)];
  const [y0, y1] = [Math.max(0, one.top - margin), Math.min(height - 1, one.bottom + margin)];
  let white = 0;
  let rim = 0;
  for (let x = x0; x <= x1; x++) {
    white += (data[y0 * width + x] ?? 0) + (data[y1 * width + x] ?? 0);
    rim += 2;
  }
  const level = white / rim;
  let [sum, sx, sy] = [0, 0, 0];
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const dark = Math.max(0, level - (data[y * width + x] ?? 0) - 4);
      sum += dark;
      sx += dark * (x + 0.5);
      sy += dark * (y + 0.5);
    }
  const radius = Math.sqrt(one.area / Math.PI);
  return sum === 0 ? { x: one.x, y: one.y, radius } : { x: sx / sum, y: sy / sum, radius };
}

/** The three dots of about twice the usual radius, or null. */
function largeOf(dots: readonly Dot[]): readonly [Dot, Dot, Dot] | null {
  const radii = dots.map(({ radius }) => radius).sort((a, b) => a - b);
  const usual = radii[Math.floor(radii.length / 2)] ?? 0;
  const large = dots.filter(({ radius }) => radius > 1.5 * usual && radius < 2.6 * usual);
  const [a, b, c, more] = large;
  return a === undefined || b === undefined || c === undefined || more !== undefined ? null : [a, b, c];
}

/** Origin, step along x and step along y, pixels. */
interface Axes {
  readonly origin: Point;
  readonly x: Point;
  readonly y: Point;
}

/** The longest side of the triangle joins the two ends; the origin's longer arm has two steps. */
function axesOf(large: readonly [Dot, Dot, Dot]): Axes | null {
  for (const [o, p, q] of [
    [large[0], large[1], large[2]],
    [large[1], large[0], large[2]],
    [large[2], large[0], large[1]],
  ] as const) {
    const [far, near] = distance(o, p) > distance(o, q) ? [p, q] : [q, p];
    const [two, one, third] = [distance(o, far), distance(o, near), distance(far, near)];
    const isRight = Math.abs(third - Math.hypot(two, one)) < 0.12 * third;
    if (!isRight || two / one < 1.5 || two / one > 2.7) continue;
    const x = { x: (far.x - o.x) / 2, y: (far.y - o.y) / 2 };
    const y = { x: near.x - o.x, y: near.y - o.y };
    // Pictures have y downwards; seen from above the plate's y lies to the right of its x.
    if (x.x * y.y - x.y * y.x > 0) return { origin: o, x, y };
  }
  return null;
}

/** Numbers dots outwards from the origin: each step follows its neighbours, so that perspective and lens do not add up. */
function numberDots(image: GreyImage, dots: readonly Dot[], axes: Axes, pitchMm: number): Marker[] {
  const known = new Map<string, NumberedMarker>();
  const taken = new Set<Dot>();
  const accept = (column: number, row: number, guess: Point): boolean => {
    const reach = 0.3 * Math.min(Math.hypot(axes.x.x, axes.x.y), Math.hypot(axes.y.x, axes.y.y));
    const dot = dots.find((one) => !taken.has(one) && distance(one, guess) < reach);
    if (dot === undefined) return false;
    taken.add(dot);
    const place = { x: column * pitchMm, y: row * pitchMm };
    known.set(`${column} ${row}`, { pixel: { x: dot.x, y: dot.y }, place, column, row });
    return true;
  };
  accept(0, 0, axes.origin);
  for (let grew = true; grew && known.size < DOTS_MAX;) {
    grew = false;
    for (const { column, row } of Array.from(known.values()))
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        if (known.has(`${column + dx} ${row + dy}`)) continue;
        const guess = guessOf([...known.values()], axes, column + dx, row + dy);
        const isSeen = guess.x > 0 && guess.y > 0 && guess.x < image.width && guess.y < image.height;
        if (isSeen && accept(column + dx, row + dy, guess)) grew = true;
      }
  }
  return [...known.values()].map(({ pixel, place }) => ({ pixel, place }));
}

/** Where a dot should be, from the known ones nearest to it. */
function guessOf(known: readonly NumberedMarker[], axes: Axes, column: number, row: number): Point {
  const near = known
    .map((one) => ({ one, far: Math.hypot(one.column - column, one.row - row) }))
    .filter(({ far }) => far < 3)
    .sort((a, b) => a.far - b.far)
    .slice(0, 8)
    .map(({ one }) => one);
  const affine = near.length >= 4 ? placeByAffinity(near, column, row) : null;
  if (affine !== null) return affine;
  const [first] = near;
  const from = first?.pixel ?? axes.origin;
  const [dx, dy] = [column - (first?.column ?? 0), row - (first?.row ?? 0)];
  return { x: from.x + dx * axes.x.x + dy * axes.y.x, y: from.y + dx * axes.x.y + dy * axes.y.y };
}

/** Where an affine map of the plate that fits these markers puts a dot; null when they lie on a line. */
function placeByAffinity(near: readonly NumberedMarker[], column: number, row: number): Point | null {
  const isDetermined =
    new Set(near.map((one) => one.column)).size > 1 && new Set(near.map((one) => one.row)).size > 1;
  if (!isDetermined) return null;
  const columns = [near.map((one) => one.column - column), near.map((one) => one.row - row), near.map(() => 1)];
  const x = solveLeastSquares(
    columns,
    near.map(({ pixel }) => pixel.x),
  );
  const y = solveLeastSquares(
    columns,
    near.map(({ pixel }) => pixel.y),
  );
  return x === null || y === null ? null : { x: x[2] ?? 0, y: y[2] ?? 0 };
}
