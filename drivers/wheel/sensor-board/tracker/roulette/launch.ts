import { TICKS_PER_S } from "../../edge.ts";
import type { BallEvent } from "./ball.ts";
import { areMarksRead } from "./rotor.ts";
import { enterFall, LOST_TICKS } from "./fall.ts";
import {
  markUncertain,
  wasHandBetween,
  hasHandCome,
  isRunning,
  type ReportedSpin,
  type SpinContext,
  NEW_SPIN,
  emitOnce,
  updateSpin,
  enterStage,
  type TrackerContext,
} from "./spin.ts";
import {
  angleBetween,
  isLaunchedAnew,
  previousLapTicks,
  lapTicks,
  nextSensor,
  LAP_MDEG,
  type Track,
} from "./track.ts";

/** From the launch to the moment when the ball leaves the track. */

/** Bets end so long before the ball is expected to fall, or when its lap is this close to the lap at which it falls. */
export const CLOSE_BEFORE_TICKS = 4 * TICKS_PER_S;
export const CLOSE_LAP_SHARE = 0.85;
/** A ball this close to the drop lap may have left the track just before a sensor that still saw it. */
export const NEAR_DROP_LAP_SHARE = 0.8;
export const AT_DROP_LAP_SHARE = 0.95;
/** Faster than this it cannot have fallen by itself. */
const EARLY_LAP_SHARE = 0.88;
const ODD_PULSES_MAX = 8;
/** A ball that would go on for longer than this is not near its fall. */
const LAPS_AHEAD = 64;
/** The croupier's hand is over the rim this long before the first passing, at most. */
export const HAND_BEFORE_TICKS = 1.5 * TICKS_PER_S;
/** A ball that was hit is found again within this time. */
const FOUND_AGAIN_TICKS = 3 * TICKS_PER_S;
const FLICKER_TICKS = 60 * TICKS_PER_S;

export function handleBallEvent(context: TrackerContext, event: BallEvent): void {
  switch (event.e) {
    case "launched":
      return handleLaunch(context, event.track);
    case "passed":
      return handlePassing(context, event.track);
    case "off":
      return handleOffTrack(context, event.track);
    case "odd":
      return noteOddPulse(context, event.pulse.at);
    case "second":
      return handleSecondBall(context);
    case "blind":
    case "stuck":
      return;
  }
}

function handleLaunch(context: TrackerContext, track: Track): void {
  const { spin } = context;
  // Without a hand over the rim no ball is launched: it is the one that ran, found again.
  const byHand = context.rim.hand || wasHandBetween(spin, track.firstAt - HAND_BEFORE_TICKS, context.tick);
  const soon = context.tick - spin.seenAt < (spin.lost ? LOST_TICKS : FOUND_AGAIN_TICKS);
  // The hand, and how the spin before ended, may be among what is missing.
  const isAnother = spin.lost && isLaunchedAnew(track, spin.lap);
  if (isRunning(spin) && !isAnother && (!byHand || soon)) return resumeBall(context, track);
  // A hand that was there before is not the one that launches again: another ball still runs.
  if (spin.phase === "over" && !isAnother && !(byHand && hasHandCome(spin, spin.overAt, context.tick))) return;
  if (isRunning(spin)) markUncertain(context, "ball-stuck-or-gone", true);
  enterStage(context, "betting");
  const { hands } = spin;
  context.spin = { ...NEW_SPIN, phase: "track", launchedAt: context.tick, sense: track.sense, hands };
  enterStage(context, "ball-in-rim");
  context.emit({ o: "ball-on-track" });
  emitKnownTroubles(context, track.firstAt);
  if (context.reader.lies.some(({ tick, n, kind }) => tick > track.firstAt && n >= 2 && kind !== "fret"))
    markUncertain(context, "two-balls", true);
  handlePassing(context, track);
  if (!areMarksRead(context.rotor, context.tick)) markUncertain(context, "rotor-not-read", false);
}

/** Against the rotor's sense at a moment at which its marks are read for certain. */
export function emitBallDirection(context: TrackerContext, track: Track): void {
  if (!areMarksRead(context.rotor, context.tick)) return;
  const withRotor = context.rotor.sense === track.sense;
  emitOnce(context, "direction", { o: "ball-direction", sense: withRotor ? "with-rotor" : "against-rotor" });
}

/** Troubles that were known before the launch. */
export function emitKnownTroubles(context: TrackerContext, since: number): void {
  const { ball, reader, rim, wheel } = context;
  if (!wheel.calibrated) markUncertain(context, "not-calibrated", false);
  if (reader.patchless >= 2) markUncertain(context, "sensor-blind", false);
  if (ball.blind.filter(Boolean).length >= 2) markUncertain(context, "sensor-blind", false);
  if (reader.stuck || rim.stuck) markUncertain(context, "sensor-stuck", false);
  // The croupier's hand was over the rim just now: a beam that saw nothing sees nothing.
  const handSeen = rim.hand || wasHandBetween(context.spin, since - HAND_BEFORE_TICKS, context.tick);
  // Without the beam nobody knows what hands do: no number.
  if (!handSeen || hasFlickered(context)) markUncertain(context, "sensor-blind", true);
}

