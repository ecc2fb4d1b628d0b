import type { Cut } from "./looks.ts";

/**
 * Where a ray first meets a body, in the body's own coordinates. A hit is eight numbers: distance, place, normal, part
 * (0 a flat side, 1 a rounded edge, 2 a broken place).
 */
export const HIT = 8;
export type Hit = Float64Array;

/** A ray in the body's own coordinates: origin x, y, z in mm and direction of length 1. Buffers, so that no number is boxed. */
export type Ray = Float64Array;

/** The cube with rounded edges, cut by a ball and by planes. mm */
export interface Cube {
  readonly half: number;
  readonly round: number;
  /** Radius of the ball; 0: none. */
  readonly ball: number;
  readonly cuts: readonly Cut[];
}

/** Ray against the cube. Sides by slabs; edges and corners as cylinders and balls (Quilez, rounded box). Fills `hit`. */
export function hitCube(cube: Cube, ray: Ray, hit: Hit): boolean {
  const ox = ray[0] ?? 0;
  const oy = ray[1] ?? 0;
  const oz = ray[2] ?? 0;
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  const h = cube.half;
  const mx = 1 / dx;
  const my = 1 / dy;
  const mz = 1 / dz;
  const kx = Math.abs(mx) * h;
  const ky = Math.abs(my) * h;
  const kz = Math.abs(mz) * h;
  const ax = -mx * ox;
  const ay = -my * oy;
  const az = -mz * oz;
  const enter = Math.max(ax - kx, ay - ky, az - kz);
  const leave = Math.min(ax + kx, ay + ky, az + kz);
  if (enter > leave || leave < 0) return false;
  const px = ox + dx * enter;
  const py = oy + dy * enter;
  const pz = oz + dz * enter;
  hit[7] = 0;
  hit[4] = hit[5] = hit[6] = 0;
  if (enter === ax - kx) hit[4] = dx > 0 ? -1 : 1;
  else if (enter === ay - ky) hit[5] = dy > 0 ? -1 : 1;
  else hit[6] = dz > 0 ? -1 : 1;
  const a = h - cube.round;
  const bx = Math.abs(px) - a;
  const by = Math.abs(py) - a;
  const bz = Math.abs(pz) - a;
  const inner = Math.min(Math.max(bx, by), Math.max(by, bz), Math.max(bz, bx));
  hit[0] = enter;
  if (cube.round > 0 && inner > 0 && !hitEdges(cube, ray, hit)) return false;
  if ((cube.ball > 0 || cube.cuts.length > 0) && !hitCuts(cube, ray, hit, leave)) return false;
  const t = hit[0];
  hit[1] = ox + dx * t;
  hit[2] = oy + dy * t;
  hit[3] = oz + dz * t;
  return true;
}

/** From where the ray enters the sharp cube on to the rounded edge or corner there. */
function hitEdges(cube: Cube, ray: Ray, hit: Hit): boolean {
  const ox = ray[0] ?? 0;
  const oy = ray[1] ?? 0;
  const oz = ray[2] ?? 0;
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  const a = cube.half - cube.round;
  const enter = hit[0] ?? 0;
  const sx = ox + dx * enter < 0 ? -1 : 1;
  const sy = oy + dy * enter < 0 ? -1 : 1;
  const sz = oz + dz * enter < 0 ? -1 : 1;
  const vx = dx * sx;
  const vy = dy * sy;
  const vz = dz * sz;
  const cx = ox * sx - a;
  const cy = oy * sy - a;
  const cz = oz * sz - a;
  const r2 = cube.round * cube.round;
  const bx = cx * vx;
  const by = cy * vy;
  const bz = cz * vz;
  let t = Infinity;
  const b = bx + by + bz;
  const s = b * b - (cx * cx + cy * cy + cz * cz - r2);
  if (s > 0) t = -b - Math.sqrt(s);
  t = hitRoundedEdge(t, vy * vy + vz * vz, by + bz, cy * cy + cz * cz - r2, cx + a, vx, a);
  t = hitRoundedEdge(t, vx * vx + vz * vz, bx + bz, cx * cx + cz * cz - r2, cy + a, vy, a);
  t = hitRoundedEdge(t, vx * vx + vy * vy, bx + by, cx * cx + cy * cy - r2, cz + a, vz, a);
  if (t === Infinity || t < 0) return false;
  const k = 1 / cube.round;
  hit[0] = t;
  hit[4] = Math.max(0, cx + vx * t) * k * sx;
  hit[5] = Math.max(0, cy + vy * t) * k * sy;
  hit[6] = Math.max(0, cz + vz * t) * k * sz;
  hit[7] = 1;
  return true;
}

/** The rounded edge along one axis: nearer than `t`, and within the edge's length. */
function hitRoundedEdge(
  t: number,
  a: number,
  b: number,
  c: number,
  along: number,
  v: number,
  length: number,
): number {
  const s = b * b - a * c;
  if (s <= 0) return t;
  const near = (-b - Math.sqrt(s)) / a;
  return near > 0 && near < t && Math.abs(along + v * near) < length ? near : t;
}

