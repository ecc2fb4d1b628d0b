import { TICKS_PER_S } from "../../edge.ts";
import type { BallEvent } from "./ball.ts";
import { isRead } from "./rotor.ts";
import { fell, LOST_FOR } from "./fall.ts";
import { doubt, handBetween, handCame, isRunning, NEW_SPIN, once, set, toStage, type Turn } from "./spin.ts";
import { angleBetween, lapBefore, lapTicks, nextSensor, TURN, type Track } from "./track.ts";

/** From the launch to the moment when the ball leaves the track. */

/** Bets end so long before the ball is expected to fall, or when its lap is this close to the lap at which it falls. */
export const CLOSE_BEFORE = 4 * TICKS_PER_S;
export const CLOSE_AT_LAP = 0.85;
/** A ball this close to the drop lap may have left the track just before a sensor that still saw it. */
export const NEAR_DROP = 0.8;
export const AT_DROP = 0.95;
/** Faster than this it cannot have fallen by itself. */
const TOO_FAST_TO_FALL = 0.88;
const KEPT = 8;
/** A ball that would go on for longer than this is not near its fall. */
const LAPS_AHEAD = 64;
/** The croupier's hand is over the rim this long before the first passing, at most. */
export const HAND_BEFORE = 1.5 * TICKS_PER_S;
/** A ball that was hit is found again within this time. */
const AGAIN_WITHIN = 3 * TICKS_PER_S;
const FLICKERS_FOR = 60 * TICKS_PER_S;

export function onBall(turn: Turn, event: BallEvent): void {
  switch (event.e) {
    case "launched":
      return launched(turn, event.track);
    case "passed":
      return passing(turn, event.track);
    case "off":
      return off(turn, event.track);
    case "odd":
      return odd(turn, event.pulse.at);
    case "second":
      return second(turn);
    case "blind":
    case "stuck":
      return;
  }
}

function launched(turn: Turn, track: Track): void {
  const { spin } = turn;
  // Without a hand over the rim no ball is launched: it is the one that ran, found again.
  const byHand = turn.rim.hand || handBetween(spin, track.firstAt - HAND_BEFORE, turn.tick);
  const soon = turn.tick - spin.seenAt < (spin.lost ? LOST_FOR : AGAIN_WITHIN);
  if (isRunning(spin) && (!byHand || soon)) return again(turn, track);
  // A hand that was there before is not the one that launches again: another ball still runs.
  if (spin.phase === "over" && !(byHand && handCame(spin, spin.overAt, turn.tick))) return;
  if (isRunning(spin)) doubt(turn, "ball-stuck-or-gone", true);
  toStage(turn, "betting");
  const { hands } = spin;
  turn.spin = { ...NEW_SPIN, phase: "track", launchedAt: turn.tick, sense: track.sense, hands };
  toStage(turn, "ball-in-rim");
  turn.say({ o: "ball-on-track" });
  standing(turn, track.firstAt);
  if (turn.reader.lies.some(({ tick, n, kind }) => tick > track.firstAt && n >= 2 && kind !== "fret"))
    doubt(turn, "two-balls", true);
  passing(turn, track);
  if (!isRead(turn.rotor, turn.tick)) doubt(turn, "rotor-not-read", false);
}

/** Against the rotor's sense at a moment at which its marks are read for certain. */
export function direction(turn: Turn, track: Track): void {
  if (!isRead(turn.rotor, turn.tick)) return;
  const withRotor = turn.rotor.sense === track.sense;
  once(turn, "direction", { o: "ball-direction", sense: withRotor ? "with-rotor" : "against-rotor" });
}

/** Troubles that were known before the launch. */
export function standing(turn: Turn, since: number): void {
  const { ball, reader, rim, wheel } = turn;
  if (!wheel.calibrated) doubt(turn, "not-calibrated", false);
  if (reader.patchless >= 2) doubt(turn, "sensor-blind", false);
  if (ball.blind.filter(Boolean).length >= 2) doubt(turn, "sensor-blind", false);
  if (reader.stuck || rim.stuck) doubt(turn, "sensor-stuck", false);
  // The croupier's hand was over the rim just now: a beam that saw nothing sees nothing.
  const handSeen = rim.hand || handBetween(turn.spin, since - HAND_BEFORE, turn.tick);
  // Without the beam nobody knows what hands do: no number.
  if (!handSeen || flickers(turn)) doubt(turn, "sensor-blind", true);
}

