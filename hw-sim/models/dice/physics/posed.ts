import type { DieFace, FaceSet } from "../../../../src/dice/faces.ts";
import { cornersOf, levelOrientation, type DiePose } from "./pose.ts";
import { rotationAbout, add, composeRotations, rotateVector, type Vec3 } from "./vectors.ts";

/** Dice laid in wanted positions, for pictures of a certain kind. Lengths in mm, angles in degrees. */

/** Flat on the cloth, `face` up. */
export function layFlat(set: FaceSet, side: number, face: DieFace, x: number, y: number, yaw: number): DiePose {
  return { at: [x, y, side / 2], orientation: levelOrientation(set, face, yaw) };
}

/** Flat beside `other`, side to side with a gap; `slide` moves it along the common side, `round` is its own edges' radius. */
export function layBeside(
  set: FaceSet,
  side: number,
  face: DieFace,
  other: { at: Vec3; yaw: number; side: number },
  way: { gap: number; slide: number; yaw?: number; round?: number },
): DiePose {
  const orientation = rotationAbout([0, 0, 1], other.yaw);
  // Turned against the other die, the nearest point is a corner
  const own = ((way.yaw ?? 0) * Math.PI) / 180;
  const round = way.round ?? 0;
  const reach = (side / 2 - round) * (Math.abs(Math.cos(own)) + Math.abs(Math.sin(own))) + round;
  const to = rotateVector(orientation, [other.side / 2 + way.gap + reach, way.slide, 0]);
  return layFlat(set, side, face, other.at[0] + to[0], other.at[1] + to[1], other.yaw + (way.yaw ?? 0));
}

/** On top of something `height` high, level. */
export function layOnTop(
  set: FaceSet,
  side: number,
  face: DieFace,
  place: { x: number; y: number; height: number; yaw: number },
): DiePose {
  const pose = layFlat(set, side, face, place.x, place.y, place.yaw);
  return { ...pose, at: add(pose.at, [0, 0, place.height]) };
}

/**
 * Tilted by `tilt` towards the direction `way` (degrees from x) and lowered or raised until its lowest point (with edges
 * rounded by `round`) is at height 0: a die that leans, whatever holds it.
 */
export function tiltPose(pose: DiePose, side: number, round: number, tilt: number, way: number): DiePose {
  const across: Vec3 = [-Math.sin((way * Math.PI) / 180), Math.cos((way * Math.PI) / 180), 0];
  const leaning = { at: pose.at, orientation: composeRotations(rotationAbout(across, tilt), pose.orientation) };
  const low = Math.min(...cornersOf(leaning, side - 2 * round).map((p) => p[2])) - round;
  return { at: add(pose.at, [0, 0, -low]), orientation: leaning.orientation };
}

/** On a corner, its diagonal leaning `lean` degrees off the upright: as a die spins before it falls. */
export function standOnCorner(
  side: number,
  round: number,
  x: number,
  y: number,
  yaw: number,
  lean: number,
): DiePose {
  const diagonal = rotationAbout([1, -1, 0], (Math.acos(1 / Math.sqrt(3)) * 180) / Math.PI);
  const orientation = composeRotations(
    rotationAbout([0, 0, 1], yaw),
    composeRotations(rotationAbout([0, 1, 0], lean), diagonal),
  );
  return tiltPose({ at: [x, y, side], orientation }, side, round, 0, 0);
}
