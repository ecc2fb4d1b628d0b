import { randomFrom } from "../../../../src/time/random-source.ts";
import type { Vec3 } from "../physics/vectors.ts";
import { sightsOf, type Camera } from "./camera.ts";
import { distanceInside } from "../physics/place.ts";
import { reflectanceOfCloth } from "./cloth.ts";
import { irradianceAt, prepareLight, mirroredRadiance, brightnessOf, type LitBy } from "./light.ts";
import type { Arena, Dome, Light } from "./looks.ts";
import { noiseAt, makeNoiseTable } from "./noise.ts";
import { blurBox, kernelOf, makeSensorTables, type Sensor, type SensorTables } from "./sensor.ts";

/** What stays the same from picture to picture at one table. */
export interface Setting {
  readonly camera: Camera;
  readonly light: Light;
  readonly arena: Arena;
  readonly sensor: Sensor;
  readonly dome?: Dome;
}

/**
 * A setting made ready for drawing: the empty table drawn once, every pixel's sight, the sensor's tables; and buffers that
 * a drawing writes over, so one stage draws one picture at a time.
 */
export interface Stage {
  readonly setting: Setting;
  readonly lit: LitBy;
  readonly sights: Float32Array;
  /** Radiance of the empty table, before and after the lens's blur. */
  readonly sharp: Float32Array;
  readonly soft: Float32Array;
  /** What lens and glass let through, and the light that they add. */
  readonly gain: Float32Array;
  readonly veil: Float32Array;
  /** Mean radiance of the cloth. */
  readonly cloth: number;
  readonly kernel: Float64Array;
  readonly tables: SensorTables;
  readonly noise: Float32Array;
  /** Buffers: sharp picture, its newest exposure, the cloth's share of light, what each pixel shows (-1: the table). */
  readonly work: Float32Array;
  readonly now: Float32Array;
  readonly keep: Float32Array;
  readonly ids: Int16Array;
  /** The finished picture, and room for blurring. */
  readonly ready: Float32Array;
  readonly room: Float32Array;
}

/** Pixels between places where the light on the cloth is reckoned. */
const GRID = 8;

let sharedNoise: Float32Array | undefined;

export function stageOf(setting: Setting): Stage {
  const { camera, sensor } = setting;
  const pixels = camera.width * camera.height;
  const lit = prepareLight(setting.light);
  const sights = sightsOf(camera);
  const sharp = emptyTable(setting, lit, sights);
  const kernel = kernelOf(sensor.blur);
  const soft = new Float32Array(pixels);
  const room = new Float32Array(pixels);
  blurBox(sharp, soft, camera.width, camera.height, [0, 0, camera.width, camera.height], kernel, room);
  const { gain, veil } = glass(setting, lit, sights);
  // The table of noise is the same for all stages: where it is entered comes from each picture's own chance
  sharedNoise ??= makeNoiseTable(randomFrom("sensor noise"));
  return {
    setting,
    lit,
    sights,
    sharp,
    soft,
    gain,
    veil,
    cloth: brightnessOf(setting.arena.floor, setting.light.weights),
    kernel,
    tables: makeSensorTables(sensor),
    noise: sharedNoise,
    work: Float32Array.from(sharp),
    now: new Float32Array(pixels),
    keep: new Float32Array(pixels),
    ids: new Int16Array(pixels).fill(-1),
    ready: new Float32Array(pixels),
    room,
  };
}

function emptyTable(setting: Setting, lit: LitBy, sights: Float32Array): Float32Array {
  const { camera } = setting;
  const { width, height } = camera;
  const columns = Math.ceil(width / GRID) + 1;
  const light = lightGrid(camera, lit, sights, columns);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [gx, gy] = [x / GRID, y / GRID];
      const at = Math.floor(gy) * columns + Math.floor(gx);
      const [fx, fy] = [gx % 1, gy % 1];
      const upper = (light[at] ?? 0) * (1 - fx) + (light[at + 1] ?? 0) * fx;
      const lower = (light[at + columns] ?? 0) * (1 - fx) + (light[at + columns + 1] ?? 0) * fx;
      out[i] = (upper * (1 - fy) + lower * fy) * ground(setting, lit, sights, i);
    }
  return out;
}

/** Light on the cloth at every `GRID`th pixel. */
function lightGrid(camera: Camera, lit: LitBy, sights: Float32Array, columns: number): Float32Array {
  const rows = Math.ceil(camera.height / GRID) + 1;
  const light = new Float32Array(columns * (rows + 1));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = Math.min(camera.width - 1, column * GRID);
      const y = Math.min(camera.height - 1, row * GRID);
      light[row * columns + column] = irradianceAt(
        lit,
        meets(camera, sights, y * camera.width + x, 0),
        0,
        0,
        1,
      );
    }
  return light;
}

