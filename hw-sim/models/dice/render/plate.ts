import type { PlateDot } from "../../../../src/dice/calibration/plate-drawing.ts";
import { pointOnPlane } from "./camera.ts";
import { irradianceAt } from "./light.ts";
import { blurBox } from "./sensor.ts";
import type { Stage } from "./stage.ts";

/** A printed plate lying on the cloth: the origin dot's place, and degrees that it is turned. */
export interface LaidPlate {
  readonly dots: readonly PlateDot[];
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** White paper around the outermost dots, mm. */
  readonly margin: number;
}

const PAPER = 0.8;
const INK = 0.05;
/** Rays a pixel, each way. */
const FINE = 4;

/** Radiance of every pixel after lens and glass, before the sensor, as `drawShot` gives it. */
export function drawPlate(stage: Stage, plate: LaidPlate): Float32Array {
  const { camera } = stage.setting;
  const { width, height } = camera;
  const sheet = sheetOf(plate);
  const sharp = Float32Array.from(stage.sharp);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      let [paper, sum] = [0, 0];
      for (let s = 0; s < FINE * FINE; s++) {
        const at = { x: x + ((s % FINE) + 0.5) / FINE, y: y + (Math.floor(s / FINE) + 0.5) / FINE };
        const [px, py] = pointOnPlane(camera, at, 0);
        const shade = sheet(px, py);
        if (shade === null) continue;
        paper++;
        sum += shade;
      }
      if (paper === 0) continue;
      const lit = irradianceAt(stage.lit, pointOnPlane(camera, { x: x + 0.5, y: y + 0.5 }, 0), 0, 0, 1);
      const unframed = 1 - paper / (FINE * FINE);
      sharp[i] = (lit * sum) / (FINE * FINE) + (sharp[i] ?? 0) * unframed;
    }
  const out = new Float32Array(width * height);
  blurBox(sharp, out, width, height, [0, 0, width, height], stage.kernel, stage.room);
  return out.map((light, i) => light * (stage.gain[i] ?? 1) + (stage.veil[i] ?? 0));
}

/** Reflectance of the sheet at a place of the table, or null beside it. The table's y goes up where the sheet's goes down. */
function sheetOf({
  dots,
  x: ox,
  y: oy,
  turn: angle,
  margin,
}: LaidPlate): (x: number, y: number) => number | null {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const xs = dots.map(({ x }) => x);
  const ys = dots.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const cells = new Map<number, PlateDot[]>();
  for (const dot of dots)
    for (const key of cellsOf(dot)) {
      const here = cells.get(key);
      if (here === undefined) cells.set(key, [dot]);
      else here.push(dot);
    }
  return (x, y) => {
    const [dx, dy] = [x - ox, oy - y];
    const [u, v] = [cos * dx + sin * dy, cos * dy - sin * dx];
    if (u < left || u > right || v < top || v > bottom) return null;
    const near = cells.get(cell(Math.floor(u / CELL), Math.floor(v / CELL)));
    const isInked = near?.some((dot) => (dot.x - u) ** 2 + (dot.y - v) ** 2 < dot.diameter ** 2 / 4) === true;
    return isInked ? INK : PAPER;
  };
}

/** Side of the squares in which dots are looked up, mm, and how many there are to each side of the origin. */
const CELL = 8;
const CELLS = 1_000;

const cell = (column: number, row: number): number => (column + CELLS) * 2 * CELLS + row + CELLS;

/** The squares that hold a part of a dot. */
function cellsOf({ x, y, diameter }: PlateDot): number[] {
  const reach = diameter / 2;
  const [left, right] = [Math.floor((x - reach) / CELL), Math.floor((x + reach) / CELL)];
  const [top, bottom] = [Math.floor((y - reach) / CELL), Math.floor((y + reach) / CELL)];
  const found: number[] = [];
  for (let column = left; column <= right; column++)
    for (let row = top; row <= bottom; row++) found.push(cell(column, row));
  return found;
}
