import { crossedBefore, happened, notCrossed } from "./events.ts";
import type { Lying, ReaderEvent } from "./reader.ts";
import type { RimEvent } from "./rim.ts";
import { positionAt, speedOf, turnTicks } from "./rotor.ts";
import { doubt, handBetween, isRunning, once, over, set, toStage, type Turn } from "./spin.ts";
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

export function onReader(turn: Turn, event: ReaderEvent): void {
  const { spin } = turn;
  switch (event.e) {
    case "seen":
      return seen(turn, event.lying, event.others);
    case "unread":
      return shown(turn);
    case "lost":
      return set(turn, { seenPocket: -1, seenFirst: -1, hopAt: -1, sights: [], fret: null });
    case "gone":
      return gone(turn, event.lying);
    case "blind":
      if (isRunning(spin)) doubt(turn, "sensor-blind", false);
      return;
    case "stuck":
      if (isRunning(spin)) doubt(turn, "sensor-stuck", false);
      return;
    case "sees-again":
      return;
  }
}

function seen(turn: Turn, lying: Lying, others: readonly Lying[]): void {
  const weak = weakLaunch(turn, lying);
  const { spin } = turn;
  if (!weak && spin.phase === "rest" && lying.pocket === spin.pocket) return set(turn, { goneAt: -1 });
  if (!isRunning(spin)) return;
  if (lying.kind === "wide") return thing(turn, lying);
  if (spin.phase === "track" && turn.ball.track !== null) {
    // The ball is on the track: what lies in a pocket is another one.
    if (lying.kind === "ball" && lying.n >= SIGHTINGS) doubt(turn, "two-balls", true);
    return;
  }
  if (spin.phase === "track") set(turn, { phase: "fall" });
  shown(turn);
  // It lay there while the ball still ran.
  if (lying.first <= spin.seenAt) return lying.n < 2 ? undefined : doubt(turn, "two-balls", true);
  const place = lying.kind === "fret" ? -1 - lying.pocket : lying.pocket;
  if (spin.sights.length < SIGHTS_KEPT) set(turn, { sights: [...spin.sights, place, lying.tick] });
  if (lying.kind === "fret") return onFret(turn, lying);
  const stays = spin.seenPocket === lying.pocket;
  set(turn, {
    unseenFrom: positionAt(turn.rotor, turn.tick),
    seenPocket: lying.pocket,
    seenFirst: stays ? spin.seenFirst : lying.tick,
    hopAt: stays || spin.seenPocket < 0 ? spin.hopAt : spin.seenFirst,
  });
  if (lying.n < 2) return;
  if (others.some((other) => other.kind === "ball" && other.n >= 2)) return doubt(turn, "two-balls", true);
  if (spin.pocket >= 0 && spin.pocket !== lying.pocket) return doubt(turn, "ball-lifted", true);
  set(turn, { pocket: lying.pocket });
  if (lying.n >= SIGHTINGS) atRest(turn, lying);
}

function shown(turn: Turn): void {
  const { phase, shownAt } = turn.spin;
  if (phase === "fall" && shownAt < 0) set(turn, { shownAt: turn.tick });
}

/** Wider than a ball: a chip. It fell in while the ball ran, or lies there since it came to rest: that is settled later. */
function thing(turn: Turn, lying: Lying): void {
  const { crossedAt } = turn.spin;
  const whole = TURN_MARGIN * turnTicks(turn.rotor, turn.wheel.marks);
  // Two that agree: what crossed the rim lies here since.
  const fellIn = lying.n === 1 && crossedAt >= 0 && lying.first > crossedAt && lying.first < crossedAt + whole;
  if (fellIn) return happened(turn, { what: "thing", from: crossedAt, to: crossedAt, was: 0, is: 0 });
  if (lying.n !== 2) return;
  // It was not there a turn before it was first seen.
  const from = lying.first - whole;
  happened(turn, { what: "thing", from, to: lying.first, was: 0, is: 0 });
}

function gone(turn: Turn, lying: Lying): void {
  const { spin } = turn;
  if (lying.kind !== "ball") return;
  if (spin.phase === "rest" && lying.pocket === spin.pocket) return set(turn, { goneAt: lying.tick });
  if (spin.phase === "fall" && lying.n >= 2 && handBetween(spin, lying.tick, turn.tick))
    doubt(turn, "ball-lifted", true);
}

export function onRim(turn: Turn, event: RimEvent): void {
  const { spin } = turn;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin)) return;
      set(turn, { crossedAt: event.at, crossedFor: event.width });
      return happened(turn, { what: "crossed", from: event.at, to: event.at, was: 0, is: 0 });
    case "flickers":
      if (!isRunning(spin)) return;
      notCrossed(turn);
      return doubt(turn, "sensor-blind", false);
    case "hand":
    case "hand-gone":
      return handed(turn, event.since);
    case "beam-stuck":
      if (isRunning(spin)) doubt(turn, "sensor-stuck", false);
      return;
  }
}

