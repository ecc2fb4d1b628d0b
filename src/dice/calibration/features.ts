import { greyImage, type GreyImage, type Point } from "../../vision/grey-image.ts";
import { middleValue, vertexOf } from "../../vision/numbers.ts";
import { distance } from "../../vision/plane-geometry.ts";

/** Pieces of the cloth with a pattern of their own, and how far each has moved. */
export interface Feature {
  readonly at: Point;
  /** Odd number of pixels. */
  readonly side: number;
  readonly pattern: Uint8Array;
}

/** Pixels to each side in which a piece is looked for. */
export const SEARCH = 6;
/** Likeness below which a piece is not found, 0 to 1. */
export const LIKENESS_MIN = 0.7;
export const FEATURE_SIDE = 25;

/** The pattern of a piece, row after row. */
export function patternAt({ width, data }: GreyImage, { x, y }: Point, side: number): Uint8Array {
  const [left, top] = [Math.round(x) - (side >> 1), Math.round(y) - (side >> 1)];
  const pattern = new Uint8Array(side * side);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      pattern[row * side + column] = data[(top + row) * width + left + column] ?? 0;
  return pattern;
}

/**
 * How far a piece lies from where it was, pixels with fractions, by the best likeness (normalised cross correlation, so
 * that light makes no difference); null when it is not there, e.g. covered.
 */
export function shiftOf(image: GreyImage, feature: Feature): Point | null {
  const around = SEARCH + 1;
  const scores = new Map<string, number>();
  let best = { dx: 0, dy: 0, score: -1 };
  for (let dy = -around; dy <= around; dy++)
    for (let dx = -around; dx <= around; dx++) {
      const score = likenessAt(image, feature, dx, dy);
      scores.set(`${dx} ${dy}`, score);
      if (score > best.score) best = { dx, dy, score };
    }
  // At the border of what was searched its true place may be farther away.
  if (best.score < LIKENESS_MIN || Math.max(Math.abs(best.dx), Math.abs(best.dy)) > SEARCH) return null;
  const score = (dx: number, dy: number): number => scores.get(`${best.dx + dx} ${best.dy + dy}`) ?? -1;
  return {
    x: best.dx + vertexOf(score(-1, 0), best.score, score(1, 0)),
    y: best.dy + vertexOf(score(0, -1), best.score, score(0, 1)),
  };
}

/** How alike the feature's pattern and the picture are where the feature would lie after a shift; -1: nothing tells. */
function likenessAt(
  { width, height, data }: GreyImage,
  { at, side, pattern }: Feature,
  dx: number,
  dy: number,
): number {
  const left = Math.round(at.x) - (side >> 1) + dx;
  const top = Math.round(at.y) - (side >> 1) + dy;
  if (left < 0 || top < 0 || left + side > width || top + side > height) return -1;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0; row < side; row++) {
    let to = (top + row) * width + left;
    let from = row * side;
    for (let column = 0; column < side; column++, to++, from++) {
      const here = data[to] as number;
      const there = pattern[from] as number;
      a += here;
      b += there;
      aa += here * here;
      bb += there * there;
      ab += here * there;
    }
  }
  const n = side * side;
  const [va, vb] = [aa - (a * a) / n, bb - (b * b) / n];
  return va < n || vb < n ? -1 : (ab - (a * b) / n) / Math.sqrt(va * vb);
}

/**
 * How far the picture has moved, pixels: the median of the pieces, so that a covered or worn one does not count. `found`: how
 * many pieces were found.
 */
export function driftOf(
  image: GreyImage,
  features: readonly Feature[],
): { readonly px: number; readonly found: number } {
  const shifts = features.map((feature) => shiftOf(image, feature)).filter((shift) => shift !== null);
  // A camera that turned moves pieces in different directions: their lengths count as well.
  const along = Math.hypot(middleValue(shifts.map(({ x }) => x)), middleValue(shifts.map(({ y }) => y)));
  return { px: Math.max(along, middleValue(shifts.map(({ x, y }) => Math.hypot(x, y)))), found: shifts.length };
}

/** Pixels to each side in which pieces are looked for that are not where they may be. */
const SEARCH_FAR = 96;
/** How much smaller the picture is in which they are looked for first. */
const SMALLER = 3;
/** Pixels and share by which two pieces may seem to lie nearer or farther apart than they did: a turned or lowered camera keeps them so. */
const APART_OFF_PX = 3;
const APART_OFF_SHARE = 0.04;
/** So many pieces must lie among one another as they did: a pattern that repeats deceives one of them, not all in the same way. */
const FAR_MIN = 4;

/**
 * How far a picture has moved whose pieces are not found where they may be, pixels: the median of those that still lie among one another as
 * they did; null: too few of them do, or they have not moved.
 */
