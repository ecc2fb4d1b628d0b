import type { GreyImage } from "../../vision/grey-image.ts";
import { fromSheet, placeOf, turned, type Disc, type Sheet } from "./globe.ts";
import { GLARE, type LevelMap } from "./ink.ts";
import { halved, SHEET, UNKNOWN, type Cells, type Template } from "./templates.ts";

/** What is looked at. */
export interface Seen {
  readonly image: GreyImage;
  readonly disc: Disc;
  readonly levels: LevelMap;
}

const { width: WIDTH, height: HEIGHT, step: STEP } = SHEET;
const CELLS = WIDTH * HEIGHT;

/** Where a sheet was cut, and what it shows: 0 paper to 1 ink, `UNKNOWN` where nothing can be known. */
interface Cut {
  readonly ink: Cells;
  readonly coarse: Cells;
  /** Parts of it of which nothing can be known. */
  readonly unknown: number;
}

/** The best of so many numbers are held against the sheet once more, as they lie best. */
const FINALISTS = 6;
/** So many of them say how the sheet lies. */
const POSED = 2;
const TURNS = [-0.05, 0, 0.05] as const;
const SIZES = [0.95, 0.975, 1, 1.025, 1.05] as const;
const SHIFT = 2;
/** A number is like its template to this degree, and more than any other number by so much. */
const ALIKE_LEAST = 0.72;
const MARGIN_LEAST = 0.01;
/** So much lighter than paper, in parts of what ink is darker, is the gleam of a lamp. */
const GLEAM = 0.3;
/** Where the ball turns away farther, as the cosine of its angle, a cell is too narrow. */
const Z_LEAST = 0.25;
/** Nothing is known of more than this part of a sheet: it is not read. */
const UNKNOWN_MOST = 0.22;
/** Cells that show ink where none is printed, or none where there is: so many in all, and so many that hang together. */
const WRONG_MOST = 40;
const STAIN_MOST = 12;
/** Of the cells in which two numbers differ so many must be known, and so many of those speak for the one. */
const KNOWN_LEAST = 0.6;
const SPEAK_LEAST = 0.8;

/**
 * The number of a sheet that lies with its bar down; null: it is not sure. It is sure where one number is more like it than every other, every
 * cell that differs is explained, and wherever another number would look different the ball does not.
 */
export function matchSheet(seen: Seen, sheet: Sheet, templates: readonly Template[]): number | null {
  const first = cut(seen, sheet, 1);
  if (first.unknown > UNKNOWN_MOST) return null;
  const ranked = templates
    .map((template) => ({ template, alike: bestShift(first.coarse, template.coarse, 1).alike }))
    .sort((a, b) => b.alike - a.alike)
    .slice(0, FINALISTS);
  if ((ranked[0]?.alike ?? 0) < ALIKE_LEAST - 0.2) return null;
  const pose = poseOf(seen, sheet, ranked.slice(0, POSED));
  const finals = ranked.map(({ template }) => fit(pose, template)).sort((a, b) => b.alike - a.alike);
  const [best, second] = finals;
  if (best === undefined || second === undefined) return null;
  if (best.alike < ALIKE_LEAST || best.alike - second.alike < MARGIN_LEAST) return null;
  return isExplained(best) && templates.every((other) => other === best.template || speaksAgainst(best, other))
    ? best.template.number
    : null;
}

/** A sheet of the ball, as ink and paper. */
function cut({ image, disc, levels }: Seen, sheet: Sheet, size: number): Cut {
  const values = new Float32Array(CELLS);
  let unknown = 0;
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++) {
      const u = (column + 0.5 - WIDTH / 2) * STEP * size;
      const v = (row + 0.5 - HEIGHT / 2) * STEP * size;
      const direction = fromSheet(sheet, u, v);
      const { x, y } = placeOf(disc, direction);
      const value = direction.z < Z_LEAST ? UNKNOWN : inkAt(image, levels, x, y);
      if (value === UNKNOWN) unknown++;
      values[row * WIDTH + column] = value;
    }
  const ink = { width: WIDTH, height: HEIGHT, values };
  return { ink, coarse: halved(ink), unknown: unknown / CELLS };
}

/** The mean of the four pixels around a place, between paper and ink; `UNKNOWN` where a lamp shines back. */
function inkAt({ width, height, data }: GreyImage, levels: LevelMap, x: number, y: number): number {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return UNKNOWN;
  const at = top * width + left;
  const [a, b, c, d] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + width] ?? 0, data[at + width + 1] ?? 0];
  if (a >= GLARE || b >= GLARE || c >= GLARE || d >= GLARE) return UNKNOWN;
  const [fx, fy] = [x - 0.5 - left, y - 0.5 - top];
  const value = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
  const { dark, light } = levels.at(x, y);
  // One level everywhere: paper.
  if (light - dark < 12) return 0;
  // Lighter than paper: a lamp's gleam, and what is printed below it nobody sees.
  if (value > light + GLEAM * (light - dark)) return UNKNOWN;
  return Math.min(1, Math.max(0, (light - value) / (light - dark)));
}

