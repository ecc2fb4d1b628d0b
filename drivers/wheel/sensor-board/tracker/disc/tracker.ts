import type { Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import type { Levels, EmitObservation, Tracker } from "../tracker.ts";
import { recountFromLevels, handleIndexEdge, SLOW_BIN_TICKS, stepMarks } from "./marks.ts";
import { geometryOf, type DiscGeometry } from "./place.ts";
import { handleAtRest } from "./rest.ts";
import { applyBinStep, handlePointerEdge } from "./spin.ts";
import { PACE_CELLS, squaredSpeedOver } from "./profile.ts";
import { DISC_START, modulo, stageOf, type DiscState, type Spin } from "./state.ts";

/**
 * A vertical wheel (Big Six, rueda de la fortuna): one mark a cell in quadrature, an index once a turn, and the pointer that
 * every peg bends. Marks and pegs are the two witnesses of a number. `setup.ring` names the cells clockwise.
 */
export function discTracker(setup: WheelSetup): Tracker<DiscState> {
  const geometry = geometryOf(setup);
  return {
    initial: () => DISC_START,
    handleEdge: (state, edge, emit) =>
      state.knownAt === null ? state : handleEdge(geometry, state, edge, emit),
    handleHeartbeat: (state, tick, levels, emit) => handleHeartbeat(geometry, state, tick, levels, emit),
    onGap: resetAfterGap,
    stageOf,
  };
}

function handleEdge(
  geometry: DiscGeometry,
  state: DiscState,
  { channel, on, tick }: Edge,
  emit: EmitObservation,
): DiscState {
  switch (channel) {
    case "Q":
    case "R": {
      const next = stepMarks(state, channel, on, tick);
      if (next !== null) return applyBinStep(geometry, state, next, emit);
      // Only the present levels of the marks are known from here on.
      const slipped = recountFromLevels(state, channel === "Q" ? on : state.q, channel === "R" ? on : state.r);
      const ahead = modulo(slipped.pos - state.pos, 4);
      const dir = ahead === 0 ? state.dir : ahead === 1 ? 1 : -1;
      return noteSlippedMarks({
        ...slipped,
        flipStep: SLOW_BIN_TICKS,
        dir,
        last: tick,
        step: tick - state.last,
        flipAt: tick,
      });
    }
    case "T":
      return handlePointerEdge(geometry, state, on, tick, emit);
    case "I": {
      const { state: next, ok } = handleIndexEdge(geometry, state, on, tick);
      return ok ? next : noteSlippedMarks(next);
    }
    default:
      return state;
  }
}

/** Steps of the marks are missing: the place is unknown, and this spin's number with it. */
function noteSlippedMarks(state: DiscState): DiscState {
  if (state.spin === null) return { ...state, move: { ...state.move, whole: false } };
  return { ...state, spin: { ...state.spin, marksSlipped: true } };
}

function handleHeartbeat(
  geometry: DiscGeometry,
  state: DiscState,
  tick: number,
  levels: Levels,
  emit: EmitObservation,
): DiscState {
  const q = levels.active.includes("Q");
  const r = levels.active.includes("R");
  const t = levels.active.includes("T");
  if (state.knownAt === null) {
    const known = recountFromLevels({ ...state, knownAt: tick, t, last: tick, tAt: tick }, q, r);
    const still = { since: tick, low: known.pos, high: known.pos };
    return { ...known, still, move: { from: known.pos, whole: false } };
  }
  let now = state;
  if (q !== state.q || r !== state.r) now = noteSlippedMarks(recountFromLevels({ ...state, last: tick }, q, r));
  if (t !== state.t) now = handlePointerEdge(geometry, { ...now, t: !t }, t, tick, emit);
  return handleAtRest(geometry, now, tick, emit);
}

/** How fast it went before edges began to be missing. */
function paceOf({ passed }: DiscState, { freeFrom }: Spin): Pick<Spin, "energyAtGap"> {
  const energy = freeFrom === null ? 0 : squaredSpeedOver(passed, PACE_CELLS, 0);
  return energy > 0 ? { energyAtGap: energy } : {};
}

/**
 * Nothing is joined over a gap: the position is unknown until the index passes, and a running spin was not watched whole. What
 * clean spins taught stays.
 */
function resetAfterGap(state: DiscState): DiscState {
  const spin =
    state.spin === null
      ? null
      : { ...state.spin, ...paceOf(state, state.spin), whole: false, marksSlipped: true };
  const said = state.said === null ? null : { ...state.said, cell: null, name: null, at: 0, movedAt: null };
  return { ...DISC_START, learned: state.learned, spin, said };
}
