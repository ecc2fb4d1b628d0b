import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import type { EmitObservation } from "../tracker.ts";
import { isIndexMissing } from "./marks.ts";
import { cellUnderPointer, stepsFromDivider, type DiscGeometry } from "./place.ts";
import {
  isSpunAnew,
  spinAfterCell,
  CELLS_STORED,
  squaredSpeedOver,
  hasStoppedShort,
  usualLossAt,
} from "./profile.ts";
import { SPEED_CLASSES, type DiscState, type Outcome, type Spin } from "./state.ts";

/** A spin begins at four cells a second over two cells. A slower disc is moved by hand. */
const SPUN_CELL_TICKS = TICKS_PER_S / 4;
const SPUN_QUARTER_STEPS = 8;
/** Bets close when the disc will stop within this. */
const CLOSE_BEFORE_S = 4;
/** After this long in one bin, with no peg in the way, the disc can no longer pass a peg. */
const SPENT_BIN_TICKS = 0.4 * TICKS_PER_S;
/** Two pulses of the pointer are two pegs when the pointer was free between them for this share of a cell's time. */
const FREE_SHARE = 0.25;
/** This many pegs in quick succession without a cell from the marks: the marks are not seen. */
const PEGS_WITHOUT_MARKS = 8;
/** Bins are not equally wide. */
const PUSHED_BIN_SHARE = 0.7;
/** A bin lies centrally over a divider when the two middles are no further apart than this. */
const DIVIDER_IN_MIDDLE_STEPS = 0.3;
/** The middle of a bin in which a peg touches the pointer is no further from its divider, quarter steps. */
export const PEG_REACH_STEPS = 1.6;
const STOOD_ON_PEG_TICKS = 0.9 * TICKS_PER_S;
/** As `spent`: it stood still in an unknown cell. */
const UNKNOWN_CELL = -1;
const SPEED_INTERVAL_TICKS = 400 * TICKS_PER_MS;

/** The disc moved on by one bin; `before` is the state before that. Every part of a spin begins here. */
export function applyBinStep(
  geometry: DiscGeometry,
  before: DiscState,
  after: DiscState,
  emit: EmitObservation,
): DiscState {
  const { pos, last: tick, still } = after;
  let state = after;
  if (pos < still.low || pos > still.high) {
    const low = Math.min(pos, before.pos);
    state = { ...state, still: { since: tick, low, high: low + 1 } };
  }
  if (state.dir !== before.dir) state = applyReversal(geometry, state, before, emit);
  else if (state.spin !== null && state.spin.spent === null && state.step >= SPENT_BIN_TICKS) {
    // On a peg it may still slip off to either side.
    const free = !before.t && tick - Math.max(before.last, before.tAt) >= SPENT_BIN_TICKS;
    if (free) state = { ...state, spin: { ...state.spin, spent: cellUnderPointer(geometry, before) } };
  } else if (state.spin !== null && state.spin.turnedAt === null && isPushedOn(before, state)) {
    state = { ...state, spin: { ...state.spin, spent: UNKNOWN_CELL } };
  }
  if (state.said !== null && state.said.movedAt === null)
    state = noteResultMoved(geometry, state, state.said, tick);
  if (state.index !== null) state = checkPegsAgainstMarks(geometry, before, state);
  // Always the same edge of the marks: they are not printed evenly.
  if (((pos % 4) + 4) % 4 === (state.dir === 1 ? 0 : 3)) state = applyCellPassed(geometry, state, emit);
  return state;
}

/**
 * The disc almost stood and then became faster. No peg or bearing does that to a disc that has not reversed: somebody pushed
 * it.
 */
function isPushedOn(before: DiscState, after: DiscState): boolean {
  return before.step >= SPENT_BIN_TICKS && after.step < PUSHED_BIN_SHARE * before.step;
}

/** The disc reversed: a swing at the end of a spin, or the start of one. */
function applyReversal(
  geometry: DiscGeometry,
  state: DiscState,
  before: DiscState,
  emit: EmitObservation,
): DiscState {
  const { spin, last: tick } = state;
  const fresh = { ...state, passed: [], pulses: 0, move: { from: before.pos, whole: true } };
  if (spin === null) return fresh;
  const short = !spin.irregular && spin.turnedAt === null && hasStoppedShort(before, spin);
  if (short) emitIrregularSpeed(geometry, before, "speed", emit);
  const irregular = spin.irregular || short;
  // The peg that threw it back is the end of its cell: the pointer was bent on this side of the divider.
  const byPeg = before.bent.dir === before.dir && Math.abs(before.pos - before.bent.pos) <= 2;
  // A pointer that throws the disc back does so at once; a disc that rests with a peg on the pointer's tip is moved only by a
  // hand.
  const stood = before.t && before.tAt < before.last && state.step >= STOOD_ON_PEG_TICKS;
  const spent = stood
    ? UNKNOWN_CELL
    : (spin.spent ?? cellUnderPointer(geometry, byPeg ? { ...before, pos: before.bent.pos } : before));
  return {
    ...fresh,
    spin: {
      ...spin,
      irregular,
      spent,
      reach: spin.reach ?? before.pos,
      turnedAt: spin.turnedAt ?? tick,
      pegsSeen: 0,
    },
  };
}

