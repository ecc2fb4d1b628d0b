import type { DieMotion, DiePose } from "../physics/pose.ts";
import { rotationAbout, composeRotations, lengthOf } from "../physics/vectors.ts";
import { bodyOfDie, hitBody, rayIntoBody, bodyOfThing, type Body, type Box } from "./bodies.ts";
import type { ShownDie, Shot } from "./looks.ts";
import { blurBox } from "./sensor.ts";
import { SAMPLE } from "./light.ts";
import { makeShadows, type Around } from "./shadow.ts";
import { HIT } from "./shapes.ts";
import type { Stage } from "./stage.ts";
import { shadeHit } from "./surface.ts";

/** How a picture is drawn. `fine`: that many rays a pixel, with shadows and mirror images of bodies on each other. */
export interface Drawing {
  readonly fine?: number;
}

/** Pixels of one side of a tile: bodies are looked for tile by tile. */
const TILE = 16;

interface Job {
  readonly stage: Stage;
  readonly bodies: readonly Body[];
  /** Bodies that a tile can show (bits of the lower half), and whose shadow can fall there. */
  readonly shown: Uint32Array;
  readonly shaded: Uint32Array;
  readonly columns: number;
  readonly around: Around;
  readonly fine: number;
}

/** Bodies on one picture; more are not drawn but refused. */
export const BODIES_MAX = 32;

/**
 * Radiance of every pixel after lens and glass, before the sensor. The array is the stage's own and is written over by the
 * next drawing. Throws a RangeError for more than 32 bodies.
 */
export function drawShot(stage: Stage, shot: Shot, drawing: Drawing = {}): Float32Array {
  if (shot.dice.length + shot.things.length > BODIES_MAX)
    throw new RangeError(
      `${shot.dice.length + shot.things.length} bodies in one picture; at most ${BODIES_MAX}`,
    );
  const steps = exposures(stage, shot);
  const touched = new Uint8Array(
    Math.ceil(stage.setting.camera.width / TILE) * Math.ceil(stage.setting.camera.height / TILE),
  );
  for (let step = 0; step < steps; step++) {
    const when = steps === 1 ? 0 : ((step + 0.5) / steps - 0.5) * stage.setting.sensor.open;
    const dice = shot.dice.map((die) => moved(die, when));
    const job = jobOf(stage, { ...shot, dice }, drawing);
    drawTiles(job, step, steps, touched);
  }
  finish(stage, touched);
  return stage.ready;
}

/** Drawings that make up a blurred picture: one for each 1.5 pixels of movement while the shutter is open, at most 6. */
function exposures(stage: Stage, shot: Shot): number {
  const { camera, sensor } = stage.setting;
  const scale = camera.focal / camera.at[2];
  const blur = shot.dice.map(({ motion, appearance }) =>
    motion === undefined
      ? 0
      : (lengthOf(motion.velocity) + lengthOf(motion.spin) * appearance.side * 0.6) * sensor.open * scale,
  );
  return Math.min(6, Math.max(1, Math.ceil(Math.max(0, ...blur) / 1.5)));
}

function moved(die: ShownDie, seconds: number): ShownDie {
  return die.motion === undefined || seconds === 0
    ? die
    : { ...die, pose: poseAfter(die.pose, die.motion, seconds) };
}

/** The pose that a die has some time later, moving evenly. */
export function poseAfter(pose: DiePose, motion: DieMotion, seconds: number): DiePose {
  const [x, y, z] = pose.at;
  const [vx, vy, vz] = motion.velocity;
  const orientation = rotationAbout(motion.spin, (lengthOf(motion.spin) * seconds * 180) / Math.PI);
  return {
    at: [x + vx * seconds, y + vy * seconds, z + vz * seconds],
    orientation: composeRotations(orientation, pose.orientation),
  };
}

