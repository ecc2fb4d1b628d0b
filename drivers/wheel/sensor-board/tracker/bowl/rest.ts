import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import type { RimEvent } from "../roulette/rim.ts";
import { isLit, longestLit, othersLit } from "./holes.ts";
import { doubt, handBetween, isRunning, NEW_SPIN, once, over, set, toStage, type Turn } from "./spin.ts";

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

export function onRim(turn: Turn, event: RimEvent): void {
  const { spin } = turn;
  switch (event.e) {
    case "crossed":
      if (!isRunning(spin) || spin.crossedAt < 0) set(turn, { crossedAt: event.at });
      return;
    case "hand":
      return hand(turn, event.since);
    case "hand-gone":
      return set(turn, { handFrom: event.since, handTo: turn.tick });
    case "beam-stuck":
      if (isRunning(spin)) doubt(turn, "sensor-stuck", false);
      return;
    default:
      return;
  }
}

/** At the launch and for a lap a hand belongs there; later, while the ball runs, nobody knows what it did. */
function hand(turn: Turn, since: number): void {
  set(turn, { handFrom: since, handTo: -1 });
  const { spin } = turn;
  if (isRunning(spin) && since > spin.launchedAt) doubt(turn, "rim-crossed", false);
}

/** Everything that only time brings about. */
export function restTime(turn: Turn): void {
  const { phase, holed: missed, fellAt } = turn.spin;
  if (phase === "track" && missed && turn.ball.track === null) {
    // Edges are missing, and it is not found again.
    if (fellAt < 0) return set(turn, { fellAt: turn.tick });
    if (turn.tick - fellAt >= LOST_FOR) set(turn, { phase: "fall" });
    return;
  }
  if (phase === "rest" || phase === "over") return afterwards(turn);
  if (phase === "fall") return falling(turn);
  // On the track, or nobody saw it go there: in a hole it can only be another one, or one that no sensor saw run.
  const hole = longestLit(turn.holes);
  const since = turn.holes.both[hole] ?? turn.tick;
  if (hole < 0 || turn.tick - since < LIES || (turn.holes.old & (1 << hole)) !== 0) return;
  if (phase === "track") {
    return since > turn.spin.launchedAt ? doubt(turn, "two-balls", true) : undefined;
  }
  if (turn.rim.hand || handBetween(turn.spin, since - LAID_WITHIN, since)) return;
  set(turn, { launchedAt: since });
  toStage(turn, "ball-in-rim");
  toStage(turn, "no-more-bets");
  doubt(turn, "launch-not-seen", true);
}

function falling(turn: Turn): void {
  const { spin, holes, tick } = turn;
  const hole = longestLit(holes);
  const since = hole < 0 ? tick : (holes.both[hole] ?? tick);
  if (hole >= 0 && tick - since >= A_MOMENT && spin.layIn !== hole) set(turn, { layIn: hole });
  if (hole >= 0 && tick - since >= LIES) return lies(turn, hole, since);
  if (
    spin.layIn >= 0 &&
    hole !== spin.layIn &&
    !isLit(holes, spin.layIn) &&
    handBetween(spin, spin.fellAt, tick)
  ) {
    return doubt(turn, "ball-lifted", true);
  }
  if (hole >= 0) return;
  const { one } = othersLit(holes, -1, tick);
  if (one >= ALONE && tick - spin.fellAt >= ALONE) {
    // Alone already before the launch: a sensor that is stuck; it may still come to lie elsewhere.
    const fresh = holes.one.some((at) => at > spin.launchedAt && tick - at >= ALONE);
    if (fresh) return doubt(turn, "sensors-differ", true);
  }
  const crossed = spin.crossedAt >= 0;
  if (
    crossed &&
    tick - Math.max(spin.crossedAt, spin.seenAt) >= LEFT_AFTER &&
    !holed(turn) &&
    nothingLit(turn)
  ) {
    once(turn, "left", { o: "ball-left-cylinder" });
    return over(turn);
  }
  if (tick - spin.fellAt >= PATIENCE)
    doubt(turn, spin.layIn >= 0 ? "sensors-differ" : "ball-stuck-or-gone", true);
}

function holed({ spin }: Turn): boolean {
  return spin.holed;
}

function nothingLit({ holes }: Turn): boolean {
  return (holes.h | holes.g) === 0;
}

/** Both sensors of one hole have seen it for two seconds. */
function lies(turn: Turn, hole: number, since: number): void {
  const { spin, holes, tick, bowl } = turn;
  const others = othersLit(holes, hole, tick);
  const crossed = spin.crossedAt >= 0;
  set(turn, { hole });
  if (others.both >= 0) {
    if (crossed) once(turn, "object", { o: "foreign-object" });
    return doubt(turn, "two-balls", true);
  }
  if (others.one >= 0) {
    // A ball may just roll over it, if there were a second one.
    if (others.one < TOGETHER) return;
    return doubt(turn, "sensor-stuck", true);
  }
  if (since < spin.launchedAt) return doubt(turn, "two-balls", true);
  if (spin.holed) return doubt(turn, "launch-not-seen", true);
  if (handBetween(spin, spin.fellAt, tick) || turn.rim.hand) return doubt(turn, "ball-lifted", true);
  if (crossed) doubt(turn, "rim-crossed", false);
  const cell = (hole - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length;
  const pocket = bowl.ring[cell];
  if (pocket === undefined || !bowl.calibrated) return doubt(turn, "not-calibrated", true);
  toStage(turn, "result");
  turn.say({ o: "number", pocket, witnesses: ["hole-sensor-1", "hole-sensor-2"], cell });
  set(turn, { phase: "rest", hole, emptyAt: -1 });
}

/** The number is said, or a person decides: until the ball is out of its hole. */
function afterwards(turn: Turn): void {
  const { spin, holes, tick } = turn;
  const lit = spin.hole >= 0 ? isLit(holes, spin.hole) : !nothingLit(turn);
  if (lit) {
    if (spin.emptyAt >= 0) set(turn, { emptyAt: -1 });
    return;
  }
  if (spin.emptyAt < 0) set(turn, { emptyAt: tick });
  const moved = longestLit(holes);
  if (spin.phase === "rest" && moved >= 0 && tick - (holes.both[moved] ?? tick) >= LIES)
    return changedHole(turn, moved);
  // Where it never lay in a hole, a hand must have come for it.
  const taken = spin.hole >= 0 || handBetween(spin, spin.overAt, tick) || tick - spin.overAt >= PATIENCE;
  if (turn.spin.emptyAt < 0 || tick - turn.spin.emptyAt < LIFTED_FOR || !taken || turn.rim.hand) return;
  const { handFrom, handTo } = spin;
  toStage(turn, "betting");
  turn.spin = { ...NEW_SPIN, handFrom, handTo };
}

/** Out of its hole and in another one, and no hand was there. */
function changedHole(turn: Turn, hole: number): void {
  const { spin, bowl } = turn;
  const name = (one: number): string =>
    bowl.ring[(one - bowl.zero + 2 * bowl.ring.length) % bowl.ring.length] ?? "?";
  if (!handBetween(spin, spin.emptyAt - LIFTED_FOR, turn.tick))
    once(turn, "changed", { o: "contradiction", what: "number-changed", seen: [name(spin.hole), name(hole)] });
  set(turn, { hole, phase: "over", overAt: turn.tick, emptyAt: -1 });
}
