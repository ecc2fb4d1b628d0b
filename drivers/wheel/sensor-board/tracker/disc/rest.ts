import { TICKS_PER_S } from "../../edge.ts";
import type { EmitObservation } from "../tracker.ts";
import { cellOf, fromDivider, type Plan } from "./place.ts";
import { learnt, stoppedShort } from "./profile.ts";
import { PEG_REACH, sayIrregular } from "./spin.ts";
import type { DiscState, Said, Spin } from "./state.ts";

/** No edge for so long: a number. A disc that creeps on between two pegs without one has stopped by then. */
const AT_REST = 2 * TICKS_PER_S;
/** A disc that trembles on an edge is judged all the same after so long. */
const TREMBLES = 3 * TICKS_PER_S;
/** A switch that goes on chattering: no more waiting. */
const CHATTERS = 20 * TICKS_PER_S;
/** Pegs that go by while the marks tell of nothing: longer than any spin. */
const LONGEST_SPIN = 90 * TICKS_PER_S;
const PEGS_GO_BY = 3;
/** Bets open again this long after the result; until then another place is another number. */
const RESULT_FOR = 3 * TICKS_PER_S;
/** A bin whose middle is nearer to a divider, in quarter steps, lies on it. */
const ON_DIVIDER = 0.4;

/** No edge is missing up to `tick`: does the disc rest, and where? */
export function rested(plan: Plan, state: DiscState, tick: number, emit: EmitObservation): DiscState {
  let now = state;
  if (now.rotorTurns && tick - now.last >= TICKS_PER_S) {
    emit({ o: "rotor", rpm10: 0, direction: null });
    now = { ...now, rotorTurns: false };
  }
  if (now.spin !== null) return isAtRest(now, tick) ? stopped(plan, now, now.spin, tick, emit) : now;
  if (now.said !== null) return afterResult(plan, now, now.said, tick, emit);
  return tick - now.last >= AT_REST && !now.move.whole
    ? { ...now, move: { from: now.pos, whole: true }, passed: [] }
    : standing(now, tick);
}

/** Where it stands is where the next movement begins. */
function standing(state: DiscState, tick: number): DiscState {
  if (tick - state.last < AT_REST || (state.move.from === state.pos && state.passed.length === 0)) return state;
  return { ...state, move: { from: state.pos, whole: true }, passed: [], pulses: 0 };
}

function isAtRest(state: DiscState, tick: number): boolean {
  const still = tick - state.still.since;
  if (still < AT_REST || (tick - state.last < AT_REST / 2 && still < TREMBLES)) return false;
  const pointer = tick - state.tAt;
  return pointer >= AT_REST || still >= (state.loose < PEGS_GO_BY ? CHATTERS : LONGEST_SPIN);
}

function stopped(plan: Plan, state: DiscState, spin: Spin, tick: number, emit: EmitObservation): DiscState {
  const cell = cellOf(plan, state);
  const short = spin.turnedAt === null && stoppedShort(state, spin);
  // It could pass no peg any more, and lies in another cell.
  const shifted = spin.spent !== null && cell !== null && cell !== spin.spent && !state.t;
  if (!spin.irregular && (short || shifted)) sayIrregular(plan, state, "speed", emit);
  const irregular = spin.irregular || short || shifted;
  const after: DiscState = {
    ...state,
    spin: null,
    passed: [],
    pulses: 0,
    move: { from: state.pos, whole: true },
    said: { cell: null, name: null, at: tick, movedAt: null },
  };
  if (!spin.whole) {
    emit({ o: "stage", stage: "result", deviceGame: null });
    emit({ o: "doubt", code: "launch-not-seen", now: true });
    return after;
  }
  sayTurns(plan, state, spin, emit);
  emit({ o: "stage", stage: "result", deviceGame: null });
  const clean = !irregular && spin.pegsWrong === 0 && !spin.marksSlipped && state.oddAt < 0;
  const held = shifted || (irregular && state.t);
  const said = held ? disturbed(cell, tick, emit) : decide(plan, state, spin, cell, tick, emit);
  // A count that was wrong once is no place any more.
  const index = spin.marksSlipped || spin.pegsWrong > 0 ? null : state.index;
  return {
    ...after,
    index,
    said,
    learned: clean && said.name !== null ? learnt(state.learned, spin) : state.learned,
  };
}

