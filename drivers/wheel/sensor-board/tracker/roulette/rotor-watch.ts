import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import { recordIncident, emitIncident, type SpinIncident } from "./events.ts";
import { ALONE_EDGES, sampleBackFrom, SAMPLE_STEPS, SENSE_STEPS, speedOf, revolutionTicks } from "./rotor.ts";
import { markUncertain, isRunning, type TrackerContext } from "./spin.ts";

/** What the rotor does: its speed for the round, and whether it turns as a free one. */
export interface RotorWatch {
  /** When its speed was last said. */
  readonly saidAt: number;
  /** Newest sample that was looked at. */
  readonly sampleAt: number;
  /** Since when it has not been pushed on, as far as its speed tells. */
  readonly freeSince: number;
  /** Its sense when it was last looked at. */
  readonly sense: number;
  /** Instant of the last edge of index or reader. */
  readonly otherAt: number;
}

export const NEW_WATCH: RotorWatch = { saidAt: -1, sampleAt: -1, freeSince: -1, sense: 0, otherAt: -1 };

/** The speed is said so often. */
const SPEED_INTERVAL_TICKS = 0.24 * TICKS_PER_S;
/** No step for so long: it stands. */
export const STOPPED_TICKS = 3 * TICKS_PER_S;
/** Shortest and longest stretch of a speed, quarter steps: 8 and 16 marks, so that a mark's error is below 0.2 %. */
export const STRETCH_STEPS = 2 * SAMPLE_STEPS;
const TWO_SAMPLES = 4;
/** Further apart than this, the decay that was measured before says nothing any more. */
const APART_TICKS_MOST = 4 * TICKS_PER_S;
/** Between two stretches that are compared, a hand has done its work (0.2 to 0.6 s). */
export const HAND_WORK_TICKS = 0.8 * TICKS_PER_S;
/** Beyond this share off the free decay it is irregular; marks and extrapolation are good to 1 %. */
export const IRREGULAR_SHARE = 0.058;
/** Share of its speed that a free rotor loses a second, at most, from 10 rpm on (bearing and air). */
const FREE_LOSS = 0.015;
/** A rotor whose last step took less than this (4 rpm) did not slow down before it stood. */
const SUDDEN_STEP_TICKS = 0.1 * TICKS_PER_S;
/** Within so many of its turns the index or the patch of one whose marks alone are silent comes by. */
export const SUDDEN_REVOLUTIONS = 1.3;
/** A rotor that stands by itself creeps on for up to this after its last step. */
const CREEP_TICKS = 1.5 * TICKS_PER_S;
/** A rotor that stands by itself took longer than this (6 rpm) for the steps of the last four marks that were full. */
const FREE_STEP_TICKS = 0.065 * TICKS_PER_S;
/** Below this speed (tenths of rpm) nothing is called irregular: it is about to stand by itself. */
const SLOW_RPM10 = 30;
/** A free rotor gains nothing; a sample apart this much is a push. */
const PUSH_RATIO = 1.012;

export function watchRotor(context: TrackerContext, before: RotorWatch): RotorWatch {
  const { rotor, tick, wheel } = context;
  let watch = before;
  const { samples } = rotor.gauge;
  const newest = samples.at(-2) ?? -1;
  if (newest > watch.sampleAt) {
    const pushed = hasGainedSpeed(samples);
    // While the ball runs a push is what is looked for.
    const anew = watch.freeSince < 0 || (pushed && !isRunning(context.spin));
    watch = { ...watch, sampleAt: newest, freeSince: anew ? newest : watch.freeSince };
    if (isRunning(context.spin) && (!context.spin.holed || context.ball.track !== null))
      checkIrregular(context, watch);
  }
  if (rotor.sense !== watch.sense) {
    if (watch.sense !== 0 && isRunning(context.spin)) recordReversal(context);
    watch = { ...watch, sense: rotor.sense };
  }
  checkStopped(context, watch);
  checkMarksRead(context);
  if (watch.saidAt >= 0 && tick - watch.saidAt < SPEED_INTERVAL_TICKS) return watch;
  const stands = rotor.at < 0 || tick - rotor.at >= STOPPED_TICKS;
  const { rpm10, direction } = speedOf(rotor, tick, wheel.marks);
  context.emit(stands ? { o: "rotor", rpm10: 0, direction: null } : { o: "rotor", rpm10, direction });
  return { ...watch, saidAt: tick };
}

