import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import type { RimEvent } from "../roulette/rim.ts";
import { isLit, longestLitHole, otherHolesLit } from "./holes.ts";
import { isRunning, emitOnce, updateSpin, enterStage } from "../roulette/spin.ts";
import { markUncertain, wasHandBetween, NEW_SPIN, endSpin, type TrackerContext } from "./spin.ts";

/** From the edge of the bowl to a hole, and out of it again. */

/** Both sensors of one hole for so long: the ball lies there. */
const LIES_TICKS = 2 * TICKS_PER_S;
/** A ball that rolls over a hole is seen there for less than a tenth of this. */
const NOTICED_TICKS = 0.5 * TICKS_PER_S;
/** From its last passing to a hole a ball takes no longer. */
const FALL_WAIT_TICKS = 9 * TICKS_PER_S;
/** After something crossed the rim, a ball that is still in the bowl is in a hole or on the track within this. */
const LEFT_TICKS = 7 * TICKS_PER_S;
/** One sensor of a hole alone for so long: they do not agree. */
const ALONE_TICKS = 3 * TICKS_PER_S;
/** After a gap a ball that runs is found again within this. */
const LOST_TICKS = 6 * TICKS_PER_S;
/** Bets open so long after the ball has been taken out. */
const LIFTED_TICKS = 4 * TICKS_PER_S;
/** A hand that came sooner than this before something lay in a hole has laid it there. */
const LAID_TICKS = 0.5 * TICKS_PER_S;
/** The sensors of a hole do not switch in the same moment. */
const TOGETHER_TICKS = 150 * TICKS_PER_MS;

export function handleRimEvent(context: TrackerContext, event: RimEvent): void {
  const { spin } = context;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin) || spin.crossedAt < 0) updateSpin(context, { crossedAt: event.at });
      return;
    case "hand":
      return handleHand(context, event.since);
    case "hand-gone":
      return updateSpin(context, { handFrom: event.since, handTo: context.tick });
    case "beam-stuck":
      if (isRunning(spin)) markUncertain(context, "sensor-stuck", false);
      return;
    default:
      return;
  }
}

/** At the launch and for a lap a hand belongs there; later, while the ball runs, nobody knows what it did. */
function handleHand(context: TrackerContext, since: number): void {
  updateSpin(context, { handFrom: since, handTo: -1 });
  const { spin } = context;
  if (isRunning(spin) && since > spin.launchedAt) markUncertain(context, "rim-crossed", false);
}

/** Everything that only time brings about. */
export function checkSpinTime(context: TrackerContext): void {
  const { phase, holed: missed, fellAt } = context.spin;
  if (phase === "track" && missed && context.ball.track === null) {
    // Edges are missing, and it is not found again.
    if (fellAt < 0) return updateSpin(context, { fellAt: context.tick });
    if (context.tick - fellAt >= LOST_TICKS) updateSpin(context, { phase: "fall" });
    return;
  }
  if (phase === "rest" || phase === "over") return checkCleared(context);
  if (phase === "fall") return checkFall(context);
  // On the track, or nobody saw it go there: in a hole it can only be another one, or one that no sensor saw run.
  const hole = longestLitHole(context.holes);
  const since = context.holes.both[hole] ?? context.tick;
  if (hole < 0 || context.tick - since < LIES_TICKS || (context.holes.old & (1 << hole)) !== 0) return;
  if (phase === "track") {
    return since > context.spin.launchedAt ? markUncertain(context, "two-balls", true) : undefined;
  }
  if (context.rim.hand || wasHandBetween(context.spin, since - LAID_TICKS, since)) return;
  updateSpin(context, { launchedAt: since });
  enterStage(context, "ball-in-rim");
  enterStage(context, "no-more-bets");
  markUncertain(context, "launch-not-seen", true);
}