function jobOf(stage: Stage, shot: Shot, drawing: Drawing): Job {
  const { camera } = stage.setting;
  const bodies = [
    ...shot.dice.map((die) => bodyOfDie(die, camera, stage.lit)),
    ...shot.things.map((thing) => bodyOfThing(thing, camera, stage.lit)),
  ];
  const columns = Math.ceil(camera.width / TILE);
  const tiles = columns * Math.ceil(camera.height / TILE);
  const shown = new Uint32Array(tiles);
  const shaded = new Uint32Array(tiles);
  bodies.forEach((body, i) => {
    mark(shown, columns, body.box, i);
    mark(shaded, columns, body.shadow, i);
  });
  const fine = drawing.fine ?? 0;
  return { stage, bodies, shown, shaded, columns, fine, around: makeShadows(stage, bodies, fine > 0) };
}

function mark(tiles: Uint32Array, columns: number, [x0, y0, x1, y1]: Box, bit: number): void {
  if (x1 <= x0 || y1 <= y0) return;
  for (let ty = Math.floor(y0 / TILE); ty <= Math.floor((y1 - 1) / TILE); ty++)
    for (let tx = Math.floor(x0 / TILE); tx <= Math.floor((x1 - 1) / TILE); tx++) {
      const at = ty * columns + tx;
      tiles[at] = (tiles[at] ?? 0) | (1 << bit);
    }
}

/** Draws every tile that holds a body or a shadow and marks it as touched. Blurred pictures are means. */
function drawTiles(job: Job, step: number, steps: number, touched: Uint8Array): void {
  const boxes = Array.from(touched, (on, at) =>
    on !== 0 || job.shown[at] !== 0 || job.shaded[at] !== 0 ? boxOfTile(job, at) : undefined,
  );
  boxes.forEach((box, at) => {
    if (box !== undefined) drawTile(job, at, box);
  });
  const { now, work, sharp } = job.stage;
  const { width } = job.stage.setting.camera;
  boxes.forEach((box, at) => {
    if (box === undefined) return;
    if (job.shown[at] !== 0) smooth(job, at, box);
    const [x0, y0, x1, y1] = box;
    const late = touched[at] === 0;
    touched[at] = 1;
    for (let y = y0; y < y1; y++)
      for (let i = y * width + x0; i < y * width + x1; i++) {
        const sum = step === 0 ? 0 : late ? (sharp[i] ?? 0) * (step / steps) : (work[i] ?? 0);
        work[i] = sum + (now[i] ?? 0) / steps;
      }
  });
}

function boxOfTile(job: Job, at: number): Box {
  const { width, height } = job.stage.setting.camera;
  const x0 = (at % job.columns) * TILE;
  const y0 = Math.floor(at / job.columns) * TILE;
  return [x0, y0, Math.min(width, x0 + TILE), Math.min(height, y0 + TILE)];
}

/** Hit and ray of the body that is tried and of the nearest so far: they change places. */
let hit = new Float64Array(HIT);
let best = new Float64Array(HIT);
let ray = new Float64Array(6);
let bestRay = new Float64Array(6);
const sightRay = new Float64Array(6);
/** What the last ray met: body and part of it; -1 the table. */
let met = -1;

function drawTile(job: Job, at: number, box: Box): void {
  const { stage } = job;
  const [x0, y0, x1, y1] = box;
  const { width } = stage.setting.camera;
  const shown = job.shown[at] ?? 0;
  const lightness = floorLight(job, job.shaded[at] ?? 0, x0, y0);
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const i = y * width + x;
      const keep = lightness[(y - y0) * TILE + x - x0] ?? 1;
      stage.keep[i] = keep;
      const light = shown === 0 ? 0 : look(job, shown, i, 0, 0);
      stage.ids[i] = shown === 0 ? -1 : met;
      stage.now[i] = stage.ids[i] === -1 ? (stage.sharp[i] ?? 0) * keep : light;
    }
}