/** The last two stretches: did it become faster? */
function hasGainedSpeed(samples: readonly number[]): boolean {
  const end = samples.length - 2;
  const middle = sampleBackFrom(samples, end, SAMPLE_STEPS);
  const first = sampleBackFrom(samples, middle, SAMPLE_STEPS);
  if (first === middle || middle === end) return true;
  const now = ticksPerStep(samples, middle, end);
  const then = ticksPerStep(samples, first, middle);
  // Two marks' errors (0.6 % of a mark each) on four marks, and 1 % of real gain.
  return then > now * (PUSH_RATIO + 0.006);
}

/** Ticks a step between two places of the list. */
function ticksPerStep(samples: readonly number[], from: number, to: number): number {
  const steps = Math.abs((samples[to + 1] ?? 0) - (samples[from + 1] ?? 0));
  return steps > 0 ? ((samples[to] ?? 0) - (samples[from] ?? 0)) / steps : 0;
}

/**
 * The speed of the newest stretch against what it was before a hand could have begun, and its free decay: from a third
 * stretch before that, or at most `FREE_LOSS` where there is none.
 */
function checkIrregular(context: TrackerContext, watch: RotorWatch): void {
  const { samples } = context.rotor.gauge;
  const end = samples.length - 2;
  const a = sampleBackFrom(samples, end, STRETCH_STEPS);
  const before = (samples[a] ?? 0) - HAND_WORK_TICKS;
  // The list began anew since: its marks are worth nothing to the older one, but the older one's pace is as good.
  const list = sampleAtOrBefore(samples, before) < TWO_SAMPLES ? context.rotor.gauge.before : samples;
  const b = sampleAtOrBefore(list, before);
  const c = b < 0 ? -1 : sampleBackFrom(list, b, STRETCH_STEPS);
  if (a === end || b < 0 || c < 0 || c === b || (list[c] ?? 0) < context.spin.launchedAt - TICKS_PER_S) return;
  const now = 1 / ticksPerStep(samples, a, end);
  const then = 1 / ticksPerStep(list, c, b);
  const apart = ((samples[end] ?? 0) + (samples[a] ?? 0) - (list[b] ?? 0) - (list[c] ?? 0)) / 2;
  if (apart > APART_TICKS_MOST) return;
  const slope = freeDecay(list, c, then, watch);
  if ((list[c] ?? 0) < watch.freeSince) return;
  const free = slope === null ? then : then + slope.change * apart;
  // About to stand by itself: a small error is a large share of what is left.
  if (free < 0.5 * then || rpm10Of(free, context.wheel.marks) < SLOW_RPM10) return;
  const off = slope === null ? deviationWithoutDecay(context, now, then, apart) : now / free - 1;
  if (Math.abs(off) <= IRREGULAR_SHARE) return;
  // Before the launch a hand may have slowed it down: then it must be off the decay of any free rotor as well.
  const early = slope !== null && slope.since < context.spin.launchedAt - TICKS_PER_S;
  if (early && Math.abs(leastDeviation(now, then, apart)) <= IRREGULAR_SHARE) return;
  const from = Math.round(rpm10Of(then, context.wheel.marks));
  const to = Math.round(rpm10Of(now, context.wheel.marks));
  recordIncident(context, { what: "irregular", from: list[b] ?? 0, to: samples[end] ?? 0, was: from, is: to });
}

function rpm10Of(stepsPerTick: number, marks: number): number {
  return (600 * TICKS_PER_S * stepsPerTick) / (4 * marks);
}

