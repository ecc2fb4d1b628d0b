import type { DieMotion, DiePose } from "./pose.ts";
import type { Quat, Vec3 } from "./vectors.ts";

/** A die in motion. A cube's inertia is the same about every axis: m s² / 6; mass is 1. */
export interface MovingDie {
  readonly side: number;
  /** Half the cube inside the rounding, and the rounding, mm. */
  readonly core: number;
  readonly round: number;
  readonly at: Float64Array;
  readonly orientation: Float64Array;
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
  /** What it has done so far. */
  touchedWall: boolean;
  landed: boolean;
  /** Degrees turned about level axes since it first landed. */
  rolled: number;
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
    orientation: new Float64Array(start.orientation),
    axes: new Float64Array(9),
    arms: new Float64Array(24),
    velocity: new Float64Array(start.velocity),
    spin: new Float64Array(start.spin),
    ease: 6 / start.side ** 2,
    asleep: false,
    quiet: 0,
    touchedWall: false,
    landed: false,
    rolled: 0,
  };
  updateAxes(die);
  return die;
}

/** Axes and corners from the attitude. */
export function updateAxes(die: MovingDie): void {
  const { axes, arms, orientation: turn, core } = die;
  const w = turn[0] ?? 1;
  const x = turn[1] ?? 0;
  const y = turn[2] ?? 0;
  const z = turn[3] ?? 0;
  axes[0] = 1 - 2 * (y * y + z * z);
  axes[1] = 2 * (x * y + w * z);
  axes[2] = 2 * (x * z - w * y);
  axes[3] = 2 * (x * y - w * z);
  axes[4] = 1 - 2 * (x * x + z * z);
  axes[5] = 2 * (y * z + w * x);
  axes[6] = 2 * (x * z + w * y);
  axes[7] = 2 * (y * z - w * x);
  axes[8] = 1 - 2 * (x * x + y * y);
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
  const { at, orientation: turn, velocity, spin } = die;
  for (let k = 0; k < 3; k++) at[k] = (at[k] ?? 0) + (velocity[k] ?? 0) * dt;
  const [wx, wy, wz] = [spin[0] ?? 0, spin[1] ?? 0, spin[2] ?? 0];
  const rate = Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (rate > 1e-9) {
    const half = (rate * dt) / 2;
    const s = Math.sin(half) / rate;
    const c = Math.cos(half);
    const [qw, qx, qy, qz] = [turn[0] ?? 1, turn[1] ?? 0, turn[2] ?? 0, turn[3] ?? 0];
    const [x, y, z] = [wx * s, wy * s, wz * s];
    const nw = c * qw - x * qx - y * qy - z * qz;
    const nx = c * qx + x * qw + y * qz - z * qy;
    const ny = c * qy - x * qz + y * qw + z * qx;
    const nz = c * qz + x * qy - y * qx + z * qw;
    const k = 1 / Math.sqrt(nw * nw + nx * nx + ny * ny + nz * nz);
    turn[0] = nw * k;
    turn[1] = nx * k;
    turn[2] = ny * k;
    turn[3] = nz * k;
  }
  if (die.landed) die.rolled += (Math.sqrt(wx * wx + wy * wy) * dt * 180) / Math.PI;
  updateAxes(die);
}

export const poseOf = (die: MovingDie): DiePose => ({
  at: [...die.at] as unknown as Vec3,
  orientation: [...die.orientation] as unknown as Quat,
});

/** Kinetic energy and height, per mass: mm²/s². */
export function energyOf(die: MovingDie, gravity: number): number {
  const [v, w] = [Math.hypot(...die.velocity), Math.hypot(...die.spin)];
  return 0.5 * v * v + (0.5 * w * w) / die.ease + gravity * (die.at[2] ?? 0);
}
