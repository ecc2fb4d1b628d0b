import { emitEarlyCrossing, recordIncident, forgetCrossings } from "./events.ts";
import type { RotorObject, ReaderEvent } from "./reader.ts";
import type { RimEvent } from "./rim.ts";
import { isSpeedKnown, positionAt, speedOf, revolutionTicks } from "./rotor.ts";
import {
  markUncertain,
  wasHandBetween,
  isRunning,
  emitOnce,
  endSpin,
  rotorAtRest,
  updateSpin,
  enterStage,
  type TrackerContext,
} from "./spin.ts";
import {
  handleInPocket,
  HAND_FOR_BALL_TICKS,
  areRotorAndReaderSound,
  handleOnFret,
  REVOLUTION_MARGIN,
} from "./rest.ts";
import {
  DRIVEN_RATIO,
  FALL_TICKS_MOST,
  LEFT_TICKS,
  LIFTED_TICKS,
  LOST_TICKS,
  FALL_WAIT_TICKS,
  SIGHTINGS,
  UNSEEN_REVOLUTIONS,
  UNSEEN_REVOLUTIONS_CROSSED,
  VANISHED_LAPS,
  hasVanished,
  emitFallen,
  emitHung,
  endHung,
  HUNG_WATCH_TICKS,
  isHung,
} from "./fall.ts";
import { detectWeakLaunch } from "./weak.ts";

/** From the track to the pocket, and out of it again. */

const HANDS_MAX = 12;
const SIGHTS_MAX = 16;

export function handleReaderEvent(context: TrackerContext, event: ReaderEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "seen":
      return handleSighting(context, event.lying, event.others);
    case "unread":
      return noteShown(context);
    case "lost":
      return updateSpin(context, { seenPocket: -1, seenFirst: -1, hopAt: -1, sights: [], fret: null });
    case "gone":
      return handleGone(context, event.lying);
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

function handleSighting(context: TrackerContext, lying: RotorObject, others: readonly RotorObject[]): void {
  const weak = detectWeakLaunch(context, lying);
  const { spin } = context;
  if (!weak && spin.phase === "rest" && lying.pocket === spin.pocket)
    return updateSpin(context, { goneAt: -1 });
  if (!isRunning(spin)) return;
  if (lying.kind === "wide") return recordForeignObject(context, lying);
  if (spin.phase === "track" && context.ball.track !== null) {
    // The ball is on the track: what lies in a pocket is another one.
    if (lying.kind === "ball" && lying.n >= SIGHTINGS) markUncertain(context, "two-balls", true);
    return;
  }
  if (spin.phase === "track") updateSpin(context, { phase: "fall" });
  noteShown(context);
  // It lay there while the ball still ran.
  if (lying.first <= spin.seenAt) return lying.n < 2 ? undefined : markUncertain(context, "two-balls", true);
  const place = lying.kind === "fret" ? -1 - lying.pocket : lying.pocket;
  if (spin.sights.length < SIGHTS_MAX) updateSpin(context, { sights: [...spin.sights, place, lying.tick] });
  if (lying.kind === "fret") return handleOnFret(context, lying);
  emitFallen(context);
  const stays = spin.seenPocket === lying.pocket;
  updateSpin(context, {
    unseenFrom: positionAt(context.rotor, context.tick),
    seenPocket: lying.pocket,
    seenFirst: stays ? spin.seenFirst : lying.tick,
    hopAt: stays || spin.seenPocket < 0 ? spin.hopAt : spin.seenFirst,
  });
  if (lying.n < 2) return;
  if (others.some((other) => other.kind === "ball" && other.n >= 2))
    return markUncertain(context, "two-balls", true);
  if (spin.pocket >= 0 && spin.pocket !== lying.pocket) return markUncertain(context, "ball-lifted", true);
  updateSpin(context, { pocket: lying.pocket });
  if (lying.n >= SIGHTINGS) handleInPocket(context, lying);
}

function noteShown(context: TrackerContext): void {
  const { phase, shownAt } = context.spin;
  if (phase === "fall" && shownAt < 0) updateSpin(context, { shownAt: context.tick });
}

/** Wider than a ball: a chip. It fell in while the ball ran, or lies there since it came to rest: that is settled later. */
function recordForeignObject(context: TrackerContext, lying: RotorObject): void {
  const { crossedAt } = context.spin;
  const whole = REVOLUTION_MARGIN * revolutionTicks(context.rotor, context.wheel.marks);
  // Two that agree: what crossed the rim lies here since.
  const fellIn = lying.n === 1 && crossedAt >= 0 && lying.first > crossedAt && lying.first < crossedAt + whole;
  if (fellIn) return recordIncident(context, { what: "thing", from: crossedAt, to: crossedAt, was: 0, is: 0 });
  if (lying.n !== 2) return;
  // It was not there a turn before it was first seen.
  const from = lying.first - whole;
  recordIncident(context, { what: "thing", from, to: lying.first, was: 0, is: 0 });
}

function handleGone(context: TrackerContext, lying: RotorObject): void {
  const { spin } = context;
  if (lying.kind !== "ball") return;
  if (spin.phase === "rest" && lying.pocket === spin.pocket) return updateSpin(context, { goneAt: lying.tick });
  if (spin.phase === "fall" && lying.n >= 2 && wasHandBetween(spin, lying.tick, context.tick))
    markUncertain(context, "ball-lifted", true);
}

export function handleRimEvent(context: TrackerContext, event: RimEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin)) return;
      updateSpin(context, { crossedAt: event.at, crossedFor: event.width });
      return recordIncident(context, { what: "crossed", from: event.at, to: event.at, was: 0, is: 0 });
    case "flickers":
      if (!isRunning(spin)) return;
      forgetCrossings(context);
      return markUncertain(context, "sensor-blind", false);
    case "hand":
    case "hand-gone":
      return noteHand(context, event.since);
    case "beam-stuck":
      if (isRunning(spin)) markUncertain(context, "sensor-stuck", false);
      return;
  }
}

