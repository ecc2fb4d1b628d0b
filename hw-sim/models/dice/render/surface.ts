import type { Body, DieModel } from "./bodies.ts";
import { fresnelShare, mirroredRadiance, SAMPLE } from "./light.ts";
import { marbleAt, type Marble, noiseAt } from "./noise.ts";
import { inkAt, sideAt, uOf, vOf } from "./marks.ts";
import type { Around } from "./shadow.ts";
import type { Hit, Ray } from "./shapes.ts";

const N = 1.49;

/** Dirt on faces, 0 to 1: a map of this many pixels a side over two faces, drawn once. */
const STAINS = 256;
const stains = new Float32Array(STAINS * STAINS);

function stainAt(u: number, v: number, side: number): number {
  if (stains[0] === 0)
    for (let i = 0; i < stains.length; i++) {
      const [x, y] = [((i % STAINS) * 2) / STAINS, (Math.floor(i / STAINS) * 2) / STAINS];
      stains[i] = 1e-6 + noiseAt(x * 9, y * 9, 3) * 0.6 + noiseAt(x * 37, y * 37, 4) * 0.4;
    }
  const column = ((u + 0.5 + 0.15 * side) * (STAINS / 2)) & (STAINS - 1);
  const row = ((v + 0.5 + 0.11 * side) * (STAINS / 2)) & (STAINS - 1);
  return stains[row * STAINS + column] ?? 0;
}

const bend = new Float64Array(2);
const place = new Float64Array(3);
const facing = new Float64Array(3);
const mirror = new Float64Array(3);
const spotAt = new Float64Array(3);

/** Normal of the place that is shaded, in the body's axes. A buffer, as all that hot functions hand each other. */
const norm = new Float64Array(3);
/** Place on a side (u, v) and width of a pixel there, in sides of the die. */
const spot = new Float64Array(3);

/** Light on a surface of the body with the normal in `norm`, nothing in the way. */
function unshaded(body: Body, ambient: number): number {
  const nx = norm[0] ?? 0;
  const ny = norm[1] ?? 0;
  const nz = norm[2] ?? 0;
  const { lamps, up } = body;
  let sum = ambient * (0.65 + 0.35 * ((up[0] ?? 0) * nx + (up[1] ?? 0) * ny + (up[2] ?? 0) * nz));
  for (let i = 0; i < lamps.length; i += SAMPLE) {
    const cos = (lamps[i] ?? 0) * nx + (lamps[i + 1] ?? 0) * ny + (lamps[i + 2] ?? 0) * nz;
    if (cos > 0) sum += (lamps[i + 3] ?? 0) * cos;
  }
  return sum;
}

/** A vector of the body's axes in the table's. */
function outward(body: Body, from: Float64Array, to: Float64Array): void {
  const a = body.axes;
  const x = from[0] ?? 0;
  const y = from[1] ?? 0;
  const z = from[2] ?? 0;
  to[0] = (a[0] ?? 0) * x + (a[3] ?? 0) * y + (a[6] ?? 0) * z;
  to[1] = (a[1] ?? 0) * x + (a[4] ?? 0) * y + (a[7] ?? 0) * z;
  to[2] = (a[2] ?? 0) * x + (a[5] ?? 0) * y + (a[8] ?? 0) * z;
}

/** The hit place in the table's coordinates, into `place`. */
function locate(body: Body, hit: Hit): void {
  for (let i = 0; i < 3; i++) spotAt[i] = hit[i + 1] ?? 0;
  outward(body, spotAt, place);
  for (let i = 0; i < 3; i++) place[i] = (place[i] ?? 0) + (body.at[i] ?? 0);
}

/** Light on the hit place for the normal in `norm`, with what the cloth throws back from below. */
function lightOn(around: Around, body: Body): number {
  const { stage } = around;
  const { up } = body;
  const rise = (up[0] ?? 0) * (norm[0] ?? 0) + (up[1] ?? 0) * (norm[1] ?? 0) + (up[2] ?? 0) * (norm[2] ?? 0);
  const back = stage.cloth * 0.45 * (1 - rise) * 0.5;
  outward(body, norm, facing);
  const light = around.shaded(body, place, facing);
  return (light >= 0 ? light : unshaded(body, stage.lit.light.ambient)) + back;
}

/** What the surface mirrors, before Fresnel; the ray is in the body's axes, the normal in `norm`. */
function gloss(around: Around, body: Body, ray: Ray, rough: number): number {
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  const nx = norm[0] ?? 0;
  const ny = norm[1] ?? 0;
  const nz = norm[2] ?? 0;
  const k = 2 * (dx * nx + dy * ny + dz * nz);
  spotAt[0] = dx - k * nx;
  spotAt[1] = dy - k * ny;
  spotAt[2] = dz - k * nz;
  outward(body, spotAt, mirror);
  const other = around.glimpse(body, place, mirror);
  if (other >= 0) return other;
  const { stage } = around;
  return mirroredRadiance(stage.lit, place, mirror, rough, stage.cloth);
}

