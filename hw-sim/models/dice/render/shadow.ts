import { hitBody, rayIntoBody, type Body } from "./bodies.ts";
import { irradianceAt, SAMPLE } from "./light.ts";
import { projectPoint } from "./camera.ts";
import { HIT } from "./shapes.ts";
import type { Stage } from "./stage.ts";

/** What bodies do to each other's light. Vectors that name a place or a normal are in the table's coordinates. */
export interface Around {
  readonly stage: Stage;
  /** Radiance of the cloth at a place of the table. */
  floor(x: number, y: number): number;
  /** Light on a place of a body with its normal, shadows of others taken off; -1: nothing shades this body. */
  shaded(body: Body, p: Float64Array, n: Float64Array): number;
  /** Radiance of the body that a mirror at p shows in direction r, or -1. */
  glimpse(body: Body, p: Float64Array, r: Float64Array): number;
  /** Share of its light that the cloth keeps at a place; `bits` name the bodies that may shade it. */
  cover(bits: number, x: number, y: number): number;
}

const hit = new Float64Array(HIT);

/** `fine`: every body shades and is mirrored; otherwise only those that stand higher shade what is below them. */
export function makeShadows(stage: Stage, bodies: readonly Body[], fine: boolean): Around {
  const over = new Map<Body, readonly Body[]>();
  for (const body of bodies) over.set(body, shaders(body, bodies, fine));
  return {
    stage,
    floor: (x, y) => floorAt(stage, x, y),
    shaded: (body, p, n) => {
      const others = over.get(body);
      return others === undefined || others.length === 0 ? -1 : shadedLight(stage, others, p, n);
    },
    glimpse: (body, p, r) => (fine ? glimpse(stage, bodies, body, p, r) : -1),
    cover: (bits, x, y) => cover(stage, bodies, bits, x, y),
  };
}

/** Bodies that may stand between this one and a lamp. */
function shaders(body: Body, bodies: readonly Body[], fine: boolean): Body[] {
  return bodies.filter((other) => {
    if (other === body) return false;
    const [x, y, z] = other.middle;
    const apart = Math.hypot(x - body.middle[0], y - body.middle[1]);
    if (apart > (fine ? 6 : 3) * (body.reach + other.reach)) return false;
    // A rod's parts are one arm: they would only shade each other's joints
    if (body.thing?.kind === "rod" && other.thing?.kind === "rod") return false;
    return fine ? true : z + other.reach * 0.5 > body.middle[2] + body.reach * 0.5 + 2;
  });
}

function floorAt(stage: Stage, x: number, y: number): number {
  const { camera } = stage.setting;
  const at = projectPoint(camera, [x, y, 0]);
  const px = Math.floor(at.x);
  const py = Math.floor(at.y);
  if (px < 0 || py < 0 || px >= camera.width || py >= camera.height) return stage.cloth;
  return stage.sharp[py * camera.width + px] ?? 0;
}

/** The ray that is tried, in the table's coordinates and in a body's. */
const beam = new Float64Array(6);
const inner = new Float64Array(6);

/** Whether the beam meets the body. */
function meets(body: Body): boolean {
  const vx = (beam[0] ?? 0) - body.middle[0];
  const vy = (beam[1] ?? 0) - body.middle[1];
  const vz = (beam[2] ?? 0) - body.middle[2];
  const along = vx * (beam[3] ?? 0) + vy * (beam[4] ?? 0) + vz * (beam[5] ?? 0);
  if (along > body.reach) return false;
  if (vx * vx + vy * vy + vz * vz - along * along > body.reach * body.reach) return false;
  rayIntoBody(body, beam, inner);
  return hitBody(body, inner, hit) && (hit[0] ?? 0) > 0.01;
}

/**
 * Whether the beam (its direction of any length) meets the body: dice as sharp cubes, which is near enough for what falls on
 * the cloth.
 */
function shades(body: Body): boolean {
  const dx = beam[3] ?? 0;
  const dy = beam[4] ?? 0;
  const dz = beam[5] ?? 0;
  const vx = body.middle[0] - (beam[0] ?? 0);
  const vy = body.middle[1] - (beam[1] ?? 0);
  const vz = body.middle[2] - (beam[2] ?? 0);
  const along = vx * dx + vy * dy + vz * dz;
  const dd = dx * dx + dy * dy + dz * dz;
  if ((vx * vx + vy * vy + vz * vz - body.reach * body.reach) * dd > along * along) return false;
  if (body.model === undefined) {
    const k = 1 / Math.sqrt(dd);
    for (let i = 3; i < 6; i++) beam[i] = (beam[i] ?? 0) * k;
    return meets(body);
  }
  const h = body.model.cube.half;
  const a = body.axes;
  let enter = 0;
  let leave = Infinity;
  for (let i = 0; i < 9; i += 3) {
    const o = (a[i] ?? 0) * vx + (a[i + 1] ?? 0) * vy + (a[i + 2] ?? 0) * vz;
    const d = 1 / ((a[i] ?? 0) * dx + (a[i + 1] ?? 0) * dy + (a[i + 2] ?? 0) * dz);
    const reach = Math.abs(d) * h;
    enter = Math.max(enter, o * d - reach);
    leave = Math.min(leave, o * d + reach);
  }
  return enter < leave;
}

