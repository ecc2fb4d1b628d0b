import { watchOldNumber } from "../cammegh.ts";
import { LATE_LINES, witnessSpacingUs } from "../pace.ts";
import { handleFlags, endLaunch, emitBallDirection } from "./flags.ts";
import { countDamagedLines } from "../../link/link.ts";
import { LINK_RULES } from "./link.ts";
import { endRotorWatch } from "./rotor.ts";
import {
  agreedLine,
  reportFirstLap,
  belongsToSpin,
  keepConfirmable,
  leaveStateFive,
  handleSpinLine,
  startSpin,
  handleTakenBack,
} from "./spin.ts";
import { NO_RUNS, type Seen } from "./state.ts";
import type { Status } from "./status.ts";
import { reportContradiction, emitObservation, updateState, stageOf, type SessionContext } from "./context.ts";

/**
 * Which state the wheel is in. A change of state or game number is believed when two lines running agree, so that
 * one damaged digit can neither close the bets nor end a spin; the one exception is the first state-5 line that
 * agrees with a bare number, because those are already two words for the same thing. After a loss the two lines must
 * also come at the wheel's own pace: a burst of lines that were held back says what was, not what is.
 */
export function handleStatus(context: SessionContext, line: Status): void {
  const { wheel, suspect, link, spin } = context.s;
  const now: Seen = { status: line, at: context.t };
  if (wheel !== null && !link.attaching && isSameStage(wheel, line)) {
    if (suspect !== null) countDamagedLines(context, LINK_RULES);
    updateState(context, { suspect: null });
    handleConfirmedLine(context, now);
    return;
  }
  if (!link.attaching && wheel?.state !== 5 && spin !== null && confirmsBare(context, line)) {
    updateState(context, { suspect: null });
    handleChange(context, [now]);
    return;
  }
  if (suspect !== null && isSameStage(suspect.status, line)) {
    if (link.attaching && context.t - suspect.at < witnessSpacingUs(context.options.baud)) return;
    updateState(context, { suspect: null });
    if (link.attaching) attach(context, [suspect, now]);
    else handleChange(context, [suspect, now]);
    return;
  }
  // Of lines that were held back it is no wonder that they go from state to state.
  if (suspect !== null && link.bunched === 0) countDamagedLines(context, LINK_RULES);
  updateState(context, { suspect: now });
}

function isSameStage(a: Status, b: Status): boolean {
  return a.state === b.state && a.game === b.game;
}

function confirmsBare(context: SessionContext, line: Status): boolean {
  const { spin, wheel } = context.s;
  if (spin === null || spin.contradicted || wheel === null) return false;
  const unframed = keepConfirmable(spin.bare, context.t);
  return unframed !== null && belongsToSpin(spin, line, wheel.rpm10) && line.lastNumber === unframed.pocket;
}

/** A line in the confirmed state. */
function handleConfirmedLine(context: SessionContext, { status: line, at }: Seen): void {
  // Two lines without a last number: the wheel was switched off and on, and counts its games anew.
  if (line.lastNumber === null && context.s.wheel?.lastNumber === null) updateState(context, { given: null });
  handleFlags(context, line);
  handleSpinLine(context, line, at);
  updateState(context, { wheel: line, old: watchOldNumber(context.s.old, line) });
  const differs = context.s.old?.differs ?? null;
  if (differs !== null) reportContradiction(context, "old-number-differs", differs);
  emitObservation(context, { o: "rotor", rpm10: line.rpm10, direction: line.direction });
}

/** First confirmed state after opening the port or after a loss. */
function attach(context: SessionContext, lines: readonly [Seen, Seen]): void {
  const [first, second] = [lines[0].status, lines[1].status];
  const { spin, launch, link } = context.s;
  if (link.bunched >= LATE_LINES)
    emitObservation(context, { o: "fault", code: "lines-late", detail: { lines: link.bunched } });
  updateState(context, {
    link: { ...link, attaching: false, bunched: 0 },
    wheel: first,
    flagRuns: { ...context.s.flagRuns, ...NO_RUNS },
    // Which launch a flag 2 from before the gap belonged to is not known any more.
    launch: launch === null ? null : { ...launch, withRotor: false },
  });
  const running = first.state === 3 || first.state === 4 || first.state === 5 || first.state === 7;
  // The way out of state 5 may have fallen into the gap; the number still stands in the next game's lines.
  if (!running) leaveStateFive(context, first);
  const shows = first.state === 5 && first.lastNumber === second.lastNumber ? first.lastNumber : null;
  emitObservation(context, { o: "attached", during: stageOf(first), deviceGame: first.game, shows });
  // Past the game that was given last, its number is free again: in the gap the wheel may have begun to count anew.
  const { given } = context.s;
  const sameGame = running ? given?.game === first.game : given?.pocket === first.lastNumber;
  if (!sameGame) updateState(context, { given: null });
  if (!running) {
    updateState(context, { spin: null });
    endRotorWatch(context);
  } else if (spin === null || spin.game !== first.game) {
    updateState(context, { spin: startSpin(first, false) });
  } else {
    updateState(context, { spin: { ...spin, sawRim: false } });
  }
  for (const line of lines) handleConfirmedLine(context, line);
}