/** Pixels at a border between two things, or all of them in a fine drawing, get the mean of several rays. */
function smooth(job: Job, at: number, [x0, y0, x1, y1]: Box): void {
  const { stage, fine } = job;
  const { width, height } = stage.setting.camera;
  const { ids } = stage;
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const i = y * width + x;
      const id = ids[i];
      const border =
        (x > 0 && ids[i - 1] !== id) ||
        (x + 1 < width && ids[i + 1] !== id) ||
        (y > 0 && ids[i - width] !== id) ||
        (y + 1 < height && ids[i + width] !== id);
      if (border || (fine > 0 && id !== -1)) stage.now[i] = mean(job, at, i);
    }
}

/** Mean of several rays through one pixel. */
function mean(job: Job, at: number, pixel: number): number {
  const { stage, fine } = job;
  const rays = fine > 0 ? fine : 4;
  const columns = Math.ceil(Math.sqrt(rays));
  const rows = Math.ceil(rays / columns);
  const floor = (stage.sharp[pixel] ?? 0) * (stage.keep[pixel] ?? 1);
  let sum = 0;
  for (let s = 0; s < rays; s++) {
    const dx = ((s % columns) + 0.5) / columns - 0.5;
    const dy = (Math.floor(s / columns) + 0.5) / rows - 0.5;
    // Turned by 26 degrees, so that edges along rows and columns get all steps
    const light = look(job, job.shown[at] ?? 0, pixel, 0.9 * dx - 0.44 * dy, 0.44 * dx + 0.9 * dy);
    sum += met < 0 ? floor : light;
  }
  return sum / rays;
}

/** What a pixel's sight, shifted by a part of a pixel, meets first: its radiance; `met` tells the body and its side. */
function look(job: Job, shown: number, pixel: number, sx: number, sy: number): number {
  const { stage, bodies } = job;
  const { camera } = stage.setting;
  const { sights } = stage;
  const k = 1 / camera.focal;
  const r = camera.right;
  const d = camera.down;
  const dx = (sights[pixel * 3] ?? 0) + (r[0] * sx + d[0] * sy) * k;
  const dy = (sights[pixel * 3 + 1] ?? 0) + (r[1] * sx + d[1] * sy) * k;
  const dz = (sights[pixel * 3 + 2] ?? 0) + (r[2] * sx + d[2] * sy) * k;
  // Half a metre away, a length wrong in its seventh digit moves a rounded edge by its radius
  const whole = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
  sightRay[0] = camera.at[0];
  sightRay[1] = camera.at[1];
  sightRay[2] = camera.at[2];
  sightRay[3] = dx * whole;
  sightRay[4] = dy * whole;
  sightRay[5] = dz * whole;
  let near = Infinity;
  met = -1;
  let first = -1;
  for (let b = 0; b < bodies.length; b++) {
    if ((shown & (1 << b)) === 0) continue;
    const body = bodies[b];
    if (body === undefined) continue;
    rayIntoBody(body, sightRay, ray);
    if (!hitBody(body, ray, hit) || (hit[0] ?? 0) >= near) continue;
    near = hit[0] ?? 0;
    first = b;
    const oldHit = best;
    best = hit;
    hit = oldHit;
    const oldRay = bestRay;
    bestRay = ray;
    ray = oldRay;
  }
  const body = bodies[first];
  if (body === undefined) return 0;
  met = first * 4 + (best[7] ?? 0);
  return shadeHit(job.around, body, best, bestRay);
}

const lightness = new Float32Array(TILE * TILE);

