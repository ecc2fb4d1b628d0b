import type { DieFace } from "../../../src/dice/faces.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { orientationWithFaceUp } from "./physics/pose.ts";
import type { Flight } from "./physics/throw.ts";
import { composeRotations, type Quat } from "./physics/vectors.ts";
import { drawShot } from "./render/draw.ts";
import type { DieAppearance, ShownDie, Shot } from "./render/looks.ts";
import { exposeFrame } from "./render/sensor.ts";
import type { Stage } from "./render/stage.ts";

/** The shots of a flight, one for each of its frames; dice that move are blurred as the shutter wants it. */
export function shotsOfFlight(flight: Flight, looks: readonly DieAppearance[]): Shot[] {
  return flight.frames.map((frame) => ({
    things: [],
    drift: 1,
    dice: frame.flatMap(({ at, orientation, velocity, spin }, i): ShownDie[] => {
      const look = looks[i % looks.length];
      return look === undefined
        ? []
        : [{ appearance: look, pose: { at, orientation }, motion: { velocity, spin } }];
    }),
  }));
}

/**
 * The same flight with other faces up at its end: each die's faces are numbered differently from the start, which does not
 * change its motion. For throws with a wanted outcome. A die without a wanted face stays as it is.
 */
export function showFaces(
  flight: Flight,
  looks: readonly DieAppearance[],
  faces: readonly (DieFace | undefined)[],
): Flight {
  const turns = flight.rest.map((die, i): Quat => {
    const [look, face] = [looks[i % looks.length], faces[i]];
    if (look === undefined || face === undefined) return [1, 0, 0, 0];
    const wanted = orientationWithFaceUp(look.set, die.orientation, face);
    // wanted = turn * own, so own = inverse(turn) * wanted
    const [w, x, y, z] = die.orientation;
    return composeRotations([w, -x, -y, -z], wanted);
  });
  const renumbered = <T extends { readonly orientation: Quat }>(die: T, i: number): T => ({
    ...die,
    orientation: composeRotations(die.orientation, turns[i] ?? [1, 0, 0, 0]),
  });
  return {
    ...flight,
    rest: flight.rest.map(renumbered),
    frames: flight.frames.map((frame) => frame.map(renumbered)),
  };
}

/** One frame: the shot drawn, with this exposure's own noise. */
export function frameOf(stage: Stage, shot: Shot, noise: RandomSource): GreyImage {
  return exposeImage(stage, drawShot(stage, shot), shot.drift, noise);
}

/** `count` frames of a shot in which nothing moves: drawn once, noise for each. */
export function framesOf(stage: Stage, shot: Shot, count: number, noise: RandomSource): GreyImage[] {
  const radiance = Float32Array.from(drawShot(stage, shot));
  return Array.from({ length: count }, () => exposeImage(stage, radiance, shot.drift, noise));
}

export function exposeImage(
  stage: Stage,
  radiance: Float32Array,
  drift: number,
  noise: RandomSource,
): GreyImage {
  const { width, height } = stage.setting.camera;
  return greyImage(width, height, exposeFrame(stage.tables, stage.noise, radiance, width, drift, noise));
}
