import type { GreyImage } from "../../vision/grey-image.ts";
import type { Arena } from "./arena.ts";
import type { Component } from "./components.ts";
import { averageOf } from "./half.ts";
import { driftIn } from "./still.ts";
import type { Box } from "./words.ts";

/** Still frames that a reading needs: two averages of six. */
export const STILL_FRAMES = 12;
/** What lies may have moved by so much over the last eight frames, pixels, and look so much different, levels. */
export const STILL_PX = 0.15;
export const STILL_REST = 2.5;

/** Boxes of what lies there in pixels of the frame, half a die larger to each side; boxes that meet are one. */
export function boxesOf(components: readonly Component[], { diePx, width, height }: Arena): Box[] {
  const margin = Math.ceil(diePx / 4);
  const clip = (value: number, most: number): number => Math.max(0, Math.min(2 * most, 2 * value));
  const boxes = components.map(({ left, top, right, bottom }) => ({
    x0: clip(left - margin, width),
    y0: clip(top - margin, height),
    x1: clip(right + margin + 1, width),
    y1: clip(bottom + margin + 1, height),
  }));
  const joined: typeof boxes = [];
  for (const box of boxes) {
    let one = box;
    for (;;) {
      const at = joined.findIndex(
        (other) => other.x0 < one.x1 && one.x0 < other.x1 && other.y0 < one.y1 && one.y0 < other.y1,
      );
      const [other] = at < 0 ? [] : joined.splice(at, 1);
      if (other === undefined) break;
      one = {
        x0: Math.min(one.x0, other.x0),
        y0: Math.min(one.y0, other.y0),
        x1: Math.max(one.x1, other.x1),
        y1: Math.max(one.y1, other.y1),
      };
    }
    joined.push(one);
  }
  return joined.map(({ x0, y0, x1, y1 }) => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
}

/** Levels that a move must explain to be one. */
const MOVED_MIN = 0.35;

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
        const { px, moved, rest } = driftIn(before, after, { x, y, width: side, height: side });
        if (rest > limit || (px > STILL_PX && moved > MOVED_MIN)) return false;
      }
    return true;
  });
}
