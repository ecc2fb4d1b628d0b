import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import { positionAt } from "./rotor.ts";
import { markUncertain, wasHandBetween, updateSpin, type TrackerContext, endSpin } from "./spin.ts";
import type { Track } from "./track.ts";

/** The ball leaves the track and falls: how long that takes at most, and how it looks when a hand or a hit has a part in it. */

/** From its last passing to a pocket a ball takes at most this long; nearly always less than 3.6 s. */
export const FALL_TICKS_MOST = 6 * TICKS_PER_S;
/**
 * Rotor turns after that in which a ball in a pocket would have passed the reader: twice, since one sighting may be
 * missed; once where something crossed the rim as well.
 */
export const UNSEEN_REVOLUTIONS = 2.1;
export const UNSEEN_REVOLUTIONS_CROSSED = 1.1;
/** After something crossed, and after its last passing, a ball that is still in the wheel lies in a pocket within this time. */
export const LEFT_TICKS = 4.5 * TICKS_PER_S;
/** Sightings in one pocket on running turns that make the number. */
export const SIGHTINGS = 3;
/** Bets open so long after the ball has been lifted out. */
export const LIFTED_TICKS = 4 * TICKS_PER_S;
/** Laps after its last passing in which a ball that was hit and slowed down to a third passes some sensor. */
export const VANISHED_LAPS = 2;
/**
 * Shares of the drop lap. Below the first a ball that loses two thirds of its speed is still on the track; above the
 * second it may fall by itself.
 */
export const VANISH_LAP_SHARE = 0.45;
export const FALL_LAP_SHARE = 0.88;
/** A ball breaks the beam for no longer than this when it leaves. */
export const BALL_CROSSING_TICKS = 17 * TICKS_PER_MS;
/** A hand drives the rotor: it is so much faster than it was. */
export const DRIVEN_RATIO = 1.08;
/** No ball takes so long, however slow the rotor. */
export const FALL_WAIT_TICKS = 45 * TICKS_PER_S;
/** After a gap a ball that is not found again on the track for so long is off it; and a gap as long hides a spin's end. */
export const LOST_TICKS = 6 * TICKS_PER_S;

/** The ball left the track after its last passing. */
export function enterFall(context: TrackerContext, track: Track): void {
  const { spin, wheel } = context;
  updateSpin(context, { phase: "fall", unseenFrom: positionAt(context.rotor, context.tick) });
  if (spin.lap >= FALL_LAP_SHARE * wheel.dropLap || hasVanished(context)) return;
  const last = track.passings.at(-2) ?? context.tick;
  // Off the track long before it could fall, under a hand.
  if (wasHandBetween(spin, last, context.tick)) markUncertain(context, "ball-stuck-or-gone", true);
}

/** It was fast, and not seen again since something of its size crossed the rim: a ball that was hit would still run. */
export function hasVanished({ spin, wheel }: TrackerContext): boolean {
  const { crossedAt, crossedFor, seenAt, lap, odd } = spin;
  if (spin.holed || lap >= VANISH_LAP_SHARE * wheel.dropLap || crossedFor > BALL_CROSSING_TICKS) return false;
  return crossedAt > seenAt && crossedAt < seenAt + 0.5 * lap && !odd.some((at) => at > crossedAt);
}

/**
 * A ball that hangs on a deflector or lies on the fret ring: it is told as soon as that is certain, and watched on. It may fall by itself,
 * and then it has its number; how long it may hang is the rulebook's word.
 */

/** Nobody waits for a ball for so long; what is seen after that is of no spin. */
export const HUNG_WATCH_TICKS = 600 * TICKS_PER_S;

export const isHung = ({ spin: { hungAt } }: TrackerContext): boolean => hungAt >= 0;

export function emitHung(context: TrackerContext): void {
  if (isHung(context)) return;
  updateSpin(context, { hungAt: context.tick });
  context.emit({ o: "ball-suspended", now: "hangs" });
}

/** It is seen in a pocket, and no hand was there. */
export function emitFallen(context: TrackerContext): void {
  if (!isHung(context)) return;
  updateSpin(context, { hungAt: -1, fellAt: context.tick });
  context.emit({ o: "ball-suspended", now: "fell" });
}

/** A hand came for it, or nobody ever did. */
export function endHung(context: TrackerContext): void {
  context.emit({ o: "ball-suspended", now: "taken" });
  endSpin(context);
}
