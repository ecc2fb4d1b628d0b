import { TICKS_PER_S } from "../../edge.ts";
import type { BallEvent } from "../roulette/ball.ts";
import { closeBetsNearDrop } from "../roulette/launch.ts";
import { angleBetween, isLaunchedAnew, lapTicks, nextSensor, LAP_MDEG, type Track } from "../roulette/track.ts";
import { otherHolesLit } from "./holes.ts";
import { isRunning, updateSpin, enterStage } from "../roulette/spin.ts";
import { markUncertain, wasHandBetween, NEW_SPIN, type TrackerContext } from "./spin.ts";

/** From the launch to the moment when the ball leaves the edge of the bowl. */

/** A ball that is this slow may have left the edge right after a passing. */
const NEAR_DROP_LAP_SHARE = 0.88;
/** The croupier's hand is over the rim this long before the first passing, at most. */
const HAND_BEFORE_TICKS = 4 * TICKS_PER_S;
/** A ball that a hand launches this soon after another one belongs to the same spin. */
const SAME_SPIN_TICKS = 6 * TICKS_PER_S;
/** No lap takes longer. */
const LONGEST_LAP_TICKS = 5 * TICKS_PER_S;
/** Passings after which a ball's loss of speed is known well enough. */
const PASSINGS_SURE = 7;

export function handleBallEvent(context: TrackerContext, event: BallEvent): void {
  switch (event.e) {
    case "launched":
      return handleLaunch(context, event.track);
    case "passed":
      return handlePassing(context, event.track);
    case "off":
      return handleOffTrack(context, event.track);
    case "odd":
      return updateSpin(context, { odd: context.spin.odd + 1 });
    case "second":
      if (isRunning(context.spin)) markUncertain(context, "two-balls", true);
      return;
    default:
      return;
  }
}

function handleLaunch(context: TrackerContext, track: Track): void {
  const { spin } = context;
  const byHand = context.rim.hand || wasHandBetween(spin, track.firstAt - HAND_BEFORE_TICKS, context.tick);
  if (isRunning(spin)) {
    const isAnother = spin.holed && isLaunchedAnew(track, spin.lap);
    // Without a hand it is the same ball, found again.
    if (!isAnother && (spin.holed || !byHand)) {
      updateSpin(context, { phase: "track", holed: true });
      return handlePassing(context, track);
    }
    markUncertain(context, spin.phase === "fall" && !isAnother ? "two-balls" : "ball-stuck-or-gone", true);
    if (!isAnother && context.tick - spin.launchedAt < SAME_SPIN_TICKS) return;
  }
  enterStage(context, "betting");
  const { handFrom, handTo, crossedAt } = spin;
  context.spin = {
    ...NEW_SPIN,
    phase: "track",
    launchedAt: track.firstAt,
    // It may have been launched many laps ago, during a gap.
    holed: track.firstAt - context.knownAt < LONGEST_LAP_TICKS,
    handFrom,
    handTo,
    // What crossed after the croupier's hand came.
    crossedAt: crossedAt > (byHand ? handFrom : track.firstAt) ? crossedAt : -1,
  };
  enterStage(context, "ball-in-rim");
  context.emit({ o: "ball-on-track" });
  if (!context.bowl.calibrated) markUncertain(context, "not-calibrated", false);
  if (context.ball.blind.filter(Boolean).length >= 2) markUncertain(context, "sensor-blind", false);
  if (context.rim.stuck) markUncertain(context, "sensor-stuck", false);
  // Something lies in a hole already.
  if (otherHolesLit(context.holes, -1, context.tick).both >= 0) markUncertain(context, "two-balls", false);
  handlePassing(context, track);
}

function handlePassing(context: TrackerContext, track: Track): void {
  if (context.spin.phase !== "track") return;
  const lap = lapTicks(track);
  const laps = certainLaps(context, track, lap);
  const more = laps > context.spin.atLeast;
  updateSpin(context, {
    seenAt: track.passings.at(-2) ?? context.tick,
    odd: 0,
    lap,
    atLeast: Math.max(laps, context.spin.atLeast),
  });
  if (!context.spin.holed && more)
    context.emit({ o: "ball-laps", atLeast: laps, atMost: null, how: "sensor-passings" });
  closeBetsNearDrop(context, track, { lap, dropLap: context.bowl.dropLap, isNew: more });
}

/** Whole laps from passing to passing; near its fall the newest passing may lie behind it. */
function certainLaps({ bowl }: TrackerContext, track: Track, lap: number): number {
  const { sensor, sense } = track;
  const last =
    lap < NEAR_DROP_LAP_SHARE * bowl.dropLap
      ? 0
      : angleBetween(bowl.angles, nextSensor(sensor, sense === 1 ? -1 : 1), sensor, sense);
  return Math.floor(Math.max(0, track.angle - last + 1) / LAP_MDEG);
}

/** Both bounds: it was launched after the sensor before the first passing, and left before the one after the last. */
function handleOffTrack(context: TrackerContext, track: Track): void {
  const { spin, bowl } = context;
  if (spin.phase !== "track") return;
  if (!spin.holed) {
    const { sensor, sense, angle, before } = track;
    const after = angleBetween(bowl.angles, sensor, nextSensor(sensor, sense), sense);
    const lastCertain = angleBetween(bowl.angles, nextSensor(sensor, sense === 1 ? -1 : 1), sensor, sense);
    const atLeast = Math.max(0, Math.floor((angle - lastCertain + 1) / LAP_MDEG));
    // A ball that was lost sight of on the track may have gone on for a while.
    const unsure = track.seen < PASSINGS_SURE || spin.odd > 0 ? 1 : 0;
    const atMost = Math.floor((angle + before + after) / LAP_MDEG) + unsure;
    context.emit({ o: "ball-laps", atLeast: Math.max(atLeast, spin.atLeast), atMost, how: "sensor-passings" });
  }
  enterStage(context, "no-more-bets");
  updateSpin(context, { phase: "fall", fellAt: context.tick });
}
