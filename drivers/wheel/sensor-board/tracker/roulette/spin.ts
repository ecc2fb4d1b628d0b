import type { WheelDoubt, WheelObservation, WheelStage } from "../../../../../src/table/wheel/observation.ts";
import type { EmitObservation } from "../tracker.ts";
import type { SpinIncident } from "./events.ts";
import type { Ball } from "./ball.ts";
import type { Reader } from "./reader.ts";
import type { Rim } from "./rim.ts";
import { isSpeedKnown, speedOf, type Rotor } from "./rotor.ts";
import type { Sense } from "./track.ts";

/** One spin as the table lives it, and what has been said of it. */
export interface Spin {
  readonly stage: "betting" | "ball-in-rim" | "no-more-bets" | "result";
  /**
   * `open` until a launch is confirmed; `track` while the ball is followed; `fall` until it lies; `rest` after its number;
   * `over` when no number can come any more.
   */
  readonly phase: "open" | "track" | "fall" | "rest" | "over";
  /** When the launch was confirmed, and when the first passing was. */
  readonly launchedAt: number;
  readonly sense: Sense;
  /** Newest passing, the lap that it ended (ticks), and whole laps that are certain. */
  readonly seenAt: number;
  readonly lap: number;
  readonly atLeast: number;
  /** Rotor position since which the ball has not been seen in a pocket, once it is off the track. */
  readonly unseenFrom: number;
  /** What happened since the launch and cannot be judged yet. */
  readonly waits: readonly SpinIncident[];
  /** When something small last crossed the rim, and for how long; −1 for never. */
  readonly crossedAt: number;
  readonly crossedFor: number;
  /** When hands came over the rim and when they were last there, in turn, newest last. */
  readonly hands: readonly number[];
  /** Pulses of the ball sensors that the running ball does not explain. */
  readonly odd: readonly number[];
  /** Keys of observations that are said once a spin. */
  readonly said: readonly string[];
  /** There was a gap (recordings name the field so): how often the ball went round, and whatever else happened then, is not known. */
  readonly holed: boolean;
  /** The ball has not been found on the track since: what is seen may be of the time after this spin. */
  readonly lost: boolean;
  /** How long edges were missing since the ball was last found on the track, ticks. Absent: none were. */
  readonly missedFor?: number;
  /** The pocket that the ball was last seen in and when it was first seen there without a sighting elsewhere since. */
  readonly seenPocket: number;
  readonly seenFirst: number;
  /** When the reader first saw something like a ball since its last passing, at whatever place; −1 for never. */
  readonly shownAt: number;
  /** Since when it is known to hang in no pocket; −1: it does not. And when it fell by itself after that; −1 for never. */
  readonly hungAt: number;
  readonly fellAt: number;
  /** When it was last seen elsewhere; −1 for never. */
  readonly hopAt: number;
  /** The first places that it was seen at, pocket and instant in turn; a place between two pockets as −1 − pocket. */
  readonly sights: readonly number[];
  /** A ball that was seen between two pockets: the nearest one, since when it may have lain there, sightings. */
  readonly fret: { readonly pocket: number; readonly since: number; readonly n: number } | null;
  /** Where the ball came to rest, or lay for two turns; −1 before. Since when it has been missing there (−1: it lies). */
  readonly pocket: number;
  readonly goneAt: number;
  /** Slowest rotor speed (tenths of rpm; −1: not known yet) and its sense since the verdict, so that driving it anew shows. */
  readonly rpmAtRest: number;
  readonly senseAtRest: number;
  /** When it became `over`; −1 before. */
  readonly overAt: number;
}

export const NEW_SPIN: Spin = {
  stage: "betting",
  phase: "open",
  launchedAt: -1,
  sense: 1,
  seenAt: -1,
  lap: 0,
  atLeast: 0,
  unseenFrom: 0,
  waits: [],
  crossedAt: -1,
  crossedFor: 0,
  hands: [],
  odd: [],
  said: [],
  holed: false,
  lost: false,
  seenPocket: -1,
  seenFirst: -1,
  shownAt: -1,
  hungAt: -1,
  fellAt: -1,
  hopAt: -1,
  sights: [],
  fret: null,
  pocket: -1,
  goneAt: -1,
  rpmAtRest: 0,
  senseAtRest: 0,
  overAt: -1,
};