/** Radiance of the hit place of a body, seen along a ray of its own coordinates. */
export function shadeHit(around: Around, body: Body, hit: Hit, ray: Ray): number {
  return body.model === undefined
    ? thingShade(around, body, hit, ray)
    : dieShade(around, body, body.model, hit, ray);
}

function dieShade(around: Around, body: Body, model: DieModel, hit: Hit, ray: Ray): number {
  const px = hit[1] ?? 0;
  const py = hit[2] ?? 0;
  const pz = hit[3] ?? 0;
  let nx = hit[4] ?? 0;
  let ny = hit[5] ?? 0;
  let nz = hit[6] ?? 0;
  const cos = -((ray[3] ?? 0) * nx + (ray[4] ?? 0) * ny + (ray[5] ?? 0) * nz);
  const side = sideAt(px, py, pz);
  const u = uOf(side, px, py, pz) / model.side;
  const v = vOf(side, px, py, pz) / model.side;
  const broken = hit[7] === 2;
  spot[0] = u;
  spot[1] = v;
  spot[2] = body.pixel / model.side / Math.max(0.25, cos);
  const ink = broken || cos <= 0 ? 0 : inkAt(model.marks, side, spot, bend);
  let hollow = 1;
  if (ink > 0 && model.marks.dish > 0) {
    // A drilled pip is a dish: its wall leans towards its middle
    const slope = model.marks.dish * ink;
    const bu = -(bend[0] ?? 0) * slope;
    const bv = -(bend[1] ?? 0) * slope;
    nx += side === 2 || side === 5 ? bv : side === 3 || side === 4 ? bu : 0;
    ny += side === 0 || side === 5 ? bu : side === 1 || side === 4 ? bv : 0;
    nz += side === 1 || side === 2 ? bu : side === 0 || side === 3 ? bv : 0;
    const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= k;
    ny *= k;
    nz *= k;
    hollow = 1 - 0.45 * Math.min(1, slope);
  }
  norm[0] = nx;
  norm[1] = ny;
  norm[2] = nz;
  locate(body, hit);
  const light = lightOn(around, body) * hollow;
  let worn = 1;
  if (model.wear > 0) {
    const stain = stainAt(u, v, side);
    worn = 1 - model.wear * Math.max(0, stain - 0.35) * 1.6;
  }
  let base = model.marble === undefined ? model.body : toned(model, model.marble, px, py, pz);
  let inside = 0;
  if (model.absorb >= 0 && !broken && ink < 1) {
    base *= model.haze;
    inside =
      (1 - model.haze) * (1 - fresnelShare(Math.max(0, cos))) * through(around, body, model, hit, ray, cos);
  }
  if (broken) base = model.body * 0.8 + 0.03 * noiseAt(u * 60, v * 60, side);
  const own = ((1 - ink) * base + ink * (model.ink[side] ?? 0)) * worn * light + (1 - ink) * inside;
  const shine = model.gloss * (broken ? 0.2 : 1 - 0.3 * ink);
  if (shine <= 0) return own;
  if (inside > 0) {
    norm[0] = nx;
    norm[1] = ny;
    norm[2] = nz;
    locate(body, hit);
  }
  const rough = model.rough * (broken ? 10 : 1 + 2 * ink);
  return own + shine * fresnelShare(Math.max(0, cos)) * gloss(around, body, ray, rough);
}

/** Reflectance of a marbled body at a place in its axes. */
function toned({ side, body, tone }: DieModel, marble: Marble, x: number, y: number, z: number): number {
  return body + (tone - body) * marbleAt(marble, x / side, y / side, z / side);
}

const at = new Float64Array(3);
const to = new Float64Array(3);