/** The sheet as it lies best under one of these: turned and sized a little, since a bar says its place only so well. */
function poseOf(seen: Seen, sheet: Sheet, ranked: readonly { readonly template: Template }[]): Cut {
  let best: { readonly cut: Cut; readonly alike: number } | null = null;
  for (const angle of TURNS)
    for (const size of SIZES) {
      const one = cut(seen, turned(sheet, angle), size);
      const alike = Math.max(...ranked.map(({ template }) => bestShift(one.coarse, template.coarse, 1).alike));
      if (best === null || alike > best.alike) best = { cut: one, alike };
    }
  return best?.cut ?? cut(seen, sheet, 1);
}

interface Fit {
  readonly template: Template;
  readonly alike: number;
  readonly ink: Cells;
  readonly dx: number;
  readonly dy: number;
}

const fit = ({ ink }: Cut, template: Template): Fit => ({
  template,
  ink,
  ...bestShift(ink, template.ink, SHIFT),
});

function bestShift(
  ink: Cells,
  template: Cells,
  reach: number,
): { readonly alike: number; readonly dx: number; readonly dy: number } {
  let best = { alike: -1, dx: 0, dy: 0 };
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const alike = correlation(ink, template, dx, dy);
      if (alike > best.alike) best = { alike, dx, dy };
    }
  return best;
}

/** Correlation of a sheet that is shifted by whole cells with a template, over the cells that are known; -1 to 1. */
function correlation({ width, height, values }: Cells, template: Cells, dx: number, dy: number): number {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  const [left, right] = [Math.max(0, -dx), Math.min(width, width - dx)];
  for (let row = Math.max(0, -dy); row < Math.min(height, height - dy); row++)
    for (let column = left; column < right; column++) {
      const p = values[(row + dy) * width + column + dx] ?? 0;
      if (p < 0) continue;
      const q = template.values[row * width + column] ?? 0;
      n++;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  const spread = Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n));
  return n === 0 || spread < 1e-6 ? 0 : (ab - (a * b) / n) / spread;
}

/** What the fitted sheet shows in a cell of the template; `UNKNOWN`: nothing is known of it. */
function shownAt({ ink, dx, dy }: Fit, row: number, column: number): number {
  const [y, x] = [row + dy, column + dx];
  return y < 0 || x < 0 || y >= HEIGHT || x >= WIDTH ? UNKNOWN : (ink.values[y * WIDTH + x] ?? UNKNOWN);
}

/** Whether every cell shows what the number has there: nothing is missing of it, and nothing lies beside it that could be part of another. */
function isExplained(best: Fit): boolean {
  const wrong = new Uint8Array(CELLS);
  let count = 0;
  for (let row = 1; row < HEIGHT - 1; row++)
    for (let column = 1; column < WIDTH - 1; column++) {
      const shown = shownAt(best, row, column);
      const [least, most] = around(best.template.ink.values, row, column);
      if (shown === UNKNOWN || !((shown > 0.62 && most < 0.25) || (shown < 0.38 && least > 0.75))) continue;
      wrong[row * WIDTH + column] = 1;
      count++;
    }
  return count <= WRONG_MOST && largestStain(wrong) <= STAIN_MOST;
}

/** The least and the most ink in a cell and those beside it: an edge may lie a cell away. */
function around(ink: Float32Array, row: number, column: number): readonly [number, number] {
  let [least, most] = [1, 0];
  for (let y = row - 1; y <= row + 1; y++)
    for (let x = column - 1; x <= column + 1; x++) {
      const value = ink[y * WIDTH + x] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return [least, most];
}

function largestStain(wrong: Uint8Array): number {
  let largest = 0;
  for (let start = 0; start < CELLS; start++) {
    if (wrong[start] !== 1) continue;
    let size = 0;
    const waiting = [start];
    wrong[start] = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      size++;
      for (const next of [at - 1, at + 1, at - WIDTH, at + WIDTH]) {
        if (wrong[next] !== 1) continue;
        wrong[next] = 0;
        waiting.push(next);
      }
    }
    largest = Math.max(largest, size);
  }
  return largest;
}

/** Whether the ball shows, where the two numbers differ, what the one has there and not the other. */
function speaksAgainst(best: Fit, other: Template): boolean {
  let [differ, known, speak] = [0, 0, 0];
  for (let at = 0; at < CELLS; at++) {
    const one = best.template.ink.values[at] ?? 0;
    const difference = one - (other.ink.values[at] ?? 0);
    if (Math.abs(difference) < 0.7) continue;
    differ++;
    const shown = shownAt(best, Math.floor(at / WIDTH), at % WIDTH);
    if (shown === UNKNOWN) continue;
    known++;
    if (difference > 0 === shown > 0.5) speak++;
  }
  return known >= differ * KNOWN_LEAST && speak >= known * SPEAK_LEAST;
}
