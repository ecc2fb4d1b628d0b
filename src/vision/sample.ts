import type { GreyImage, Point } from "./grey-image.ts";
import { halfOf } from "./means.ts";

/** A picture and its halves: sampling a smaller picture takes the level that does not alias. */
export class Mips {
  /** The picture itself. */
  readonly picture: GreyImage;
  readonly #levels: GreyImage[];

  constructor(picture: GreyImage) {
    this.picture = picture;
    this.#levels = [picture];
  }

  /** The picture halved so many times, or as often as it can be: down to 8 pixels a side. Each is made when it is first asked for. */
  levelAt(index: number): { readonly level: GreyImage; readonly halvings: number } {
    for (;;) {
      const halvings = Math.min(index, this.#levels.length - 1);
      const level = this.#levels[halvings] ?? this.picture;
      if (halvings === index || Math.min(level.width, level.height) < 16) return { level, halvings };
      this.#levels.push(halfOf(level));
    }
  }
}

/** The picture and its halves. */
export const mipsOf = (picture: GreyImage): Mips => new Mips(picture);

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
  const { level, halvings } = mips.levelAt(Math.max(0, Math.floor(Math.log2(step) + 0.3)));
  const zoom = 2 ** halvings;
  const first = toPicture(window, { x: 0.5, y: 0.5 });
  const out = new Float32Array(width * height);
  const across = { x: (Math.cos(angle) * step) / zoom, y: (Math.sin(angle) * step) / zoom };
  const { data, width: columns, height: rows } = level;
  // Of one column or row only, the one after it is itself.
  const [right, down] = [columns > 1 ? 1 : 0, rows > 1 ? columns : 0];
  const [lastX, lastY] = [Math.max(0, columns - 2), Math.max(0, rows - 2)];
  let to = 0;
  for (let row = 0; row < height; row++) {
    let u = first.x / zoom - 0.5 - across.y * row;
    let v = first.y / zoom - 0.5 + across.x * row;
    for (let column = 0; column < width; column++, u += across.x, v += across.y) {
      // Between pixel centres, which lie at whole numbers here.
      const x = u < 0 ? 0 : u > columns - 1 ? columns - 1 : u;
      const y = v < 0 ? 0 : v > rows - 1 ? rows - 1 : v;
      const left = Math.min(Math.floor(x), lastX);
      const top = Math.min(Math.floor(y), lastY);
      const at = top * columns + left;
      const [fx, fy] = [x - left, y - top];
      const a = data[at] as number;
      const c = data[at + down] as number;
      const upper = a + ((data[at + right] as number) - a) * fx;
      out[to++] = upper * (1 - fy) + (c + ((data[at + down + right] as number) - c) * fx) * fy;
    }
  }
  return out;
}

/** The values with mean 0 and standard deviation 1; a picture of one grey becomes zeros. */
export function normalised(values: Float32Array): Float32Array {
  const count = values.length;
  let sum = 0;
  for (let at = 0; at < count; at++) sum += values[at] as number;
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < count; at++)
    squares += ((values[at] as number) - mean) * ((values[at] as number) - mean);
  const deviation = Math.sqrt(squares / count);
  const out = new Float32Array(count);
  // Below a hundredth of a grey level there is nothing but rounding.
  if (deviation < 0.01) return out;
  for (let at = 0; at < count; at++) out[at] = ((values[at] as number) - mean) / deviation;
  return out;
}
