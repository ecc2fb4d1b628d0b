import { medianOf } from "../../vision/numbers.ts";
import { sampleWindow, type Mips } from "../../vision/sample.ts";
import type { PipSeen } from "./geometry/reader.ts";

/** Side of the window around one disc, pixels, and its half in radii of the disc. */
const WINDOW = 57;
const REACH = 2;
const RAYS = 32;
/** Pixels of the window to one radius. */
const UNIT = WINDOW / 2 / REACH;
/** Of the inner level's place and of the ground's, in radii. */
const INNER = 0.6;
const GROUND = { from: 1.35, to: 1.7 };

/**
 * How far a disc's outline is from an ellipse, as a share of its radius: amplitudes of three and four bulges around it. A pip, also
 * one seen from aside, has hardly any (0.02 to 0.08 in photographs); dice and other things have (median 0.2).
 */
export function bulgesOf(mips: Mips, { at, radius }: PipSeen): number {
  const step = radius / UNIT;
  const values = sampleWindow(mips, { centre: at, step, angle: 0, width: WINDOW, height: WINDOW });
  const middle = (WINDOW - 1) / 2;
  const inner: number[] = [];
  const ground: number[] = [];
  values.forEach((value, index) => {
    const reach = Math.hypot((index % WINDOW) - middle, Math.floor(index / WINDOW) - middle) / UNIT;
    if (reach < INNER) inner.push(value);
    else if (reach > GROUND.from && reach < GROUND.to) ground.push(value);
  });
  const [inside, outside] = [medianOf(inner), medianOf(ground)];
  const reaches = Array.from({ length: RAYS }, (_, ray) =>
    edgeOnRay(values, (2 * Math.PI * ray) / RAYS, (inside + outside) / 2, Math.sign(outside - inside)),
  );
  return Math.hypot(bulgeAmplitude(reaches, 3), bulgeAmplitude(reaches, 4));
}

/** Where a ray from the middle first crosses the level, radii; the last place where it does not. */
function edgeOnRay(values: Float32Array, angle: number, level: number, sign: number): number {
  const middle = (WINDOW - 1) / 2;
  let reach = 0.4;
  for (; reach < 1.9; reach += 0.02) {
    const x = Math.round(middle + reach * UNIT * Math.cos(angle));
    const y = Math.round(middle + reach * UNIT * Math.sin(angle));
    if (((values[y * WINDOW + x] ?? 0) - level) * sign > 0) break;
  }
  return reach;
}

/** Amplitude of a number of bulges around an outline, as a share of its mean radius. */
function bulgeAmplitude(reaches: readonly number[], number: number): number {
  let [across, down, sum] = [0, 0, 0];
  reaches.forEach((reach, ray) => {
    const angle = (number * 2 * Math.PI * ray) / reaches.length;
    across += reach * Math.cos(angle);
    down += reach * Math.sin(angle);
    sum += reach;
  });
  return (2 * Math.hypot(across, down)) / sum;
}
