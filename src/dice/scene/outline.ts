import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { middleValue } from "../../vision/numbers.ts";
import { squareCorners } from "../../vision/plane-geometry.ts";
import type { Geometry } from "../calibration/geometry.ts";

/** The pixel of a place u and v mm from a die's middle: around one die the way from mm to pixels is taken as straight. */
export type FrameAt = (x: number, y: number) => Point;

export function frameAt(geometry: Geometry, middle: Point, dieMm: number): FrameAt {
  const o = geometry.toPixel(middle, dieMm);
  const x = geometry.toPixel({ x: middle.x + dieMm, y: middle.y }, dieMm);
  const y = geometry.toPixel({ x: middle.x, y: middle.y + dieMm }, dieMm);
  const [xx, xy, yx, yy] = [x.x - o.x, x.y - o.y, y.x - o.x, y.y - o.y].map((value) => value / dieMm) as [
    number,
    number,
    number,
    number,
  ];
  return (u, v) => ({ x: o.x + xx * u + yx * v, y: o.y + xy * u + yy * v });
}

/** Level between pixel centres. */
export function levelAt({ width, height, data }: GreyImage, { x, y }: Point): number {
  const u = Math.max(0, Math.min(width - 1.001, x - 0.5));
  const v = Math.max(0, Math.min(height - 1.001, y - 0.5));
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - left, v - top];
  const at = top * width + left;
  const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx;
  const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** The top face of a die, found by its edges around a place that the readers gave. */
export interface Outline {
  /** Radians by which its sides are turned on the cloth, 0 to a quarter turn. */
  readonly angle: number;
  /** Corners of a die of the known side that lies flat there, mm at the height of its top. */
  readonly corners: readonly Point[];
  /** How far each pair of opposite sides is wider than a flat die's, parts of the side: 0 is exact. */
  readonly wider: readonly [number, number];
  /** Angle against a square's of all sides but the worst, radians: one side may show the bottom's edge. */
  readonly skew: number;
  /** Share of the samples along the sides that found an edge, of the weakest side that shows one. */
  readonly support: number;
  /** One side shows no edge at all, and is taken to lie a die's side from the opposite one. */
  readonly isGuessed: boolean;
}

/** Samples along each side, and the part of it they span: corners are rounded. */
const SAMPLES = 15;
const SPAN = 0.34;
/** Parts of the side to each side of where an edge should be. */
const REACH = 0.12;
/** Steps of the turn, radians: 3 degrees. */
const TURN_STEP = Math.PI / 60;
/** Slope, levels a pixel over two pixels, below which there is no edge. */
const SLOPE_MIN = 1.5;
/** Tangent of the angles by which a side is tried to be off. */
const SKEW_REACH = 0.1;

/** Finds the outline of a flat die around `at` (pixels, the middle of its top face); null when it has none to speak of. */
export function outlineAt(image: GreyImage, at: Point, geometry: Geometry, dieMm: number): Outline | null {
  const middle = geometry.toPlace(at, dieMm);
  const px = geometry.scaleAt(middle, dieMm);
  const frame = frameAt(geometry, middle, dieMm);
  let best = { angle: 0, score: -1 };
  for (let angle = 0; angle < Math.PI / 2; angle += TURN_STEP) {
    const score = scoreOf(image, frame, angle, dieMm, px);
    if (score > best.score) best = { angle, score };
  }
  for (const step of [TURN_STEP / 3, TURN_STEP / 9])
    for (const angle of [best.angle - 2 * step, best.angle - step, best.angle + step, best.angle + 2 * step]) {
      const score = scoreOf(image, frame, angle, dieMm, px);
      if (score > best.score) best = { angle, score };
    }
  const beyond = bottomBeyond(geometry, middle, dieMm);
  const lines = [0, 1, 2, 3].map((side) => {
    const angle = best.angle + (side * Math.PI) / 2;
    return edgesOfSide(image, frame, angle, dieMm, px).map((line) => ({ ...line, beyond: beyond(angle) }));
  });
  const unframed = lines.filter((side) => side.length === 0).length;
  if (unframed > 1) return null;
  const [one = [], two = [], three = [], four = []] = lines.map((side, at) =>
    side.length > 0 ? side : (lines[(at + 2) % 4] ?? []).slice(0, 1).map((other) => oppositeSide(other, dieMm)),
  );
  const [a, c] = topEdges(one, three, dieMm);
  const [b, d] = topEdges(two, four, dieMm);
  // Opposite sides: their sum tells the width, their difference the middle.
  const half = dieMm / 2;
  const skews = [a, b, c, d].map(({ slope }) => Math.atan(slope));
  const angle = best.angle + middleValue(skews);
  const centre = movedBy(middle, best.angle, (a.offset - c.offset) / 2, (b.offset - d.offset) / 2);
  return {
    angle: ((angle % (Math.PI / 2)) + Math.PI / 2) % (Math.PI / 2),
    corners: squareCorners(centre, angle, half),
    wider: [(a.offset + c.offset - dieMm) / dieMm, (b.offset + d.offset - dieMm) / dieMm],
    skew: skews.map((skew) => Math.abs(skew - (angle - best.angle))).sort((one, other) => other - one)[1] ?? 0,
    support: Math.min(...[a, b, c, d].map(({ support }) => support)),
    isGuessed: unframed === 1,
  };
}

