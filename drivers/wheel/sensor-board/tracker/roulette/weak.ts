import { weakIn } from "./ball.ts";
import { REST_MIN } from "./events.ts";
import { direction, finalLaps, HAND_BEFORE, standing } from "./launch.ts";
import type { Lying } from "./reader.ts";
import { positionAt, turnTicks } from "./rotor.ts";
import { FALL_MAX } from "./fall.ts";
import {
  handBetween,
  handCame,
  isRunning,
  NEW_SPIN,
  updateState,
  toStage,
  type TrackerContext,
} from "./spin.ts";
import { lapTicks, type Track } from "./track.ts";

/**
 * A launch so weak that the ball passed only three sensors, less than a whole lap: too little to call it a ball while it
 * runs. It counts when three things agree: the rhythm of one sense at a launching speed after a hand, no hand since, and a
 * ball that then lies in a pocket where none lay before.
 */

/** A ball that is rolled by hand is slower than this share of the drop lap; one that was launched is not. */
export const WEAK_LAP = 1.1;
/** The rotor turns once before the ball passes the reader for the first time. */
export const TURNS_TO_SEE = 1.1;

/** The reader sees something in a pocket, and no ball runs. True: it was launched, and this is its fall. */
export function weakLaunch(context: TrackerContext, lying: Lying): boolean {
  const { spin, ball, wheel } = context;
  if (isRunning(spin) || spin.lost || lying.kind !== "ball" || lying.n > 1 || ball.track !== null) return false;
  const track = weakIn(ball, wheel.angles);
  if (track === null) return false;
  const last = track.passings.at(-2) ?? context.tick;
  const latest = last + FALL_MAX + TURNS_TO_SEE * turnTicks(context.rotor, wheel.marks);
  if (lapTicks(track) > WEAK_LAP * wheel.dropLap) return false;
  if (lying.first < last + REST_MIN || lying.first > latest) return false;
  // A verdict of the spin before: its ball may still run.
  if (track.firstAt < spin.overAt || (spin.phase === "over" && !handCame(spin, spin.overAt, context.tick)))
    return false;
  if (!handBetween(spin, track.firstAt - HAND_BEFORE, last)) return false;
  // A hand since then may have laid it there.
  if (context.rim.hand || handCame(spin, track.firstAt, context.tick)) return false;
  startSession(context, track, last);
  return true;
}

function startSession(context: TrackerContext, track: Track, last: number): void {
  const { hands } = context.spin;
  toStage(context, "betting");
  context.spin = { ...NEW_SPIN, phase: "track", launchedAt: last, sense: track.sense, hands };
  toStage(context, "ball-in-rim");
  context.emit({ o: "ball-on-track" });
  updateState(context, { seenAt: last, lap: lapTicks(track) });
  standing(context, track.firstAt);
  if (!isRunning(context.spin)) return;
  direction(context, track);
  finalLaps(context, track);
  toStage(context, "no-more-bets");
  updateState(context, { phase: "fall", unseenFrom: positionAt(context.rotor, context.tick) });
}
