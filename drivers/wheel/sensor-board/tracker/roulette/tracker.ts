import { TICKS_PER_MS, TICKS_PER_S, type Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import type { EmitObservation, Tracker } from "../tracker.ts";
import { ballEdge, ballTime, NEW_BALL, type Ball } from "./ball.ts";
import { onBall } from "./launch.ts";
import { NEW_READER, readerEdge, readerTime, readerContext, type Reader } from "./reader.ts";
import { NEW_RIM, rimEdge, rimTime, type Rim } from "./rim.ts";
import { indexEdge, NEW_ROTOR, stepEdge, type Rotor } from "./rotor.ts";
import { NEW_WATCH, otherSeen, watchRotor, type Watch } from "./rotor-watch.ts";
import { LOST_FOR } from "./fall.ts";
import { onReader, onRim, settleTime } from "./settle.ts";
import {
  markUncertain,
  isRunning,
  NEW_SPIN,
  updateState,
  type Spin,
  type TrackerContext,
  type Wheel,
} from "./spin.ts";
import { anglesOf, type SensorNo } from "./track.ts";
import { NOMINAL_SENSOR_B, NOMINAL_SENSOR_C } from "../../wheel-setup.ts";

export interface RouletteState {
  /** Time was last looked at; −1 before the first edge. */
  readonly looked: number;
  readonly rotor: Rotor;
  readonly watch: Watch;
  readonly ball: Ball;
  readonly reader: Reader;
  readonly rim: Rim;
  readonly spin: Spin;
  /** Edges were missing, and nothing has been looked at since; `since`: the last look before, −1 for another time. */
  readonly hole: {
    readonly port: boolean;
    readonly since: number;
    readonly away: boolean;
  } | null;
}

/** Between rotor edges time is looked at so often; before every other edge and at every heartbeat too. */
const LOOK_EVERY = 40 * TICKS_PER_MS;
/** Lap at which a ball falls, where none has been learned. */
const USUAL_DROP_LAP_US = 1_700_000;

/** The tracker of a hand-spun roulette. Source: docs/devices/sensor-board.md; the physics: drivers/wheel/sensor-board/tracker/roulette. */
export function rouletteTracker(rig: WheelSetup): Tracker<RouletteState> {
  const { calibration, ring } = rig;
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
    edge: (state, edge, emit) => {
      const { channel, tick } = edge;
      if (channel === "Q" || channel === "R") {
        const rotor = stepEdge(state.rotor, tick, channel === "Q", edge.on);
        const next = { ...state, rotor };
        return tick - state.looked < LOOK_EVERY ? next : look(next, wheel, tick, emit);
      }
      return other(look(state, wheel, tick, emit), wheel, edge, emit);
    },
    quiet: (state, tick, { active }, emit) => {
      const { rotor } = state;
      const known = rotor.q !== null && rotor.r !== null;
      const levels = known ? rotor : { ...rotor, q: active.includes("Q"), r: active.includes("R") };
      return look({ ...state, rotor: levels }, wheel, tick, emit);
    },
    onGap: (state, why) => holed(state, why),
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

/** A step on one's way: the parts are replaced as they change. */
type Draft = { -readonly [Key in keyof RouletteState]: RouletteState[Key] } & Omit<
  TrackerContext,
  keyof RouletteState
>;

function draft(state: RouletteState, wheel: Wheel, tick: number, emit: EmitObservation): Draft {
  return { ...state, tick, wheel, emit };
}

function done(step: Draft, looked: number): RouletteState {
  const { rotor, watch, ball, reader, rim, spin, hole } = step;
  return { looked, rotor, watch, ball, reader, rim, spin, hole };
}

function other(state: RouletteState, wheel: Wheel, edge: Edge, emit: EmitObservation): RouletteState {
  const { channel, tick, on } = edge;
  const step = draft(state, wheel, tick, emit);
  switch (channel) {
    case "A":
    case "B":
    case "C": {
      const sensor: SensorNo = channel === "A" ? 0 : channel === "B" ? 1 : 2;
      step.ball = ballEdge(step.ball, wheel.angles, sensor, tick, on, (event) => onBall(step, event));
      break;
    }
    case "I": {
      const { rotor, turn } = indexEdge(step.rotor, tick, on, wheel.marks);
      step.rotor = rotor;
      step.watch = otherSeen(step.watch, tick);
      step.reader = readerContext(step.reader, turn, rotor, wheel.marks, (event) => onReader(step, event));
      break;
    }
    case "P":
      step.watch = otherSeen(step.watch, tick);
      step.reader = readerEdge(step.reader, step.rotor, wheel.zero, wheel.marks, tick, on, (event) =>
        onReader(step, event),
      );
      break;
    case "X":
      step.rim = rimEdge(step.rim, tick, on, (event) => onRim(step, event));
      break;
    default:
      return state;
  }
  return done(step, state.looked);
}

/** Everything that only time brings about. */
function look(state: RouletteState, wheel: Wheel, tick: number, emit: EmitObservation): RouletteState {
  if (tick === state.looked) return state;
  const step = draft(state, wheel, tick, emit);
  if (step.hole !== null) back(step);
  step.ball = ballTime(step.ball, wheel.angles, tick, (event) => onBall(step, event));
  step.reader = readerTime(step.reader, step.rotor, wheel.marks, tick, (event) => onReader(step, event));
  step.rim = rimTime(step.rim, tick, (event) => onRim(step, event));
  step.watch = watchRotor(step, step.watch);
  settleTime(step);
  return done(step, tick);
}

/** Nothing that has an instant or a rotor's position stands: with a reset the board's time begins anew. */
function holed(
  { spin, looked, hole }: RouletteState,
  why: "line" | "buffer" | "port" | "reset",
): RouletteState {
  // A board that comes back from a reset after its port was gone was without power, nobody knows for how long.
  const port = why === "port" || hole?.port === true;
  const away = (why === "reset" && port) || hole?.away === true;
  const since = why === "reset" ? -1 : (hole?.since ?? looked);
  const { stage, phase, sense, said: texts, pocket, rpmAtRest, senseAtRest } = spin;
  return {
    ...NEW_STATE,
    hole: { port, since, away },
    spin: {
      ...NEW_SPIN,
      stage,
      phase,
      sense,
      said: texts,
      pocket,
      rpmAtRest,
      senseAtRest,
      holed: true,
      lost: true,
    },
  };
}

/** The first instant after a hole. */
function back(step: Draft): void {
  const { hole, spin, tick } = step;
  step.hole = null;
  updateState(step, { seenAt: tick, launchedAt: tick, overAt: spin.phase === "over" ? tick : -1 });
  if (hole === null || !isRunning(spin)) return;
  // Long enough for the ball to have been taken out and launched again.
  if (hole.away || (hole.since >= 0 && tick - hole.since > LOST_FOR))
    markUncertain(step, "ball-stuck-or-gone", true);
}
