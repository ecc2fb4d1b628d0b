import { TICKS_PER_S } from "../../edge.ts";
import type { BallEvent } from "../roulette/ball.ts";
import { ticksToDrop } from "../roulette/launch.ts";
import { angleBetween, lapTicks, nextSensor, TURN, type Track } from "../roulette/track.ts";
import { othersLit } from "./holes.ts";
import { doubt, handBetween, isRunning, NEW_SPIN, set, toStage, type Turn } from "./spin.ts";

/** From the launch to the moment when the ball leaves the edge of the bowl. */

/** Bets end so long before the ball is expected to fall, or when its lap is this close to the lap at which it falls. */
const CLOSE_BEFORE = 4 * TICKS_PER_S;
const CLOSE_AT_LAP = 0.85;
/** A ball that is this slow may have left the edge right after a passing. */
const NEAR_DROP = 0.88;
/** The croupier's hand is over the rim this long before the first passing, at most. */
const HAND_BEFORE = 4 * TICKS_PER_S;
/** A ball that a hand launches this soon after another one belongs to the same spin. */
const TWO_BALLS = 6 * TICKS_PER_S;
/** No lap takes longer. */
const LAP_BEFORE = 5 * TICKS_PER_S;
/** Passings after which a ball's loss of speed is known well. */
const SEEN_LONG = 7;

export function onBall(turn: Turn, event: BallEvent): void {
  switch (event.e) {
    case "launched":
      return launched(turn, event.track);
    case "passed":
      return passing(turn, event.track);
    case "off":
      return off(turn, event.track);
    case "odd":
      return set(turn, { odd: turn.spin.odd + 1 });
    case "second":
      if (isRunning(turn.spin)) doubt(turn, "two-balls", true);
      return;
    default:
      return;
  }
}

function launched(turn: Turn, track: Track): void {
  const { spin } = turn;
  const byHand = turn.rim.hand || handBetween(spin, track.firstAt - HAND_BEFORE, turn.tick);
  if (isRunning(spin)) {
    // Without a hand it is the ball that ran, found again.
    if (spin.holed || !byHand) {
      set(turn, { phase: "track", holed: true });
      return passing(turn, track);
    }
    doubt(turn, spin.phase === "fall" ? "two-balls" : "ball-stuck-or-gone", true);
    if (turn.tick - spin.launchedAt < TWO_BALLS) return;
  }
  toStage(turn, "betting");
  const { handFrom, handTo, crossedAt } = spin;
  turn.spin = {
    ...NEW_SPIN,
    phase: "track",
    launchedAt: track.firstAt,
    // It may have been launched, and many laps ago, when nobody listened.
    holed: track.firstAt - turn.knownAt < LAP_BEFORE,
    handFrom,
    handTo,
    // What crossed after the croupier's hand came.
    crossedAt: crossedAt > (byHand ? handFrom : track.firstAt) ? crossedAt : -1,
  };
  toStage(turn, "ball-in-rim");
  turn.say({ o: "ball-on-track" });
  if (!turn.bowl.calibrated) doubt(turn, "not-calibrated", false);
  if (turn.ball.blind.filter(Boolean).length >= 2) doubt(turn, "sensor-blind", false);
  if (turn.rim.stuck) doubt(turn, "sensor-stuck", false);
  // Something lies in a hole already.
  if (othersLit(turn.holes, -1, turn.tick).both >= 0) doubt(turn, "two-balls", false);
  passing(turn, track);
}

function passing(turn: Turn, track: Track): void {
  if (turn.spin.phase !== "track") return;
  const lap = lapTicks(track);
  const laps = certainLaps(turn, track, lap);
  const more = laps > turn.spin.atLeast;
  set(turn, {
    seenAt: track.passings.at(-2) ?? turn.tick,
    odd: 0,
    lap,
    atLeast: Math.max(laps, turn.spin.atLeast),
  });
  if (!turn.spin.holed && more)
    turn.say({ o: "ball-laps", atLeast: laps, atMost: null, how: "sensor-passings" });
  close(turn, track, lap, more);
}

/** Whole laps from passing to passing; near its fall the newest passing may lie behind it. */
function certainLaps({ bowl }: Turn, track: Track, lap: number): number {
  const { sensor, sense } = track;
  const last =
    lap < NEAR_DROP * bowl.dropLap
      ? 0
      : angleBetween(bowl.angles, nextSensor(sensor, sense === 1 ? -1 : 1), sensor, sense);
  return Math.floor(Math.max(0, track.angle - last + 1) / TURN);
}

function close(turn: Turn, track: Track, lap: number, newLap: boolean): void {
  const { dropLap } = turn.bowl;
  if (turn.spin.stage !== "ball-in-rim" || lap === 0) return;
  const left = ticksToDrop(track, lap, dropLap);
  if (left !== null && newLap)
    turn.say({ o: "drop-predicted", inUs: Math.round(left / 2), doubtUs: Math.round(left / 10) + 250_000 });
  if (lap >= CLOSE_AT_LAP * dropLap || (left !== null && left <= CLOSE_BEFORE)) toStage(turn, "no-more-bets");
}

/** Both bounds: it was launched after the sensor before the first passing, and left before the one after the last. */
function off(turn: Turn, track: Track): void {
  const { spin, bowl } = turn;
  if (spin.phase !== "track") return;
  if (!spin.holed) {
    const { sensor, sense, angle, before } = track;
    const after = angleBetween(bowl.angles, sensor, nextSensor(sensor, sense), sense);
    const lastCertain = angleBetween(bowl.angles, nextSensor(sensor, sense === 1 ? -1 : 1), sensor, sense);
    const atLeast = Math.max(0, Math.floor((angle - lastCertain + 1) / TURN));
    // A ball that was lost sight of on the track may have gone on for a while.
    const unsure = track.seen < SEEN_LONG || spin.odd > 0 ? 1 : 0;
    const atMost = Math.floor((angle + before + after) / TURN) + unsure;
    turn.say({ o: "ball-laps", atLeast: Math.max(atLeast, spin.atLeast), atMost, how: "sensor-passings" });
  }
  toStage(turn, "no-more-bets");
  set(turn, { phase: "fall", fellAt: turn.tick });
}
