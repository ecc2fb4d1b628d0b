import { TICKS_PER_S } from "../../edge.ts";
import type { EmitObservation } from "../tracker.ts";
import { cellUnderPointer, stepsFromDivider, type DiscGeometry } from "./place.ts";
import { learnFromSpin, hasStoppedShort } from "./profile.ts";
import { PEG_REACH_STEPS, emitIrregularSpeed } from "./spin.ts";
import type { DiscState, Outcome, Spin } from "./state.ts";

/**
 * After this long without an edge the number counts. A disc that creeps on between two pegs without an edge has stopped by
 * then.
 */
const REST_TICKS = 2 * TICKS_PER_S;
/** A disc that trembles on an edge of the marks is judged after this long in any case. */
const TREMBLE_TICKS_MOST = 3 * TICKS_PER_S;
/** The switch keeps bouncing: waiting ends. */
const CHATTER_TICKS_MOST = 20 * TICKS_PER_S;
/** The longest wait while pegs pass and the marks show no movement: longer than any spin. */
const LONGEST_SPIN_TICKS = 90 * TICKS_PER_S;
const PASSING_PEGS_LEAST = 3;
/** Bets open again this long after the result; until then another place is another number. */
const RESULT_TICKS = 3 * TICKS_PER_S;
/** A bin whose middle is nearer to a divider than this, in quarter steps, lies on the divider. */
const ON_DIVIDER_STEPS = 0.4;

/** No edge is missing up to `tick`: does the disc rest, and where? */
export function handleAtRest(
  geometry: DiscGeometry,
  state: DiscState,
  tick: number,
  emit: EmitObservation,
): DiscState {
  let now = state;
  if (now.rotorTurns && tick - now.last >= TICKS_PER_S) {
    emit({ o: "rotor", rpm10: 0, direction: null });
    now = { ...now, rotorTurns: false };
  }
  if (now.spin !== null) return isAtRest(now, tick) ? endSpin(geometry, now, now.spin, tick, emit) : now;
  if (now.said !== null) return watchResult(geometry, now, now.said, tick, emit);
  return tick - now.last >= REST_TICKS && !now.move.whole
    ? { ...now, move: { from: now.pos, whole: true }, passed: [] }
    : beginMovementHere(now, tick);
}

/** Where it stands is where the next movement begins. */
function beginMovementHere(state: DiscState, tick: number): DiscState {
  if (tick - state.last < REST_TICKS || (state.move.from === state.pos && state.passed.length === 0))
    return state;
  return { ...state, move: { from: state.pos, whole: true }, passed: [], pulses: 0 };
}

function isAtRest(state: DiscState, tick: number): boolean {
  const still = tick - state.still.since;
  if (still < REST_TICKS || (tick - state.last < REST_TICKS / 2 && still < TREMBLE_TICKS_MOST)) return false;
  const pointer = tick - state.tAt;
  return (
    pointer >= REST_TICKS ||
    still >= (state.loose < PASSING_PEGS_LEAST ? CHATTER_TICKS_MOST : LONGEST_SPIN_TICKS)
  );
}

function endSpin(
  geometry: DiscGeometry,
  state: DiscState,
  spin: Spin,
  tick: number,
  emit: EmitObservation,
): DiscState {
  const cell = cellUnderPointer(geometry, state);
  const short = spin.turnedAt === null && hasStoppedShort(state, spin);
  // It could no longer pass a peg, and yet lies in another cell.
  const shifted = spin.spent !== null && cell !== null && cell !== spin.spent && !state.t;
  if (!spin.irregular && (short || shifted)) emitIrregularSpeed(geometry, state, "speed", emit);
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
  emitRevolutions(geometry, state, spin, emit);
  emit({ o: "stage", stage: "result", deviceGame: null });
  const clean = !irregular && spin.pegsWrong === 0 && !spin.marksSlipped && state.oddAt < 0;
  const held = shifted || (irregular && state.t);
  const said = held ? rejectDisturbed(cell, tick, emit) : decideNumber(geometry, state, spin, cell, tick, emit);
  // A count that was wrong once no longer gives a position.
  const index = spin.marksSlipped || spin.pegsWrong > 0 ? null : state.index;
  return {
    ...after,
    index,
    said,
    learned: clean && said.name !== null ? learnFromSpin(state.learned, spin) : state.learned,
  };
}