/** A hand is or was over the rim since `since`. */
function handed(turn: Turn, since: number): void {
  const { hands } = turn.spin;
  if (hands.at(-2) !== since && turn.spin.phase === "fall") handInFall(turn, since);
  const known = hands.at(-2) === since ? hands.slice(0, -2) : hands.slice(-(HANDS_KEPT - 2));
  set(turn, { hands: [...known, since, turn.tick] });
}

/** The croupier comes for a ball that has not been seen for a while. */
function handInFall(turn: Turn, since: number): void {
  const { spin, wheel } = turn;
  const last = Math.max(spin.seenAt, spin.hopAt, spin.seenPocket < 0 ? -1 : spin.seenFirst);
  if (spin.crossedAt >= last && since - spin.crossedAt > HAND_FOR_BALL) return unseen(turn);
  const turns = Math.abs(positionAt(turn.rotor, since) - spin.unseenFrom) / (4 * wheel.marks);
  if (spin.crossedAt < 0 && since - spin.seenAt > FALL_MAX && turns >= UNSEEN_TURNS_CROSSED) unseen(turn);
}

/** Time passed. */
export function settleTime(turn: Turn): void {
  const { rim } = turn;
  if (rim.hand) handed(turn, rim.on);
  if (isRunning(turn.spin) && turn.spin.waits.length > 0) crossedBefore(turn);
  const { spin } = turn;
  if (spin.phase === "track" && turn.ball.track === null && turn.tick - spin.seenAt > LOST_FOR)
    set(turn, { phase: "fall", unseenFrom: positionAt(turn.rotor, turn.tick) });
  if (spin.phase === "fall") return falling(turn);
  if (spin.phase === "rest" || spin.phase === "over") return cleared(turn);
}

function falling(turn: Turn): void {
  const { spin, wheel, tick } = turn;
  const position = positionAt(turn.rotor, tick);
  // A ball that was only hit would have been seen again by now, however slow.
  if (vanished(turn) && tick - spin.seenAt > VANISHED_LAPS * spin.lap) return left(turn);
  const crossed = spin.crossedAt >= 0;
  const lies = Math.max(
    spin.seenAt + (crossed ? LEFT_AFTER : FALL_MAX),
    crossed ? spin.crossedAt + LEFT_AFTER : 0,
  );
  if (tick < lies) return spin.seenPocket < 0 ? set(turn, { unseenFrom: position }) : undefined;
  const turns = Math.abs(position - spin.unseenFrom) / (4 * wheel.marks);
  if (turns >= (crossed ? UNSEEN_TURNS_CROSSED : UNSEEN_TURNS)) return unseen(turn);
  if (tick - spin.seenAt > PATIENCE) doubt(turn, "ball-stuck-or-gone", true);
}

function left(turn: Turn): void {
  once(turn, "left", { o: "ball-left-cylinder" });
  over(turn);
}

/** In no pocket, and by now it would have to be. */
function unseen(turn: Turn): void {
  const { spin } = turn;
  if (!isSound(turn)) return doubt(turn, "ball-stuck-or-gone", true);
  // Something wider than a ball lies there, perhaps over it.
  if (turn.reader.lies.some(({ kind }) => kind === "wide")) return doubt(turn, "ball-stuck-or-gone", true);
  // On the rotor it was seen, so that it hangs nowhere above it.
  if (spin.shownAt >= 0 && spin.shownAt > spin.crossedAt) return doubt(turn, "ball-stuck-or-gone", true);
  if (spin.crossedAt >= 0) return left(turn);
  if (handBetween(spin, spin.seenAt, turn.tick)) return doubt(turn, "ball-stuck-or-gone", true);
  once(turn, "suspended", { o: "ball-suspended" });
  over(turn);
}

/** The table is ready for the next bets: the ball is out, or the rotor is driven anew. */
function cleared(turn: Turn): void {
  const { spin, wheel, rotor } = turn;
  const { rpm10 } = speedOf(rotor, turn.tick, wheel.marks);
  if (rpm10 < spin.rpmAtRest) set(turn, { rpmAtRest: rpm10 });
  const driven = rpm10 > DRIVEN * spin.rpmAtRest + 5 || rotor.sense !== spin.senseAtRest;
  const lifted = spin.goneAt >= 0 && turn.tick - spin.goneAt > LIFTED_FOR;
  if (!driven && !lifted) return;
  toStage(turn, "betting");
  set(turn, { phase: "open" });
}