function meets(camera: Camera, sights: Float32Array, pixel: number, z: number): Vec3 {
  const dz = Math.min(-0.02, sights[pixel * 3 + 2] ?? -1);
  const t = (z - camera.at[2]) / dz;
  return [camera.at[0] + (sights[pixel * 3] ?? 0) * t, camera.at[1] + (sights[pixel * 3 + 1] ?? 0) * t, z];
}

/** Reflectance of what a pixel shows of the empty table: cloth, wall, rim, or what lies around. */
function ground(setting: Setting, lit: LitBy, sights: Float32Array, pixel: number): number {
  const { arena, camera } = setting;
  const { weights } = lit.light;
  const [x, y] = meets(camera, sights, pixel, 0);
  const floor = distanceInside(arena, x, y);
  if (floor >= 0)
    return reflectanceOfCloth(arena, weights, x, y) * (1 - 0.4 * Math.exp(-floor / (0.25 * arena.wall + 0.5)));
  const [tx, ty] = meets(camera, sights, pixel, arena.wall);
  const top = distanceInside(arena, tx, ty);
  const wall = brightnessOf(arena.wallColour, weights);
  if (arena.lean !== undefined) {
    // Share of the leaning wall's height at which the sight meets it
    const rise = -floor / (top - floor + arena.lean);
    if (rise > 0 && rise <= 1)
      return reflectanceOfCloth(arena, weights, x + (tx - x) * rise, y + (ty - y) * rise) * (0.55 + 0.3 * rise);
  }
  // The sight enters above the wall's top edge and meets the wall below it
  if (top >= 0 && arena.wall > 0) return wall * (0.35 + 0.4 * (-floor / (top - floor)));
  if (top > -arena.rim) {
    const across = -top / Math.max(1, arena.rim);
    return wall * (0.75 + 0.5 * Math.sin(across * Math.PI) + 0.12 * (noiseAt(tx / 2, ty / 2, 9) - 0.5));
  }
  const around =
    brightnessOf(arena.outside, weights) * (0.8 + 0.4 * noiseAt(tx / 15, ty / 15, arena.pattern + 8));
  if (arena.litter === undefined) return around;
  const fibres =
    noiseAt(tx / 1.4, ty / 1.4, arena.pattern + 9) + noiseAt(tx / 4, ty / 4, arena.pattern + 10) - 1;
  return around * Math.max(0.1, 1 + 1.6 * arena.litter * fibres);
}

/** Vignetting and dirt on one side, the lamps mirrored by a dome on the other. */
function glass(setting: Setting, lit: LitBy, sights: Float32Array): { gain: Float32Array; veil: Float32Array } {
  const { camera, dome, sensor } = setting;
  const { width, height } = camera;
  const gain = new Float32Array(width * height);
  const veil = new Float32Array(width * height);
  const far = (width * width + height * height) / 4;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const r2 = ((x - camera.centre.x) ** 2 + (y - camera.centre.y) ** 2) / far;
      gain[i] = 1 - sensor.vignette * r2;
      if (dome === undefined) continue;
      const smudge = Math.max(
        0,
        noiseAt(x / 23, y / 23, dome.pattern) + noiseAt(x / 7, y / 7, dome.pattern + 1) - 1.35,
      );
      gain[i] = (gain[i] ?? 0) * (1 - 0.6 * dome.dirt * smudge);
      veil[i] = 0.12 * dome.dirt * smudge + domeGlint(dome, camera, lit, sights, i);
    }
  return { gain, veil };
}

/** Four per cent of whatever lamp the first surface of the dome mirrors into this pixel. */
function domeGlint(dome: Dome, camera: Camera, lit: LitBy, sights: Float32Array, pixel: number): number {
  const [dx, dy, dz] = [sights[pixel * 3] ?? 0, sights[pixel * 3 + 1] ?? 0, sights[pixel * 3 + 2] ?? 0];
  const [ox, oy, oz] = camera.at;
  const b = ox * dx + oy * dy + oz * dz;
  const s = b * b - (ox * ox + oy * oy + oz * oz - dome.radius ** 2);
  if (s <= 0) return 0;
  const t = -b - Math.sqrt(s);
  const [px, py, pz] = [ox + dx * t, oy + dy * t, oz + dz * t];
  if (t <= 0 || pz < 0) return 0;
  const k = (2 * (dx * px + dy * py + dz * pz)) / dome.radius ** 2;
  const r: Vec3 = [dx - k * px, dy - k * py, dz - k * pz];
  return r[2] <= 0.02 ? 0 : 0.04 * (mirroredRadiance(lit, [px, py, pz], r, 0.01, 0) - lit.light.ceiling);
}