function checkFall(context: TrackerContext): void {
  const { spin, holes, tick } = context;
  const hole = longestLitHole(holes);
  const since = hole < 0 ? tick : (holes.both[hole] ?? tick);
  if (hole >= 0 && tick - since >= NOTICED_TICKS && spin.layIn !== hole) updateSpin(context, { layIn: hole });
  if (hole >= 0 && tick - since >= LIES_TICKS) return handleInHole(context, hole, since);
  if (
    spin.layIn >= 0 &&
    hole !== spin.layIn &&
    !isLit(holes, spin.layIn) &&
    wasHandBetween(spin, spin.fellAt, tick)
  ) {
    return markUncertain(context, "ball-lifted", true);
  }
  if (hole >= 0) return;
  const { one } = otherHolesLit(holes, -1, tick);
  if (one >= ALONE_TICKS && tick - spin.fellAt >= ALONE_TICKS) {
    // Alone already before the launch: a sensor that is stuck; it may still come to lie elsewhere.
    const fresh = holes.one.some((at) => at > spin.launchedAt && tick - at >= ALONE_TICKS);
    if (fresh) return markUncertain(context, "sensors-differ", true);
  }
  const crossed = spin.crossedAt >= 0;
  if (
    crossed &&
    tick - Math.max(spin.crossedAt, spin.seenAt) >= LEFT_TICKS &&
    !spin.holed &&
    areHolesEmpty(context)
  ) {
    emitOnce(context, "left", { o: "ball-left-cylinder" });
    return endSpin(context);
  }
  if (tick - spin.fellAt >= FALL_WAIT_TICKS)
    markUncertain(context, spin.layIn >= 0 ? "sensors-differ" : "ball-stuck-or-gone", true);
}

function areHolesEmpty({ holes }: TrackerContext): boolean {
  return (holes.h | holes.g) === 0;
}

/** Both sensors of one hole have seen it for two seconds. */
function handleInHole(context: TrackerContext, hole: number, since: number): void {
  const { spin, holes, tick, bowl } = context;
  const others = otherHolesLit(holes, hole, tick);
  const crossed = spin.crossedAt >= 0;
  updateSpin(context, { hole });
  if (others.both >= 0) {
    if (crossed) emitOnce(context, "object", { o: "foreign-object" });
    return markUncertain(context, "two-balls", true);
  }
  if (others.one >= 0) {
    // A ball may just roll over it, if there were a second one.
    if (others.one < TOGETHER_TICKS) return;
    return markUncertain(context, "sensor-stuck", true);
  }
  if (since < spin.launchedAt) return markUncertain(context, "two-balls", true);
  if (spin.holed) return markUncertain(context, "launch-not-seen", true);
  if (wasHandBetween(spin, spin.fellAt, tick) || context.rim.hand)
    return markUncertain(context, "ball-lifted", true);
  if (crossed) markUncertain(context, "rim-crossed", false);
  const cell = (hole - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length;
  const pocket = bowl.ring[cell];
  if (pocket === undefined || !bowl.calibrated) return markUncertain(context, "not-calibrated", true);
  enterStage(context, "result");
  context.emit({ o: "number", pocket, witnesses: ["hole-sensor-1", "hole-sensor-2"], cell });
  updateSpin(context, { phase: "rest", hole, emptyAt: -1 });
}

/** The number is said, or a person decides: until the ball is out of its hole. */
function checkCleared(context: TrackerContext): void {
  const { spin, holes, tick } = context;
  const lit = spin.hole >= 0 ? isLit(holes, spin.hole) : !areHolesEmpty(context);
  if (lit) {
    if (spin.emptyAt >= 0) updateSpin(context, { emptyAt: -1 });
    return;
  }
  if (spin.emptyAt < 0) updateSpin(context, { emptyAt: tick });
  const moved = longestLitHole(holes);
  if (spin.phase === "rest" && moved >= 0 && tick - (holes.both[moved] ?? tick) >= LIES_TICKS)
    return emitChangedHole(context, moved);
  // Where it never lay in a hole, a hand must have come for it.
  const taken =
    spin.hole >= 0 || wasHandBetween(spin, spin.overAt, tick) || tick - spin.overAt >= FALL_WAIT_TICKS;
  if (context.spin.emptyAt < 0 || tick - context.spin.emptyAt < LIFTED_TICKS || !taken || context.rim.hand)
    return;
  const { handFrom, handTo } = spin;
  enterStage(context, "betting");
  context.spin = { ...NEW_SPIN, handFrom, handTo };
}

/** Out of its hole and in another one, and no hand was there. */
function emitChangedHole(context: TrackerContext, hole: number): void {
  const { spin, bowl } = context;
  const name = (one: number): string =>
    bowl.ring[(one - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length] ?? "?";
  if (!wasHandBetween(spin, spin.emptyAt - LIFTED_TICKS, context.tick))
    emitOnce(context, "changed", {
      o: "contradiction",
      what: "number-changed",
      seen: [name(spin.hole), name(hole)],
    });
  updateSpin(context, { hole, phase: "over", overAt: context.tick, emptyAt: -1 });
}