/** Change of speed a tick since the stretch before the one that begins at `c`, and its beginning; null when that is not free yet. */
function freeDecay(
  samples: readonly number[],
  c: number,
  then: number,
  { freeSince }: RotorWatch,
): { readonly change: number; readonly since: number } | null {
  const d = sampleAtOrBefore(samples, (samples[c] ?? 0) - HAND_WORK_TICKS);
  const e = d < 0 ? -1 : sampleBackFrom(samples, d, STRETCH_STEPS);
  if (d < 0 || e < 0 || e === d || (samples[e] ?? 0) < freeSince) return null;
  const early = 1 / ticksPerStep(samples, e, d);
  const cEnd = Math.min(samples.length - 2, c + 4);
  const apart = ((samples[c] ?? 0) + (samples[cEnd] ?? 0) - (samples[d] ?? 0) - (samples[e] ?? 0)) / 2;
  return { change: Math.min(0, (then - early) / apart), since: samples[e] ?? 0 };
}

function deviationWithoutDecay(context: TrackerContext, now: number, then: number, apart: number): number {
  const rpm10 = rpm10Of(then, context.wheel.marks);
  // A slow rotor may lose anything: it is about to stand.
  if (rpm10 < 100) return now > then ? now / then - 1 : 0;
  return leastDeviation(now, then, apart);
}

/** How far off what a free rotor can do, whatever its bearing: between no loss and `FREE_LOSS`. */
function leastDeviation(now: number, then: number, apart: number): number {
  const least = then * Math.max(0, 1 - (FREE_LOSS * apart) / TICKS_PER_S);
  if (now > then) return now / then - 1;
  return now < least ? now / least - 1 : 0;
}

/** Place of the newest sample at or before `tick`; −1 when there is none. */
function sampleAtOrBefore(samples: readonly number[], tick: number): number {
  for (let at = samples.length - 2; at >= 0; at -= 2) if ((samples[at] ?? 0) <= tick) return at;
  return -1;
}

/**
 * No step for three seconds. A rotor that turned well just before cannot stop without a hand or a jam; when its index or
 * its patch still comes by, its marks are not read; and that takes a turn to be sure of.
 */
function checkStopped(context: TrackerContext, watch: RotorWatch): void {
  const { rotor, tick, spin } = context;
  const hung = spin.phase === "over" && spin.said.includes("suspended");
  if (!isRunning(spin) && !hung) return;
  if (rotor.at < 0 || tick - rotor.at < STOPPED_TICKS) return;
  if (watch.otherAt > rotor.at + 20 * TICKS_PER_MS) return markUncertain(context, "rotor-not-read", true);
  const fast = rotor.gauge.stepTicks < FREE_STEP_TICKS;
  // Its marks went to and fro: one channel was silent already.
  if (fast && rotor.run < SENSE_STEPS) return markUncertain(context, "rotor-not-read", true);
  const sudden = fast && rotor.took < SUDDEN_STEP_TICKS;
  if (sudden && tick - rotor.at < SUDDEN_REVOLUTIONS * revolutionTicks(rotor, context.wheel.marks)) return;
  const rpm10 = speedOf(rotor, rotor.at, context.wheel.marks).rpm10;
  const event: SpinIncident = {
    what: "stopped",
    from: rotor.at,
    to: rotor.at + (fast ? 0 : CREEP_TICKS),
    was: rpm10,
    is: 0,
  };
  if (hung) return emitIncident(context, event);
  // A free rotor comes to a stand slowly.
  if (fast) recordIncident(context, { ...event, what: "irregular" });
  recordIncident(context, event);
  // Nothing will pass the reader any more: where the ball lies is not going to be seen.
  if (context.spin.phase === "fall") markUncertain(context, "ball-stuck-or-gone", true);
}

function recordReversal(context: TrackerContext): void {
  const { tick, rotor, wheel } = context;
  const { rpm10 } = speedOf(rotor, tick, wheel.marks);
  recordIncident(context, { what: "reversed", from: tick - TICKS_PER_S, to: tick, was: rpm10, is: rpm10 });
}

/** One of the two channels is silent, or the count fits the index no more. */
function checkMarksRead(context: TrackerContext): void {
  const { rotor, spin } = context;
  if (rotor.alone >= ALONE_EDGES && isRunning(spin)) markUncertain(context, "rotor-not-read", false);
}

/** Index and reader still see the rotor turn. */
export function noteOtherEdge(watch: RotorWatch, tick: number): RotorWatch {
  return { ...watch, otherAt: tick };
}