/** What never changes: the wheel setup in the tracker's own units. */
export interface Wheel {
  readonly ring: readonly string[];
  readonly marks: number;
  readonly angles: readonly number[];
  /** Rotor position of the first pocket, quarter steps. */
  readonly zero: number;
  readonly dropLap: number;
  readonly calibrated: boolean;
}

/** One step: `spin` is replaced as it goes on. */
export interface TrackerContext {
  spin: Spin;
  readonly tick: number;
  readonly rotor: Rotor;
  readonly reader: Reader;
  readonly rim: Rim;
  readonly ball: Ball;
  readonly wheel: Wheel;
  readonly emit: EmitObservation;
}

/** What is reported of a spin, on a roulette and in a bowl. */
export interface ReportedSpin {
  readonly stage: WheelStage;
  /** What was reported once. */
  readonly said: readonly string[];
}

/** A step under way of either tracker. */
export interface SpinContext<S extends ReportedSpin> {
  spin: S;
  readonly emit: EmitObservation;
}

export function updateSpin<S extends ReportedSpin>(context: SpinContext<S>, change: Partial<S>): void {
  context.spin = { ...context.spin, ...change };
}

export function enterStage<S extends ReportedSpin>(context: SpinContext<S>, stage: S["stage"]): void {
  if (context.spin.stage === stage) return;
  context.spin = { ...context.spin, stage };
  context.emit({ o: "stage", stage, deviceGame: null });
}

/** Reports an observation once in a spin. */
export function emitOnce<S extends ReportedSpin>(
  context: SpinContext<S>,
  key: string,
  observation: WheelObservation,
): void {
  if (context.spin.said.includes(key)) return;
  context.spin = { ...context.spin, said: [...context.spin.said, key] };
  context.emit(observation);
}

/** Held against the number (`now` false), or the end of the spin. */
export function markUncertain(context: TrackerContext, code: WheelDoubt, now: boolean): void {
  if (context.spin.phase === "over") return;
  if (!now) return emitOnce(context, `held ${code}`, { o: "doubt", code, now });
  emitOnce(context, `now ${code}`, { o: "doubt", code, now });
  endSpin(context);
}

/** No number can come any more; what the law still asks about the rotor is watched. */
export function endSpin(context: TrackerContext): void {
  updateSpin(context, { phase: "over", overAt: context.tick, goneAt: -1, waits: [], ...rotorAtRest(context) });
}

/** What `rpmAtRest` and `senseAtRest` begin with. */
export function rotorAtRest(context: TrackerContext): Pick<Spin, "rpmAtRest" | "senseAtRest"> {
  const { rotor, tick, wheel } = context;
  if (!isSpeedKnown(rotor)) return { rpmAtRest: -1, senseAtRest: 0 };
  return { rpmAtRest: speedOf(rotor, tick, wheel.marks).rpm10, senseAtRest: rotor.sense };
}

/** Whether a hand was over the rim between the two instants. */
export function wasHandBetween({ hands }: Spin, from: number, to: number): boolean {
  for (let i = 0; i + 1 < hands.length; i += 2)
    if ((hands[i] ?? 0) < to && (hands[i + 1] ?? 0) > from) return true;
  return false;
}

/** Whether a hand came over the rim after the first instant, and was there at or before the second. */
export function hasHandCome({ hands }: Spin, after: number, until: number): boolean {
  for (let i = 0; i + 1 < hands.length; i += 2)
    if ((hands[i] ?? 0) > after && (hands[i] ?? 0) <= until) return true;
  return false;
}

export function isRunning({ phase }: { readonly phase: string }): boolean {
  return phase === "track" || phase === "fall";
}
