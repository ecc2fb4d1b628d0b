import { NOMINAL_SENSOR_B, NOMINAL_SENSOR_C, type WheelSetup } from "../../wheel-setup.ts";
import { TICKS_PER_S, type Edge } from "../../edge.ts";
import { handleBallEdge, checkBallTime, NEW_BALL } from "../roulette/ball.ts";
import { NEW_RIM, handleRimEdge, checkRimTime } from "../roulette/rim.ts";
import { anglesOf, type SensorNo } from "../roulette/track.ts";
import type { Tracker } from "../tracker.ts";
import { HOLE_COUNT, handleHoleEdge, applyHoleLevels, NO_HOLES } from "./holes.ts";
import { handleBallEvent } from "./launch.ts";
import { handleRimEvent, checkSpinTime } from "./rest.ts";
import { NEW_SPIN, type Bowl, type BowlState, type TrackerContext } from "./spin.ts";

/** Lap at which a ball leaves the edge of a boule bowl, where none has been learned. */
const USUAL_DROP_LAP_US = 3_400_000;

const NEW_STATE: BowlState = { knownAt: -1, ball: NEW_BALL, rim: NEW_RIM, holes: NO_HOLES, spin: NEW_SPIN };

/**
 * A boule bowl: three ball sensors at the edge, the light curtain of the rim, and two sensors in each of 18 holes, which are the
 * two witnesses of a number. `setup.ring` names the holes clockwise, `calibration.zero` is the first one's number.
 */
export function bowlTracker({ ring, calibration }: WheelSetup): Tracker<BowlState> {
  const calibrated = calibration !== null && ring.length === HOLE_COUNT;
  const bowl: Bowl = {
    ring,
    angles: calibration === null ? [0, NOMINAL_SENSOR_B, NOMINAL_SENSOR_C] : anglesOf(calibration),
    zero: calibration?.zero ?? 0,
    dropLap: ((calibration?.dropLapUs ?? USUAL_DROP_LAP_US) / 1_000_000) * TICKS_PER_S,
    calibrated,
  };
  return {
    initial: () => NEW_STATE,
    handleEdge: (state, edge, emit) => {
      if (state.knownAt < 0) return state;
      const context: TrackerContext = { ...state, bowl, tick: edge.tick, emit };
      advanceTime(context);
      handleSensorEdge(context, edge);
      return stateOf(context);
    },
    handleHeartbeat: (state, tick, levels, emit) => {
      const context: TrackerContext = { ...state, bowl, tick, emit };
      if (state.knownAt < 0) {
        const x = levels.active.includes("X");
        context.rim = x ? handleRimEdge(NEW_RIM, tick, true, () => undefined) : NEW_RIM;
      }
      context.holes = applyHoleLevels(context.holes, levels.holesH, levels.holesG, tick, state.knownAt < 0);
      if (state.knownAt < 0) context.knownAt = tick;
      advanceTime(context);
      return stateOf(context);
    },
    onGap: (state) => ({ ...NEW_STATE, spin: { ...state.spin, ...UNKNOWN_TIMES, holed: true } }),
    stageOf: ({ spin }) => spin.stage,
  };
}

/** What was seen before edges went missing, at times that may no longer be the board's. */
const UNKNOWN_TIMES = {
  launchedAt: -1,
  seenAt: -1,
  fellAt: -1,
  crossedAt: -1,
  handFrom: -1,
  handTo: -1,
  layIn: -1,
  hole: -1,
  emptyAt: -1,
  overAt: -1,
} as const;

/** Everything that only time brings about. */
function advanceTime(context: TrackerContext): void {
  context.ball = checkBallTime(context.ball, context.bowl.angles, context.tick, (event) =>
    handleBallEvent(context, event),
  );
  context.rim = checkRimTime(context.rim, context.tick, (event) => handleRimEvent(context, event));
  checkSpinTime(context);
}

function handleSensorEdge(context: TrackerContext, { channel, on, hole, tick }: Edge): void {
  switch (channel) {
    case "A":
    case "B":
    case "C": {
      const sensor: SensorNo = channel === "A" ? 0 : channel === "B" ? 1 : 2;
      context.ball = handleBallEdge(context.ball, context.bowl.angles, sensor, tick, on, (event) =>
        handleBallEvent(context, event),
      );
      return;
    }
    case "X":
      context.rim = handleRimEdge(context.rim, tick, on, (event) => handleRimEvent(context, event));
      return;
    case "H":
    case "G":
      context.holes = handleHoleEdge(context.holes, channel, hole, on, tick);
      return;
    default:
      return;
  }
}

function stateOf({ knownAt, ball, rim, holes, spin }: TrackerContext): BowlState {
  return { knownAt, ball, rim, holes, spin };
}
