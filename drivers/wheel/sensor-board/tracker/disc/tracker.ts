import type { Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import type { Levels, EmitObservation, Tracker } from "../tracker.ts";
import { counted, indexed, SLOW, stepped } from "./marks.ts";
import { planOf, type Plan } from "./place.ts";
import { rested } from "./rest.ts";
import { moved, pointed } from "./spin.ts";
import { DISC_START, modulo, stageOf, type DiscState } from "./state.ts";

/**
 * A vertical wheel (Big Six, rueda de la fortuna): one mark a cell in quadrature, an index once a turn, and the pointer that
 * every peg bends. Marks and pegs are the two witnesses of a number. `rig.ring` names the cells clockwise.
 */
export function discTracker(rig: WheelSetup): Tracker<DiscState> {
  const plan = planOf(rig);
  return {
    initial: () => DISC_START,
    edge: (state, edge, emit) => (state.knownAt === null ? state : edged(plan, state, edge, emit)),
    quiet: (state, tick, levels, emit) => quiet(plan, state, tick, levels, emit),
    onGap: holed,
    stageOf,
  };
}

function edged(plan: Plan, state: DiscState, { channel, on, tick }: Edge, emit: EmitObservation): DiscState {
  switch (channel) {
    case "Q":
    case "R": {
      const next = stepped(state, channel, on, tick);
      if (next !== null) return moved(plan, state, next, emit);
      // What the marks say now is all that is left of them.
      const slipped = counted(state, channel === "Q" ? on : state.q, channel === "R" ? on : state.r);
      const ahead = modulo(slipped.pos - state.pos, 4);
      const dir = ahead === 0 ? state.dir : ahead === 1 ? 1 : -1;
      return slip({ ...slipped, flipStep: SLOW, dir, last: tick, step: tick - state.last, flipAt: tick });
    }
    case "T":
      return pointed(plan, state, on, tick, emit);
    case "I": {
      const { state: next, ok } = indexed(plan, state, on, tick);
      return ok ? next : slip(next);
    }
    default:
      return state;
  }
}

/** Steps of the marks are missing: the place is unknown, and this spin's number with it. */
function slip(state: DiscState): DiscState {
  if (state.spin === null) return { ...state, move: { ...state.move, whole: false } };
  return { ...state, spin: { ...state.spin, marksSlipped: true } };
}

function quiet(plan: Plan, state: DiscState, tick: number, levels: Levels, emit: EmitObservation): DiscState {
  const q = levels.active.includes("Q");
  const r = levels.active.includes("R");
  const t = levels.active.includes("T");
  if (state.knownAt === null) {
    const known = counted({ ...state, knownAt: tick, t, last: tick, tAt: tick }, q, r);
    const still = { since: tick, low: known.pos, high: known.pos };
    return { ...known, still, move: { from: known.pos, whole: false } };
  }
  let now = state;
  if (q !== state.q || r !== state.r) now = slip(counted({ ...state, last: tick }, q, r));
  if (t !== state.t) now = pointed(plan, { ...now, t: !t }, t, tick, emit);
  return rested(plan, now, tick, emit);
}

/**
 * Nothing is joined over a hole: the place is unknown until the index comes, and a spin that ran was not watched whole.
 * What clean spins taught stays.
 */
function holed(state: DiscState): DiscState {
  const spin = state.spin === null ? null : { ...state.spin, whole: false, marksSlipped: true };
  const said = state.said === null ? null : { ...state.said, cell: null, name: null, at: 0, movedAt: null };
  return { ...DISC_START, learned: state.learned, spin, said };
}