/** A hand is or was over the rim since `since`. */
function noteHand(context: TrackerContext, since: number): void {
  const { hands } = context.spin;
  if (hands.at(-2) !== since && context.spin.phase === "fall") handleHandInFall(context, since);
  const known = hands.at(-2) === since ? hands.slice(0, -2) : hands.slice(-(HANDS_MAX - 2));
  updateSpin(context, { hands: [...known, since, context.tick] });
}

/** The croupier comes for a ball that has not been seen for a while. */
function handleHandInFall(context: TrackerContext, since: number): void {
  const { spin, wheel } = context;
  if (isHung(context)) return endHung(context);
  const last = Math.max(spin.seenAt, spin.hopAt, spin.seenPocket < 0 ? -1 : spin.seenFirst);
  if (spin.crossedAt >= last && since - spin.crossedAt > HAND_FOR_BALL_TICKS) return decideUnseen(context);
  const revolutions = Math.abs(positionAt(context.rotor, since) - spin.unseenFrom) / (4 * wheel.marks);
  if (spin.crossedAt < 0 && since - spin.seenAt > FALL_TICKS_MOST && revolutions >= UNSEEN_REVOLUTIONS_CROSSED)
    decideUnseen(context);
}

/** Time passed. */
export function checkSpinTime(context: TrackerContext): void {
  const { rim } = context;
  if (rim.hand) noteHand(context, rim.on);
  if (isRunning(context.spin) && context.spin.waits.length > 0) emitEarlyCrossing(context);
  const { spin } = context;
  if (spin.phase === "track" && context.ball.track === null && context.tick - spin.seenAt > LOST_TICKS)
    updateSpin(context, { phase: "fall", unseenFrom: positionAt(context.rotor, context.tick) });
  if (spin.phase === "fall") return checkFall(context);
  if (spin.phase === "rest" || spin.phase === "over") return checkCleared(context);
}

function checkFall(context: TrackerContext): void {
  const { spin, wheel, tick } = context;
  if (isHung(context)) return tick - spin.hungAt > HUNG_WATCH_TICKS ? endHung(context) : undefined;
  const position = positionAt(context.rotor, tick);
  // A ball that was only hit would have been seen again by now, however slow.
  if (hasVanished(context) && tick - spin.seenAt > VANISHED_LAPS * spin.lap) return emitBallLeft(context);
  const crossed = spin.crossedAt >= 0;
  const lies = Math.max(
    spin.seenAt + (crossed ? LEFT_TICKS : FALL_TICKS_MOST),
    crossed ? spin.crossedAt + LEFT_TICKS : 0,
  );
  if (tick < lies) return spin.seenPocket < 0 ? updateSpin(context, { unseenFrom: position }) : undefined;
  const revolutions = Math.abs(position - spin.unseenFrom) / (4 * wheel.marks);
  if (revolutions >= (crossed ? UNSEEN_REVOLUTIONS_CROSSED : UNSEEN_REVOLUTIONS)) return decideUnseen(context);
  if (tick - Math.max(spin.seenAt, spin.fellAt) > FALL_WAIT_TICKS)
    markUncertain(context, "ball-stuck-or-gone", true);
}

function emitBallLeft(context: TrackerContext): void {
  emitOnce(context, "left", { o: "ball-left-cylinder" });
  endSpin(context);
}

/** In no pocket, and by now it would have to be. */
function decideUnseen(context: TrackerContext): void {
  const { spin } = context;
  if (!areRotorAndReaderSound(context)) return markUncertain(context, "ball-stuck-or-gone", true);
  // Something wider than a ball lies there, perhaps over it.
  if (context.reader.lies.some(({ kind }) => kind === "wide"))
    return markUncertain(context, "ball-stuck-or-gone", true);
  // On the rotor it was seen, so that it hangs nowhere above it.
  if (spin.shownAt >= 0 && spin.shownAt > spin.crossedAt)
    return markUncertain(context, "ball-stuck-or-gone", true);
  if (spin.crossedAt >= 0) return emitBallLeft(context);
  if (wasHandBetween(spin, spin.seenAt, context.tick))
    return markUncertain(context, "ball-stuck-or-gone", true);
  emitHung(context);
}

/** The table is ready for the next bets: the ball is out, or the rotor is driven anew. */
function checkCleared(context: TrackerContext): void {
  const { spin, wheel, rotor } = context;
  const { rpm10 } = speedOf(rotor, context.tick, wheel.marks);
  const isKnown = isSpeedKnown(rotor);
  // Behind missing edges it is not faster than it was, only not measured yet.
  if (isKnown && spin.rpmAtRest < 0) updateSpin(context, rotorAtRest(context));
  else if (isKnown && rpm10 < spin.rpmAtRest) updateSpin(context, { rpmAtRest: rpm10 });
  const isFaster = rpm10 > DRIVEN_RATIO * spin.rpmAtRest + 5 || rotor.sense !== spin.senseAtRest;
  const driven = isKnown && spin.rpmAtRest >= 0 && isFaster;
  const lifted = spin.goneAt >= 0 && context.tick - spin.goneAt > LIFTED_TICKS;
  if (!driven && !lifted) return;
  enterStage(context, "betting");
  updateSpin(context, { phase: "open" });
}
