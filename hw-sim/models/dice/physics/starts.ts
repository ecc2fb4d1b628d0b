import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { DieMotion, DiePose } from "./pose.ts";
import type { Place } from "./place.ts";
import type { Kick } from "./throw.ts";
import { randomOrientation, uniformIn, type Vec3 } from "./vectors.ts";

/** How dice come to fly. All from chance; the same stream gives the same throw. */

/** A die as it is let go. */
export interface Start extends DiePose, DieMotion {
  /** mm */
  readonly side: number;
  readonly round: number;
}

export interface Set {
  readonly count: number;
  /** mm */
  readonly side: number;
  readonly round: number;
}

/** Tries for a place clear of the other dice. */
const TRIES = 200;

/** Places at least `apart` from each other, drawn until they fit. */
function apartPlaces(count: number, apart: number, draw: () => Vec3): Vec3[] {
  const places: Vec3[] = [];
  for (let tries = 0; places.length < count && tries < TRIES * count; tries++) {
    const p = draw();
    const clear = places.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) > apart);
    if (clear) places.push(p);
  }
  if (places.length < count)
    throw new RangeError(`no room for ${count} dice of which any two are ${apart} mm apart`);
  return places;
}

const spinOf = (random: RandomSource, most: number): Vec3 => [
  uniformIn(random, -most, most),
  uniformIn(random, -most, most),
  uniformIn(random, -most, most),
];

/** A shaker's plate kicks them up under the dome. */
export function popDice(random: RandomSource, place: Place, set: Set): Start[] {
  const reach = Math.min(...place.half) - set.side;
  const places = apartPlaces(set.count, set.side * 1.8, () => {
    const [r, a] = [reach * Math.sqrt(uniformIn(random, 0, 1)), uniformIn(random, 0, 2 * Math.PI)];
    return [r * Math.cos(a), r * Math.sin(a), set.side * 0.9];
  });
  return places.map((at) => ({
    at,
    orientation: randomOrientation(random),
    velocity: [uniformIn(random, -250, 250), uniformIn(random, -250, 250), uniformIn(random, 600, 1_200)],
    spin: spinOf(random, 40),
    side: set.side,
    round: set.round,
  }));
}

/** Kicks of the plate at the end of a shake, and the speed of the first, mm/s: it fades out, so that none leans or lies on another. */
const FADING = 6;
const FADING_UP = 300;

/** The end of a shake: kick after kick a weaker one, as `fly` takes them. */
export function fadingKicks(random: RandomSource, { count }: Set): Kick[][] {
  return Array.from({ length: FADING }, (_, at) =>
    Array.from({ length: count }, () => {
      const up = FADING_UP * (1 - at / (2 * FADING)) * uniformIn(random, 0.7, 1.3);
      return {
        velocity: [uniformIn(random, -60, 60), uniformIn(random, -60, 60), up],
        spin: spinOf(random, 6),
      };
    }),
  );
}

/** Out of a horn or cup held over the cloth: dice in a heap, falling and drifting one way. */
export function pourDice(random: RandomSource, place: Place, set: Set): Start[] {
  const way = uniformIn(random, 0, 2 * Math.PI);
  const speed = uniformIn(random, 100, 500);
  const wide = Math.min(45, Math.min(...place.half) - set.side);
  const places = apartPlaces(set.count, set.side * 1.75, () => [
    uniformIn(random, -wide, wide),
    uniformIn(random, -wide, wide),
    uniformIn(random, 1.2 * set.side, 1.2 * set.side + 60),
  ]);
  return places.map((at) => ({
    at,
    orientation: randomOrientation(random),
    velocity: [
      speed * Math.cos(way) + uniformIn(random, -80, 80),
      speed * Math.sin(way) + uniformIn(random, -80, 80),
      uniformIn(random, -700, 0),
    ],
    spin: spinOf(random, 30),
    side: set.side,
    round: set.round,
  }));
}
