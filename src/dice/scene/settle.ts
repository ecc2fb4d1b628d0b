import type { GreyImage } from "../../vision/grey-image.ts";
import type { Arena } from "./arena.ts";
import { joinPieces, type Component } from "./components.ts";
import { normalEquations, solveLinear } from "../../vision/least-squares.ts";
import { averageOf } from "../../vision/means.ts";
import { dotProduct } from "../../vision/numbers.ts";
import type { Box } from "./events.ts";

/** Still frames that a reading needs: two averages of six. */
export const STILL_FRAMES = 12;
/** What lies may have moved by so much over the last eight frames, pixels, and look so much different, levels. */
export const STILL_PX = 0.15;
export const STILL_REST = 2.5;

/** Boxes of what lies there in pixels of the frame, half a die larger to each side; boxes that meet are one. */
export function boxesOf(components: readonly Component[], { diePx, width, height }: Arena): Box[] {
  const margin = Math.ceil(diePx / 4);
  return joinPieces(components, 2 * margin).map(({ left, top, right, bottom }) => {
    const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
    const [x1, y1] = [Math.min(width, right + margin + 1), Math.min(height, bottom + margin + 1)];
    return { x: 2 * x, y: 2 * y, width: 2 * (x1 - x), height: 2 * (y1 - y) };
  });
}

/** Levels that a move must explain to be one. */
const MOVED_MIN = 0.35;

/** Noise alone explains as much as this many times what is left over the side of the cell: three unknowns, three deviations. */
const BY_NOISE = 3 * Math.sqrt(3);

/** A cell that reaches beyond the picture, moved into it: a sliver of one tells nothing but noise. */
function movedIntoPicture({ x, y, width, height }: Box, picture: GreyImage): Box {
  return {
    x: Math.max(0, Math.min(x, picture.width - width)),
    y: Math.max(0, Math.min(y, picture.height - height)),
    width,
    height,
  };
}

/** By how much what is left must exceed what the cell's own noise leaves: a white die has more of it than the cloth. */
const OWN = 1.3;

/**
 * What two means of four frames of this cell differ by, root mean square, when nothing moves there: by how each frame differs
 * from the one before. What moves slowly differs little from frame to frame, and more between the means.
 */
function noiseIn(frames: readonly GreyImage[], { x, y, width, height }: Box): number {
  let [squares, n] = [0, 0];
  frames.slice(1).forEach(({ data, width: row, height: rows }, at) => {
    const before = frames[at]?.data ?? data;
    for (let v = Math.max(0, y); v < Math.min(rows, y + height); v++)
      for (let u = Math.max(0, x); u < Math.min(row, x + width); u++) {
        const step = (data[v * row + u] as number) - (before[v * row + u] as number);
        squares += step * step;
        n++;
      }
  });
  // A step is the difference of two frames; a mean of four has a quarter of a frame's variance.
  return n === 0 ? 0 : Math.sqrt(squares / n / 4);
}

/**
 * Whether nothing in the boxes moved over the last eight frames: the mean of the first four against that of the last, cell
 * by cell of half a die, so that the cloth around a die does not hold it still.
 */
export function isStill(
  frames: readonly GreyImage[],
  boxes: readonly Box[],
  { noise, diePx }: { readonly noise: number; readonly diePx: number },
): boolean {
  const last = frames.slice(-8);
  if (last.length < 8) return false;
  const [before, after] = [averageOf(last.slice(0, 4)), averageOf(last.slice(4))];
  // `noise` is that of means of 36 pixels; a mean of four frames keeps half of a pixel's own.
  const limit = Math.max(STILL_REST, 6 * noise);
  const side = Math.max(12, Math.round(diePx / 2));
  return boxes.every((box) => {
    for (let y = box.y; y < box.y + box.height; y += side)
      for (let x = box.x; x < box.x + box.width; x += side) {
        const cell = movedIntoPicture({ x, y, width: side, height: side }, before);
        const { px, moved, rest } = driftIn(before, after, cell);
        if (px > STILL_PX && moved > Math.max(MOVED_MIN, (BY_NOISE * rest) / side)) return false;
        if (rest > limit && rest > OWN * noiseIn(last, cell)) return false;
      }
    return true;
  });
}

/** How far what a box holds has moved between two pictures. */
export interface Drifted {
  /** Largest move of any point of the box by shift and turn, pixels. */
  readonly px: number;
  /** How much of the difference that move explains, root mean square, levels: with next to none the move is noise. */
  readonly moved: number;
  /** What is left of the difference after shift and turn, root mean square, levels. */
  readonly rest: number;
}

/**
 * Shift and turn of a box's contents by the slopes of the picture (Lucas and Kanade 1981, one step, with a turn): for moves
 * well below a pixel. A die that spins on its corner keeps its outline, its pips do not: that is left in `rest`.
 */
export function driftIn(one: GreyImage, other: GreyImage, { x, y, width, height }: Box): Drifted {
  const columns: [number[], number[], number[]] = [[], [], []];
  const changes: number[] = [];
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [x0, y0] = [Math.max(1, x), Math.max(1, y)];
  const [x1, y1] = [Math.min(one.width - 1, x + width), Math.min(one.height - 1, y + height)];
  for (let row = y0; row < y1; row++)
    for (let column = x0; column < x1; column++) {
      const at = row * one.width + column;
      const gx = ((one.data[at + 1] as number) - (one.data[at - 1] as number)) / 2;
      const gy = ((one.data[at + one.width] as number) - (one.data[at - one.width] as number)) / 2;
      columns[0].push(gx);
      columns[1].push(gy);
      columns[2].push(gy * (column - cx) - gx * (row - cy));
      changes.push((one.data[at] as number) - (other.data[at] as number));
    }
  const n = changes.length;
  if (n === 0) return { px: 0, moved: 0, rest: 0 };
  const squares = dotProduct(changes, changes);
  const { normal, right } = normalEquations(columns, changes);
  const move = solveLinear(normal, right);
  // Nothing with an edge in it: nothing can be told by slopes, and all difference is left.
  if (move === null) return { px: 0, moved: 0, rest: Math.sqrt(squares / n) };
  const [dx = 0, dy = 0, angle = 0] = move;
  const explained = dotProduct(right, move);
  const reach = Math.hypot(width, height) / 2;
  return {
    px: Math.hypot(dx, dy) + Math.abs(angle) * reach,
    moved: Math.sqrt(Math.max(0, explained) / n),
    rest: Math.sqrt(Math.max(0, squares - explained) / n),
  };
}