function noteResultMoved(geometry: DiscGeometry, state: DiscState, said: Outcome, tick: number): DiscState {
  const cell = cellUnderPointer(geometry, state);
  return cell === said.cell ? state : { ...state, said: { ...said, movedAt: tick } };
}

/** Marks and pegs against each other: the pointer is bent where a divider is, and once for each. */
function checkPegsAgainstMarks(geometry: DiscGeometry, before: DiscState, state: DiscState): DiscState {
  const { spin } = state;
  const from = stepsFromDivider(geometry, before);
  // A disc that trembles on an edge has left no bin.
  if (spin === null || from === null || state.still.since < state.last) return state;
  const toggled = before.tAt >= before.last;
  if (from >= 1.5) {
    return before.t && !toggled ? { ...state, spin: { ...spin, pegsWrong: spin.pegsWrong + 1 } } : state;
  }
  if (from > 0.5) return state;
  // The divider is passed: it must have bent the pointer, and no other divider may have.
  const seen = spin.pegsSeen + 1;
  // Where the divider lies in the middle of the bin, its peg lets the pointer go only behind it.
  const through = from <= DIVIDER_IN_MIDDLE_STEPS && before.flipAt < before.last;
  const wrong =
    (!before.t && (through || !toggled)) || (seen > 2 && spin.turnedAt === null && state.pulses !== 1);
  const counted = { ...spin, pegsSeen: seen, pegsWrong: spin.pegsWrong + (wrong ? 1 : 0) };
  return { ...state, pulses: 0, spin: counted };
}

/** An edge of `T`. */
export function handlePointerEdge(
  geometry: DiscGeometry,
  before: DiscState,
  on: boolean,
  tick: number,
  emit: EmitObservation,
): DiscState {
  const { spin } = before;
  const state = spin === null || isNearPeg(geometry, before, on) ? before : countPegError(before, spin);
  if (state.t === on) return state;
  const free = tick - state.tAt;
  const cellTime = 4 * state.step;
  if (!on) return { ...state, t: false, tAt: tick };
  const bent = { at: tick, pos: state.pos, dir: state.dir };
  const fresh = free > FREE_SHARE * cellTime ? 1 : 0;
  const quick = tick - state.bent.at < SPUN_CELL_TICKS ? state.loose + 1 : 1;
  const next = { ...state, t: true, tAt: tick, bent, pulses: state.pulses + fresh, loose: quick };
  if (quick < PEGS_WITHOUT_MARKS || spin !== null) return next;
  // Pegs pass at speed and the marks show no cell.
  const still = { since: tick, low: next.pos, high: next.pos };
  return { ...enterSpinStage(next, emit), still, spin: { ...newSpin(next), whole: false, marksSlipped: true } };
}

/** The switch moves, and only within reach of a peg. */
function isNearPeg(geometry: DiscGeometry, state: DiscState, on: boolean): boolean {
  const from = stepsFromDivider(geometry, state);
  return state.t !== on && (from === null || from <= PEG_REACH_STEPS);
}

function countPegError(state: DiscState, spin: Spin): DiscState {
  return { ...state, spin: { ...spin, pegsWrong: spin.pegsWrong + 1 } };
}

/** The disc has moved on by a whole cell. */
function applyCellPassed(geometry: DiscGeometry, before: DiscState, emit: EmitObservation): DiscState {
  const { passed: cells, last: tick } = before;
  const passed = cells.length < CELLS_STORED ? [...cells, tick] : [...cells.slice(1), tick];
  let state: DiscState = { ...before, passed, loose: 0 };
  const time = passed.length < 2 ? 0 : tick - (passed[passed.length - 2] ?? 0);
  if (tick - state.rotorAt >= SPEED_INTERVAL_TICKS && time > 0)
    state = emitDiscSpeed(geometry, state, time, emit);
  if (state.spin !== null && isSpunAnew(state, state.spin)) state = beginAnew(state, emit);
  else if (state.spin === null) state = detectSpin(state, time, emit);
  const { spin } = state;
  if (spin === null) return state;
  return { ...state, spin: advanceSpin(geometry, state, spin, emit) };
}