/** The beam has flickered within the last minute. */
function flickers({ rim, tick }: Turn): boolean {
  return rim.flickeredAt >= 0 && tick - rim.flickeredAt < FLICKERS_FOR;
}

/** The same ball, found again. */
function again(turn: Turn, track: Track): void {
  set(turn, { phase: "track", holed: true, lost: false });
  passing(turn, track);
}

function passing(turn: Turn, track: Track): void {
  if (turn.spin.phase !== "track") return;
  direction(turn, track);
  const lap = lapTicks(track);
  const laps = certainLaps(turn, track, lap);
  const before = turn.spin.atLeast;
  set(turn, { seenAt: track.passings.at(-2) ?? turn.tick, lap });
  if (!turn.spin.holed && laps > before) {
    set(turn, { atLeast: laps });
    turn.say({ o: "ball-laps", atLeast: laps, atMost: null, how: "sensor-passings" });
  }
  close(turn, track, lap, laps > before);
}

/** Whole laps from passing to passing. When the fall is near, the newest passing or two may lie behind it. */
function certainLaps(turn: Turn, track: Track, lap: number): number {
  const { angles, dropLap } = turn.wheel;
  const back = track.sense === 1 ? -1 : 1;
  const unsure = lap < NEAR_DROP * dropLap ? 0 : lap < AT_DROP * dropLap ? 1 : 2;
  let certain = track.angle;
  let sensor = track.sensor;
  for (let i = 0; i < unsure; i++) {
    const before = nextSensor(sensor, back);
    certain -= angleBetween(angles, before, sensor, track.sense);
    sensor = before;
  }
  return Math.floor(Math.max(0, certain + 1) / TURN);
}

/** Bets end when the ball is about to fall. */
function close(turn: Turn, track: Track, lap: number, newLap: boolean): void {
  const { dropLap } = turn.wheel;
  if (turn.spin.stage !== "ball-in-rim" || lap === 0) return;
  const left = ticksToDrop(track, lap, dropLap);
  if (left !== null && newLap)
    turn.say({ o: "drop-predicted", inUs: Math.round(left / 2), doubtUs: Math.round(left / 10) + 250_000 });
  if (lap >= CLOSE_AT_LAP * dropLap || (left !== null && left <= CLOSE_BEFORE)) toStage(turn, "no-more-bets");
}

/**
 * Ticks until the lap is the one at which the ball falls, or null with less than two laps. Each lap takes longer than the
 * one before by the same share: that is drag by the air (dω/dt ∝ ω²; Eichberger, Roulette Physics, 2004).
 */
export function ticksToDrop(track: Track, lap: number, dropLap: number): number | null {
  const before = lapBefore(track);
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

function off(turn: Turn, track: Track): void {
  if (turn.spin.phase !== "track") return;
  finalLaps(turn, track);
  toStage(turn, "no-more-bets");
  fell(turn, track);
}

/** Both bounds: it was launched after the sensor before the first passing, and fell before the one after the last. */
export function finalLaps(turn: Turn, track: Track): void {
  const { spin, wheel } = turn;
  if (spin.holed) return;
  // Long before it could fall: it was hit, taken or thrown out, and where it ran since nobody counted.
  const early = spin.lap < TOO_FAST_TO_FALL * wheel.dropLap;
  const next = angleBetween(wheel.angles, track.sensor, nextSensor(track.sensor, track.sense), track.sense);
  turn.say({
    o: "ball-laps",
    atLeast: Math.max(spin.atLeast, certainLaps(turn, track, spin.lap)),
    atMost: early ? null : Math.floor((track.angle + track.before + next) / TURN),
    how: "sensor-passings",
  });
}

function odd(turn: Turn, at: number): void {
  if (isRunning(turn.spin)) set(turn, { odd: [...turn.spin.odd, at].slice(-KEPT) });
}

/** Two balls run: one of them is not the ball of the game. */
function second(turn: Turn): void {
  if (!isRunning(turn.spin)) return;
  once(turn, "foreign", { o: "foreign-object" });
  doubt(turn, "two-balls", true);
}
