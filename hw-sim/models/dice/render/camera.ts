import type { Point } from "../../../../src/vision/grey-image.ts";
import { rotationAbout, cross, dot, sub, rotateVector, unitOf, type Vec3 } from "../physics/vectors.ts";

/**
 * A camera over the table. Brown's lens: a point at normalised radius r appears at r(1 + k1 r² + k2 r⁴).
 * `right`, `down` and `ahead` are the picture's axes in table coordinates.
 */
export interface Camera {
  readonly width: number;
  readonly height: number;
  /** Focal length in pixels. */
  readonly focal: number;
  /** Where the optical axis meets the picture, pixels from its top left corner. */
  readonly centre: Point;
  readonly k1: number;
  readonly k2: number;
  /** Millimetres. */
  readonly at: Vec3;
  readonly right: Vec3;
  readonly down: Vec3;
  readonly ahead: Vec3;
}

export interface CameraPlace {
  readonly width: number;
  readonly height: number;
  /** Height over the cloth, mm. */
  readonly over: number;
  /** Pixels per mm at the cloth, on the axis. */
  readonly scale: number;
  /** Point of the cloth on the axis, mm. */
  readonly aim?: readonly [number, number];
  /** Degrees off straight down, and towards where the picture's top is turned. */
  readonly tilt?: number;
  readonly roll?: number;
  readonly k1?: number;
  readonly k2?: number;
}

export function placeCamera(place: CameraPlace): Camera {
  const tilt = rotationAbout([1, 0, 0], place.tilt ?? 0);
  const roll = rotationAbout([0, 0, 1], place.roll ?? 0);
  const seen = (v: Vec3): Vec3 => rotateVector(roll, rotateVector(tilt, v));
  const ahead = seen([0, 0, -1]);
  const far = place.over / -ahead[2];
  const [x, y] = place.aim ?? [0, 0];
  return {
    width: place.width,
    height: place.height,
    focal: place.scale * far,
    centre: { x: place.width / 2, y: place.height / 2 },
    k1: place.k1 ?? 0,
    k2: place.k2 ?? 0,
    at: [x - ahead[0] * far, y - ahead[1] * far, place.over],
    right: seen([1, 0, 0]),
    down: unitOf(cross(ahead, seen([1, 0, 0]))),
    ahead,
  };
}

/** Where a point of the table appears. Behind the camera: far outside the picture. */
export function projectPoint(camera: Camera, p: Vec3): Point {
  const v = sub(p, camera.at);
  const z = dot(v, camera.ahead);
  if (z <= 1e-6) return { x: -1e9, y: -1e9 };
  const x = dot(v, camera.right) / z;
  const y = dot(v, camera.down) / z;
  const r2 = x * x + y * y;
  const bent = camera.focal * (1 + camera.k1 * r2 + camera.k2 * r2 * r2);
  return { x: camera.centre.x + x * bent, y: camera.centre.y + y * bent };
}

/** Direction (length 1, table coordinates) in which a point of the picture looks. */
export function sightThrough(camera: Camera, x: number, y: number): Vec3 {
  const bx = (x - camera.centre.x) / camera.focal;
  const by = (y - camera.centre.y) / camera.focal;
  let ux = bx;
  let uy = by;
  // Fixed-point inverse of the lens: converges in a few steps for |k r²| < 0.3
  for (let i = 0; i < 6; i++) {
    const r2 = ux * ux + uy * uy;
    const bend = 1 + camera.k1 * r2 + camera.k2 * r2 * r2;
    ux = bx / bend;
    uy = by / bend;
  }
  const { right, down, ahead } = camera;
  return unitOf([
    ahead[0] + right[0] * ux + down[0] * uy,
    ahead[1] + right[1] * ux + down[1] * uy,
    ahead[2] + right[2] * ux + down[2] * uy,
  ]);
}

/** Where a point of the picture meets the plane at height z. */
export function pointOnPlane(camera: Camera, at: Point, z: number): Vec3 {
  const d = sightThrough(camera, at.x, at.y);
  const t = (z - camera.at[2]) / d[2];
  return [camera.at[0] + d[0] * t, camera.at[1] + d[1] * t, z];
}

/** A camera that was knocked: turned about its own axes by degrees. */
export function knocked(camera: Camera, tilt: number, roll: number): Camera {
  const about = rotationAbout(camera.right, tilt);
  const round = rotationAbout(camera.ahead, roll);
  const seen = (v: Vec3): Vec3 => rotateVector(about, rotateVector(round, v));
  return { ...camera, right: seen(camera.right), down: seen(camera.down), ahead: seen(camera.ahead) };
}

/** The direction of every pixel's centre: x, y, z for each, row after row. */
export function sightsOf(camera: Camera): Float32Array {
  const all = new Float32Array(camera.width * camera.height * 3);
  for (let y = 0, i = 0; y < camera.height; y++)
    for (let x = 0; x < camera.width; x++, i += 3) all.set(sightThrough(camera, x + 0.5, y + 0.5), i);
  return all;
}

/** Middle of some points. */
export function middle(points: readonly Point[]): Point {
  const sum = points.reduce((a, p) => ({ x: a.x + p.x, y: a.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
