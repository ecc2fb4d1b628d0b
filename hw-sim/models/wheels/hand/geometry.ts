import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawUniform } from "../draws.ts";

/**
 * One wheel as it was made and as the sensors were fitted to it. Angles are turns clockwise from ball sensor A, lengths
 * metres, times seconds. Values without another source are our own choice within what casinos' wheels look like.
 */

/** Radius of the ball track, and of the ball (Eichberger, Roulette Physics, 2004: R 0.242 m, r 8.74 mm). */
export const TRACK_RADIUS = 0.242;
export const BALL_RADIUS = 0.00874;
/** Ring of deflectors on the stator (Small & Tse, Predicting the outcome of roulette, Chaos 22, 2012, fig. 2). */
export const DEFLECTOR_OUTER = 0.222;
export const DEFLECTOR_INNER = 0.205;
export const DEFLECTORS = 8;
/** Where the stator ends and the rotor begins, and the middle of the pockets. */
export const ROTOR_RADIUS = 0.195;
export const POCKET_RADIUS = 0.165;
export const GRAVITY = 9.807;
/** Nominal places of B and C (drivers/wheel/sensor-board/wheel-setup.ts), ± the fitter's error. */
const NOMINAL_B = 100 / 360;
const NOMINAL_C = 220 / 360;
const FITTED_WITHIN = 3 / 360;
/** Half of what the reader sees of a ball in its pocket, and of the reference patch, in pockets. */
export const BALL_HALF_SEEN = 0.15;
export const PATCH_HALF = 0.08;
/** A ball lies in its pocket within this of the centre, in pockets (at most 0.25 by the wheel setup's contract). */
export const BALL_PLAY = 0.17;
/** The index mark reaches this far clockwise from position 0, in quarter marks. */
export const INDEX_QUARTERS = 2.2;

export interface Geometry {
  readonly pockets: number;
  /** Ball sensors A, B, C; `chord` is how long they see the ball, m. */
  readonly ballSensors: readonly {
    readonly pin: "A" | "B" | "C";
    readonly angle: number;
    readonly chord: number;
  }[];
  readonly reader: number;
  /** Rotor position at which pocket 0 of the ring lies under the reader, turns from 0 to 1. */
  readonly zero: number;
  /** Where in a quarter mark the index's edge lies, 0 to 1. */
  readonly markPhase: number;
  /** Share of a mark that is dark: 0.5 ± the printer's error; and how late `R` comes after `Q`, in marks (0.25 ±). */
  readonly duty: number;
  readonly quadrature: number;
  /** Where the croupier stands. */
  readonly croupier: number;
  readonly deflectorPhase: number;
  /** Air drag and rim friction: α of dΩ/dt = −αΩ² + β − γ sin θ (Eichberger eq. 1), 1/rad. */
  drag: number;
  /** β: what the rim's friction loses when the track's slope carries part of the ball's weight, rad/s². */
  readonly relief: number;
  /** Ω² at which a ball leaves a level track: (g ÷ R)·tan of the track's slope, rad²/s². */
  readonly dropSquared: number;
  /** Tilt of the whole wheel, radians, and where its low point is. */
  tilt: number;
  readonly lowPoint: number;
  /** Rotor bearing: |ω|' = −k|ω| − c; 1/s and turns/s². */
  readonly bearingDrag: number;
  bearingFriction: number;
}

/** A level enough wheel: 0.05° is what a good level and a patient technician reach. */
const LEVEL_WITHIN = (0.05 * Math.PI) / 180;

export function makeWheelGeometry(pockets: number, random: RandomSource, tiltDegrees: number | null): Geometry {
  const fitted = (nominal: number): number => nominal + drawUniform(random, -FITTED_WITHIN, FITTED_WITHIN);
  const chord = (): number => drawUniform(random, 0.014, 2 * BALL_RADIUS);
  const dropLap = drawUniform(random, 1.55, 1.85);
  const drag = drawUniform(random, 0.0115, 0.0145);
  const dropSquared = ((2 * Math.PI) / dropLap) ** 2;
  return {
    pockets,
    ballSensors: [
      { pin: "A", angle: 0, chord: chord() },
      { pin: "B", angle: fitted(NOMINAL_B), chord: chord() },
      { pin: "C", angle: fitted(NOMINAL_C), chord: chord() },
    ],
    reader: drawUniform(random, 0, 1),
    zero: random.below(4_000 * pockets) / (4_000 * pockets),
    markPhase: drawUniform(random, 0.25, 0.75),
    duty: drawUniform(random, 0.44, 0.56),
    quadrature: drawUniform(random, 0.22, 0.28),
    croupier: drawUniform(random, 0, 1),
    deflectorPhase: drawUniform(random, 0, 1 / DEFLECTORS),
    drag,
    relief: drag * dropSquared * drawUniform(random, 0.1, 0.3),
    dropSquared,
    tilt: tiltDegrees === null ? drawUniform(random, 0, LEVEL_WITHIN) : (tiltDegrees * Math.PI) / 180,
    lowPoint: drawUniform(random, 0, 1),
    bearingDrag: drawUniform(random, 0.003, 0.006),
    bearingFriction: drawUniform(random, 0.0002, 0.0005),
  };
}

/** γ = (g ÷ R)·sin tilt, rad/s² (Eichberger). */
export function tiltPull(tilt: number): number {
  return (GRAVITY / TRACK_RADIUS) * Math.sin(tilt);
}
