import type { RandomSource } from "../../src/time/random-source.ts";
import { drawBetween } from "./agenda.ts";

/** 0 clockwise, 1 counter-clockwise, as the wheels' lines say it. */
export type Sense = 0 | 1;

interface Ramp {
  readonly fromUs: number;
  readonly from: number;
  readonly toUs: number;
  readonly to: number;
}

/** A rotor: its speed runs in straight lines between instants; its sense turns only by `turn`. Speeds in tenths of rpm. */
export interface Rotor {
  /** True speed at `us`, rpm × 10, no jitter. */
  speed(us: number): number;
  sense(): Sense;
  turn(sense: Sense): void;
  /** From the speed at `us` to `rpm10` within `spanUs`; what was planned beyond `us` is forgotten. */
  ramp(us: number, rpm10: number, spanUs: number): void;
  /** Adds a ramp after the planned ones. */
  then(rpm10: number, spanUs: number): void;
  /** What a line says at `us`: jitter of ±0.2 rpm while it turns (captured). */
  reading(us: number, random: RandomSource): number;
}

const JITTER_RPM10 = 2;

export function createRotor(sense: Sense): Rotor {
  let ramps: Ramp[] = [];
  let now: Sense = sense;
  const speed = (us: number): number => {
    let value = 0;
    for (const { fromUs, from, toUs, to } of ramps) {
      if (us < fromUs) break;
      value = us >= toUs ? to : from + ((to - from) * (us - fromUs)) / (toUs - fromUs);
    }
    return value;
  };
  return {
    speed,
    sense: () => now,
    turn: (to) => {
      now = to;
    },
    ramp: (us, rpm10, spanUs) => {
      ramps = [{ fromUs: us, from: speed(us), toUs: us + Math.max(1, spanUs), to: rpm10 }];
    },
    then: (rpm10, spanUs) => {
      const last = ramps.at(-1) ?? { toUs: 0, to: 0 };
      ramps.push({ fromUs: last.toUs, from: last.to, toUs: last.toUs + Math.max(1, spanUs), to: rpm10 });
    },
    reading: (us, random) => {
      const true10 = Math.round(speed(us));
      return true10 < 10 ? true10 : Math.max(0, true10 + drawBetween(random, -JITTER_RPM10, JITTER_RPM10));
    },
  };
}

/**
 * Whole laps of a ball that slows down exponentially from `lapsPerSecond` over `spanUs` to `endLapsPerSecond`.
 * Mean speed of an exponential between two speeds: (a − b) ÷ ln(a ÷ b).
 */
export function lapsWhileSlowing(startLapsPerS: number, endLapsPerS: number, spanUs: number): number {
  if (startLapsPerS <= endLapsPerS) return (endLapsPerS * spanUs) / 1_000_000;
  return (((startLapsPerS - endLapsPerS) / Math.log(startLapsPerS / endLapsPerS)) * spanUs) / 1_000_000;
}
