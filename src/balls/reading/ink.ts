import type { GreyImage } from "../../vision/grey-image.ts";
import type { Disc } from "./globe.ts";

/** Pixels a block: levels of paper and ink are measured by blocks, and lie smoothly between them. */
const BLOCK = 8;
/** Blocks around a block that are measured with it: some 40 pixels, wider than a figure's stroke and narrower than a figure. */
const AROUND = 2;
/** From this level on a pixel shows a lamp and not the ball. */
export const GLARE = 250;
/** Shares of the pixels below ink's level and paper's. */
const DARK_SHARE = 0.06;
const LIGHT_SHARE = 0.8;
/** Paper and ink differ by so many levels at least, or there is no ink there. */
export const CONTRAST_LEAST = 24;

/** Grey levels around a place. */
export interface Levels {
  readonly dark: number;
  readonly light: number;
}

/** How dark and how light a ball's picture is, place by place. */
export class LevelMap {
  readonly #columns: number;
  readonly #rows: number;
  readonly #dark: Float32Array;
  readonly #light: Float32Array;

  constructor(image: GreyImage, disc: Disc) {
    this.#columns = Math.ceil(image.width / BLOCK);
    this.#rows = Math.ceil(image.height / BLOCK);
    const counts = new Uint16Array(this.#columns * this.#rows * 64);
    this.#countLevels(image, disc, counts);
    this.#dark = new Float32Array(this.#columns * this.#rows);
    this.#light = new Float32Array(this.#columns * this.#rows);
    for (let row = 0; row < this.#rows; row++)
      for (let column = 0; column < this.#columns; column++) this.#measure(counts, column, row);
  }

  /** Levels at a place of the picture. */
  at(x: number, y: number): Levels {
    const u = Math.min(Math.max(x / BLOCK - 0.5, 0), this.#columns - 1.001);
    const v = Math.min(Math.max(y / BLOCK - 0.5, 0), this.#rows - 1.001);
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - left, v - top];
    const at = top * this.#columns + left;
    const mix = (of: Float32Array): number =>
      ((of[at] ?? 0) * (1 - fx) + (of[at + 1] ?? 0) * fx) * (1 - fy) +
      ((of[at + this.#columns] ?? 0) * (1 - fx) + (of[at + this.#columns + 1] ?? 0) * fx) * fy;
    return { dark: mix(this.#dark), light: mix(this.#light) };
  }

  #countLevels({ width, height, data }: GreyImage, { x: cx, y: cy, radius }: Disc, counts: Uint16Array): void {
    const inside = radius * radius * 0.92;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if ((x - cx) * (x - cx) + (y - cy) * (y - cy) > inside) continue;
        const value = data[y * width + x] ?? 0;
        if (value >= GLARE) continue;
        const at = (Math.floor(y / BLOCK) * this.#columns + Math.floor(x / BLOCK)) * 64 + (value >> 2);
        counts[at] = (counts[at] ?? 0) + 1;
      }
  }

  #measure(counts: Uint16Array, column: number, row: number): void {
    const all = new Uint32Array(64);
    let total = 0;
    for (let y = Math.max(0, row - AROUND); y <= Math.min(this.#rows - 1, row + AROUND); y++)
      for (let x = Math.max(0, column - AROUND); x <= Math.min(this.#columns - 1, column + AROUND); x++)
        for (let level = 0; level < 64; level++) {
          const count = counts[(y * this.#columns + x) * 64 + level] ?? 0;
          all[level] = (all[level] ?? 0) + count;
          total += count;
        }
    const levelOf = (share: number): number => {
      let sum = 0;
      for (let level = 0; level < 64; level++) {
        sum += all[level] ?? 0;
        if (sum >= share * total) return level * 4 + 2;
      }
      return 0;
    };
    const at = row * this.#columns + column;
    this.#dark[at] = total === 0 ? 0 : levelOf(DARK_SHARE);
    this.#light[at] = total === 0 ? 0 : levelOf(LIGHT_SHARE);
  }
}

/** A patch of connected ink. */
export interface Blot {
  /** Pixels: column and row by turns. */
  readonly pixels: readonly number[];
}

/** Patches of dark pixels on the near side of a ball, by size from `least` to `most` pixels. */
export function blotsOf(
  { width, height, data }: GreyImage,
  { x: cx, y: cy, radius }: Disc,
  levels: LevelMap,
  [least, most]: readonly [number, number],
): readonly Blot[] {
  const isInk = new Uint8Array(width * height);
  const reach = radius * 0.975;
  const [top, bottom] = [Math.max(0, Math.floor(cy - reach)), Math.min(height - 1, Math.ceil(cy + reach))];
  for (let y = top; y <= bottom; y++) {
    const half = Math.sqrt(Math.max(0, reach * reach - (y - cy) * (y - cy)));
    for (let x = Math.max(0, Math.ceil(cx - half)); x <= Math.min(width - 1, Math.floor(cx + half)); x++) {
      const { dark, light } = levels.at(x + 0.5, y + 0.5);
      if (light - dark >= CONTRAST_LEAST && (data[y * width + x] ?? 0) < (dark + light) / 2)
        isInk[y * width + x] = 1;
    }
  }
  const blots: Blot[] = [];
  for (let start = 0; start < isInk.length; start++) {
    if (isInk[start] !== 1) continue;
    const pixels = flood(isInk, start, width);
    const count = pixels.length / 2;
    if (count >= least && count <= most) blots.push({ pixels });
  }
  return blots;
}

/** The pixels that hang together with this one; they are taken out of the picture. */
function flood(isInk: Uint8Array, start: number, width: number): number[] {
  const pixels: number[] = [];
  const waiting = [start];
  isInk[start] = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    pixels.push(at % width, Math.floor(at / width));
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      if (isInk[next] !== 1) continue;
      isInk[next] = 0;
      waiting.push(next);
    }
  }
  return pixels;
}