/** What is seen through the surface of a clear die: far pips, cloth under it, sides that mirror inwards. */
function through(around: Around, body: Body, model: DieModel, hit: Hit, ray: Ray, cos: number): number {
  const h = model.cube.half;
  const k = cos / N - Math.sqrt(Math.max(0, 1 - (1 - cos * cos) / (N * N)));
  for (let i = 0; i < 3; i++) {
    at[i] = hit[i + 1] ?? 0;
    to[i] = (ray[3 + i] ?? 0) / N + (hit[i + 4] ?? 0) * k;
  }
  let left = 1;
  let sum = 0;
  for (let bounce = 0; bounce < 3; bounce++) {
    let t = Infinity;
    let axis = 0;
    for (let i = 0; i < 3; i++) {
      const d = to[i] ?? 0;
      const far = d === 0 ? Infinity : ((d > 0 ? h : -h) - (at[i] ?? 0)) / d;
      if (far < t) {
        t = far;
        axis = i;
      }
    }
    if (t < 0) return sum;
    for (let i = 0; i < 3; i++) at[i] = (at[i] ?? 0) + (to[i] ?? 0) * t;
    left *= Math.exp(-model.absorb * t);
    const ahead = to[axis] ?? 0;
    const cover = farInk(model, 2 * axis + (ahead > 0 ? 0 : 1), body.pixel);
    if (cover > 0) {
      sum += left * cover * farLight(around, body, model, axis, ahead);
      left *= 1 - cover;
    }
    if (left < 0.01) return sum;
    if (1 - ahead * ahead > 1 / (N * N)) to[axis] = -ahead;
    else return sum + left * 0.95 * leaving(around, body, model, axis, Math.abs(ahead));
  }
  return sum + left * 0.3 * around.stage.cloth;
}

/** Ink on the side that a ray inside the die has come to. */
function farInk(model: DieModel, side: number, pixel: number): number {
  const x = at[0] ?? 0;
  const y = at[1] ?? 0;
  const z = at[2] ?? 0;
  spot[0] = uOf(side, x, y, z) / model.side;
  spot[1] = vOf(side, x, y, z) / model.side;
  spot[2] = pixel / model.side;
  return inkAt(model.marks, side, spot, bend);
}

/** Radiance of ink that is lit, and seen, from inside the die. */
function farLight(around: Around, body: Body, model: DieModel, axis: number, ahead: number): number {
  const inwards = ahead > 0 ? -1 : 1;
  const ambient = around.stage.lit.light.ambient;
  norm.fill(0);
  norm[axis] = inwards;
  const lit = unshaded(body, ambient);
  const side = 2 * axis + (ahead > 0 ? 0 : 1);
  return (model.ink[side] ?? 0) * lit * 0.9 * Math.exp(-model.absorb * model.side * 0.9);
}

/** Radiance from outside that comes in where a ray inside a clear die leaves it. */
function leaving(around: Around, body: Body, model: DieModel, axis: number, out: number): number {
  const sign = (to[axis] ?? 0) > 0 ? 1 : -1;
  for (let i = 0; i < 3; i++) to[i] = (to[i] ?? 0) * N;
  to[axis] = sign * Math.sqrt(Math.max(0, 1 - N * N * (1 - out * out)));
  outward(body, to, mirror);
  outward(body, at, place);
  for (let i = 0; i < 3; i++) place[i] = (place[i] ?? 0) + (body.at[i] ?? 0);
  const { lit, cloth } = around.stage;
  const fall = mirror[2] ?? 0;
  if (fall >= -0.02) return Math.min(3, mirroredRadiance(lit, place, mirror, 0.02, cloth));
  const t = (place[2] ?? 0) / -fall;
  const x = place[0] ?? 0;
  const y = place[1] ?? 0;
  const floor = around.floor(x + (mirror[0] ?? 0) * t, y + (mirror[1] ?? 0) * t);
  // The cloth under the die is lit through the die
  return t < model.side * 0.3 ? floor * 0.9 * Math.exp(-model.absorb * model.side) : floor * 0.8;
}

function thingShade(around: Around, body: Body, hit: Hit, ray: Ray): number {
  const px = hit[1] ?? 0;
  const py = hit[2] ?? 0;
  const nx = hit[4] ?? 0;
  const ny = hit[5] ?? 0;
  const nz = hit[6] ?? 0;
  const thing = body.thing;
  let base = body.colour;
  if (thing?.kind === "disc" && thing.marks > 0) {
    const r = Math.hypot(px, py) / thing.radius;
    const angle = ((Math.atan2(py, px) / (2 * Math.PI) + thing.turn + 1) * thing.marks) % 1;
    if (r > 0.78 && angle < 0.35) base = body.spots;
    else if (Math.abs(r - 0.7) < 0.03) base = body.spots * 0.6 + base * 0.4;
    else if (r < 0.35 && noiseAt(px / 2.2, py / 2.2, thing.marks) > 0.6) base = body.spots;
  } else if (thing?.what === "hand") base *= 0.85 + 0.3 * noiseAt(px / 6, py / 6, 5);
  for (let i = 0; i < 3; i++) norm[i] = hit[i + 4] ?? 0;
  locate(body, hit);
  const light = lightOn(around, body);
  const cos = Math.max(0, -((ray[3] ?? 0) * nx + (ray[4] ?? 0) * ny + (ray[5] ?? 0) * nz));
  const shine = thing?.what === "ring" ? 8 : thing?.what === "hand" ? 0.2 : 0.6;
  return base * light + shine * fresnelShare(cos) * Math.min(6, gloss(around, body, ray, 0.12));
}
