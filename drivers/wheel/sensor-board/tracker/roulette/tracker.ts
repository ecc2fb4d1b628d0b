import { TICKS_PER_MS, TICKS_PER_S, type Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import type { EmitObservation, Tracker } from "../tracker.ts";
import { handleBallEdge, checkBallTime, NEW_BALL, type Ball } from "./ball.ts";
import { handleBallEvent } from "./launch.ts";
import { NEW_READER, handleReaderEdge, checkReaderTime, endReaderRevolution, type Reader } from "./reader.ts";
import { NEW_RIM, handleRimEdge, checkRimTime, type Rim } from "./rim.ts";
import { handleIndexEdge, NEW_ROTOR, handleMarkEdge, type Rotor } from "./rotor.ts";
import { NEW_WATCH, noteOtherEdge, watchRotor, type RotorWatch } from "./rotor-watch.ts";
import { LOST_TICKS } from "./fall.ts";
import { handleReaderEvent, handleRimEvent, checkSpinTime } from "./settle.ts";
import {
  markUncertain,
  isRunning,
  NEW_SPIN,
  updateSpin,
  type Spin,
  type TrackerContext,
  type Wheel,
} from "./spin.ts";
import { anglesOf, type SensorNo } from "./track.ts";
import { NOMINAL_SENSOR_B, NOMINAL_SENSOR_C } from "../../wheel-setup.ts";

export interface RouletteState {
  /** When time was last advanced, tick; −1 before the first edge. */
  readonly looked: number;
  readonly rotor: Rotor;
  readonly watch: RotorWatch;
  readonly ball: Ball;
  readonly reader: Reader;
  readonly rim: Rim;
  readonly spin: Spin;
  /**
   * Edges were missing, and time has not been advanced since. `since`: when it was last advanced before the gap; −1: the
   * board's time began anew.
   */
  readonly hole: {
    readonly port: boolean;
    readonly since: number;
    readonly away: boolean;
  } | null;
}

/** Between rotor edges time is advanced at this interval; also before every other edge and at every heartbeat. */
const CHECK_INTERVAL_TICKS = 40 * TICKS_PER_MS;
/** Lap at which a ball falls, where none has been learned. */
const USUAL_DROP_LAP_US = 1_700_000;

/** The tracker of a hand-spun roulette. Source: docs/devices/sensor-board.md; the physics: drivers/wheel/sensor-board/tracker/roulette. */
export function rouletteTracker(setup: WheelSetup): Tracker<RouletteState> {
  const { calibration, ring } = setup;
  const wheel: Wheel = {
    ring,
    marks: ring.length,
    angles: calibration === null ? [0, NOMINAL_SENSOR_B, NOMINAL_SENSOR_C] : anglesOf(calibration),
    zero: (calibration?.zero ?? 0) / 1_000,
    dropLap: ((calibration?.dropLapUs ?? USUAL_DROP_LAP_US) * TICKS_PER_S) / 1_000_000,
    calibrated: calibration !== null,
  };
  return {
    initial: () => NEW_STATE,
    handleEdge: (state, edge, emit) => {
      const { channel, tick } = edge;
      if (channel === "Q" || channel === "R") {
        const rotor = handleMarkEdge(state.rotor, tick, channel === "Q", edge.on);
        const next = { ...state, rotor };
        return tick - state.looked < CHECK_INTERVAL_TICKS ? next : advanceTime(next, wheel, tick, emit);
      }
      return handleOtherEdge(advanceTime(state, wheel, tick, emit), wheel, edge, emit);
    },
    handleHeartbeat: (state, tick, { active }, emit) => {
      const { rotor } = state;
      const known = rotor.q !== null && rotor.r !== null;
      const levels = known ? rotor : { ...rotor, q: active.includes("Q"), r: active.includes("R") };
      return advanceTime({ ...state, rotor: levels }, wheel, tick, emit);
    },
    onGap: (state, why) => resetAfterGap(state, why),
    stageOf: ({ spin }) => spin.stage,
  };
}

const NEW_STATE: RouletteState = {
  looked: -1,
  rotor: NEW_ROTOR,
  watch: NEW_WATCH,
  ball: NEW_BALL,
  reader: NEW_READER,
  rim: NEW_RIM,
  spin: NEW_SPIN,
  hole: null,
};

/** A step under way: its parts are replaced as they change. */
type RouletteContext = { -readonly [Key in keyof RouletteState]: RouletteState[Key] } & Omit<
  TrackerContext,
  keyof RouletteState
>;

function contextOf(state: RouletteState, wheel: Wheel, tick: number, emit: EmitObservation): RouletteContext {
  return { ...state, tick, wheel, emit };
}

function stateOf(step: RouletteContext, looked: number): RouletteState {
  const { rotor, watch, ball, reader, rim, spin, hole } = step;
  return { looked, rotor, watch, ball, reader, rim, spin, hole };
}

function handleOtherEdge(state: RouletteState, wheel: Wheel, edge: Edge, emit: EmitObservation): RouletteState {
  const { channel, tick, on } = edge;
  const step = contextOf(state, wheel, tick, emit);
  switch (channel) {
    case "A":
    case "B":
    case "C": {
      const sensor: SensorNo = channel === "A" ? 0 : channel === "B" ? 1 : 2;
      step.ball = handleBallEdge(step.ball, wheel.angles, sensor, tick, on, (event) =>
        handleBallEvent(step, event),
      );
      break;
    }
    case "I": {
      const { rotor, turn } = handleIndexEdge(step.rotor, tick, on, wheel.marks);
      step.rotor = rotor;
      step.watch = noteOtherEdge(step.watch, tick);
      step.reader = endReaderRevolution(step.reader, turn, rotor, wheel.marks, (event) =>
        handleReaderEvent(step, event),
      );
      break;
    }
    case "P":
      step.watch = noteOtherEdge(step.watch, tick);
      step.reader = handleReaderEdge(step.reader, step.rotor, wheel.zero, wheel.marks, tick, on, (event) =>
        handleReaderEvent(step, event),
      );
      break;
    case "X":
      step.rim = handleRimEdge(step.rim, tick, on, (event) => handleRimEvent(step, event));
      break;
    default:
      return state;
  }
  return stateOf(step, state.looked);
}

/** Everything that only time brings about. */
function advanceTime(state: RouletteState, wheel: Wheel, tick: number, emit: EmitObservation): RouletteState {
  if (tick === state.looked) return state;
  const step = contextOf(state, wheel, tick, emit);
  if (step.hole !== null) resumeAfterGap(step);
  step.ball = checkBallTime(step.ball, wheel.angles, tick, (event) => handleBallEvent(step, event));
  step.reader = checkReaderTime(step.reader, step.rotor, wheel.marks, tick, (event) =>
    handleReaderEvent(step, event),
  );
  step.rim = checkRimTime(step.rim, tick, (event) => handleRimEvent(step, event));
  step.watch = watchRotor(step, step.watch);
  checkSpinTime(step);
  return stateOf(step, tick);
}

/** Drops everything that has an instant or a position of the rotor: after a reset the board's time begins anew. */
function resetAfterGap(
  { spin, looked, hole }: RouletteState,
  why: "line" | "buffer" | "port" | "reset",
): RouletteState {
  // A board that restarts after its port was gone was without power for an unknown time.
  const port = why === "port" || hole?.port === true;
  const away = (why === "reset" && port) || hole?.away === true;
  const since = why === "reset" ? -1 : (hole?.since ?? looked);
  const { stage, phase, sense, said: texts, lap, missedFor = 0, pocket, rpmAtRest, senseAtRest } = spin;
  return {
    ...NEW_STATE,
    hole: { port, since, away },
    spin: {
      ...NEW_SPIN,
      stage,
      phase,
      sense,
      said: texts,
      lap,
      missedFor,
      pocket,
      rpmAtRest,
      senseAtRest,
      holed: true,
      lost: true,
    },
  };
}

/** Called at the first instant after a gap. */
function resumeAfterGap(step: RouletteContext): void {
  const { hole, spin, tick } = step;
  step.hole = null;
  const missedFor = (spin.missedFor ?? 0) + (hole !== null && hole.since >= 0 ? tick - hole.since : 0);
  updateSpin(step, {
    seenAt: tick,
    launchedAt: tick,
    overAt: spin.phase === "over" ? tick : -1,
    missedFor,
  });
  if (!isRunning(spin)) return;
  // Long enough in all for the ball to have been taken out and launched again.
  if (hole?.away === true || missedFor > LOST_TICKS) markUncertain(step, "ball-stuck-or-gone", true);
}
