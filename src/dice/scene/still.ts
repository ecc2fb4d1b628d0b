import type { GreyImage } from "../../vision/grey-image.ts";
import { solved } from "../calibration/least-squares.ts";
import type { Box } from "./events.ts";

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
  const normal = [0, 1, 2].map(() => [0, 0, 0]);
  const right = [0, 0, 0];
  const [cx, cy] = [x + width / 2, y + height / 2];
  let [squares, n] = [0, 0];
  const [x0, y0] = [Math.max(1, x), Math.max(1, y)];
  const [x1, y1] = [Math.min(one.width - 1, x + width), Math.min(one.height - 1, y + height)];
  for (let row = y0; row < y1; row++)
    for (let column = x0; column < x1; column++) {
      const at = row * one.width + column;
      const gx = ((one.data[at + 1] as number) - (one.data[at - 1] as number)) / 2;
      const gy = ((one.data[at + one.width] as number) - (one.data[at - one.width] as number)) / 2;
      const change = (other.data[at] as number) - (one.data[at] as number);
      const angle = gy * (column - cx) - gx * (row - cy);
      squares += change * change;
      n++;
      const terms = [gx, gy, angle];
      for (let i = 0; i < 3; i++) {
        right[i] = (right[i] ?? 0) - (terms[i] ?? 0) * change;
        const line = normal[i] ?? [];
        for (let j = 0; j < 3; j++) line[j] = (line[j] ?? 0) + (terms[i] ?? 0) * (terms[j] ?? 0);
      }
    }
  if (n === 0) return { px: 0, moved: 0, rest: 0 };
  const move = solved(normal, right);
  // Nothing with an edge in it: nothing can be told by slopes, and all difference is left.
  if (move === null) return { px: 0, moved: 0, rest: Math.sqrt(squares / n) };
  const [dx = 0, dy = 0, angle = 0] = move;
  const explained = right.reduce((sum, value, at) => sum + value * (move[at] ?? 0), 0);
  const reach = Math.hypot(width, height) / 2;
  return {
    px: Math.hypot(dx, dy) + Math.abs(angle) * reach,
    moved: Math.sqrt(Math.max(0, explained) / n),
    rest: Math.sqrt(Math.max(0, squares - explained) / n),
  };
}
