import { rounded } from "../../../../src/text/every-language.ts";
import { TICKS_PER_S, type Edge } from "../edge.ts";
import type { Calibration, WheelSetup } from "../wheel-setup.ts";
import type { Levels } from "../tracker/tracker.ts";
import { problemOf, type Problem } from "./problem.ts";
import { checkLaunch, lapsOf, LAUNCH_START, addLaunchEdge, type Launch } from "./launch.ts";
import { circularMean, markEdge, marksFrom, modulo, recounted, restPlace, type Marks } from "./marks.ts";
import {
  checkTurning,
  distance,
  TURNS,
  addPlacedEdges,
  startTurning,
  type LearnedTurning,
  type Turning,
} from "./turning.ts";

/**
 * A guided spin teaches the unit its wheel: a pure machine over the edges of the board. It has steps. Each begins when the
 * technician confirms that everything is in place, and is passed, or fails with what is wrong and what to do and is then
 * repeated.
 */
export type LearnStep = "turn-clockwise" | "turn-counter" | "first-place" | "launch" | "done";

/** A step's check: null while it goes on. */
export type Check<Learned> = { readonly learned: Learned } | { readonly problem: Problem } | null;

/** Plain JSON. */
export interface LearnState {
  readonly step: LearnStep;
  /** The technician has said that the step may begin. */
  readonly begun: boolean;
  /** A heartbeat has reported the levels; before that, edges give no positions. */
  readonly levelled: boolean;
  readonly marks: Marks;
  readonly turning: Turning;
  readonly launch: Launch;
  readonly clockwise: LearnedTurning | null;
  readonly counter: LearnedTurning | null;
  /** Where the index was last passed, marks; null: not yet. */
  readonly index: number | null;
  readonly zero: number;
  /** The last edge that moved something, ticks. */
  readonly stirred: number;
  readonly calibration: Calibration | null;
}

export type CalibrationEvent =
  | { readonly news: "progress"; readonly done: number; readonly of: number }
  | { readonly news: "passed"; readonly step: LearnStep }
  | { readonly news: "failed"; readonly step: LearnStep; readonly problem: Problem }
  | { readonly news: "learned"; readonly calibration: Calibration };

export interface LearnOutcome {
  readonly state: LearnState;
  readonly news: readonly CalibrationEvent[];
}

/** The steps of a wheel of this kind, in order. */
export function stepsOf(kind: WheelSetup["kind"]): readonly LearnStep[] {
  switch (kind) {
    case "roulette":
      return ["turn-clockwise", "turn-counter", "first-place", "launch"];
    case "bowl":
      return ["first-place", "launch"];
    case "disc":
      return ["turn-clockwise", "turn-counter", "first-place"];
  }
}

type Wheel = Pick<WheelSetup, "kind" | "ring">;

/** Disc or ball is at rest after this long without an edge. */
const REST = 2 * TICKS_PER_S;
/** A ball lies within a quarter pocket of its pocket's middle, the patch on the half (docs/devices/sensor-board.md). */
const BALL_PLAY = 0.25;
/** A disc that was set to its first cell stands this near to the cell's middle, in cells. */
const REST_PLAY = 0.35;

export function startOfLearning(wheel: Wheel): LearnState {
  return {
    step: stepsOf(wheel.kind)[0] ?? "done",
    begun: false,
    levelled: false,
    marks: marksFrom(""),
    turning: startTurning(1),
    launch: LAUNCH_START,
    clockwise: null,
    counter: null,
    index: null,
    zero: 0,
    stirred: 0,
    calibration: null,
  };
}

/** The technician is ready for the step. */
export function beginStep(state: LearnState, tick: number): LearnState {
  const turning = startTurning(state.step === "turn-counter" ? -1 : 1);
  return { ...state, begun: true, stirred: tick, marks: recounted(state.marks), turning, launch: LAUNCH_START };
}

