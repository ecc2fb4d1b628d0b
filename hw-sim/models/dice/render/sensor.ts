import type { RandomSource } from "../../../../src/time/random-source.ts";
import { NOISE_LENGTH } from "./noise.ts";

/** A sensor with its lens: what it makes of radiance. */
export interface Sensor {
  /** Blur of lens and pixels: standard deviation in pixels, 0 to 2. */
  readonly blur: number;
  /** Electrons at saturation, and electrons of read noise. */
  readonly fullWell: number;
  readonly readNoise: number;
  readonly gamma: number;
  /** Share of saturation that white paper in the arena's middle makes. */
  readonly exposure: number;
  /** Grey of no light at all, 0 to 20. */
  readonly black: number;
  /** Share of light lost in the picture's corners. */
  readonly vignette: number;
  /** Time that the shutter is open, seconds. */
  readonly open: number;
}

/** Steps of the tables that turn light into grey. */
const STEPS = 4096;

export interface SensorTables {
  readonly grey: Uint8Array;
  readonly spread: Float32Array;
  /** Radiance 1 in steps. */
  readonly steps: number;
}

export function makeSensorTables(sensor: Sensor): SensorTables {
  const grey = new Uint8Array(STEPS + 1);
  const spread = new Float32Array(STEPS + 1);
  for (let i = 0; i <= STEPS; i++) {
    const light = i / STEPS;
    grey[i] = Math.round(sensor.black + (255 - sensor.black) * light ** (1 / sensor.gamma));
    spread[i] = STEPS * Math.sqrt(light / sensor.fullWell + (sensor.readNoise / sensor.fullWell) ** 2);
  }
  return { grey, spread, steps: STEPS * sensor.exposure };
}

/** Grey of a radiance without noise: what truth and tests reckon with. */
export function greyOf(tables: SensorTables, radiance: number): number {
  return tables.grey[Math.min(STEPS, Math.max(0, Math.round(radiance * tables.steps)))] ?? 0;
}

/**
 * One exposure of `radiance` (after the lens): shot and read noise from the table, started anew at a random place for
 * each row, then saturation and gamma. Without `random` there is no noise.
 */
export function exposeFrame(
  tables: SensorTables,
  noise: Float32Array,
  radiance: Float32Array,
  width: number,
  drift: number,
  random: RandomSource | undefined,
): Uint8Array {
  const out = new Uint8Array(radiance.length);
  const { grey, spread } = tables;
  const k = tables.steps * drift;
  const mask = NOISE_LENGTH - 1;
  for (let row = 0; row < radiance.length; row += width) {
    let at = random === undefined ? 0 : random.below(NOISE_LENGTH);
    for (let i = row; i < row + width; i++) {
      // Minimum and maximum instead of branches, which noise makes slow.
      let light = Math.min((radiance[i] ?? 0) * k, STEPS);
      if (random !== undefined) {
        light += (noise[at] ?? 0) * (spread[light | 0] ?? 0);
        at = (at + 1) & mask;
        light = Math.max(0, Math.min(light, STEPS));
      }
      out[i] = grey[(light + 0.5) | 0] ?? 255;
    }
  }
  return out;
}

/** Half of a Gaussian kernel with this standard deviation: the middle first; sums to 1 over both sides. */
export function kernelOf(blur: number): Float64Array {
  const reach = Math.max(1, Math.min(5, Math.ceil(2.5 * blur)));
  const half = Float64Array.from({ length: reach + 1 }, (_, i) =>
    blur === 0 ? (i === 0 ? 1 : 0) : Math.exp(-(i * i) / (2 * blur * blur)),
  );
  const sum = half.reduce((all, k, i) => all + (i === 0 ? k : 2 * k), 0);
  return half.map((k) => k / sum);
}

/** Blurs the box [x0, x1) x [y0, y1) of `from` into `to`; pixels beyond the picture's edge repeat its edge. */
export function blurBox(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  half: Float64Array,
  room: Float32Array,
): void {
  const reach = half.length - 1;
  const w = x1 - x0;
  const top = Math.max(0, y0 - reach);
  const end = Math.min(height, y1 + reach);
  const first = half[0] ?? 1;
  for (let y = top; y < end; y++) {
    const row = y * width;
    const into = (y - top) * w - x0;
    for (let x = x0; x < x1; x++) {
      let sum = (from[row + x] ?? 0) * first;
      for (let k = 1; k <= reach; k++) {
        const low = x < k ? row : row + x - k;
        const high = x + k >= width ? row + width - 1 : row + x + k;
        sum += ((from[low] ?? 0) + (from[high] ?? 0)) * (half[k] ?? 0);
      }
      room[into + x] = sum;
    }
  }
  for (let y = y0; y < y1; y++) {
    const row = (y - top) * w;
    for (let x = 0; x < w; x++) {
      let sum = (room[row + x] ?? 0) * first;
      for (let k = 1; k <= reach; k++) {
        const low = y - k < top ? x : row + x - k * w;
        const high = y + k >= end ? (end - 1 - top) * w + x : row + x + k * w;
        sum += ((room[low] ?? 0) + (room[high] ?? 0)) * (half[k] ?? 0);
      }
      to[y * width + x + x0] = sum;
    }
  }
}
