import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { PinEdge } from "../sensed/sensed-wheel.ts";
import type { DiscFaultPlan } from "./faults.ts";
import { coastDisc, energyBefore, BEARING, PEG_WORK, TIP_WIDTH, type EmitEdge, type Motion } from "./motion.ts";
import { LET_GO, TOUCH, cellAt, modulo, addDirt, type Disc, type DiscPath, type Pin } from "./geometry.ts";
import { swingToRest, type RestState } from "./settle.ts";

/** What is known of a spin before it begins. */
export interface SpinPlan {
  /** The hand is on the disc. */
  readonly startUs: number;
  readonly sense: 1 | -1;
  /** Full turns that the push is meant for. */
  readonly turns: number;
  /** Cells that the hand first draws the disc back. */
  readonly windup: number;
  /** Quarter steps over which the hand pushes. */
  readonly pushOver: number;
  /** Contacts of the pointer that bounce, of a thousand. */
  readonly bouncePerMille: number;
}

/** What really happened, and what the pins did. */
export interface PlayedSpin {
  readonly edges: PinEdge[];
  /** The disc begins to turn in the sense of the spin. */
  readonly launchedUs: number;
  readonly stoppedUs: number;
  readonly from: number;
  readonly rest: RestState;
  readonly cell: number;
  readonly between: boolean;
  readonly turns: number;
  /** A hand, or a fault, on the running or stopped disc: since when, and what it did to v² ÷ 2 in pegs. */
  readonly meddledUs: number | null;
  readonly meddledPegs: number;
  /** Where the disc is after everything that followed the stop. */
  readonly after: RestState;
  readonly afterUs: number;
}

/** Added to a place so that what was just passed is not met again, on the way back too. */
const PAST = 1e-7;

const LOSS_PER_QUARTER = BEARING + PEG_WORK / 4;

/** v² that carries a disc about `way` quarter steps: dE/dx = −2 (loss + drag · E), solved. */
function launchEnergyFor(way: number): number {
  const drag = 1e-4;
  return (LOSS_PER_QUARTER / drag) * (Math.exp(2 * drag * way) - 1);
}

interface SpinContext {
  readonly disc: Disc;
  readonly random: RandomSource;
  readonly plan: SpinPlan;
  readonly faultPlan: DiscFaultPlan | null;
  /** What the disc meets in the sense of the spin. */
  readonly path: DiscPath;
  readonly levels: Record<Pin, boolean>;
  readonly emit: EmitEdge;
}

function createEmitter(
  edges: PinEdge[],
  levels: Record<Pin, boolean>,
  plan: SpinPlan,
  random: RandomSource,
): EmitEdge {
  let last = 0;
  const put = (us: number, pin: Pin, on: boolean): void => {
    if (levels[pin] === on) return;
    levels[pin] = on;
    last = Math.max(last, us);
    edges.push({ us: last, pin, on, hole: 0 });
  };
  if (plan.bouncePerMille === 0) return put;
  return (us, pin, on) => {
    put(us, pin, on);
    if (pin !== "T" || random.below(1_000) >= plan.bouncePerMille) return;
    const first = last + 60 + random.below(500);
    put(first, "T", !on);
    put(first + 60 + random.below(700), "T", on);
  };
}

/**
 * One spin from the hand on the disc to rest, and what people do to the disc after it. `angle`: where it rests before.
 * `levels` are the pins before and are left as they are after it. The same arguments give the same spin.
 */
export function playSpin(
  made: Disc,
  angle: number,
  levels: Record<Pin, boolean>,
  plan: SpinPlan,
  faultPlan: DiscFaultPlan | null,
  random: RandomSource,
): PlayedSpin {
  const disc = faultPlan?.dirt === undefined ? made : addDirt(made, faultPlan.dirt);
  const edges: PinEdge[] = [];
  const emit = createEmitter(edges, levels, plan, random);
  const path = plan.sense === 1 ? disc.clockwise : disc.counter;
  const context: SpinContext = { disc, random, plan, faultPlan, path, levels, emit };
  let seconds = plan.startUs / 1e6;
  let from = angle;
  if (plan.windup > 0) {
    const back = plan.sense === 1 ? disc.counter : disc.clockwise;
    const drawn: Motion = { way: -plan.sense * angle, energy: 36, seconds };
    coastDisc(disc, back, drawn, -1e4, { way: drawn.way + 4 * plan.windup, energy: 36, carried: true }, emit);
    from = -plan.sense * (drawn.way + PAST);
    seconds = drawn.seconds + 0.2;
  }
  const motion: Motion = { way: plan.sense * from, energy: 0, seconds };
  const launchedUs = seconds * 1e6;
  const wanted = launchOf(context, motion.way);
  coastDisc(disc, path, motion, -(wanted.energy / (2 * plan.pushOver) + LOSS_PER_QUARTER), wanted, emit);
  if (wanted.end !== null) motion.energy = energyBefore(disc, path, wanted.end, wanted.end - motion.way);
  const hand = applyHand(context, motion);
  if (hand.stands === undefined) coastDisc(disc, path, motion, 0, {}, emit);
  const rest = swingToRest(
    disc,
    plan.sense * (motion.way + PAST),
    hand.stands === "held" ? 0 : plan.sense * Math.sqrt(motion.energy),
    motion.seconds,
    emit,
    plan.sense,
    levels.T,
  );
  const later = applyAfterStop(context, rest);
  const travelled = plan.sense * (rest.furthest - from);
  return {
    edges,
    launchedUs,
    stoppedUs: rest.seconds * 1e6,
    from,
    rest,
    cell: cellAt(disc, rest.angle),
    between: rest.bent,
    turns: Math.max(0, Math.floor(travelled / (4 * disc.cells))),
    meddledUs: hand.us ?? later.us,
    meddledPegs: hand.us === null ? later.pegs : hand.pegs,
    after: later.rest,
    afterUs: later.rest.seconds * 1e6,
  };
}