/** Edges are missing: what was counted cannot be trusted, and the first step comes again. */
export function restartAfterGap(wheel: Wheel, state: LearnState): LearnOutcome {
  if (state.step === "done") return { state, news: [] };
  const problem = problemOf("line-lost");
  return { state: startOfLearning(wheel), news: [{ news: "failed", step: state.step, problem }] };
}

export function learnFromEdge(wheel: Wheel, state: LearnState, edge: Edge): LearnOutcome {
  if (!state.levelled) return { state, news: [] };
  const { marks, placed } = markEdge(state.marks, edge);
  const passedIndex = placed.findLast(({ channel, on, way }) => channel === "I" && on === way > 0);
  const counted = { ...state, marks, stirred: edge.tick, index: passedIndex?.place ?? state.index };
  if (!state.begun) return { state: counted, news: [] };
  const next = {
    ...counted,
    turning: addPlacedEdges(state.turning, marks, placed),
    launch: state.step === "launch" ? addLaunchEdge(state.launch, edge) : state.launch,
  };
  const checked = isTurning(wheel, next.step) ? checkTurningStep(wheel, next) : { state: next, news: [] };
  return { state: checked.state, news: [...progressEvents(state, next), ...checked.news] };
}

/** A heartbeat: no edge is missing up to `tick`. */
export function learnFromHeartbeat(
  wheel: Wheel,
  state: LearnState,
  tick: number,
  levels: Levels,
): LearnOutcome {
  if (!state.levelled)
    return { state: { ...state, levelled: true, marks: marksFrom(levels.active) }, news: [] };
  if (!state.begun) return { state, news: [] };
  if (state.step === "launch") return checkLaunchStep(wheel, state, tick);
  if (state.step !== "first-place" || tick - state.stirred < REST) return { state, news: [] };
  if (wheel.kind === "bowl") return learnFirstHole(wheel, state, levels);
  return wheel.kind === "disc" ? learnFirstCell(wheel, state, levels) : { state, news: [] };
}

function isTurning({ kind }: Wheel, step: LearnStep): boolean {
  return (
    step === "turn-clockwise" || step === "turn-counter" || (step === "first-place" && kind === "roulette")
  );
}

function progressEvents(before: LearnState, now: LearnState): CalibrationEvent[] {
  if (now.step === "launch") {
    const laps = lapsOf(now.launch);
    return laps > lapsOf(before.launch) ? [{ news: "progress", done: laps, of: 10 }] : [];
  }
  const done = now.turning.index.length - 1;
  return done > 0 && done > before.turning.index.length - 1 ? [{ news: "progress", done, of: TURNS }] : [];
}

function checkTurningStep(wheel: Wheel, state: LearnState): LearnOutcome {
  const { step } = state;
  const things = wheel.kind === "disc" ? 0 : step === "first-place" ? 2 : 1;
  const check = checkTurning(state.turning, state.marks, wheel, things);
  if (check === null) return { state, news: [] };
  if ("problem" in check) return failStep(state, check.problem);
  if (step === "turn-clockwise") return passStep(wheel, { ...state, clockwise: check.learned });
  if (step === "turn-counter") return compareDirections(wheel, { ...state, counter: check.learned });
  return learnFirstPocket(wheel, state, check.learned);
}

/** The patch must lie at the same place in both directions of the rotor: the index is read at the same end. */
function compareDirections(wheel: Wheel, state: LearnState): LearnOutcome {
  const [one] = state.clockwise?.reader ?? [];
  const [other] = state.counter?.reader ?? [];
  if (one !== undefined && other !== undefined && distance(one, other, wheel.ring.length) > BALL_PLAY)
    return failStep(state, problemOf("directions"));
  return passStep(wheel, state);
}