/** The side across from this one on a flat die. */
const oppositeSide = ({ offset, slope, support }: Side, dieMm: number): Side => ({
  offset: dieMm - offset,
  slope,
  support,
  beyond: -1,
});

interface Side extends Line {
  /** How far the die's bottom edge shows beyond the top's on this side, mm; negative: it is hidden. */
  readonly beyond: number;
}

/** Widths within so much of a flat die's, parts of the side, are preferred to a clearer line of another width. */
const NEARLY = 0.03;

/**
 * The edges of the top face on opposite sides: the clearest line of each, or of lines that are nearly as clear those that lie a
 * die's side apart. The rounding of a worn edge shines along a line of its own.
 */
function topEdges(ones: readonly Side[], others: readonly Side[], dieMm: number): readonly [Side, Side] {
  const [one, other] = [ones[0] as Side, others[0] as Side];
  const clearest = clearestEdges(one, other, dieMm);
  const off = ([a, c]: readonly [Side, Side]): number => Math.abs(a.offset + c.offset - dieMm) / dieMm;
  if (off(clearest) <= NEARLY) return clearest;
  const pairs = ones.flatMap((a) => others.map((c) => [a, c] as const)).sort((a, b) => off(a) - off(b));
  const [best] = pairs;
  return best !== undefined && off(best) <= NEARLY ? best : clearest;
}

/** On the side towards the place below the lens the bottom edge shows too, and may be the clearer one: then the top's lies before it. */
function clearestEdges(one: Side, other: Side, dieMm: number): readonly [Side, Side] {
  const wide = one.offset + other.offset - dieMm;
  const inner = one.beyond > other.beyond ? one : other;
  if (inner.beyond <= 0 || Math.abs(wide - inner.beyond) >= Math.abs(wide)) return [one, other];
  const moved = { ...inner, offset: inner.offset - inner.beyond };
  return inner === one ? [moved, other] : [one, moved];
}

/** Where the bottom's edge appears against the top's, by the direction of the side. */
function bottomBeyond(geometry: Geometry, middle: Point, dieMm: number): (angle: number) => number {
  const seen = geometry.toPlace(geometry.toPixel(middle, 0), dieMm);
  const smaller = 1 - geometry.scaleAt(middle, 0) / geometry.scaleAt(middle, dieMm);
  return (angle) =>
    (seen.x - middle.x) * Math.cos(angle) + (seen.y - middle.y) * Math.sin(angle) - (dieMm / 2) * smaller;
}

const movedBy = ({ x, y }: Point, angle: number, along: number, across: number): Point => ({
  x: x + along * Math.cos(angle) - across * Math.sin(angle),
  y: y + along * Math.sin(angle) + across * Math.cos(angle),
});

/**
 * A sum of slopes that is a clear side. One that is clearer still counts little more, so that a bright side does not outweigh the
 * others; but it counts, or a bright die would be as clear in every turn about its own.
 */
const CLEAR = 150;
const CLEARER = 0.05;

/** How clear the four sides are for this turn: along each the best line's mean slope. */
function scoreOf(image: GreyImage, frame: FrameAt, faceAngle: number, dieMm: number, px: number): number {
  let score = 0;
  for (let side = 0; side < 4; side++) {
    const angle = faceAngle + (side * Math.PI) / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let best = 0;
    for (let across = dieMm * 0.43; across <= dieMm * 0.57; across += 1 / px) {
      let sum = 0;
      for (let sample = 0; sample < SAMPLES; sample += 2) {
        const along = ((sample / (SAMPLES - 1)) * 2 - 1) * SPAN * dieMm;
        sum += slopeAt(image, frame, along, across, cos, sin, px);
      }
      best = Math.max(best, Math.abs(sum));
    }
    score += Math.min(best, CLEAR) + CLEARER * best;
  }
  return score;
}