/** Share of its light that each pixel's cloth keeps; reckoned at every fourth pixel (second, under one hard lamp). */
function floorLight(job: Job, shadows: number, x0: number, y0: number): Float32Array {
  if (shadows === 0) return lightness.fill(1);
  const { stage, fine } = job;
  const { width, height, at } = stage.setting.camera;
  const step = fine > 0 ? 1 : stage.lit.casters.length <= 2 * SAMPLE ? 2 : 4;
  for (let y = 0; y < TILE; y += step)
    for (let x = 0; x < TILE; x += step) {
      const i = (Math.min(height - 1, y0 + y) * width + Math.min(width - 1, x0 + x)) * 3;
      const t = -at[2] / Math.min(-0.02, stage.sights[i + 2] ?? -1);
      const px = at[0] + (stage.sights[i] ?? 0) * t;
      const py = at[1] + (stage.sights[i + 1] ?? 0) * t;
      lightness[y * TILE + x] = job.around.cover(shadows, px, py);
    }
  for (let gap = step; gap > 1; gap >>= 1) fillBetween(lightness, gap);
  return lightness;
}

/** Halves the gap between known places: what lies between two is their mean; the last ones go on as the row went. */
function fillBetween(tile: Float32Array, gap: number): void {
  const half = gap >> 1;
  for (let y = 0; y < TILE; y += gap)
    for (let x = half; x < TILE; x += gap) {
      const i = y * TILE + x;
      const left = tile[i - half] ?? 1;
      const right = x + half < TILE ? (tile[i + half] ?? 1) : onwards(left, tile[i - half - gap] ?? left);
      tile[i] = (left + right) / 2;
    }
  for (let y = half; y < TILE; y += gap)
    for (let x = 0; x < TILE; x += half) {
      const i = y * TILE + x;
      const above = tile[i - half * TILE] ?? 1;
      const below =
        y + half < TILE ? (tile[i + half * TILE] ?? 1) : onwards(above, tile[i - (half + gap) * TILE] ?? above);
      tile[i] = (above + below) / 2;
    }
}

const onwards = (last: number, before: number): number => Math.min(1, Math.max(0, 2 * last - before));

/** Blurs what was drawn into a copy of the empty table, adds lens and glass, and leaves the stage as it was found. */
function finish(stage: Stage, touched: Uint8Array): void {
  const { width, height } = stage.setting.camera;
  const { ready, gain, veil } = stage;
  ready.set(stage.soft);
  const reach = stage.kernel.length - 1;
  const all = runs(touched, width, height);
  for (const [x0, y0, x1, y1] of all) {
    const grown: Box = [
      Math.max(0, x0 - reach),
      Math.max(0, y0 - reach),
      Math.min(width, x1 + reach),
      Math.min(height, y1 + reach),
    ];
    blurBox(stage.work, ready, width, height, grown, stage.kernel, stage.room);
  }
  for (let i = 0; i < ready.length; i++) ready[i] = (ready[i] ?? 0) * (gain[i] ?? 1) + (veil[i] ?? 0);
  for (const [x0, y0, x1, y1] of all)
    for (let y = y0; y < y1; y++) {
      const [from, to] = [y * width + x0, y * width + x1];
      stage.work.set(stage.sharp.subarray(from, to), from);
      stage.ids.fill(-1, from, to);
    }
}

/** Touched tiles joined to boxes: neighbours in a row, and rows alike below each other. */
function runs(touched: Uint8Array, width: number, height: number): Box[] {
  const columns = Math.ceil(width / TILE);
  const all: [number, number, number, number][] = [];
  let above: [number, number, number, number][] = [];
  for (let row = 0; row * TILE < height; row++) {
    const here: [number, number, number, number][] = [];
    for (let column = 0; column < columns; column++) {
      if (touched[row * columns + column] === 0) continue;
      let end = column;
      while (end < columns && touched[row * columns + end] !== 0) end++;
      const [x0, x1] = [column * TILE, Math.min(width, end * TILE)];
      const y1 = Math.min(height, row * TILE + TILE);
      const over = above.find((box) => box[0] === x0 && box[2] === x1);
      if (over === undefined) all.push([x0, row * TILE, x1, y1]);
      else over[3] = y1;
      const box = over ?? all.at(-1);
      if (box !== undefined) here.push(box);
      column = end;
    }
    above = here;
  }
  return all;
}