function shadedLight(stage: Stage, others: readonly Body[], p: Float64Array, n: Float64Array): number {
  const { samples, light } = stage.lit;
  const px = p[0] ?? 0;
  const py = p[1] ?? 0;
  const pz = p[2] ?? 0;
  const nx = n[0] ?? 0;
  const ny = n[1] ?? 0;
  const nz = n[2] ?? 0;
  beam[0] = px;
  beam[1] = py;
  beam[2] = pz;
  let sky = light.ambient * (0.65 + 0.35 * nz);
  for (const other of others) sky *= 1 - 0.5 * other.dark * nearness(other, px, py, pz);
  let sum = sky;
  for (let i = 0; i < samples.length; i += SAMPLE) {
    const x = (samples[i] ?? 0) - px;
    const y = (samples[i + 1] ?? 0) - py;
    const z = (samples[i + 2] ?? 0) - pz;
    const cos = x * nx + y * ny + z * nz;
    if (cos <= 0 || z <= 0) continue;
    const d = Math.sqrt(x * x + y * y + z * z);
    let part = ((samples[i + 3] ?? 0) * cos * z) / (d * d * d * d);
    beam[3] = x / d;
    beam[4] = y / d;
    beam[5] = z / d;
    for (const other of others) if (meets(other)) part *= 1 - other.dark;
    sum += part;
  }
  return sum;
}

function glimpse(stage: Stage, bodies: readonly Body[], body: Body, p: Float64Array, r: Float64Array): number {
  for (let i = 0; i < 3; i++) {
    beam[i] = p[i] ?? 0;
    beam[3 + i] = r[i] ?? 0;
  }
  for (const other of bodies) {
    if (other === body || !meets(other)) continue;
    const colour = other.model === undefined ? other.colour : other.model.body;
    return (
      colour * irradianceAt(stage.lit, other.middle, -(r[0] ?? 0), -(r[1] ?? 0), Math.max(0, -(r[2] ?? 0)))
    );
  }
  return -1;
}

/** 1 at the body's surface, falling off over a third of its size. */
function nearness(body: Body, x: number, y: number, z: number): number {
  const a = body.axes;
  const vx = x - body.middle[0];
  const vy = y - body.middle[1];
  const vz = z - body.middle[2];
  const model = body.model;
  let far: number;
  let scale: number;
  if (model !== undefined) {
    const h = model.cube.half;
    const u = Math.max(0, Math.abs((a[0] ?? 0) * vx + (a[1] ?? 0) * vy + (a[2] ?? 0) * vz) - h);
    const v = Math.max(0, Math.abs((a[3] ?? 0) * vx + (a[4] ?? 0) * vy + (a[5] ?? 0) * vz) - h);
    const w = Math.max(0, Math.abs((a[6] ?? 0) * vx + (a[7] ?? 0) * vy + (a[8] ?? 0) * vz) - h);
    far = Math.sqrt(u * u + v * v + w * w);
    scale = h * 0.35;
  } else if (body.thing?.kind === "disc") {
    far =
      Math.max(0, Math.hypot(vx, vy) - body.thing.radius) + Math.max(0, Math.abs(vz) - body.thing.height / 2);
    scale = Math.min(body.thing.height, 12);
  } else {
    far = Math.max(0, Math.sqrt(vx * vx + vy * vy + vz * vz) - body.reach);
    scale = 20;
  }
  return far > 4 * scale ? 0 : Math.exp(-far / scale);
}

function cover(stage: Stage, bodies: readonly Body[], bits: number, x: number, y: number): number {
  const { casters: samples, light } = stage.lit;
  let sky = light.ambient;
  let total = light.ambient;
  for (let b = 0; b < bodies.length; b++) {
    const body = bodies[b];
    if ((bits & (1 << b)) !== 0 && body !== undefined) sky *= 1 - 0.6 * body.dark * nearness(body, x, y, 0);
  }
  beam[0] = x;
  beam[1] = y;
  beam[2] = 0;
  let sum = sky;
  for (let i = 0; i < samples.length; i += SAMPLE) {
    const dx = (samples[i] ?? 0) - x;
    const dy = (samples[i + 1] ?? 0) - y;
    const dz = samples[i + 2] ?? 0;
    const d2 = dx * dx + dy * dy + dz * dz;
    let part = ((samples[i + 3] ?? 0) * dz * dz) / (d2 * d2);
    total += part;
    beam[3] = dx;
    beam[4] = dy;
    beam[5] = dz;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if ((bits & (1 << b)) !== 0 && body !== undefined && shades(body)) part *= 1 - body.dark;
    }
    sum += part;
  }
  return total > 0 ? sum / total : 1;
}
