import { crossedBefore, happened, notCrossed } from "./events.ts";
import type { Lying, ReaderEvent } from "./reader.ts";
import type { RimEvent } from "./rim.ts";
import { positionAt, speedOf, turnTicks } from "./rotor.ts";
import {
  markUncertain,
  handBetween,
  isRunning,
  once,
  over,
  updateState,
  toStage,
  type TrackerContext,
} from "./spin.ts";
import { atRest, HAND_FOR_BALL, isSound, onFret, TURN_MARGIN } from "./rest.ts";
import {
  DRIVEN,
  FALL_MAX,
  LEFT_AFTER,
  LIFTED_FOR,
  LOST_FOR,
  PATIENCE,
  SIGHTINGS,
  UNSEEN_TURNS,
  UNSEEN_TURNS_CROSSED,
  VANISHED_LAPS,
  vanished,
} from "./fall.ts";
import { weakLaunch } from "./weak.ts";

/** From the track to the pocket, and out of it again. */

const HANDS_KEPT = 12;
const SIGHTS_KEPT = 16;

export function onReader(context: TrackerContext, event: ReaderEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "seen":
      return seen(context, event.lying, event.others);
    case "unread":
      return shown(context);
    case "lost":
      return updateState(context, { seenPocket: -1, seenFirst: -1, hopAt: -1, sights: [], fret: null });
    case "gone":
      return gone(context, event.lying);
    case "blind":
      if (isRunning(spin)) markUncertain(context, "sensor-blind", false);
      return;
    case "stuck":
      if (isRunning(spin)) markUncertain(context, "sensor-stuck", false);
      return;
    case "sees-again":
      return;
  }
}

function seen(context: TrackerContext, lying: Lying, others: readonly Lying[]): void {
  const weak = weakLaunch(context, lying);
  const { spin } = context;
  if (!weak && spin.phase === "rest" && lying.pocket === spin.pocket)
    return updateState(context, { goneAt: -1 });
  if (!isRunning(spin)) return;
  if (lying.kind === "wide") return thing(context, lying);
  if (spin.phase === "track" && context.ball.track !== null) {
    // The ball is on the track: what lies in a pocket is another one.
    if (lying.kind === "ball" && lying.n >= SIGHTINGS) markUncertain(context, "two-balls", true);
    return;
  }
  if (spin.phase === "track") updateState(context, { phase: "fall" });
  shown(context);
  // It lay there while the ball still ran.
  if (lying.first <= spin.seenAt) return lying.n < 2 ? undefined : markUncertain(context, "two-balls", true);
  const place = lying.kind === "fret" ? -1 - lying.pocket : lying.pocket;
  if (spin.sights.length < SIGHTS_KEPT) updateState(context, { sights: [...spin.sights, place, lying.tick] });
  if (lying.kind === "fret") return onFret(context, lying);
  const stays = spin.seenPocket === lying.pocket;
  updateState(context, {
    unseenFrom: positionAt(context.rotor, context.tick),
    seenPocket: lying.pocket,
    seenFirst: stays ? spin.seenFirst : lying.tick,
    hopAt: stays || spin.seenPocket < 0 ? spin.hopAt : spin.seenFirst,
  });
  if (lying.n < 2) return;
  if (others.some((other) => other.kind === "ball" && other.n >= 2))
    return markUncertain(context, "two-balls", true);
  if (spin.pocket >= 0 && spin.pocket !== lying.pocket) return markUncertain(context, "ball-lifted", true);
  updateState(context, { pocket: lying.pocket });
  if (lying.n >= SIGHTINGS) atRest(context, lying);
}

function shown(context: TrackerContext): void {
  const { phase, shownAt } = context.spin;
  if (phase === "fall" && shownAt < 0) updateState(context, { shownAt: context.tick });
}

/** Wider than a ball: a chip. It fell in while the ball ran, or lies there since it came to rest: that is settled later. */
function thing(context: TrackerContext, lying: Lying): void {
  const { crossedAt } = context.spin;
  const whole = TURN_MARGIN * turnTicks(context.rotor, context.wheel.marks);
  // Two that agree: what crossed the rim lies here since.
  const fellIn = lying.n === 1 && crossedAt >= 0 && lying.first > crossedAt && lying.first < crossedAt + whole;
  if (fellIn) return happened(context, { what: "thing", from: crossedAt, to: crossedAt, was: 0, is: 0 });
  if (lying.n !== 2) return;
  // It was not there a turn before it was first seen.
  const from = lying.first - whole;
  happened(context, { what: "thing", from, to: lying.first, was: 0, is: 0 });
}

function gone(context: TrackerContext, lying: Lying): void {
  const { spin } = context;
  if (lying.kind !== "ball") return;
  if (spin.phase === "rest" && lying.pocket === spin.pocket)
    return updateState(context, { goneAt: lying.tick });
  if (spin.phase === "fall" && lying.n >= 2 && handBetween(spin, lying.tick, context.tick))
    markUncertain(context, "ball-lifted", true);
}

