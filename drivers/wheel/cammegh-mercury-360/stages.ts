import { clearFault } from "../../link/link.ts";
import { watchOldNumber } from "../cammegh.ts";
import { LATE_LINES, witnessSpacingUs } from "../pace.ts";
import { tellsDirection } from "./abilities.ts";
import type { Status } from "./codec.ts";
import { handleFlags, LINES_TO_BELIEVE, emitBallDirection } from "./flags.ts";
import { damageLine } from "./link.ts";
import { confirmsBare, handleResultLine } from "./number.ts";
import {
  isRunning,
  emitObservation,
  type Seen,
  updateState,
  setSpin,
  type Spin,
  stageOf,
  type SessionContext,
  reportContradiction,
} from "./state.ts";
import { sayLaps, startBall, startRotor, trackLine } from "./track.ts";

/**
 * Which state the wheel is in. A change of state or game is believed when two lines running agree, so that one damaged digit
 * can neither close the bets nor end a spin; the one exception is the first state-5 line that agrees with a bare number,
 * because those are two statements of the same already. After a loss the two lines must also come at the wheel's own pace: a
 * burst of lines that were held back describes the past.
 */
export function handleStatus(context: SessionContext, line: Status): void {
  const { wheel, suspect, link } = context.s;
  const now: Seen = { status: line, at: context.t };
  if (wheel !== null && !link.attaching && isSameStage(wheel, line)) {
    if (suspect !== null) damageLine(context, null);
    updateState(context, { suspect: null, skipped: null });
    handleLineInStage(context, now);
  } else if (!link.attaching && wheel !== null && wheel.state !== 5 && confirmsBare(context, line)) {
    changeStage(context, wheel, [now]);
  } else if (suspect !== null && isSameStage(suspect.status, line)) {
    if (link.attaching && context.t - suspect.at < witnessSpacingUs(context.options.baud)) return;
    updateState(context, { suspect: null });
    if (link.attaching || wheel === null) attach(context, [suspect, now]);
    else changeThroughSkipped(context, wheel, [suspect, now]);
  } else {
    // A slow launch is in state 3 for one line only: 2, 3, 4, 4.
    const passed = suspect?.status.state === 3 && line.state === 4 && line.game === suspect.status.game;
    // Lines that were held back may go from state to state.
    if (suspect !== null && !passed && link.bunched === 0) damageLine(context, null);
    updateState(context, { suspect: now, skipped: passed ? suspect : null });
  }
}

function isSameStage(a: Status, b: Status): boolean {
  return a.state === b.state && a.game === b.game;
}

/** A line in the confirmed state. */
function handleLineInStage(context: SessionContext, { status: line, at }: Seen): void {
  emitRotor(context, line);
  handleFlags(context, line);
  if (isRunning(line)) trackLine(context, line);
  if (line.state === 3) checkRelaunch(context, line);
  if (line.state === 5) handleResultLine(context, line, at);
  updateState(context, { wheel: line, old: watchOldNumber(context.s.old, line) });
  const differs = context.s.old?.differs ?? null;
  if (differs !== null) reportContradiction(context, "old-number-differs", differs);
}

/** 000 means below 2.0 or above 60.0 rpm: the speed is reported only when it is known which. */
function emitRotor(context: SessionContext, line: Status): void {
  const { extended, rpm10 } = line;
  const before = context.s.wheel?.rpm10 ?? 0;
  const known = rpm10 !== 0 || (extended === null ? before < 100 : extended.rotor === "stopped");
  if (!known) return;
  const direction = extended === null ? line.direction : extended.rotorDirection;
  emitObservation(context, {
    o: "rotor",
    rpm10,
    direction: rpm10 === 0 && extended === null ? null : direction,
  });
}

/** The ball was launched again without leaving state 3: the flag that demanded it is gone. */
function checkRelaunch(context: SessionContext, line: Status): void {
  const { spin, flags: runs } = context.s;
  if (spin === null || !(spin.dead || spin.ball.flagged)) return;
  if (runs.down.void < LINES_TO_BELIEVE || runs.down.withRotor < LINES_TO_BELIEVE) return;
  if (!spin.dead) emitObservation(context, { o: "aborted", from: "ball-in-rim", cause: "respin" });
  updateState(context, { spin: relaunchedSpin(line, spin) });
  emitObservation(context, { o: "stage", stage: "ball-in-rim", deviceGame: line.game });
  emitBallOnTrack(context);
}

/** A spin in the same game, without state 2 in between: field SS still counts from the laps of the launch before. */
function relaunchedSpin(line: Status, before: Spin): Spin {
  const spin = newSpin(line, before.watched);
  const laps = spin.ball.laps === null ? null : { ...spin.ball.laps, from: spin.ball.laps.last };
  return { ...spin, numberBefore: before.numberBefore, ball: { ...spin.ball, laps } };
}

function newSpin(line: Status, watched: boolean): Spin {
  return {
    game: line.game,
    resultGame: line.state === 5 ? line.game : null,
    watched,
    sawNoMoreBets: false,
    numberBefore: line.state === 5 ? null : line.lastNumber,
    bare: null,
    fives: null,
    decided: false,
    contradicted: false,
    dead: false,
    changed: 0,
    ball: startBall(line),
    rotor: startRotor(line),
  };
}

function emitBallOnTrack(context: SessionContext): void {
  emitObservation(context, { o: "ball-on-track" });
  emitObservation(context, {
    o: "ball-laps",
    atLeast: 1,
    atMost: null,
    how: "state 3: the ball was seen for one lap",
  });
}

