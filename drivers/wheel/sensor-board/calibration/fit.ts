import { rounded } from "../../../../src/text/every-language.ts";
import { problemOf } from "./problem.ts";
import { TICKS_PER_S } from "../edge.ts";
import type { Check } from "./learn.ts";

/** The ball passes a sensor; `at` is the middle of its pulse, ticks. */
export interface Passing {
  readonly sensor: "A" | "B" | "C";
  readonly at: number;
}

/** Places of B and C in the laps must agree within this, in degrees. */
export const AGREE_DEGREES = 0.5;
/** Passings at the end from which the ball's last speed follows. */
const LAST_PASSINGS = 9;

/**
 * Angles of B and C after A, thousandths of a degree clockwise, from passings that follow each other without a gap. The
 * ball slows down all the time: where in its lap it is at an instant follows from a cubic through the four passings of
 * A around it, which leaves of the deceleration less than a thousandth of a degree.
 */
export function anglesOfRun(run: readonly Passing[]): NonNullable<Check<{ sensorB: number; sensorC: number }>> {
  const a = run.filter(({ sensor }) => sensor === "A").map(({ at }) => at);
  const clockwise = isClockwise(run);
  const learned = { sensorB: 0, sensorC: 0 };
  for (const name of ["B", "C"] as const) {
    const degrees = run
      .filter(({ sensor, at }) => sensor === name && at > (a[1] ?? 0) && at < (a.at(-2) ?? 0))
      .map(({ at }) => 360 * (lapAt(a, at) % 1))
      .map((degree) => (clockwise ? degree : 360 - degree));
    const middle = median(degrees);
    const off = Math.max(...degrees.map((degree) => Math.abs(degree - middle)));
    if (off > AGREE_DEGREES)
      return {
        problem: problemOf("lap-angle", { sensor: name, angle: rounded(middle, 1), off: rounded(off, 1) }),
      };
    learned[name === "B" ? "sensorB" : "sensorC"] = Math.round(1_000 * mean(degrees));
  }
  return { learned };
}

/** A, B, C in this order. */
function isClockwise(run: readonly Passing[]): boolean {
  const [first, second] = run;
  return "ABCA".includes(`${first?.sensor ?? ""}${second?.sensor ?? ""}`);
}

/** Laps of the ball at an instant between the second and the last but one of A's passings: Lagrange through four of them. */
function lapAt(a: readonly number[], at: number): number {
  const after = a.findIndex((time) => time > at);
  const from = after - 2;
  let lap = 0;
  for (let i = from; i < from + 4; i++) {
    let weight = i;
    for (let j = from; j < from + 4; j++)
      if (j !== i) weight *= (at - (a[j] ?? 0)) / ((a[i] ?? 0) - (a[j] ?? 0));
    lap += weight;
  }
  return lap;
}

/** Lap time of the ball as it leaves the track, µs: its speed at the last passing, from a parabola through the last ones. */
export function dropLapOf(run: readonly Passing[], sensorB: number, sensorC: number): number {
  const last = run.slice(-LAST_PASSINGS);
  const clockwise = isClockwise(run);
  const places = { A: 0, B: sensorB, C: sensorC };
  const end = last.at(-1)?.at ?? 0;
  let revolutions = 0;
  let before: number | null = null;
  const points = last.map(({ sensor, at }) => {
    const place = (clockwise ? places[sensor] : 360_000 - places[sensor]) / 360_000;
    const arc: number = before === null ? 0 : (place - before + 2) % 1;
    before = place;
    revolutions += arc;
    return { x: (at - end) / TICKS_PER_S, y: revolutions };
  });
  return Math.round(1_000_000 / Math.max(0.2, endSpeed(points)));
}

/** Slope at x = 0 of y = c₀ + c₁x + c₂x² through the points, by least squares. */
function endSpeed(points: readonly { readonly x: number; readonly y: number }[]): number {
  const s = [0, 0, 0, 0, 0];
  const t = [0, 0, 0];
  for (const { x, y } of points) {
    for (let power = 0; power < 5; power++) s[power] = (s[power] ?? 0) + x ** power;
    for (let power = 0; power < 3; power++) t[power] = (t[power] ?? 0) + y * x ** power;
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = s;
  const [t0 = 0, t1 = 0, t2 = 0] = t;
  const det = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
  const c1 = s0 * (t1 * s4 - s3 * t2) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - t1 * s2);
  return c1 / det;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
