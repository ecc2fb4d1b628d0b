import { facesOf, type DieFace, type FaceSet } from "../../faces.ts";
import { artOf, drawFace } from "../../art/faces.ts";
import { dotProduct } from "../../../vision/numbers.ts";
import { BOX, WINDOW } from "./spots.ts";

/**
 * Symbols by correlation with drawn or commissioned templates: no learning, every attitude searched. The
 * comparison is over a disc, so that turning a template changes nothing at its border.
 */
export interface GlyphTemplate {
  readonly face: DieFace;
  /** Ink, 0 to 1, at a point of the face's unit square. */
  readonly ink: (x: number, y: number) => number;
}

/** What correlation says of a place. */
export interface GlyphFit {
  readonly face: DieFace;
  /** Correlation of the best template, 0 to 1, whatever is brighter, ink or body. */
  readonly match: number;
  /** The same of the best template of another face. */
  readonly next: number;
  /** Middle of the face, pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** Radians by which the face is turned. */
  readonly angle: number;
  /** Grey levels of the ink against the body, with sign. */
  readonly contrast: number;
}

/** Side of a face when its box measures `BOX`: a square's upright box is 1.16 sides on average over all turns. */
const FACE = BOX / 1.16;
/** Pixels of the disc's radius, a little inside the face, and between its samples. */
const REACH = 0.46 * FACE;
const STRIDE = 2;
const ANGLES = 36;
const SCALES = [0.85, 1, 1.18] as const;
/** Window pixels either way that the middle may lie off. */
const OFF = 6;

/** Cells of a drawing each way: about one to a window's pixel, so that its edges are as soft as a picture's. */
const CELLS = 44;

/** Templates of the product's own artwork; an installation's own, taken at commissioning, have the same form. */
export function drawnTemplates(set: FaceSet): GlyphTemplate[] {
  return facesOf(set).map((face) => {
    const drawing = drawFace(artOf(set, face), CELLS, 3);
    return { face, ink: (x, y) => inkOf(drawing, x * CELLS - 0.5, y * CELLS - 0.5) };
  });
}

