import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Start } from "./body.ts";
import type { Place } from "./place.ts";
import type { Kick } from "./throw.ts";
import { anyTurn, even, type Vec3 } from "./vectors.ts";

/** How dice come to fly. All from chance; the same stream gives the same throw. */

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
  even(random, -most, most),
  even(random, -most, most),
  even(random, -most, most),
];

/** A shaker's plate kicks them up under the dome. */
export function popped(random: RandomSource, place: Place, set: Set): Start[] {
  const reach = Math.min(...place.half) - set.side;
  const places = apartPlaces(set.count, set.side * 1.8, () => {
    const [r, a] = [reach * Math.sqrt(even(random, 0, 1)), even(random, 0, 2 * Math.PI)];
    return [r * Math.cos(a), r * Math.sin(a), set.side * 0.9];
  });
  return places.map((at) => ({
    at,
    orientation: anyTurn(random),
    velocity: [even(random, -250, 250), even(random, -250, 250), even(random, 600, 1_200)],
    spin: spinOf(random, 40),
    side: set.side,
    round: set.round,
  }));
}

/** Kicks of the plate at the end of a shake, and the speed of the first, mm/s: it fades out, so that none leans or lies on another. */
const FADING = 6;
const FADING_UP = 300;

/** The end of a shake: kick after kick a weaker one, as `fly` takes them. */
export function fading(random: RandomSource, { count }: Set): Kick[][] {
  return Array.from({ length: FADING }, (_, at) =>
    Array.from({ length: count }, () => {
      const up = FADING_UP * (1 - at / (2 * FADING)) * even(random, 0.7, 1.3);
      return { velocity: [even(random, -60, 60), even(random, -60, 60), up], spin: spinOf(random, 6) };
    }),
  );
}

/** Out of a horn or cup held over the cloth: dice in a heap, falling and drifting one way. */
export function poured(random: RandomSource, place: Place, set: Set): Start[] {
  const way = even(random, 0, 2 * Math.PI);
  const speed = even(random, 100, 500);
  const wide = Math.min(45, Math.min(...place.half) - set.side);
  const places = apartPlaces(set.count, set.side * 1.75, () => [
    even(random, -wide, wide),
    even(random, -wide, wide),
    even(random, 1.2 * set.side, 1.2 * set.side + 60),
  ]);
  return places.map((at) => ({
    at,
    orientation: anyTurn(random),
    velocity: [
      speed * Math.cos(way) + even(random, -80, 80),
      speed * Math.sin(way) + even(random, -80, 80),
      even(random, -700, 0),
    ],
    spin: spinOf(random, 30),
    side: set.side,
    round: set.round,
  }));
}

export interface CrapsThrow {
  /** mm/s towards the far wall: about 3,500 and more reach it. */
  readonly speed?: number;
  /** Slides flat along the cloth instead of tumbling: the throw that the boxman calls off. */
  readonly slide?: boolean;
}

/** From the near end of a craps table towards the far wall. */
export function cast(random: RandomSource, place: Place, set: Set, how: CrapsThrow = {}): Start[] {
  const speed = how.speed ?? even(random, 3_200, 4_800);
  const from = -place.half[0] + 250;
  const side = even(random, -0.4, 0.4) * place.half[1];
  const slide = how.slide === true;
  const places = apartPlaces(set.count, set.side * (slide ? 1.5 : 1.8), () => [
    from + even(random, -35, 35),
    side + even(random, -35, 35),
    slide ? set.side / 2 + 0.1 : even(random, 120, 170),
  ]);
  return places.map((at) => ({
    at,
    orientation: slide ? [1, 0, 0, 0] : anyTurn(random),
    velocity: [speed * even(random, 0.94, 1.06), even(random, -150, 150), slide ? 0 : even(random, 0, 600)],
    spin: slide ? [0, 0, even(random, -8, 8)] : spinOf(random, 45),
    side: set.side,
    round: set.round,
  }));
}