/** Change of level outwards across the side, levels a pixel, over two pixels. */
function slopeAt(
  image: GreyImage,
  frame: FrameAt,
  along: number,
  across: number,
  cos: number,
  sin: number,
  px: number,
): number {
  const step = 1 / px;
  const outer = across + step;
  const inner = across - step;
  const one = frame(outer * cos - along * sin, outer * sin + along * cos);
  const other = frame(inner * cos - along * sin, inner * sin + along * cos);
  return (levelAt(image, one) - levelAt(image, other)) / 2;
}

/** A line is nearly as clear as the clearest with this part of its change. */
const AS_CLEAR = 0.5;
/** Lines of one side that are looked at, and how far apart they are, parts of the side. */
const LINES_MAX = 4;
const LINES_APART = 0.03;

/**
 * The straight edges that a side shows, clearest first: of all lines within reach those along which the picture changes most,
 * with the same sign all along, so that print, pips and grain beside it do not add up.
 */
function edgesOfSide(image: GreyImage, frame: FrameAt, angle: number, dieMm: number, px: number): Line[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = 0.5 / px;
  const from = dieMm * (0.5 - REACH);
  const count = Math.ceil((2 * REACH * dieMm) / step) + 1;
  const along = Array.from({ length: SAMPLES }, (_, at) => ((at / (SAMPLES - 1)) * 2 - 1) * SPAN * dieMm);
  const slopes = along.map((where) =>
    Float64Array.from({ length: count }, (_, at) =>
      slopeAt(image, frame, where, from + at * step, cos, sin, px),
    ),
  );
  const sumAt = (offset: number, slope: number): number => {
    let sum = 0;
    for (let at = 0; at < SAMPLES; at++)
      sum += valueBetween(slopes[at] as Float64Array, offset + (slope * (along[at] as number)) / step);
    return sum / SAMPLES;
  };
  const lines: Traced[] = [];
  for (let offset = 1; offset < count - 1; offset++) {
    let best: Traced = { offset, slope: 0, sum: 0 };
    for (let slope = -SKEW_REACH; slope <= SKEW_REACH; slope += SKEW_REACH / 5) {
      const sum = sumAt(offset, slope);
      if (Math.abs(sum) > Math.abs(best.sum)) best = { offset, slope, sum };
    }
    if (Math.abs(best.sum) >= SLOPE_MIN) lines.push(best);
  }
  lines.sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum));
  const least = AS_CLEAR * Math.abs(lines[0]?.sum ?? 0);
  const apart = (LINES_APART * dieMm) / step;
  const clear: Traced[] = [];
  for (const line of lines)
    if (
      clear.length < LINES_MAX &&
      Math.abs(line.sum) >= least &&
      clear.every(({ offset }) => Math.abs(offset - line.offset) > apart)
    )
      clear.push(line);
  return clear.map((line) => lineOf(line, { slopes, along, sumAt, from, step }));
}

/** A line by its place on the grid of half pixels, its slope and its mean change of level. */
interface Traced {
  readonly offset: number;
  readonly slope: number;
  readonly sum: number;
}

interface Slopes {
  readonly slopes: readonly Float64Array[];
  readonly along: readonly number[];
  readonly sumAt: (offset: number, slope: number) => number;
  readonly from: number;
  readonly step: number;
}

function lineOf({ offset, slope, sum }: Traced, { slopes, along, sumAt, from, step }: Slopes): Line {
  const [before, here, after] = [-1, 0, 1].map((by) => Math.abs(sumAt(offset + by, slope))) as [
    number,
    number,
    number,
  ];
  const bend = before - 2 * here + after;
  const fine = bend < 0 ? Math.max(-1, Math.min(1, (before - after) / (2 * bend))) : 0;
  const seen = slopes.filter((row, at) => {
    const near = [-2, -1, 0, 1, 2].map((by) =>
      valueBetween(row, offset + by + (slope * (along[at] ?? 0)) / step),
    );
    return near.some((level) => level * Math.sign(sum) > SLOPE_MIN / 2);
  });
  return { offset: from + (offset + fine) * step, slope, support: seen.length / SAMPLES };
}

/** Value of a row between its entries; 0 outside. */
function valueBetween(row: Float64Array, at: number): number {
  const low = Math.floor(at);
  if (low < 0 || low + 1 >= row.length) return 0;
  return (row[low] as number) * (1 - at + low) + (row[low + 1] as number) * (at - low);
}

interface Line {
  /** Distance from the die's middle, mm. */
  readonly offset: number;
  /** Tangent of its angle against the side's direction. */
  readonly slope: number;
  /** Share of its samples that show the edge. */
  readonly support: number;
}