function emitDiscSpeed(
  geometry: DiscGeometry,
  state: DiscState,
  time: number,
  emit: EmitObservation,
): DiscState {
  const rpm10 = Math.round((600 * TICKS_PER_S) / (geometry.cells * time));
  emit({ o: "rotor", rpm10, direction: state.dir === 1 ? "cw" : "ccw" });
  return { ...state, rotorAt: state.last, rotorTurns: true };
}

function detectSpin(state: DiscState, time: number, emit: EmitObservation): DiscState {
  const { move, dir, pos } = state;
  if (time === 0 || time > SPUN_CELL_TICKS || dir * (pos - move.from) < SPUN_QUARTER_STEPS) return state;
  return { ...enterSpinStage(state, emit), spin: newSpin(state), indexAt: move.from, oddAt: -1 };
}

/** How the spin before ended is among what is missing, and so is where this one began. */
function beginAnew(state: DiscState, emit: EmitObservation): DiscState {
  emit({ o: "stage", stage: "betting", deviceGame: null });
  const spin: Spin = { ...newSpin(state), whole: false, marksSlipped: true };
  return { ...enterSpinStage({ ...state, said: null }, emit), spin, indexAt: state.move.from, oddAt: -1 };
}

/** The disc was spun. */
function enterSpinStage(state: DiscState, emit: EmitObservation): DiscState {
  if (state.said !== null) emit({ o: "stage", stage: "betting", deviceGame: null });
  emit({ o: "stage", stage: "ball-in-rim", deviceGame: null });
  return { ...state, said: null };
}

function newSpin({ move, dir, last }: DiscState): Spin {
  const none = Array.from({ length: SPEED_CLASSES }, () => 0);
  return {
    stage: "ball-in-rim",
    from: move.from,
    dir,
    whole: move.whole,
    turnsSaid: 0,
    freeFrom: null,
    fastest: 0,
    roseAt: last,
    spent: null,
    turnedAt: null,
    reach: null,
    irregular: false,
    marksSlipped: false,
    pegsWrong: 0,
    pegsSeen: 0,
    lost: none,
    lostOf: none,
  };
}

function advanceSpin(geometry: DiscGeometry, state: DiscState, was: Spin, emit: EmitObservation): Spin {
  let spin = spinAfterCell(state, was);
  if (spin.irregular && !was.irregular) emitIrregularSpeed(geometry, state, "speed", emit);
  // A movement back by more than a cell is no swing.
  if (
    !spin.irregular &&
    spin.turnedAt !== null &&
    state.dir !== spin.dir &&
    Math.abs(state.pos - state.move.from) > 5
  ) {
    spin = { ...spin, irregular: true };
    emitIrregularSpeed(geometry, state, "reversal", emit);
  }
  if (isIndexMissing(geometry, state)) spin = { ...spin, marksSlipped: true };
  const revolutions = Math.floor((spin.dir * (state.pos - spin.from) - 1) / geometry.stepsPerRevolution);
  if (revolutions > spin.turnsSaid && spin.whole && !spin.marksSlipped) {
    emit({ o: "disc-turns", atLeast: revolutions, atMost: null });
    spin = { ...spin, turnsSaid: revolutions };
  }
  return spin.stage === "ball-in-rim" && spin.freeFrom !== null ? closeBetsNearStop(state, spin, emit) : spin;
}

/** The disc loses v² evenly over its travel, so its speed falls evenly over time: it stops after v ÷ deceleration. */
function closeBetsNearStop(state: DiscState, spin: Spin, emit: EmitObservation): Spin {
  const energy = squaredSpeedOver(state.passed, 1, 0);
  const usual = usualLossAt(state.learned, spin, energy);
  const seconds = usual > 0 ? (8 * Math.sqrt(energy)) / usual : Number.POSITIVE_INFINITY;
  if (seconds > CLOSE_BEFORE_S) return spin;
  emit({ o: "stage", stage: "no-more-bets", deviceGame: null });
  emit({ o: "drop-predicted", inUs: Math.round(seconds * 1e6), doubtUs: 1_500_000 });
  return { ...spin, stage: "no-more-bets" };
}

export function emitIrregularSpeed(
  geometry: DiscGeometry,
  state: DiscState,
  what: "speed" | "reversal",
  emit: EmitObservation,
): void {
  const rpm = (back: number): number =>
    Math.round((600 * Math.sqrt(squaredSpeedOver(state.passed, 1, back))) / geometry.stepsPerRevolution);
  emit({ o: "rotor-irregular", from: rpm(1), to: rpm(0), what });
}
