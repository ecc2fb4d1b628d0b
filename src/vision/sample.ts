import type { GreyImage, Point } from "./grey-image.ts";
import { halfOf } from "./means.ts";

/** A picture and its halves: sampling a smaller picture takes the level that does not alias. */
export interface Mips {
  readonly levels: readonly GreyImage[];
}

/** The picture, its half, its quarter … down to 8 pixels a side. */
export function mipsOf(image: GreyImage): Mips {
  const levels = [image];
  for (;;) {
    const last = levels.at(-1) ?? image;
    if (Math.min(last.width, last.height) < 16) return { levels };
    levels.push(halfOf(last));
  }
}

/** How a window lies in a picture. */
export interface Window {
  /** Picture point at the middle of the window. */
  readonly centre: Point;
  /** Picture pixels to one pixel of the window, more than 0. */
  readonly step: number;
  /** Radians by which the window's x axis is turned in the picture, clockwise as y goes down. */
  readonly angle: number;
  readonly width: number;
  readonly height: number;
}

/** The picture point that a window's point shows; points are corners of pixels, as in `Point`. */
export function toPicture({ centre, step, angle, width, height }: Window, { x, y }: Point): Point {
  const dx = (x - width / 2) * step;
  const dy = (y - height / 2) * step;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: centre.x + cos * dx - sin * dy, y: centre.y + sin * dx + cos * dy };
}

/**
 * Grey values of a window, 0 to 255 with fractions, row after row: bilinear on the level whose pixels are at most as
 * large as the window's. Outside the picture its nearest edge pixel is repeated.
 */
export function sampleWindow(mips: Mips, window: Window): Float32Array {
  const { step, width, height, angle } = window;
  const wanted = Math.max(0, Math.floor(Math.log2(step) + 0.3));
  const index = Math.min(wanted, mips.levels.length - 1);
  const level = mips.levels[index];
  if (level === undefined) throw new RangeError("a picture without levels");
  const zoom = 2 ** index;
  const first = toPicture(window, { x: 0.5, y: 0.5 });
  const out = new Float32Array(width * height);
  const across = { x: (Math.cos(angle) * step) / zoom, y: (Math.sin(angle) * step) / zoom };
  for (let y = 0; y < height; y++) {
    let u = first.x / zoom - 0.5 - across.y * y;
    let v = first.y / zoom - 0.5 + across.x * y;
    for (let x = 0; x < width; x++) {
      out[y * width + x] = levelBetween(level, u, v);
      u += across.x;
      v += across.y;
    }
  }
  return out;
}

/** Value between pixel centres, which lie at whole numbers here. */
function levelBetween({ width, height, data }: GreyImage, u: number, v: number): number {
  const x = u < 0 ? 0 : u > width - 1 ? width - 1 : u;
  const y = v < 0 ? 0 : v > height - 1 ? height - 1 : v;
  const left = Math.min(Math.floor(x), width - 2 < 0 ? 0 : width - 2);
  const top = Math.min(Math.floor(y), height - 2 < 0 ? 0 : height - 2);
  const fx = x - left;
  const fy = y - top;
  const at = top * width + left;
  const a = data[at] ?? 0;
  const b = data[at + 1] ?? a;
  const c = data[at + width] ?? a;
  const d = data[at + width + 1] ?? c;
  return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
}

/** The values with mean 0 and standard deviation 1; a picture of one grey becomes zeros. */
export function normalised(values: Float32Array): Float32Array {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  const deviation = Math.sqrt(squares / values.length);
  // Below a hundredth of a grey level there is nothing but rounding.
  return deviation < 0.01 ? new Float32Array(values.length) : values.map((value) => (value - mean) / deviation);
}