export function onRim(context: TrackerContext, event: RimEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin)) return;
      updateState(context, { crossedAt: event.at, crossedFor: event.width });
      return happened(context, { what: "crossed", from: event.at, to: event.at, was: 0, is: 0 });
    case "flickers":
      if (!isRunning(spin)) return;
      notCrossed(context);
      return markUncertain(context, "sensor-blind", false);
    case "hand":
    case "hand-gone":
      return handed(context, event.since);
    case "beam-stuck":
      if (isRunning(spin)) markUncertain(context, "sensor-stuck", false);
      return;
  }
}

/** A hand is or was over the rim since `since`. */
function handed(context: TrackerContext, since: number): void {
  const { hands } = context.spin;
  if (hands.at(-2) !== since && context.spin.phase === "fall") handInFall(context, since);
  const known = hands.at(-2) === since ? hands.slice(0, -2) : hands.slice(-(HANDS_KEPT - 2));
  updateState(context, { hands: [...known, since, context.tick] });
}

/** The croupier comes for a ball that has not been seen for a while. */
function handInFall(context: TrackerContext, since: number): void {
  const { spin, wheel } = context;
  const last = Math.max(spin.seenAt, spin.hopAt, spin.seenPocket < 0 ? -1 : spin.seenFirst);
  if (spin.crossedAt >= last && since - spin.crossedAt > HAND_FOR_BALL) return unseen(context);
  const revolutions = Math.abs(positionAt(context.rotor, since) - spin.unseenFrom) / (4 * wheel.marks);
  if (spin.crossedAt < 0 && since - spin.seenAt > FALL_MAX && revolutions >= UNSEEN_TURNS_CROSSED)
    unseen(context);
}

/** Time passed. */
export function settleTime(context: TrackerContext): void {
  const { rim } = context;
  if (rim.hand) handed(context, rim.on);
  if (isRunning(context.spin) && context.spin.waits.length > 0) crossedBefore(context);
  const { spin } = context;
  if (spin.phase === "track" && context.ball.track === null && context.tick - spin.seenAt > LOST_FOR)
    updateState(context, { phase: "fall", unseenFrom: positionAt(context.rotor, context.tick) });
  if (spin.phase === "fall") return falling(context);
  if (spin.phase === "rest" || spin.phase === "over") return cleared(context);
}

function falling(context: TrackerContext): void {
  const { spin, wheel, tick } = context;
  const position = positionAt(context.rotor, tick);
  // A ball that was only hit would have been seen again by now, however slow.
  if (vanished(context) && tick - spin.seenAt > VANISHED_LAPS * spin.lap) return left(context);
  const crossed = spin.crossedAt >= 0;
  const lies = Math.max(
    spin.seenAt + (crossed ? LEFT_AFTER : FALL_MAX),
    crossed ? spin.crossedAt + LEFT_AFTER : 0,
  );
  if (tick < lies) return spin.seenPocket < 0 ? updateState(context, { unseenFrom: position }) : undefined;
  const revolutions = Math.abs(position - spin.unseenFrom) / (4 * wheel.marks);
  if (revolutions >= (crossed ? UNSEEN_TURNS_CROSSED : UNSEEN_TURNS)) return unseen(context);
  if (tick - spin.seenAt > PATIENCE) markUncertain(context, "ball-stuck-or-gone", true);
}

function left(context: TrackerContext): void {
  once(context, "left", { o: "ball-left-cylinder" });
  over(context);
}

/** In no pocket, and by now it would have to be. */
function unseen(context: TrackerContext): void {
  const { spin } = context;
  if (!isSound(context)) return markUncertain(context, "ball-stuck-or-gone", true);
  // Something wider than a ball lies there, perhaps over it.
  if (context.reader.lies.some(({ kind }) => kind === "wide"))
    return markUncertain(context, "ball-stuck-or-gone", true);
  // On the rotor it was seen, so that it hangs nowhere above it.
  if (spin.shownAt >= 0 && spin.shownAt > spin.crossedAt)
    return markUncertain(context, "ball-stuck-or-gone", true);
  if (spin.crossedAt >= 0) return left(context);
  if (handBetween(spin, spin.seenAt, context.tick)) return markUncertain(context, "ball-stuck-or-gone", true);
  once(context, "suspended", { o: "ball-suspended" });
  over(context);
}

/** The table is ready for the next bets: the ball is out, or the rotor is driven anew. */
function cleared(context: TrackerContext): void {
  const { spin, wheel, rotor } = context;
  const { rpm10 } = speedOf(rotor, context.tick, wheel.marks);
  if (rpm10 < spin.rpmAtRest) updateState(context, { rpmAtRest: rpm10 });
  const driven = rpm10 > DRIVEN * spin.rpmAtRest + 5 || rotor.sense !== spin.senseAtRest;
  const lifted = spin.goneAt >= 0 && context.tick - spin.goneAt > LIFTED_FOR;
  if (!driven && !lifted) return;
  toStage(context, "betting");
  updateState(context, { phase: "open" });
}