/** The beam has flickered within the last minute. */
function hasFlickered({ rim, tick }: TrackerContext): boolean {
  return rim.flickeredAt >= 0 && tick - rim.flickeredAt < FLICKER_TICKS;
}

/** The same ball, found again. */
function resumeBall(context: TrackerContext, track: Track): void {
  updateSpin(context, { phase: "track", holed: true, lost: false, missedFor: 0 });
  handlePassing(context, track);
}

function handlePassing(context: TrackerContext, track: Track): void {
  if (context.spin.phase !== "track") return;
  emitBallDirection(context, track);
  const lap = lapTicks(track);
  const laps = certainLaps(context, track, lap);
  const before = context.spin.atLeast;
  updateSpin(context, { seenAt: track.passings.at(-2) ?? context.tick, lap });
  if (!context.spin.holed && laps > before) {
    updateSpin(context, { atLeast: laps });
    context.emit({ o: "ball-laps", atLeast: laps, atMost: null, how: "sensor-passings" });
  }
  closeBetsNearDrop(context, track, { lap, dropLap: context.wheel.dropLap, isNew: laps > before });
}

/** Whole laps from passing to passing. When the fall is near, the newest passing or two may lie behind it. */
function certainLaps(context: TrackerContext, track: Track, lap: number): number {
  const { angles, dropLap } = context.wheel;
  const back = track.sense === 1 ? -1 : 1;
  const unsure = lap < NEAR_DROP_LAP_SHARE * dropLap ? 0 : lap < AT_DROP_LAP_SHARE * dropLap ? 1 : 2;
  let certain = track.angle;
  let sensor = track.sensor;
  for (let i = 0; i < unsure; i++) {
    const before = nextSensor(sensor, back);
    certain -= angleBetween(angles, before, sensor, track.sense);
    sensor = before;
  }
  return Math.floor(Math.max(0, certain + 1) / LAP_MDEG);
}

/** Bets end when the ball is about to fall: `lap` is its newest one, `dropLap` the one at which it falls, ticks. */
export function closeBetsNearDrop<S extends ReportedSpin>(
  context: SpinContext<S>,
  track: Track,
  { lap, dropLap, isNew }: { readonly lap: number; readonly dropLap: number; readonly isNew: boolean },
): void {
  if (context.spin.stage !== "ball-in-rim" || lap === 0) return;
  const left = ticksToDrop(track, lap, dropLap);
  if (left !== null && isNew)
    context.emit({ o: "drop-predicted", inUs: Math.round(left / 2), doubtUs: Math.round(left / 10) + 250_000 });
  if (lap >= CLOSE_LAP_SHARE * dropLap || (left !== null && left <= CLOSE_BEFORE_TICKS))
    enterStage(context, "no-more-bets");
}

/**
 * Ticks until the lap is the one at which the ball falls, or null with less than two laps. Each lap takes longer than the
 * one before by the same share: that is drag by the air (dω/dt ∝ ω²; Eichberger, Roulette Physics, 2004).
 */
function ticksToDrop(track: Track, lap: number, dropLap: number): number | null {
  const before = previousLapTicks(track);
  if (before <= 0 || lap <= before) return null;
  const growth = lap / before;
  let ticks = 0;
  // The last lap's mean was true half a lap ago.
  let next = lap * Math.sqrt(growth);
  for (let laps = 0; next < dropLap && laps < LAPS_AHEAD; laps++) {
    ticks += next;
    next *= growth;
  }
  return ticks;
}

function handleOffTrack(context: TrackerContext, track: Track): void {
  if (context.spin.phase !== "track") return;
  emitFinalLaps(context, track);
  enterStage(context, "no-more-bets");
  enterFall(context, track);
}

/** Both bounds: it was launched after the sensor before the first passing, and fell before the one after the last. */
export function emitFinalLaps(context: TrackerContext, track: Track): void {
  const { spin, wheel } = context;
  if (spin.holed) return;
  // Long before it could fall: it was hit, taken or thrown out, and where it ran since nobody counted.
  const early = spin.lap < EARLY_LAP_SHARE * wheel.dropLap;
  const next = angleBetween(wheel.angles, track.sensor, nextSensor(track.sensor, track.sense), track.sense);
  context.emit({
    o: "ball-laps",
    atLeast: Math.max(spin.atLeast, certainLaps(context, track, spin.lap)),
    atMost: early ? null : Math.floor((track.angle + track.before + next) / LAP_MDEG),
    how: "sensor-passings",
  });
}

function noteOddPulse(context: TrackerContext, at: number): void {
  if (isRunning(context.spin)) updateSpin(context, { odd: [...context.spin.odd, at].slice(-ODD_PULSES_MAX) });
}

/** Two balls run: one of them is not the ball of the game. */
function handleSecondBall(context: TrackerContext): void {
  if (!isRunning(context.spin)) return;
  emitOnce(context, "foreign", { o: "foreign-object" });
  markUncertain(context, "two-balls", true);
}
