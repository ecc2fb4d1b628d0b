import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";

/**
 * A rubber ball in a fixed bowl of 1.5 m: it rolls along the edge and slows down (rolling friction, and the air with v²), leaves
 * the edge when it is too slow for the slope, spirals in, hops over holes, and lies in one. Angles in turns clockwise from `A`.
 */

/** Metres, m/s, m/s². */
const TRACK_RADIUS = 0.7;
const LAP = 2 * Math.PI * TRACK_RADIUS;
const ROLLING = 0.13;
const AIR = 0.018;
/** Half the chord that a ball of 5 cm covers in front of a sensor. */
const HALF_CHORD = 0.021;
const DROP_SPEED = 1.29;
/** What a technician's calibration finds: the lap at which it leaves the edge, µs. */
export const DROP_LAP_US = Math.round((LAP / DROP_SPEED) * 1e6);

export const HOLES = 18;
/** Two rows around the boss: even holes in the outer one. */
export const ROW_RADIUS = [0.3, 0.22] as const;

/** One pin as a list of on and off, sorted later. */
export interface PinChange {
  readonly us: number;
  readonly pin: "A" | "B" | "C" | "X" | "H" | "G" | "V" | "W";
  readonly on: boolean;
  readonly hole: number;
}

export interface PathPoint {
  readonly us: number;
  /** Turns, not wrapped. */
  readonly angle: number;
  readonly radius: number;
}

export interface BallRun {
  readonly blips: PinChange[];
  readonly points: readonly PathPoint[];
  readonly launchedUs: number;
  readonly droppedUs: number;
  /** Whole laps on the track. */
  readonly laps: number;
  /** It begins to rattle in its hole, and lies still. */
  readonly fellUs: number;
  readonly restUs: number;
  readonly hole: number;
  /** Holes that it rolled over: when and which. */
  readonly hops: readonly { readonly us: number; readonly hole: number }[];
}

export interface Launch {
  readonly us: number;
  readonly sense: 1 | -1;
  readonly laps: number;
  /** Where it is let go, turns. */
  readonly from: number;
  /** Angles of `A`, `B`, `C`, turns. */
  readonly sensors: readonly number[];
}

/** One ball from the hand to its hole. */
export function runBall(launch: Launch, random: RandomSource): BallRun {
  const { blips, points, droppedUs, laps, angle } = rollOnTrack(launch, random);
  const fall = fallIntoHoles(droppedUs, angle, launch.sense, random);
  return {
    blips: [...blips, ...fall.blips],
    points: [...points, ...fall.points],
    launchedUs: launch.us,
    droppedUs,
    laps,
    fellUs: fall.fellUs,
    restUs: fall.restUs,
    hole: fall.hole,
    hops: fall.hops,
  };
}

interface TrackPart {
  readonly blips: readonly PinChange[];
  readonly points: readonly PathPoint[];
  readonly droppedUs: number;
  readonly laps: number;
  readonly angle: number;
}

function rollOnTrack({ us, sense, laps, from, sensors }: Launch, random: RandomSource): TrackPart {
  const drop = DROP_SPEED * (1 + (random.below(2_001) - 1_000) / 40_000);
  const way = laps * LAP;
  // v² falls by 2 (friction + air · v²) a metre: solved backwards from the drop.
  const ratio = ROLLING / AIR;
  const energyAt = (left: number): number => (drop * drop + ratio) * Math.exp(2 * AIR * left) - ratio;
  const passings: { at: number; pin: "A" | "B" | "C"; on: boolean }[] = [];
  sensors.forEach((angle, n) => {
    const first = (((sense * (angle - from)) % 1) + 1) % 1;
    for (let at = first * LAP; at < way + HALF_CHORD; at += LAP) {
      const chord = HALF_CHORD * (1 + (random.below(201) - 100) / 1_000);
      const pin = n === 0 ? "A" : n === 1 ? "B" : "C";
      if (at > chord) passings.push({ at: at - chord, pin, on: true }, { at: at + chord, pin, on: false });
    }
  });
  passings.sort((a, b) => a.at - b.at);
  const blips: PinChange[] = [];
  const points: PathPoint[] = [{ us, angle: from, radius: TRACK_RADIUS }];
  let here = 0;
  let seconds = us / 1e6;
  let speed = Math.sqrt(energyAt(way));
  const advanceTo = (to: number): void => {
    const next = Math.sqrt(Math.max(0.3, energyAt(way - to)));
    seconds += (2 * (to - here)) / (speed + next);
    here = to;
    speed = next;
  };
  for (const { at, pin, on } of passings) {
    advanceTo(at);
    blips.push({ us: seconds * 1e6, pin, on, hole: 0 });
    if (on) points.push({ us: seconds * 1e6, angle: from + (sense * at) / LAP, radius: TRACK_RADIUS });
  }
  advanceTo(Math.max(here, way));
  const angle = from + (sense * way) / LAP;
  points.push({ us: seconds * 1e6, angle, radius: TRACK_RADIUS });
  return { blips, points, droppedUs: seconds * 1e6, laps: Math.floor(laps), angle };
}

interface FallPart {
  readonly blips: readonly PinChange[];
  readonly points: readonly PathPoint[];
  readonly fellUs: number;
  readonly restUs: number;
  readonly hole: number;
  readonly hops: readonly { readonly us: number; readonly hole: number }[];
}

/** Down the slope, over some holes, into one. Both sensors of a hole see the ball, not in the very same moment. */
function fallIntoHoles(fromUs: number, from: number, sense: 1 | -1, random: RandomSource): FallPart {
  const blips: PinChange[] = [];
  const points: PathPoint[] = [];
  const hops: { us: number; hole: number }[] = [];
  const addHolePulses = (us: number, hole: number, forUs: number): void => {
    for (const pin of ["H", "G"] as const) {
      const on = us + random.below(6_000);
      blips.push(
        { us: on, pin, on: true, hole },
        { us: on + forUs * (0.7 + random.below(500) / 1_000), pin, on: false, hole },
      );
    }
  };
  let us = fromUs + 1e6 * (drawBetween(random, 900, 2_200) / 1_000);
  let angle = from + sense * (drawBetween(random, 500, 1_100) / 1_000);
  let hole = drawHoleNear(angle, random);
  for (let left = drawBetween(random, 1, 9); left > 0; left--) {
    points.push({ us, angle, radius: ROW_RADIUS[hole % 2] ?? 0.3 });
    hops.push({ us, hole });
    addHolePulses(us, hole, 1_000 * drawBetween(random, 6, 70));
    us += 1_000 * drawBetween(random, 110, 420);
    angle += (left > 3 ? sense : random.oneIn(3) ? -sense : sense) * (drawBetween(random, 30, 160) / 1_000);
    hole = drawHoleNear(angle, random);
  }
  const fellUs = us;
  for (let bounce = drawBetween(random, 0, 4); bounce > 0; bounce--) {
    addHolePulses(us, hole, 1_000 * drawBetween(random, 8, 40));
    us += 1_000 * drawBetween(random, 65, 75 + 30 * bounce);
  }
  for (const pin of ["H", "G"] as const) blips.push({ us: us + random.below(6_000), pin, on: true, hole });
  points.push({ us, angle: (hole + 0.5) / HOLES, radius: ROW_RADIUS[hole % 2] ?? 0.3 });
  return { blips, points, fellUs, restUs: us + 6_000, hole, hops };
}

function drawHoleNear(angle: number, random: RandomSource): number {
  const turn = ((angle % 1) + 1) % 1;
  return (Math.floor(turn * HOLES) + random.below(3) - 1 + HOLES) % HOLES;
}
