import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import type { RimEvent } from "../roulette/rim.ts";
import { isLit, longestLit, othersLit } from "./holes.ts";
import {
  markUncertain,
  handBetween,
  isRunning,
  NEW_SPIN,
  once,
  over,
  updateState,
  toStage,
  type TrackerContext,
} from "./spin.ts";

/** From the edge of the bowl to a hole, and out of it again. */

/** Both sensors of one hole for so long: the ball lies there. */
const LIES = 2 * TICKS_PER_S;
/** A ball that rolls over a hole is seen there for less than a tenth of this. */
const A_MOMENT = 0.5 * TICKS_PER_S;
/** From its last passing to a hole a ball takes no longer. */
const PATIENCE = 9 * TICKS_PER_S;
/** After something crossed the rim, a ball that is still in the bowl is in a hole or on the track within this. */
const LEFT_AFTER = 7 * TICKS_PER_S;
/** One sensor of a hole alone for so long: they do not agree. */
const ALONE = 3 * TICKS_PER_S;
/** After a hole a ball that runs is found again within this. */
const LOST_FOR = 6 * TICKS_PER_S;
/** Bets open so long after the ball has been taken out. */
const LIFTED_FOR = 4 * TICKS_PER_S;
/** A hand that came sooner than this before something lay in a hole has laid it there. */
const LAID_WITHIN = 0.5 * TICKS_PER_S;
/** The sensors of a hole do not switch in the same moment. */
const TOGETHER = 150 * TICKS_PER_MS;

export function onRim(context: TrackerContext, event: RimEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin) || spin.crossedAt < 0) updateState(context, { crossedAt: event.at });
      return;
    case "hand":
      return hand(context, event.since);
    case "hand-gone":
      return updateState(context, { handFrom: event.since, handTo: context.tick });
    case "beam-stuck":
      if (isRunning(spin)) markUncertain(context, "sensor-stuck", false);
      return;
    default:
      return;
  }
}

/** At the launch and for a lap a hand belongs there; later, while the ball runs, nobody knows what it did. */
function hand(context: TrackerContext, since: number): void {
  updateState(context, { handFrom: since, handTo: -1 });
  const { spin } = context;
  if (isRunning(spin) && since > spin.launchedAt) markUncertain(context, "rim-crossed", false);
}

/** Everything that only time brings about. */
export function restTime(context: TrackerContext): void {
  const { phase, holed: missed, fellAt } = context.spin;
  if (phase === "track" && missed && context.ball.track === null) {
    // Edges are missing, and it is not found again.
    if (fellAt < 0) return updateState(context, { fellAt: context.tick });
    if (context.tick - fellAt >= LOST_FOR) updateState(context, { phase: "fall" });
    return;
  }
  if (phase === "rest" || phase === "over") return afterwards(context);
  if (phase === "fall") return falling(context);
  // On the track, or nobody saw it go there: in a hole it can only be another one, or one that no sensor saw run.
  const hole = longestLit(context.holes);
  const since = context.holes.both[hole] ?? context.tick;
  if (hole < 0 || context.tick - since < LIES || (context.holes.old & (1 << hole)) !== 0) return;
  if (phase === "track") {
    return since > context.spin.launchedAt ? markUncertain(context, "two-balls", true) : undefined;
  }
  if (context.rim.hand || handBetween(context.spin, since - LAID_WITHIN, since)) return;
  updateState(context, { launchedAt: since });
  toStage(context, "ball-in-rim");
  toStage(context, "no-more-bets");
  markUncertain(context, "launch-not-seen", true);
}

