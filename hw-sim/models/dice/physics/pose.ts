import { facesOf, type DieFace, type FaceSet } from "../../../../src/dice/faces.ts";
import {
  rotationAbout,
  axesOf,
  rotationBetween,
  composeRotations,
  rotateVector,
  type Quat,
  type Vec3,
} from "./vectors.ts";

/** Where a die is: its centre in millimetres and its attitude. */
export interface DiePose {
  readonly at: Vec3;
  readonly orientation: Quat;
}

/** How it moves: mm/s, and radians a second about the table's axes. */
export interface DieMotion {
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

/** The six sides of the cube by its own axes, in this order: +x, -x, +y, -y, +z, -z. The side opposite `i` is `i ^ 1`. */
export const SIDES = 6;

/**
 * Which face of the set (index in `facesOf`) a side bears. Opposite pips sum to 7 and 1, 2, 3 run anticlockwise round
 * their corner; crown is opposite anchor, heart opposite spade, diamond opposite club.
 */
const FACE_OF_SIDE: Record<FaceSet, readonly number[]> = {
  pips: [1, 4, 2, 3, 0, 5],
  symbols: [2, 5, 3, 4, 0, 1],
};

export function faceOnSide(set: FaceSet, side: number): DieFace {
  const face = facesOf(set)[FACE_OF_SIDE[set][side] ?? -1];
  if (face === undefined) throw new RangeError(`a die has no side ${side}`);
  return face;
}

export function sideOfFace(set: FaceSet, face: DieFace): number {
  const side = FACE_OF_SIDE[set].indexOf(facesOf(set).indexOf(face));
  if (side < 0) throw new RangeError(`no face ${face} in the set ${set}`);
  return side;
}

/** Outward direction of a side in the die's own axes. */
export function normalOfSide(side: number): Vec3 {
  const sign = side % 2 === 0 ? 1 : -1;
  return [side >> 1 === 0 ? sign : 0, side >> 1 === 1 ? sign : 0, side >> 1 === 2 ? sign : 0];
}

/** The side that looks up most, and how many degrees its direction is off the upright. */
export function upSideOf(orientation: Quat): { side: number; tilt: number } {
  const axes = axesOf(orientation);
  let side = 0;
  let most = -2;
  for (let i = 0; i < SIDES; i++) {
    const up = (axes[(i >> 1) * 3 + 2] ?? 0) * (i % 2 === 0 ? 1 : -1);
    if (up > most) [side, most] = [i, up];
  }
  return { side, tilt: (Math.acos(Math.min(1, most)) * 180) / Math.PI };
}

/** Level, with that face up, turned by `yaw` degrees about the upright. */
export function levelOrientation(set: FaceSet, face: DieFace, yaw: number): Quat {
  return composeRotations(
    rotationAbout([0, 0, 1], yaw),
    rotationBetween(normalOfSide(sideOfFace(set, face)), [0, 0, 1]),
  );
}

/** The same attitude of the cube with another face up: a die whose faces were numbered another way round. */
export function orientationWithFaceUp(set: FaceSet, orientation: Quat, face: DieFace): Quat {
  const from = normalOfSide(sideOfFace(set, face));
  return composeRotations(orientation, rotationBetween(from, normalOfSide(upSideOf(orientation).side)));
}

/** The eight corners of the cube in table coordinates. */
export function cornersOf(pose: DiePose, side: number): Vec3[] {
  const h = side / 2;
  const corners: Vec3[] = [];
  for (let i = 0; i < 8; i++) {
    const v = rotateVector(pose.orientation, [i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h]);
    corners.push([pose.at[0] + v[0], pose.at[1] + v[1], pose.at[2] + v[2]]);
  }
  return corners;
}