/** Roulette: the patch is half a pocket clockwise of the first pocket, and the ball in that pocket says which one it is. */
function learnFirstPocket(wheel: Wheel, state: LearnState, { reader }: LearnedTurning): LearnOutcome {
  const around = wheel.ring.length;
  const [patch = 0] = state.clockwise?.reader ?? [];
  const seen = reader.find((place) => distance(place, patch, around) <= BALL_PLAY);
  const ball = reader.find((place) => place !== seen);
  if (seen === undefined || ball === undefined) return failStep(state, problemOf("patch-moved"));
  const zero = modulo(seen + 0.5, around);
  const off = modulo(ball - zero + around / 2, around) - around / 2;
  if (Math.abs(off) > BALL_PLAY)
    return failStep(
      state,
      problemOf(off > 0 ? "ball-counter" : "ball-clockwise", {
        off: rounded(Math.abs(off), 2),
        first: wheel.ring[0] ?? "",
      }),
    );
  return passStep(wheel, { ...state, zero: Math.round(4_000 * zero) % (4_000 * around) });
}

function learnFirstHole(wheel: Wheel, state: LearnState, { holesH, holesG }: Levels): LearnOutcome {
  const hole = 31 - Math.clz32(holesH);
  if (holesH === 0 || holesH !== holesG || holesH !== 1 << hole || hole >= wheel.ring.length)
    return failStep(state, problemOf("one-hole"));
  return passStep(wheel, { ...state, zero: hole });
}

/** Disc: it stands in its first cell; the cell's middle lies half a cell from the pegs. */
function learnFirstCell(wheel: Wheel, state: LearnState, { active }: Levels): LearnOutcome {
  const place = restPlace(state.marks);
  const [one, other] = [state.clockwise?.pegs ?? null, state.counter?.pegs ?? null];
  const { index } = state;
  if (place === null || one === null || other === null || index === null)
    return failStep(state, problemOf("disc-place"));
  if (active.includes("T")) return failStep(state, problemOf("pointer-bent"));
  // The pointer is bent behind the peg whichever way it turns: the peg is in the middle of both.
  const { mean } = circularMean([one, other], 1);
  const here = place - index;
  const zero = Math.round(here - mean - 0.5) + mean + 0.5;
  if (Math.abs(here - zero) > REST_PLAY) return failStep(state, problemOf("pointer-off"));
  const around = 4_000 * wheel.ring.length;
  return passStep(wheel, { ...state, zero: modulo(Math.round(4_000 * zero), around) });
}

function checkLaunchStep(wheel: Wheel, state: LearnState, tick: number): LearnOutcome {
  const check = checkLaunch(state.launch, tick);
  if (check === null) return { state, news: [] };
  if ("problem" in check) return failStep(state, check.problem);
  const { sensorB, sensorC, dropLapUs } = check.learned;
  const marks = wheel.kind === "bowl" ? 0 : wheel.ring.length;
  return passStep(wheel, { ...state, calibration: { sensorB, sensorC, zero: state.zero, dropLapUs, marks } });
}

function failStep(state: LearnState, problem: Problem): LearnOutcome {
  return { state: { ...state, begun: false }, news: [{ news: "failed", step: state.step, problem }] };
}

function passStep(wheel: Wheel, state: LearnState): LearnOutcome {
  const steps = stepsOf(wheel.kind);
  const next = steps[steps.indexOf(state.step) + 1] ?? "done";
  const events: CalibrationEvent[] = [{ news: "passed", step: state.step }];
  const calibration =
    next === "done" && wheel.kind === "disc" ? discCalibration(wheel, state) : state.calibration;
  if (next === "done" && calibration !== null) events.push({ news: "learned", calibration });
  return { state: { ...state, step: next, begun: false, calibration }, news: events };
}

/** A disc has no ball: the nominal angles stand in for sensors that are not there. */
function discCalibration({ ring }: Wheel, { zero }: LearnState): Calibration {
  return { sensorB: 100_000, sensorC: 220_000, zero, dropLapUs: 0, marks: ring.length };
}
