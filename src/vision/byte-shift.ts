import type { GreyImage } from "./grey-image.ts";

/**
 * Whether a picture is another one of the same place whose bytes are shifted, as a cut or padded stream of bare frames
 * brings them: its rows begin somewhere in the middle, and it starts higher or lower. Such a picture is no picture.
 */

/** Cells of the longer side to which both pictures are reduced. */
const CELLS = 64;
/** Part of the cells that a shift must leave in common with the known picture. */
const COMMON = 0.2;
/** Correlation of the best shift, and by how much it must be better than none. */
const SURE = 0.6;
const BETTER = 0.25;

/** A picture as means of cells, row by row. */
interface Cells {
  readonly width: number;
  readonly height: number;
  readonly means: Float64Array;
}

/**
 * By how many pixels of `image` its bytes are shifted against `known`, a picture of the same view at the same or at half
 * the size; about, in steps of a cell. Null: they are not, or nothing tells (too little of a pattern, too much of it hidden).
 * What a shift leaves in common is some fifth of the picture at least; hands, dice and another light do not look like one.
 */
export function byteShift(image: GreyImage, known: GreyImage): number | null {
  const size = Math.ceil(Math.max(image.width, image.height) / CELLS);
  const now = cellsOf(image, size);
  const then = cellsOf(known, (size * known.width) / image.width);
  if (now.width !== then.width || now.height !== then.height) return null;
  const asItIs = correlation(now, then, 0) ?? 0;
  const span = now.width * now.height;
  let best = { shift: 0, is: asItIs };
  for (let shift = 1 - Math.ceil(span * (1 - COMMON)); shift < span * (1 - COMMON); shift++) {
    const is = correlation(now, then, shift);
    if (is !== null && is > best.is) best = { shift, is };
  }
  if (best.shift === 0 || best.is < SURE || best.is < asItIs + BETTER) return null;
  return best.shift * size * size;
}

function cellsOf({ width, height, data }: GreyImage, size: number): Cells {
  const across = Math.floor(width / size);
  const down = Math.floor(height / size);
  const means = new Float64Array(across * down);
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const [left, top] = [Math.round(column * size), Math.round(row * size)];
      const [right, bottom] = [Math.round((column + 1) * size), Math.round((row + 1) * size)];
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += data[y * width + x] ?? 0;
      means[row * across + column] = sum / ((right - left) * (bottom - top));
    }
  return { width: across, height: down, means };
}

/** Of the cells that both have in common when those of `now` are the ones `shift` later in `then`; null: too flat to tell. */
function correlation(now: Cells, then: Cells, shift: number): number | null {
  const from = Math.max(0, -shift);
  const to = Math.min(now.means.length, now.means.length - shift);
  const n = to - from;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const one = now.means[at] ?? 0;
    const other = then.means[at + shift] ?? 0;
    a += one;
    b += other;
    aa += one * one;
    bb += other * other;
    ab += one * other;
  }
  const [spreadA, spreadB] = [aa - (a * a) / n, bb - (b * b) / n];
  // Less than two levels of pattern.
  if (spreadA < 4 * n || spreadB < 4 * n) return null;
  return (ab - (a * b) / n) / Math.sqrt(spreadA * spreadB);
}