/**
 * Counted from the first to the furthest bin: the true travel differs by less than a quarter step. A full revolution still
 * counts when the disc swings back from a peg.
 */
function emitRevolutions(geometry: DiscGeometry, state: DiscState, spin: Spin, emit: EmitObservation): void {
  const way = Math.max(0, spin.dir * ((spin.reach ?? state.pos) - spin.from));
  const atLeast = Math.max(Math.floor((way - 1) / geometry.stepsPerRevolution), 0);
  const atMost = Math.max(atLeast, Math.floor(way / geometry.stepsPerRevolution));
  const sure = !spin.marksSlipped && spin.pegsWrong === 0;
  emit({ o: "disc-turns", atLeast: sure ? atLeast : spin.turnsSaid, atMost: sure ? atMost : null });
}

/** It moved after it had stopped, or was held where a disc cannot stay: its cell is not a number. */
function rejectDisturbed(cell: number | null, tick: number, emit: EmitObservation): Outcome {
  emit({ o: "doubt", code: "disc-disturbed", now: true });
  return { cell, name: null, at: tick, movedAt: null };
}

function decideNumber(
  geometry: DiscGeometry,
  state: DiscState,
  spin: Spin,
  cell: number | null,
  tick: number,
  emit: EmitObservation,
): Outcome {
  const none: Outcome = { cell, name: null, at: tick, movedAt: null };
  const from = stepsFromDivider(geometry, state);
  const name = cell === null ? undefined : geometry.ring[cell];
  if (geometry.zero === null) emit({ o: "doubt", code: "not-calibrated", now: true });
  else if (spin.marksSlipped || from === null || name === undefined || cell === null) {
    emit({ o: "doubt", code: "rotor-not-read", now: true });
  } else if (spin.pegsWrong > 0 || state.oddAt >= 0 || tick - state.tAt < REST_TICKS) {
    emit({ o: "doubt", code: "sensors-differ", now: true });
  } else if (state.t) {
    if (restsOnPeg(geometry, state)) emit({ o: "pointer-between-cells" });
    else emit({ o: "doubt", code: "sensors-differ", now: true });
  } else if (from <= ON_DIVIDER_STEPS) emit({ o: "doubt", code: "sensors-differ", now: true });
  else {
    emit({ o: "number", pocket: name, witnesses: ["marks", "pegs"], cell });
    return { ...none, name };
  }
  return none;
}

/**
 * A disc rests on a peg only where the tip of the pointer lies over it: it moved on by a bin or more since the pointer was
 * first bent, and the peg is just passed. With the pointer bent anywhere else the disc would have been thrown back, so the
 * switch is wrong.
 */
function restsOnPeg(geometry: DiscGeometry, state: DiscState): boolean {
  const from = stepsFromDivider(geometry, state);
  const { bent, pos } = state;
  const came = bent.dir * (pos - bent.pos);
  const then = stepsFromDivider(geometry, { ...state, pos: bent.pos });
  return (
    from !== null &&
    then !== null &&
    from <= PEG_REACH_STEPS &&
    then <= PEG_REACH_STEPS &&
    came >= 1 &&
    came <= 3
  );
}

/** Until bets open again, another cell is another number, unless the disc was spun anew. */
function watchResult(
  geometry: DiscGeometry,
  state: DiscState,
  said: Outcome,
  tick: number,
  emit: EmitObservation,
): DiscState {
  if (said.movedAt !== null) {
    if (tick - state.still.since < REST_TICKS) return state;
    const cell = cellUnderPointer(geometry, state);
    if (said.name !== null && cell !== said.cell) {
      const now = cell === null ? "?" : (geometry.ring[cell] ?? "?");
      emit({ o: "contradiction", what: "number-changed", seen: [said.name, now] });
    }
  } else if (tick - said.at < RESULT_TICKS) return state;
  emit({ o: "stage", stage: "betting", deviceGame: null });
  return beginMovementHere({ ...state, said: null }, tick);
}
