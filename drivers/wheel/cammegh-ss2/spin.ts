import type { MonoUs } from "../../../src/time/instant.ts";
import { witnessSpacingUs } from "../pace.ts";
import { NOISE_WINDOW_US } from "../../link/link.ts";
import { handleRotorLine } from "./rotor.ts";
import type { SpinTrack } from "./state.ts";
import type { Status } from "./status.ts";
import { reportContradiction, emitObservation, updateState, type SessionContext } from "./context.ts";

/**
 * One spin on an SS2, from the ball in the rim to the number. The line has no checksum, so a number needs agreement:
 * the bare number and a state-5 line of the same game (both are there in every whole game that was captured), or
 * three equal state-5 lines; for a spin that was not watched from state 2 on, also the way out of state 5.
 */

/** A bare number must be confirmed by a state-5 line within this time (measured 0.015–0.50 s; §2.4). */
export const BARE_CONFIRM_US = 1_500_000;
const FIVES_WITHOUT_BARE = 3;
/** Beside the next game's lines, which must show the same number. */
const FIVES_UNWATCHED = 2;
const LINES_TO_BELIEVE = 2;
/** Between one state-5 line and the last line before it the rotor cannot change by more. */
const PLAUSIBLE_STEP_RPM10 = 50;

/**
 * A fresh track when the ball is first seen, or when the session joins a spin (`watched` false). Everything that
 * follows is held against this line, so it must not be a damaged one: see {@link agreedLine}.
 */
export function startSpin(status: Status, watched: boolean): SpinTrack {
  return {
    game: status.game,
    sawRim: watched,
    sawNoMoreBets: false,
    direction: status.direction,
    numberBefore: status.state === 5 ? null : status.lastNumber,
    baseRpm10: status.rpm10,
    offSpeed: { lines: 0, reported: false },
    standing: { lines: 0, reported: false },
    reversed: { lines: 0, reported: false },
    bare: null,
    fives: [],
    fiveAt: null,
    sense: null,
    decided: false,
    contradicted: false,
  };
}

/** The first line of a spin in those fields that later lines are held against: what two of three lines say. */
export function agreedLine(before: Status, lines: readonly [Status, ...Status[]]): Status {
  const [first, second = first] = lines;
  const [, rpm10 = first.rpm10] = [before.rpm10, first.rpm10, second.rpm10].sort((a, b) => a - b);
  return {
    ...first,
    rpm10,
    direction: first.direction === second.direction ? first.direction : before.direction,
    lastNumber: first.lastNumber === second.lastNumber ? first.lastNumber : before.lastNumber,
  };
}

/** A status line inside a spin, in a confirmed state, that came at `at`. */
export function handleSpinLine(context: SessionContext, status: Status, at: MonoUs): void {
  const { spin } = context.s;
  if (spin === null) return;
  if (status.state === 3 || status.state === 4 || status.state === 7) handleRotorLine(context, status);
  if (status.state === 5) handleStateFive(context, spin, status, at);
}

/** The bare number, on a whole line in state 4 or 7. */
export function handleBareNumber(context: SessionContext, pocket: string): void {
  const { spin } = context.s;
  if (spin === null || spin.decided) return;
  if (spin.bare !== null && spin.bare.pocket !== pocket) {
    reportContradiction(context, "two-bare-numbers", [spin.bare.pocket, pocket]);
    return;
  }
  emitObservation(context, { o: "number-announced", pocket });
  updateState(context, { spin: { ...spin, bare: { pocket, at: context.t } } });
}

/** Whether a state-5 line can confirm this spin's number. Lines of another device or a damaged one cannot. */
export function belongsToSpin(spin: SpinTrack, status: Status, lastRpm10: number): boolean {
  const { flags } = status;
  return (
    hasSameRotor(spin, status, lastRpm10) &&
    !(flags.noBall || flags.withRotor || flags.component || flags.launchFailed)
  );
}

function hasSameRotor(spin: SpinTrack, status: Status, lastRpm10: number): boolean {
  return (
    status.state === 5 &&
    status.game === spin.game &&
    status.direction === spin.direction &&
    status.lastNumber !== null &&
    Math.abs(status.rpm10 - lastRpm10) <= PLAUSIBLE_STEP_RPM10
  );
}

function handleStateFive(context: SessionContext, spin: SpinTrack, status: Status, at: MonoUs): void {
  const lastRpm10 = context.s.wheel?.rpm10 ?? status.rpm10;
  const pocket = status.lastNumber ?? "";
  if (spin.decided) {
    // A flag keeps a line from confirming a number, not from taking it back.
    if (hasSameRotor(spin, status, lastRpm10)) handleOtherNumber(context, spin, pocket);
    return;
  }
  if (!belongsToSpin(spin, status, lastRpm10)) return;
  // Once a state-5 line has confirmed it in time it stays a witness.
  const unframed = spin.fives.length > 0 ? spin.bare : keepConfirmable(spin.bare, at);
  // Lines that come together may be one line that came more than once, or a damaged one: one witness, unless they differ.
  const together = spin.fiveAt !== null && at - spin.fiveAt < witnessSpacingUs(context.options.baud);
  if (together && spin.fives.at(-1) === pocket) return;
  const fives = [...spin.fives, pocket].slice(-FIVES_WITHOUT_BARE);
  updateState(context, { spin: { ...spin, bare: unframed, fives, fiveAt: at } });
  if (spin.contradicted) return;
  if (fives.some((other) => other !== pocket)) reportContradiction(context, "state-5-lines-differ", fives);
  // A bare number that came too early to be a witness is still a word of the wheel.
  else if (spin.bare !== null && spin.bare.pocket !== pocket)
    reportContradiction(context, "bare-number-differs", [spin.bare.pocket, pocket]);
  else if (wasWatched(spin) && unframed !== null && fives.length >= fivesNeeded(context, spin, pocket)) {
    giveNumber(context, pocket, ["bare-number", "state-5"]);
  } else if (wasWatched(spin) && fives.length >= FIVES_WITHOUT_BARE)
    giveNumber(context, pocket, ["state-5", "state-5", "state-5"]);
}

