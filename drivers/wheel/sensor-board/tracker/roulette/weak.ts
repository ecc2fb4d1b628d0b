import { findWeakBall } from "./ball.ts";
import { FALL_TICKS_LEAST } from "./events.ts";
import { emitBallDirection, emitFinalLaps, HAND_BEFORE_TICKS, emitKnownTroubles } from "./launch.ts";
import type { RotorObject } from "./reader.ts";
import { positionAt, revolutionTicks } from "./rotor.ts";
import { FALL_TICKS_MOST } from "./fall.ts";
import {
  wasHandBetween,
  hasHandCome,
  isRunning,
  NEW_SPIN,
  updateSpin,
  enterStage,
  type TrackerContext,
} from "./spin.ts";
import { lapTicks, type Track } from "./track.ts";

/**
 * A launch so weak that the ball passed only three sensors, less than a whole lap: too little to call it a ball while it
 * runs. It counts when three things agree: the rhythm of one sense at a launching speed after a hand, no hand since, and a
 * ball that then lies in a pocket where none lay before.
 */

/** A ball that is rolled by hand is slower than this share of the drop lap; one that was launched is not. */
export const WEAK_LAP_SHARE = 1.1;
/** The rotor turns once before the ball passes the reader for the first time. */
export const REVOLUTIONS_TO_SEE = 1.1;

/** The reader sees something in a pocket, and no ball runs. True: it was launched, and this is its fall. */
export function detectWeakLaunch(context: TrackerContext, lying: RotorObject): boolean {
  const { spin, ball, wheel } = context;
  if (isRunning(spin) || spin.lost || lying.kind !== "ball" || lying.n > 1 || ball.track !== null) return false;
  const track = findWeakBall(ball, wheel.angles);
  if (track === null) return false;
  const last = track.passings.at(-2) ?? context.tick;
  const latest = last + FALL_TICKS_MOST + REVOLUTIONS_TO_SEE * revolutionTicks(context.rotor, wheel.marks);
  if (lapTicks(track) > WEAK_LAP_SHARE * wheel.dropLap) return false;
  if (lying.first < last + FALL_TICKS_LEAST || lying.first > latest) return false;
  // A verdict of the spin before: its ball may still run.
  if (track.firstAt < spin.overAt || (spin.phase === "over" && !hasHandCome(spin, spin.overAt, context.tick)))
    return false;
  if (!wasHandBetween(spin, track.firstAt - HAND_BEFORE_TICKS, last)) return false;
  // A hand since then may have laid it there.
  if (context.rim.hand || hasHandCome(spin, track.firstAt, context.tick)) return false;
  startWeakSpin(context, track, last);
  return true;
}

function startWeakSpin(context: TrackerContext, track: Track, last: number): void {
  const { hands } = context.spin;
  enterStage(context, "betting");
  context.spin = { ...NEW_SPIN, phase: "track", launchedAt: last, sense: track.sense, hands };
  enterStage(context, "ball-in-rim");
  context.emit({ o: "ball-on-track" });
  updateSpin(context, { seenAt: last, lap: lapTicks(track) });
  emitKnownTroubles(context, track.firstAt);
  if (!isRunning(context.spin)) return;
  emitBallDirection(context, track);
  emitFinalLaps(context, track);
  enterStage(context, "no-more-bets");
  updateSpin(context, { phase: "fall", unseenFrom: positionAt(context.rotor, context.tick) });
}