/** First confirmed state after opening the port or after a loss. */
function attach(context: SessionContext, lines: readonly [Seen, Seen]): void {
  const line = lines[0].status;
  const { spin, given, link } = context.s;
  if (link.bunched >= LATE_LINES)
    emitObservation(context, { o: "fault", code: "lines-late", detail: { lines: link.bunched } });
  updateState(context, { link: { ...link, attaching: false, bunched: 0 }, wheel: line });
  // A number that was given before the unit's start may have been taken back meanwhile.
  const shows = line.state === 5 && lines[1].status.lastNumber === line.lastNumber ? line.lastNumber : null;
  emitObservation(context, {
    o: "attached",
    during: stageOf(line),
    deviceGame: line.game,
    ...(shows === null ? {} : { shows }),
  });
  if (!isRunning(line)) {
    updateState(context, { spin: null, given: null });
    clearFault(context, "rotor-irregular");
  } else if (spin === null || !canBeSameSpin(context, spin, line)) {
    const already = line.state === 5 && given?.game === line.game && given.pocket === line.lastNumber;
    updateState(context, { spin: { ...newSpin(line, false), decided: already } });
  } else {
    setSpin(context, { watched: false, rotor: startRotor(line) });
  }
  for (const seen of lines) handleLineInStage(context, seen);
}

/** Whether a running state after a gap can belong to the spin that ran before it. */
function canBeSameSpin(context: SessionContext, spin: Spin, line: Status): boolean {
  if (spin.resultGame !== null) return line.state === 5 && line.game === spin.resultGame;
  if (line.state === 3) return false;
  if (line.state === 5 && context.s.countsOn === "result") return line.game === (spin.game + 1) % 256;
  return line.game === spin.game && !(line.state === 5 && context.s.countsOn === null);
}

/** A change that two lines confirm, through a state 3 that only one line showed. */
function changeThroughSkipped(context: SessionContext, from: Status, lines: readonly [Seen, Seen]): void {
  const { skipped } = context.s;
  updateState(context, { skipped: null });
  const via =
    skipped !== null && from.state === 2 && lines[0].status.state === 4 && skipped.status.game === from.game;
  if (via) changeStage(context, from, [skipped]);
  changeStage(context, via ? skipped.status : from, lines);
}

/** The wheel changed state or game; `lines` are those that show it. */
function changeStage(context: SessionContext, from: Status, lines: readonly Seen[]): void {
  const to = lines[0]?.status;
  if (to === undefined) return;
  if (!isPlausibleStep(context, from, to)) {
    const seen = [`state ${from.state} game ${from.game}`, `state ${to.state} game ${to.game}`];
    if (context.s.spin === null || context.s.spin.contradicted)
      emitObservation(context, { o: "contradiction", what: "state-jump", seen });
    else reportContradiction(context, "state-jump", seen);
  }
  learnCount(context, from, to);
  leaveStage(context, from, to);
  enterStage(context, from, to);
  for (const seen of lines) handleLineInStage(context, seen);
}

/** Wheels count with the result or with the next game; the guide leaves it open. */
function learnCount(context: SessionContext, from: Status, to: Status): void {
  if (context.s.countsOn !== null || context.s.spin?.contradicted === true) return;
  const up = to.game === (from.game + 1) % 256;
  const result = (from.state === 4 || from.state === 7) && to.state === 5;
  if (result) updateState(context, { countsOn: up ? "result" : "next-game" });
}

function leaveStage(context: SessionContext, from: Status, to: Status): void {
  if (isRunning(to)) return;
  const { spin } = context.s;
  if (isRunning(from) && from.state !== 5 && spin !== null && !spin.dead) {
    emitObservation(context, {
      o: "aborted",
      from: stageOf(from),
      cause: to.state === 2 ? "respin" : "stopped",
    });
  }
  updateState(context, { spin: null });
  clearFault(context, "rotor-irregular");
}

function enterStage(context: SessionContext, from: Status, to: Status): void {
  emitObservation(context, { o: "stage", stage: stageOf(to), deviceGame: to.game });
  const { spin } = context.s;
  if (!isRunning(to)) {
    updateState(context, { given: null });
  } else if (to.state === 3 && (from.state === 2 || spin === null || spin.dead)) {
    const again = spin?.dead === true && from.state !== 2;
    updateState(context, { spin: again ? relaunchedSpin(to, spin) : newSpin(to, from.state === 2) });
    emitBallOnTrack(context);
  } else if (isRunning(to) && spin === null) {
    updateState(context, { spin: { ...newSpin(to, false), contradicted: true } });
  } else if (to.state === 4 && spin !== null) {
    setSpin(context, { sawNoMoreBets: true });
    sayLaps(context, false);
    const silent = context.s.flags.up.withRotor === 0 && spin.ball.said === null;
    const advanced =
      context.options.protocol === "advanced" && tellsDirection(context.options.gameMode ?? null);
    if (advanced && silent && spin.watched) emitBallDirection(context, "against-rotor");
  }
}

/** Whether the guide knows this step. Anything else means that lines are missing or false. */
function isPlausibleStep({ s: { countsOn, spin } }: SessionContext, from: Status, to: Status): boolean {
  const sameGame = to.game === from.game;
  const next = to.game === (from.game + 1) % 256;
  const counted = (when: "result" | "next-game"): boolean =>
    countsOn === null ? sameGame || next : countsOn === when ? next : sameGame;
  switch (to.state) {
    case 1:
      return from.state === 5
        ? counted("next-game")
        : sameGame && (from.state === 6 || from.state === 2 || spin?.dead === true);
    case 2:
      return from.state === 5 ? counted("next-game") : sameGame;
    case 3:
      return sameGame && (from.state === 2 || spin?.dead === true);
    case 4:
      return sameGame && from.state === 3;
    case 5:
      return (from.state === 4 || from.state === 7) && counted("result");
    case 6:
      return sameGame || to.game === 0;
    case 7:
      return sameGame && from.state === 4;
  }
}