export function farDriftOf(image: GreyImage, features: readonly Feature[]): number | null {
  const small = shrunk(image);
  const found = features.flatMap((feature) => {
    const shift = farShiftOf(image, small, feature);
    return shift === null ? [] : [{ at: feature.at, shift }];
  });
  type Found = (typeof found)[number];
  const liesAsBefore = (one: Found, other: Found): boolean => {
    const before = distance(one.at, other.at);
    const now = distance(moved(one), moved(other));
    return Math.abs(now - before) <= APART_OFF_PX + APART_OFF_SHARE * before;
  };
  const groups = found.map((one) => found.filter((other) => liesAsBefore(one, other)));
  const [most = []] = groups.toSorted((one, other) => other.length - one.length);
  if (most.length < FAR_MIN) return null;
  const px = middleValue(most.map(({ shift }) => Math.hypot(shift.x, shift.y)));
  return px > SEARCH ? px : null;
}

const moved = ({ at, shift }: { readonly at: Point; readonly shift: Point }): Point => ({
  x: at.x + shift.x,
  y: at.y + shift.y,
});

/** The place where a piece is most alike in the small picture, and around it in the picture itself; null: it is nowhere. */
function farShiftOf(image: GreyImage, small: GreyImage, feature: Feature): Point | null {
  const { at, side, pattern } = feature;
  const piece = shrunk(greyImage(side, side, pattern));
  const tiny: Feature = {
    at: { x: Math.round(at.x / SMALLER), y: Math.round(at.y / SMALLER) },
    side: piece.width,
    pattern: piece.data,
  };
  const rough = bestShift(small, tiny, { x: 0, y: 0 }, Math.ceil(SEARCH_FAR / SMALLER));
  const best = bestShift(image, feature, { x: rough.x * SMALLER, y: rough.y * SMALLER }, 2 * SMALLER);
  return best.score < LIKENESS_MIN ? null : best;
}

function bestShift(
  image: GreyImage,
  feature: Feature,
  from: Point,
  reach: number,
): Point & { readonly score: number } {
  let best = { ...from, score: -1 };
  for (let y = from.y - reach; y <= from.y + reach; y++)
    for (let x = from.x - reach; x <= from.x + reach; x++) {
      const score = likenessAt(image, feature, x, y);
      if (score > best.score) best = { x, y, score };
    }
  return best;
}

/** The means of squares of `SMALLER` pixels; what is left over at the right and below is left out. */
function shrunk({ width, height, data }: GreyImage): GreyImage {
  const [columns, rows] = [Math.floor(width / SMALLER), Math.floor(height / SMALLER)];
  const means = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let v = 0; v < SMALLER; v++)
        for (let u = 0; u < SMALLER; u++) sum += data[(SMALLER * y + v) * width + SMALLER * x + u] as number;
      means[y * columns + x] = Math.round(sum / SMALLER ** 2);
    }
  return greyImage(columns, rows, means);
}

/**
 * The best pieces of an empty arena's picture: those that are least like themselves a little beside, spread over the
 * picture. At most `count`, fewer when the cloth has no more.
 */
export function chooseFeatures(image: GreyImage, allowed: (at: Point) => boolean, count: number): Feature[] {
  const side = FEATURE_SIDE;
  const reach = (side >> 1) + SEARCH + 3;
  const { width, height } = image;
  const scored: { readonly at: Point; readonly score: number }[] = [];
  const step = Math.max(6, Math.round(Math.min(width, height) / 80));
  for (let y = reach; y < height - reach; y += step)
    for (let x = reach; x < width - reach; x += step)
      if (allowed({ x, y })) scored.push({ at: { x, y }, score: cornerScore(image, x, y, side >> 1) });
  scored.sort((a, b) => b.score - a.score);
  const apart = Math.min(width, height) / 5;
  const chosen: Feature[] = [];
  for (const { at, score } of scored) {
    if (chosen.length === count || score < CORNER_MIN) break;
    if (chosen.some((one) => distance(one.at, at) < apart)) continue;
    const feature = { at, side, pattern: patternAt(image, at, side) };
    if (isUnique(image, feature)) chosen.push(feature);
  }
  return chosen;
}

/** Levels squared: below it there is more noise than pattern. */
const CORNER_MIN = 2;

/** The weaker of the two main slopes of a piece (Shi and Tomasi 1994): an edge alone moves along itself unseen. */
function cornerScore({ width, data }: GreyImage, x: number, y: number, reach: number): number {
  let [xx, yy, xy, n] = [0, 0, 0, 0];
  for (let row = y - reach; row <= y + reach; row++)
    for (let column = x - reach; column <= x + reach; column++) {
      const at = row * width + column;
      const gx = ((data[at + 1] as number) - (data[at - 1] as number)) / 2;
      const gy = ((data[at + width] as number) - (data[at - width] as number)) / 2;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
      n++;
    }
  const half = (xx + yy) / 2;
  return (half - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)) / n;
}

/** Nowhere else within the search is it like itself: a woven pattern repeats, and a shift by a thread would not be seen. */
function isUnique(image: GreyImage, feature: Feature): boolean {
  for (let dy = -SEARCH - 1; dy <= SEARCH + 1; dy++)
    for (let dx = -SEARCH - 1; dx <= SEARCH + 1; dx++)
      if (Math.hypot(dx, dy) >= 3 && likenessAt(image, feature, dx, dy) > 0.85) return false;
  return true;
}