function falling(context: TrackerContext): void {
  const { spin, holes, tick } = context;
  const hole = longestLit(holes);
  const since = hole < 0 ? tick : (holes.both[hole] ?? tick);
  if (hole >= 0 && tick - since >= A_MOMENT && spin.layIn !== hole) updateState(context, { layIn: hole });
  if (hole >= 0 && tick - since >= LIES) return lies(context, hole, since);
  if (
    spin.layIn >= 0 &&
    hole !== spin.layIn &&
    !isLit(holes, spin.layIn) &&
    handBetween(spin, spin.fellAt, tick)
  ) {
    return markUncertain(context, "ball-lifted", true);
  }
  if (hole >= 0) return;
  const { one } = othersLit(holes, -1, tick);
  if (one >= ALONE && tick - spin.fellAt >= ALONE) {
    // Alone already before the launch: a sensor that is stuck; it may still come to lie elsewhere.
    const fresh = holes.one.some((at) => at > spin.launchedAt && tick - at >= ALONE);
    if (fresh) return markUncertain(context, "sensors-differ", true);
  }
  const crossed = spin.crossedAt >= 0;
  if (
    crossed &&
    tick - Math.max(spin.crossedAt, spin.seenAt) >= LEFT_AFTER &&
    !holed(context) &&
    nothingLit(context)
  ) {
    once(context, "left", { o: "ball-left-cylinder" });
    return over(context);
  }
  if (tick - spin.fellAt >= PATIENCE)
    markUncertain(context, spin.layIn >= 0 ? "sensors-differ" : "ball-stuck-or-gone", true);
}

function holed({ spin }: TrackerContext): boolean {
  return spin.holed;
}

function nothingLit({ holes }: TrackerContext): boolean {
  return (holes.h | holes.g) === 0;
}

/** Both sensors of one hole have seen it for two seconds. */
function lies(context: TrackerContext, hole: number, since: number): void {
  const { spin, holes, tick, bowl } = context;
  const others = othersLit(holes, hole, tick);
  const crossed = spin.crossedAt >= 0;
  updateState(context, { hole });
  if (others.both >= 0) {
    if (crossed) once(context, "object", { o: "foreign-object" });
    return markUncertain(context, "two-balls", true);
  }
  if (others.one >= 0) {
    // A ball may just roll over it, if there were a second one.
    if (others.one < TOGETHER) return;
    return markUncertain(context, "sensor-stuck", true);
  }
  if (since < spin.launchedAt) return markUncertain(context, "two-balls", true);
  if (spin.holed) return markUncertain(context, "launch-not-seen", true);
  if (handBetween(spin, spin.fellAt, tick) || context.rim.hand)
    return markUncertain(context, "ball-lifted", true);
  if (crossed) markUncertain(context, "rim-crossed", false);
  const cell = (hole - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length;
  const pocket = bowl.ring[cell];
  if (pocket === undefined || !bowl.calibrated) return markUncertain(context, "not-calibrated", true);
  toStage(context, "result");
  context.emit({ o: "number", pocket, witnesses: ["hole-sensor-1", "hole-sensor-2"], cell });
  updateState(context, { phase: "rest", hole, emptyAt: -1 });
}

/** The number is said, or a person decides: until the ball is out of its hole. */
function afterwards(context: TrackerContext): void {
  const { spin, holes, tick } = context;
  const lit = spin.hole >= 0 ? isLit(holes, spin.hole) : !nothingLit(context);
  if (lit) {
    if (spin.emptyAt >= 0) updateState(context, { emptyAt: -1 });
    return;
  }
  if (spin.emptyAt < 0) updateState(context, { emptyAt: tick });
  const moved = longestLit(holes);
  if (spin.phase === "rest" && moved >= 0 && tick - (holes.both[moved] ?? tick) >= LIES)
    return changedHole(context, moved);
  // Where it never lay in a hole, a hand must have come for it.
  const taken = spin.hole >= 0 || handBetween(spin, spin.overAt, tick) || tick - spin.overAt >= PATIENCE;
  if (context.spin.emptyAt < 0 || tick - context.spin.emptyAt < LIFTED_FOR || !taken || context.rim.hand)
    return;
  const { handFrom, handTo } = spin;
  toStage(context, "betting");
  context.spin = { ...NEW_SPIN, handFrom, handTo };
}

/** Out of its hole and in another one, and no hand was there. */
function changedHole(context: TrackerContext, hole: number): void {
  const { spin, bowl } = context;
  const name = (one: number): string =>
    bowl.ring[(one - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length] ?? "?";
  if (!handBetween(spin, spin.emptyAt - LIFTED_FOR, context.tick))
    once(context, "changed", {
      o: "contradiction",
      what: "number-changed",
      seen: [name(spin.hole), name(hole)],
    });
  updateState(context, { hole, phase: "over", overAt: context.tick, emptyAt: -1 });
}