/**
 * State-5 lines needed beside the bare number: one; two when the number is the one that states 1–4 showed all along,
 * because then a single damaged digit in an earlier line would look like the confirmation; and two when lines came
 * damaged of late, because then the same damage may have met both words.
 */
function fivesNeeded(context: SessionContext, spin: SpinTrack, pocket: string): number {
  const damagedAt = context.s.noise.damagedAt.at(-1);
  const noisy = damagedAt !== undefined && context.t - damagedAt <= NOISE_WINDOW_US;
  return noisy || spin.numberBefore === pocket ? LINES_TO_BELIEVE : 1;
}

function wasWatched(spin: SpinTrack): boolean {
  return spin.sawRim && spin.sawNoMoreBets;
}

/** A bare number that no state-5 line confirmed in time is no witness. */
export function keepConfirmable(unframed: SpinTrack["bare"], now: MonoUs): SpinTrack["bare"] {
  return unframed !== null && now - unframed.at <= BARE_CONFIRM_US ? unframed : null;
}

function giveNumber(context: SessionContext, pocket: string, witnesses: readonly string[]): void {
  const { spin, given } = context.s;
  if (spin === null) return;
  // The wheel counts every game (§2.5): two results of one game are one too many.
  if (given?.game === spin.game) {
    reportContradiction(context, "game-repeated", [given.pocket, pocket]);
    return;
  }
  updateState(context, {
    spin: { ...spin, decided: true, fives: [] },
    given: { game: spin.game, pocket, contradicted: false },
  });
  if (wasWatched(spin)) {
    emitObservation(context, {
      o: "ball-laps",
      atLeast: 4,
      atMost: null,
      how: "passed states 3, 4 and 5: one lap and about 3.5",
    });
  }
  emitObservation(context, { o: "number", pocket, witnesses });
}

/** The number changed after it was given out: two lines running are needed, one may be damage. */
function handleOtherNumber(context: SessionContext, spin: SpinTrack, pocket: string): void {
  const { given } = context.s;
  if (given === null || given.contradicted) return;
  if (pocket === given.pocket) {
    updateState(context, { spin: { ...spin, fives: [] } });
    return;
  }
  const differing = [...spin.fives, pocket];
  updateState(context, { spin: { ...spin, fives: differing.slice(-LINES_TO_BELIEVE) } });
  if (differing.length < LINES_TO_BELIEVE) return;
  emitObservation(context, { o: "contradiction", what: "number-changed", seen: [given.pocket, pocket] });
  updateState(context, { given: { ...given, contradicted: true } });
}

/** The next game's lines show another number than the one that was given: the wheel took it back unseen. */
export function handleTakenBack(context: SessionContext, lines: readonly Status[]): void {
  const { given, spin } = context.s;
  if (given === null || given.contradicted || spin?.decided !== true) return;
  const [to] = lines;
  if (to === undefined || to.lastNumber === null || !isNextGame(spin.game, to)) return;
  if (lines.some((line) => line.lastNumber !== to.lastNumber)) return;
  if (to.lastNumber === given.pocket) return;
  emitObservation(context, { o: "contradiction", what: "number-changed", seen: [given.pocket, to.lastNumber] });
  updateState(context, { given: { ...given, contradicted: true } });
}

/** State 5 was left for the next game: the last chance for a spin that was not watched whole. */
export function leaveStateFive(context: SessionContext, next: Status): void {
  const { spin } = context.s;
  if (spin === null || spin.decided || spin.contradicted || !isNextGame(spin.game, next)) return;
  const pocket = spin.fives.at(-1);
  const needed = wasWatched(spin) && spin.bare === null ? FIVES_WITHOUT_BARE : FIVES_UNWATCHED;
  const enough = spin.fives.length >= needed;
  if (pocket === undefined || !enough || next.lastNumber !== pocket) return;
  giveNumber(context, pocket, [spin.bare === null ? "state-5" : "bare-number", "state-5", "next-game"]);
}

/** The next game, or the same one where the wheel counts only when it opens the bets. */
function isNextGame(game: number, next: Status): boolean {
  return next.game === game || next.game === game + 1 || (game >= 256 && next.game <= 1);
}

/** The laps that state 3 alone proves (§2.5: one whole lap past all three sensors). */
export function reportFirstLap(context: SessionContext): void {
  emitObservation(context, { o: "ball-on-track" });
  emitObservation(context, {
    o: "ball-laps",
    atLeast: 1,
    atMost: null,
    how: "state 3: one whole lap past all three sensors",
  });
}