/** Moves the hit on to the surface that ball and cuts leave; false when nothing is left along the ray. */
function hitCuts(cube: Cube, ray: Ray, hit: Hit, leave: number): boolean {
  const ox = ray[0] ?? 0;
  const oy = ray[1] ?? 0;
  const oz = ray[2] ?? 0;
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  let t = hit[0] ?? 0;
  let end = leave;
  if (cube.ball > 0) {
    const b = ox * dx + oy * dy + oz * dz;
    const s = b * b - (ox * ox + oy * oy + oz * oz - cube.ball * cube.ball);
    if (s <= 0) return false;
    const root = Math.sqrt(s);
    end = Math.min(end, -b + root);
    if (-b - root > t) {
      t = -b - root;
      const k = 1 / cube.ball;
      hit[4] = (ox + dx * t) * k;
      hit[5] = (oy + dy * t) * k;
      hit[6] = (oz + dz * t) * k;
      hit[7] = 1;
    }
  }
  for (const cut of cube.cuts) {
    const [nx, ny, nz] = cut.normal;
    const along = nx * dx + ny * dy + nz * dz;
    const at = (cut.offset * cube.half * 2 - (nx * ox + ny * oy + nz * oz)) / along;
    if (along > 0) end = Math.min(end, at);
    else if (at > t) {
      t = at;
      [hit[4], hit[5], hit[6], hit[7]] = [nx, ny, nz, 2];
    }
  }
  hit[0] = t;
  return t < end;
}

/** Upright disc: `radius`, from z 0 to `height`, with a hole. Coordinates from the middle of its lower face. */
export function hitDisc(radius: number, height: number, hole: number, ray: Ray, hit: Hit): boolean {
  const ox = ray[0] ?? 0;
  const oy = ray[1] ?? 0;
  const oz = ray[2] ?? 0;
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  const top = (height - oz) / dz;
  if (top > 0 && dz < 0) {
    const x = ox + dx * top;
    const y = oy + dy * top;
    const r2 = x * x + y * y;
    if (r2 <= radius * radius && r2 >= hole * hole) return setHit(hit, top, x, y, height, 0, 0, 1, 0);
    if (r2 < hole * hole) return false;
  }
  const a = dx * dx + dy * dy;
  const b = ox * dx + oy * dy;
  const s = b * b - a * (ox * ox + oy * oy - radius * radius);
  if (s <= 0 || a === 0) return false;
  const t = (-b - Math.sqrt(s)) / a;
  const z = oz + dz * t;
  if (t <= 0 || z < 0 || z > height) return false;
  const x = ox + dx * t;
  const y = oy + dy * t;
  return setHit(hit, t, x, y, z, x / radius, y / radius, 0, 1);
}

/** A rod with round ends from the origin to b. */
export function hitRod(radius: number, b: Float64Array, ray: Ray, hit: Hit): boolean {
  const ox = ray[0] ?? 0;
  const oy = ray[1] ?? 0;
  const oz = ray[2] ?? 0;
  const dx = ray[3] ?? 0;
  const dy = ray[4] ?? 0;
  const dz = ray[5] ?? 0;
  const bx = b[0] ?? 0;
  const by = b[1] ?? 0;
  const bz = b[2] ?? 0;
  const bb = bx * bx + by * by + bz * bz;
  const bd = bx * dx + by * dy + bz * dz;
  const bo = bx * ox + by * oy + bz * oz;
  const dO = dx * ox + dy * oy + dz * oz;
  const oo = ox * ox + oy * oy + oz * oz;
  const a = bb - bd * bd;
  const k = bb * dO - bo * bd;
  const c = bb * oo - bo * bo - radius * radius * bb;
  const s = k * k - a * c;
  if (s < 0) return false;
  let t = (-k - Math.sqrt(s)) / a;
  let y = bo + t * bd;
  if (!(y > 0 && y < bb)) {
    const far = y > 0 ? 1 : 0;
    const [ex, ey, ez] = [ox - bx * far, oy - by * far, oz - bz * far];
    const e = dx * ex + dy * ey + dz * ez;
    const q = e * e - (ex * ex + ey * ey + ez * ez - radius * radius);
    if (q <= 0) return false;
    t = -e - Math.sqrt(q);
    y = far * bb;
  }
  if (t <= 0) return false;
  const [x, yy, z] = [ox + dx * t, oy + dy * t, oz + dz * t];
  const on = y / bb;
  return setHit(hit, t, x, yy, z, (x - bx * on) / radius, (yy - by * on) / radius, (z - bz * on) / radius, 1);
}

function setHit(
  hit: Hit,
  t: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  part: number,
): boolean {
  hit[0] = t;
  hit[1] = x;
  hit[2] = y;
  hit[3] = z;
  hit[4] = nx;
  hit[5] = ny;
  hit[6] = nz;
  hit[7] = part;
  return true;
}