/**
 * From the first to the furthest bin: the true way is less than a quarter step more or less. A turn that is full stays full when
 * the disc swings back from a peg.
 */
function sayTurns(plan: Plan, state: DiscState, spin: Spin, emit: EmitObservation): void {
  const way = Math.max(0, spin.dir * ((spin.reach ?? state.pos) - spin.from));
  const atLeast = Math.max(Math.floor((way - 1) / plan.turn), 0);
  const atMost = Math.max(atLeast, Math.floor(way / plan.turn));
  const sure = !spin.marksSlipped && spin.pegsWrong === 0;
  emit({ o: "disc-turns", atLeast: sure ? atLeast : spin.turnsSaid, atMost: sure ? atMost : null });
}

/** Moved on after it had stopped, or held where no disc stays: what it shows is nobody's number. */
function disturbed(cell: number | null, tick: number, emit: EmitObservation): Said {
  emit({ o: "doubt", code: "disc-disturbed", now: true });
  return { cell, name: null, at: tick, movedAt: null };
}

function decide(
  plan: Plan,
  state: DiscState,
  spin: Spin,
  cell: number | null,
  tick: number,
  emit: EmitObservation,
): Said {
  const none: Said = { cell, name: null, at: tick, movedAt: null };
  const from = fromDivider(plan, state);
  const name = cell === null ? undefined : plan.ring[cell];
  if (plan.zero === null) emit({ o: "doubt", code: "not-calibrated", now: true });
  else if (spin.marksSlipped || from === null || name === undefined || cell === null) {
    emit({ o: "doubt", code: "rotor-not-read", now: true });
  } else if (spin.pegsWrong > 0 || state.oddAt >= 0 || tick - state.tAt < AT_REST) {
    emit({ o: "doubt", code: "sensors-differ", now: true });
  } else if (state.t) {
    if (onPeg(plan, state)) emit({ o: "pointer-between-cells" });
    else emit({ o: "doubt", code: "sensors-differ", now: true });
  } else if (from <= ON_DIVIDER) emit({ o: "doubt", code: "sensors-differ", now: true });
  else {
    emit({ o: "number", pocket: name, witnesses: ["marks", "pegs"], cell });
    return { ...none, name };
  }
  return none;
}

/**
 * A disc rests on a peg only where the tip of the pointer lies over it: it came on by a bin or more since the pointer was first
 * bent, and the peg is hardly behind. Bent anywhere else it would have been thrown back: then it is the switch that is wrong.
 */
function onPeg(plan: Plan, state: DiscState): boolean {
  const from = fromDivider(plan, state);
  const { bent, pos } = state;
  const came = bent.dir * (pos - bent.pos);
  const then = fromDivider(plan, { ...state, pos: bent.pos });
  return from !== null && then !== null && from <= PEG_REACH && then <= PEG_REACH && came >= 1 && came <= 3;
}

/** Until bets open again, another cell is another number, unless the disc was spun anew. */
function afterResult(plan: Plan, state: DiscState, said: Said, tick: number, emit: EmitObservation): DiscState {
  if (said.movedAt !== null) {
    if (tick - state.still.since < AT_REST) return state;
    const cell = cellOf(plan, state);
    if (said.name !== null && cell !== said.cell) {
      const now = cell === null ? "?" : (plan.ring[cell] ?? "?");
      emit({ o: "contradiction", what: "number-changed", seen: [said.name, now] });
    }
  } else if (tick - said.at < RESULT_FOR) return state;
  emit({ o: "stage", stage: "betting", deviceGame: null });
  return standing({ ...state, said: null }, tick);
}
