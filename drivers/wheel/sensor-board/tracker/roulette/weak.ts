import { weakIn } from "./ball.ts";
import { REST_MIN } from "./events.ts";
import { direction, finalLaps, HAND_BEFORE, standing } from "./launch.ts";
import type { Lying } from "./reader.ts";
import { positionAt, turnTicks } from "./rotor.ts";
import { FALL_MAX } from "./fall.ts";
import { handBetween, handCame, isRunning, NEW_SPIN, set, toStage, type Turn } from "./spin.ts";
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
export function weakLaunch(turn: Turn, lying: Lying): boolean {
  const { spin, ball, wheel } = turn;
  if (isRunning(spin) || spin.lost || lying.kind !== "ball" || lying.n > 1 || ball.track !== null) return false;
  const track = weakIn(ball, wheel.angles);
  if (track === null) return false;
  const last = track.passings.at(-2) ?? turn.tick;
  const latest = last + FALL_MAX + TURNS_TO_SEE * turnTicks(turn.rotor, wheel.marks);
  if (lapTicks(track) > WEAK_LAP * wheel.dropLap) return false;
  if (lying.first < last + REST_MIN || lying.first > latest) return false;
  // A verdict of the spin before: its ball may still run.
  if (track.firstAt < spin.overAt || (spin.phase === "over" && !handCame(spin, spin.overAt, turn.tick)))
    return false;
  if (!handBetween(spin, track.firstAt - HAND_BEFORE, last)) return false;
  // A hand since then may have laid it there.
  if (turn.rim.hand || handCame(spin, track.firstAt, turn.tick)) return false;
  begin(turn, track, last);
  return true;
}

function begin(turn: Turn, track: Track, last: number): void {
  const { hands } = turn.spin;
  toStage(turn, "betting");
  turn.spin = { ...NEW_SPIN, phase: "track", launchedAt: last, sense: track.sense, hands };
  toStage(turn, "ball-in-rim");
  turn.say({ o: "ball-on-track" });
  set(turn, { seenAt: last, lap: lapTicks(track) });
  standing(turn, track.firstAt);
  if (!isRunning(turn.spin)) return;
  direction(turn, track);
  finalLaps(turn, track);
  toStage(turn, "no-more-bets");
  set(turn, { phase: "fall", unseenFrom: positionAt(turn.rotor, turn.tick) });
}
