import type { DieMotion, DiePose } from "./pose.ts";
import { axesOf, composeRotations, type Quat, type Vec3 } from "./vectors.ts";

/** A die in motion. A cube's inertia is the same about every axis: m s² / 6; mass is 1. */
export interface MovingDie {
  readonly side: number;
  /** Half the cube inside the rounding, and the rounding, mm. */
  readonly core: number;
  readonly round: number;
  readonly at: Float64Array;
  orientation: Quat;
  /** Axes, as `axesOf`. */
  readonly axes: Float64Array;
  /** The eight corners of the core relative to the middle, table coordinates. */
  readonly arms: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
  /** 1 / inertia. */
  readonly ease: number;
  asleep: boolean;
  /** Steps without movement. */
  quiet: number;
}

export interface Start extends DiePose, DieMotion {
  readonly side: number;
  readonly round: number;
}

export function makeMovingDie(start: Start): MovingDie {
  const die: MovingDie = {
    side: start.side,
    core: start.side / 2 - start.round,
    round: start.round,
    at: new Float64Array(start.at),
    orientation: start.orientation,
    axes: new Float64Array(9),
    arms: new Float64Array(24),
    velocity: new Float64Array(start.velocity),
    spin: new Float64Array(start.spin),
    ease: 6 / start.side ** 2,
    asleep: false,
    quiet: 0,
  };
  updateAxes(die);
  return die;
}

/** Axes and corners from the attitude. */
function updateAxes({ axes, arms, orientation, core }: MovingDie): void {
  axes.set(axesOf(orientation));
  for (let i = 0; i < 8; i++) {
    const a = i & 1 ? core : -core;
    const b = i & 2 ? core : -core;
    const c = i & 4 ? core : -core;
    for (let k = 0; k < 3; k++)
      arms[i * 3 + k] = (axes[k] ?? 0) * a + (axes[3 + k] ?? 0) * b + (axes[6 + k] ?? 0) * c;
  }
}

/** One step of free movement with the velocities that the contacts have left. */
export function advanceDie(die: MovingDie, dt: number): void {
  const { at, velocity } = die;
  for (let k = 0; k < 3; k++) at[k] = (at[k] ?? 0) + (velocity[k] ?? 0) * dt;
  const [wx = 0, wy = 0, wz = 0] = die.spin;
  const rate = Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (rate > 1e-9) {
    const half = (rate * dt) / 2;
    const sine = Math.sin(half) / rate;
    const step: Quat = [Math.cos(half), wx * sine, wy * sine, wz * sine];
    const [w, x, y, z] = composeRotations(step, die.orientation);
    const k = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
    die.orientation = [w * k, x * k, y * k, z * k];
  }
  updateAxes(die);
}

export const poseOf = ({ at, orientation }: MovingDie): DiePose => ({
  at: [...at] as unknown as Vec3,
  orientation,
});