/**
 * The energy that the hand gives the disc: enough for the planned revolutions, or exactly enough for the end that a fault
 * needs.
 */
function launchOf({ disc, plan, random, faultPlan, path }: SpinContext, way: number): Launch {
  const turn = 4 * disc.cells;
  const jitter = (random.below(1_000) / 1_000) * 2 * PEG_WORK;
  if (faultPlan?.stopAt === undefined) {
    return { energy: launchEnergyFor(Math.max(8, plan.turns * turn - plan.pushOver)) + jitter, end: null };
  }
  let end = way + plan.turns * turn;
  if (faultPlan.stopAt === "on-a-peg") {
    const n = path.pegs.findIndex((at) => at >= modulo(end, turn));
    const peg = path.pegs[Math.max(0, n)] ?? 0;
    end = end - modulo(end, turn) + peg - TOUCH + LET_GO - TIP_WIDTH / 2;
  } else {
    // Just about three turns: in the free space or leaning on a peg that throws it back.
    end = way + 3 * turn + (random.below(9_001) - 3_000) / 1_000;
  }
  return { energy: energyBefore(disc, path, end, end - way - plan.pushOver), end };
}

interface Launch {
  readonly energy: number;
  /** Where it must stop, to a thousandth of a quarter step; null: anywhere. */
  readonly end: number | null;
}

interface HandEffect {
  readonly us: number | null;
  readonly pegs: number;
  /** The disc has stopped: held by a hand (it is at rest), or before its last swing. */
  readonly stands?: "held" | "swings";
}

const NO_HAND: HandEffect = { us: null, pegs: 0 };

/** A hand on the running disc, or a jam. */
function applyHand({ disc, plan, faultPlan, path, emit }: SpinContext, motion: Motion): HandEffect {
  const run = faultPlan?.run;
  if (run === undefined) return NO_HAND;
  const turn = 4 * disc.cells;
  const remaining = plan.turns * turn - plan.pushOver;
  const at = { way: motion.way + Math.max(8, remaining - run.turnsToGo * turn) };
  if (coastDisc(disc, path, motion, 0, at, emit) === "stands") return { ...NO_HAND, stands: "swings" };
  const early = (faultPlan?.notBeforeUs ?? 0) / 1e6;
  if (motion.seconds < early && coastDisc(disc, path, motion, 0, { seconds: early }, emit) === "stands") {
    return { ...NO_HAND, stands: "swings" };
  }
  const before = { ...motion };
  const ended = coastDisc(disc, path, motion, run.brake, { seconds: motion.seconds + run.seconds }, emit);
  const took = Math.abs(run.brake) * (motion.way - before.way);
  const result = { us: before.seconds * 1e6, pegs: took / PEG_WORK };
  if (ended === "limit") return result;
  motion.seconds += run.holds + Math.sqrt(motion.energy) / run.brake;
  motion.way = motion.stop ?? motion.way;
  return { ...result, stands: "held" };
}

interface EffectAfterStop {
  readonly us: number | null;
  readonly pegs: number;
  readonly rest: RestState;
}

/** The stopped disc is bumped, or moved on by a hand. */
function applyAfterStop({ disc, levels, faultPlan, emit }: SpinContext, rest: RestState): EffectAfterStop {
  const after = faultPlan?.after;
  if (after === undefined) return { us: null, pegs: 0, rest };
  const seconds = Math.max(rest.seconds + after.seconds, (faultPlan?.notBeforeUs ?? 0) / 1e6);
  const us = seconds * 1e6;
  if (after.kind === "bump") {
    const speed = after.sense * Math.sqrt(2 * PEG_WORK * (after.cells + 0.4));
    const swung = swingToRest(disc, rest.angle, speed, seconds, emit, after.sense, levels.T);
    return { us, pegs: after.cells, rest: swung };
  }
  const path = after.sense === 1 ? disc.clockwise : disc.counter;
  const motion: Motion = { way: after.sense * rest.angle, energy: 9, seconds };
  coastDisc(disc, path, motion, -1e4, { way: motion.way + 4 * after.cells, energy: 9, carried: true }, emit);
  const moved = swingToRest(
    disc,
    after.sense * (motion.way + PAST),
    0,
    motion.seconds,
    emit,
    after.sense,
    levels.T,
  );
  return { us, pegs: after.cells, rest: moved };
}