/** Ink between the cells' middles, 0 outside of the drawing. */
function inkOf(drawing: Uint8Array, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const cell = (u: number, v: number): number =>
    u < 0 || v < 0 || u >= CELLS || v >= CELLS ? 0 : (drawing[v * CELLS + u] ?? 0) / 255;
  const [fx, fy] = [x - column, y - row];
  const upper = cell(column, row) * (1 - fx) + cell(column + 1, row) * fx;
  const lower = cell(column, row + 1) * (1 - fx) + cell(column + 1, row + 1) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** A template in one attitude and size: ink at the disc's samples, mean 0 and length 1. */
interface Posed extends Pick<Found, "template" | "angle" | "scale"> {
  readonly weights: Float32Array;
}

/** Where the disc is sampled, window pixels from its middle. */
const SAMPLES: readonly (readonly [number, number])[] = (() => {
  const at: [number, number][] = [];
  for (let y = -REACH; y <= REACH; y += STRIDE)
    for (let x = -REACH; x <= REACH; x += STRIDE) if (Math.hypot(x, y) <= REACH) at.push([x, y]);
  return at;
})();

/** Templates in every attitude: made once, used for every die. */
export class GlyphReader {
  private readonly posed: readonly Posed[];

  constructor(templates: readonly GlyphTemplate[]) {
    this.posed = templates.flatMap((template) =>
      SCALES.flatMap((scale) =>
        Array.from({ length: ANGLES }, (_, at) => poseTemplate(template, scale, (2 * Math.PI * at) / ANGLES)),
      ),
    );
  }

  /** The best face about the middle of a window of `WINDOW` pixels a side; null when nothing there has any contrast. */
  fit(values: Float32Array): GlyphFit | null {
    const best = new Map<DieFace, Found>();
    const disc = new Float32Array(SAMPLES.length);
    for (let dy = -OFF; dy <= OFF; dy += 2)
      for (let dx = -OFF; dx <= OFF; dx += 2) {
        const [x, y] = [WINDOW / 2 + dx, WINDOW / 2 + dy];
        const spread = sampleDisc(disc, values, x, y);
        if (spread < 2) continue;
        for (const { template, angle, scale, weights } of this.posed) {
          const match = dotProduct(disc, weights);
          if (Math.abs(match) <= Math.abs(best.get(template.face)?.match ?? 0)) continue;
          best.set(template.face, { template, match, spread, x, y, angle, scale });
        }
      }
    const byMatch = (a: Found, b: Found): number => Math.abs(b.match) - Math.abs(a.match);
    const [first, second] = [...best.values()]
      .sort(byMatch)
      .slice(0, REFINED)
      .map((found) => refineAttitude(found, values, disc))
      .sort(byMatch);
    if (first === undefined) return null;
    const { template, match, spread, x, y, angle } = first;
    return {
      face: template.face,
      match: Math.abs(match),
      next: Math.abs(second?.match ?? 0),
      x,
      y,
      angle,
      contrast: 2 * spread * match,
    };
  }
}

/** A place, attitude and size, and how well the template fits there, with the sign of its contrast. */
interface Found {
  readonly template: GlyphTemplate;
  readonly match: number;
  readonly spread: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly scale: number;
}

/** Faces whose best attitude is looked for more finely: the grid of attitudes is coarser than a spade and a club differ. */
const REFINED = 3;
/** Steps of that: radians, parts of the size, window pixels; each half as large as the one before. */
const FINER = { angle: Math.PI / ANGLES, scale: 0.08, place: 2, rounds: 3 };

/** The best of the attitudes around one, step by step. */
function refineAttitude(found: Found, values: Float32Array, disc: Float32Array): Found {
  let best = found;
  const attempt = (at: Pick<Found, "x" | "y" | "angle" | "scale">): void => {
    const spread = sampleDisc(disc, values, at.x, at.y);
    const match = dotProduct(disc, poseTemplate(found.template, at.scale, at.angle).weights);
    if (Math.abs(match) > Math.abs(best.match)) best = { ...at, template: found.template, match, spread };
  };
  for (let round = 0; round < FINER.rounds; round++) {
    const part = 2 ** -round;
    for (const sign of [-1, 1]) attempt({ ...best, angle: best.angle + sign * part * FINER.angle });
    for (const sign of [-1, 1]) attempt({ ...best, scale: best.scale * (1 + sign * part * FINER.scale) });
    const place = Math.max(1, Math.round(part * FINER.place));
    for (const sign of [-1, 1]) attempt({ ...best, x: best.x + sign * place });
    for (const sign of [-1, 1]) attempt({ ...best, y: best.y + sign * place });
  }
  return best;
}

function poseTemplate(template: GlyphTemplate, scale: number, angle: number): Posed {
  const { ink } = template;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const side = FACE * scale;
  const weights = Float32Array.from(SAMPLES, ([x, y]) =>
    ink(0.5 + (cos * x + sin * y) / side, 0.5 + (-sin * x + cos * y) / side),
  );
  normalise(weights);
  return { template, angle, scale, weights };
}

/** The window's values over the disc, mean 0 and length 1; returns their standard deviation before. */
function sampleDisc(disc: Float32Array, values: Float32Array, x: number, y: number): number {
  SAMPLES.forEach(([dx, dy], at) => {
    disc[at] = values[Math.floor(y + dy) * WINDOW + Math.floor(x + dx)] ?? 0;
  });
  return normalise(disc) / Math.sqrt(disc.length);
}

/** Takes the mean off and makes the length 1; returns the length before. */
function normalise(values: Float32Array): number {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  const length = Math.sqrt(squares);
  for (let at = 0; at < values.length; at++)
    values[at] = length === 0 ? 0 : ((values[at] ?? 0) - mean) / length;
  return length;
}
