import type { Edge } from "../edge.ts";
import { TICKS_PER_MS, TICKS_PER_S } from "../edge.ts";
import type { Check } from "./learn.ts";
import { anglesOfRun, dropLapOf, type Passing } from "./fit.ts";
import { anglesApart } from "./learned.ts";
import { problemOf } from "./problem.ts";

/** One launch of the ball: where the sensors B and C are, and how slow the ball is when it leaves the track. */
export interface Launch {
  /** Middles of the pulses of the ball sensors, in order, at most `PASSINGS_MAX`. */
  readonly passings: readonly Passing[];
  readonly began: { readonly A: number | null; readonly B: number | null; readonly C: number | null };
}

export interface LearnedLaunch {
  readonly sensorB: number;
  readonly sensorC: number;
  readonly dropLapUs: number;
}

export const LAPS_LEAST = 10;
/** A launch that fills this is a fan or a lamp. */
export const PASSINGS_MAX = 240;
/** A ball takes some milliseconds past a sensor; a hand takes longer. */
const PULSE_MAX = 120 * TICKS_PER_MS;
/** Two pulses of one sensor closer than this are one ball. */
const ONE_BALL = 60 * TICKS_PER_MS;
/** After this long without a passing the ball has left the track. */
const DROPPED = 4 * TICKS_PER_S;

export const LAUNCH_START: Launch = { passings: [], began: { A: null, B: null, C: null } };

export function addLaunchEdge(launch: Launch, { channel, on, tick }: Edge): Launch {
  if (channel !== "A" && channel !== "B" && channel !== "C") return launch;
  const { began, passings } = launch;
  if (on) return { ...launch, began: { ...began, [channel]: tick } };
  const from = began[channel];
  const rest = { ...launch, began: { ...began, [channel]: null } };
  if (from === null || tick - from > PULSE_MAX || passings.length >= PASSINGS_MAX) return rest;
  const last = passings.at(-1);
  const at = (from + tick) / 2;
  if (last?.sensor === channel && at - last.at < ONE_BALL) return rest;
  return { ...rest, passings: [...passings, { sensor: channel, at }] };
}

/** Whole laps so far, to be shown as progress. */
export function lapsOf({ passings }: Launch): number {
  return Math.max(0, passings.filter(({ sensor }) => sensor === "A").length - 1);
}

/** `tick`: up to here every edge is known. */
export function checkLaunch(launch: Launch, tick: number): Check<LearnedLaunch> {
  const last = launch.passings.at(-1);
  if (last === undefined || tick - last.at < DROPPED) return null;
  const run = longestRun(launch.passings);
  const laps = run.filter(({ sensor }) => sensor === "A").length - 1;
  if (laps < LAPS_LEAST) {
    const missed = blindSensor(launch.passings);
    return {
      problem:
        missed === null
          ? problemOf("few-laps", { laps: Math.max(0, laps), least: LAPS_LEAST })
          : problemOf("sensor-misses", { sensor: missed }),
    };
  }
  const angles = anglesOfRun(run);
  if ("problem" in angles) return angles;
  const { sensorB, sensorC } = angles.learned;
  const apart = anglesApart(sensorB, sensorC);
  if (apart !== null) return { problem: problemOf(apart) };
  return { learned: { sensorB, sensorC, dropLapUs: dropLapOf(run, sensorB, sensorC) } };
}

/** The longest stretch in which the three sensors follow each other without one left out. */
function longestRun(passings: readonly Passing[]): readonly Passing[] {
  let best: readonly Passing[] = [];
  for (const turn of ["ABC", "ACB"]) {
    let from = 0;
    for (let at = 1; at <= passings.length; at++) {
      const before = passings[at - 1];
      const now = passings[at];
      const next = before === undefined ? "" : turn.charAt((turn.indexOf(before.sensor) + 1) % 3);
      if (now?.sensor === next) continue;
      if (at - from > best.length) best = passings.slice(from, at);
      from = at;
    }
  }
  return best;
}

function blindSensor(passings: readonly Passing[]): string | null {
  const counts = (["A", "B", "C"] as const).map(
    (name) => passings.filter(({ sensor }) => sensor === name).length,
  );
  const most = Math.max(...counts);
  const least = Math.min(...counts);
  return most >= 6 && least < most - 2 ? "ABC".charAt(counts.indexOf(least)) : null;
}