/** The wheel changed state or game; `lines` are those that say so. */
function handleChange(context: SessionContext, seen: readonly [Seen, ...Seen[]]): void {
  const [{ status: first }, second] = seen;
  const lines = [first, ...(second === undefined ? [] : [second.status])] as const;
  const { wheel, spin, flagRuns } = context.s;
  if (wheel === null) return;
  const jump = isPlausibleStep(wheel, first) ? null : [nameOf(wheel), nameOf(first)];
  if (jump !== null && spin !== null) reportJump(context, jump);
  // Flag 2 may stand on the last line of state 3 and the first of state 4: that is one run.
  const withRotor = wheel.state === 3 && first.state === 4 ? flagRuns.withRotor : 0;
  updateState(context, { flagRuns: { ...flagRuns, ...NO_RUNS, withRotor } });
  leaveStage(context, wheel, lines);
  enterStage(context, wheel, lines);
  // A spin that begins with a jump is told first, so that the jump is known to be its own.
  if (jump !== null && spin === null) reportJump(context, jump);
  for (const one of seen) handleConfirmedLine(context, one);
}

function reportJump(context: SessionContext, seen: readonly string[]): void {
  const { spin } = context.s;
  emitObservation(context, { o: "contradiction", what: "state-jump", seen });
  if (spin !== null) updateState(context, { spin: { ...spin, contradicted: true } });
}

function nameOf(status: Status): string {
  return `state ${status.state} game ${status.game}`;
}

function leaveStage(context: SessionContext, from: Status, lines: readonly [Status, ...Status[]]): void {
  const [to] = lines;
  if (from.state === 5 && to.state !== 5) {
    handleTakenBack(context, lines);
    leaveStateFive(context, to);
  }
  const running = from.state === 3 || from.state === 4 || from.state === 7;
  const goesOn = to.state === 3 || to.state === 4 || to.state === 5 || to.state === 7;
  if (running && !goesOn) {
    const cause = context.s.flagRuns.standing.includes("wheel-component") ? "wheel-component" : "stopped";
    emitObservation(context, { o: "aborted", from: stageOf(from), cause });
  }
  if (!goesOn) {
    // The launch of the game before is over, whatever became of it.
    endLaunch(context);
    updateState(context, { spin: null, launch: null });
    endRotorWatch(context);
  }
}

function enterStage(context: SessionContext, from: Status, lines: readonly [Status, ...Status[]]): void {
  const [to] = lines;
  emitObservation(context, { o: "stage", stage: stageOf(to), deviceGame: to.game });
  const { spin, launch } = context.s;
  if (to.state === 3 && from.state === 2) {
    updateState(context, { spin: startSpin(agreedLine(from, lines), true) });
    endLaunch(context);
    updateState(context, { launch: null });
    reportFirstLap(context);
    // Flag 2 of this very launch: without a failed launch in between it is still the same ball.
    if (launch?.withRotor === true) emitBallDirection(context, "with-rotor");
  } else if (spin === null && (to.state === 3 || to.state === 4 || to.state === 5 || to.state === 7)) {
    updateState(context, { spin: startSpin(to, false) });
  } else if (spin !== null && to.state === 4) {
    updateState(context, { spin: { ...spin, sawNoMoreBets: true } });
  }
}

/** Whether the guide (§2.5, §5) and captured traffic know this step. Anything else means that lines are missing or false. */
function isPlausibleStep(from: Status, to: Status): boolean {
  const next = from.game >= 256 ? [0, 1] : [from.game + 1];
  const sameGame = to.game === from.game;
  const nextGame = next.includes(to.game);
  switch (to.state) {
    case 1:
      return sameGame || (from.state === 5 && nextGame) || to.game === 1;
    case 2:
      return (
        (sameGame && (from.state === 1 || from.state === 3 || from.state === 6)) ||
        (nextGame && (from.state === 5 || from.state === 1))
      );
    case 3:
      return sameGame && from.state === 2;
    case 4:
      return sameGame && (from.state === 3 || from.state === 7);
    case 5:
      return sameGame && (from.state === 4 || from.state === 7);
    case 6:
      return sameGame || nextGame || to.game === 1;
    case 7:
      return sameGame && from.state === 4;
  }
}
