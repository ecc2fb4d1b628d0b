import { clear } from "../../link/faults.ts";
import { watchOldNumber } from "../old-number.ts";
import { LATE_LINES, witnessSpacingUs } from "../pace.ts";
import { tellsDirection } from "./abilities.ts";
import type { Status } from "./codec.ts";
import { flags, LINES_TO_BELIEVE, sense } from "./flags.ts";
import { damageLine } from "./link.ts";
import { contradict } from "./contradict.ts";
import { confirmsBare, five } from "./number.ts";
import { isRunning, say, type Seen, set, setSpin, type Spin, stageOf, type Turn } from "./state.ts";
import { sayLaps, startBall, startRotor, trackLine } from "./track.ts";

/**
 * Which state the wheel is in. A change of state or game is believed when two lines running agree, so that one damaged
 * digit can neither close the bets nor end a spin; the one exception is the first state-5 line that agrees with a bare
 * number, because those are two words for the same thing already. After a loss the two lines must also come at the
 * wheel's own pace: a burst of lines that were held back says what was, not what is.
 */
export function status(turn: Turn, line: Status): void {
  const { wheel, suspect, link } = turn.s;
  const now: Seen = { status: line, at: turn.t };
  if (wheel !== null && !link.attaching && same(wheel, line)) {
    if (suspect !== null) damageLine(turn, null);
    set(turn, { suspect: null, skipped: null });
    within(turn, now);
  } else if (!link.attaching && wheel !== null && wheel.state !== 5 && confirmsBare(turn, line)) {
    change(turn, wheel, [now]);
  } else if (suspect !== null && same(suspect.status, line)) {
    if (link.attaching && turn.t - suspect.at < witnessSpacingUs(turn.options.baud)) return;
    set(turn, { suspect: null });
    if (link.attaching || wheel === null) attach(turn, [suspect, now]);
    else changeVia(turn, wheel, [suspect, now]);
  } else {
    // A slow launch is in state 3 for one line only: 2, 3, 4, 4.
    const passed = suspect?.status.state === 3 && line.state === 4 && line.game === suspect.status.game;
    // Of lines that were held back it is no wonder that they go from state to state.
    if (suspect !== null && !passed && link.bunched === 0) damageLine(turn, null);
    set(turn, { suspect: now, skipped: passed ? suspect : null });
  }
}

function same(a: Status, b: Status): boolean {
  return a.state === b.state && a.game === b.game;
}

/** A line in the confirmed state. */
function within(turn: Turn, { status: line, at }: Seen): void {
  sayRotor(turn, line);
  flags(turn, line);
  if (isRunning(line)) trackLine(turn, line);
  if (line.state === 3) relaunch(turn, line);
  if (line.state === 5) five(turn, line, at);
  set(turn, { wheel: line, old: watchOldNumber(turn.s.old, line) });
  const differs = turn.s.old?.differs ?? null;
  if (differs !== null) contradict(turn, "old-number-differs", differs);
}

/** 000 stands for below 2.0 and above 60.0 rpm: it is told only when it is known which. */
function sayRotor(turn: Turn, line: Status): void {
  const { extended, rpm10 } = line;
  const before = turn.s.wheel?.rpm10 ?? 0;
  const known = rpm10 !== 0 || (extended === null ? before < 100 : extended.rotor === "stopped");
  if (!known) return;
  const direction = extended === null ? line.direction : extended.rotorDirection;
  say(turn, { o: "rotor", rpm10, direction: rpm10 === 0 && extended === null ? null : direction });
}

/** The ball was launched again without leaving state 3: the flag that demanded it is gone. */
function relaunch(turn: Turn, line: Status): void {
  const { spin, flags: runs } = turn.s;
  if (spin === null || !(spin.dead || spin.ball.flagged)) return;
  if (runs.down.void < LINES_TO_BELIEVE || runs.down.withRotor < LINES_TO_BELIEVE) return;
  if (!spin.dead) say(turn, { o: "aborted", from: "ball-in-rim", cause: "respin" });
  set(turn, { spin: launchedAgain(line, spin) });
  say(turn, { o: "stage", stage: "ball-in-rim", deviceGame: line.game });
  onTrack(turn);
}

/** A spin in the same game, without state 2 in between: the laps of the launch before still stand in SS. */
function launchedAgain(line: Status, before: Spin): Spin {
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

function onTrack(turn: Turn): void {
  say(turn, { o: "ball-on-track" });
  say(turn, { o: "ball-laps", atLeast: 1, atMost: null, how: "state 3: the ball was seen for one lap" });
}

/** First confirmed state after opening the port or after a loss. */
function attach(turn: Turn, lines: readonly [Seen, Seen]): void {
  const line = lines[0].status;
  const { spin, given, link } = turn.s;
  if (link.bunched >= LATE_LINES)
    say(turn, { o: "fault", code: "lines-late", detail: { lines: link.bunched } });
  set(turn, { link: { ...link, attaching: false, bunched: 0 }, wheel: line });
  say(turn, { o: "attached", during: stageOf(line), deviceGame: line.game });
  if (!isRunning(line)) {
    set(turn, { spin: null, given: null });
    clear(turn, "rotor-irregular");
  } else if (spin === null || !mayBeSame(turn, spin, line)) {
    const already = line.state === 5 && given?.game === line.game && given.pocket === line.lastNumber;
    set(turn, { spin: { ...newSpin(line, false), decided: already } });
  } else {
    setSpin(turn, { watched: false, rotor: startRotor(line) });
  }
  for (const seen of lines) within(turn, seen);
}

/** Whether a running state after a hole can belong to the spin that ran before it. */
function mayBeSame(turn: Turn, spin: Spin, line: Status): boolean {
  if (spin.resultGame !== null) return line.state === 5 && line.game === spin.resultGame;
  if (line.state === 3) return false;
  if (line.state === 5 && turn.s.countsOn === "result") return line.game === (spin.game + 1) % 256;
  return line.game === spin.game && !(line.state === 5 && turn.s.countsOn === null);
}

/** A change that two lines bear out, through a state 3 that only one line showed. */
function changeVia(turn: Turn, from: Status, lines: readonly [Seen, Seen]): void {
  const { skipped } = turn.s;
  set(turn, { skipped: null });
  const via =
    skipped !== null && from.state === 2 && lines[0].status.state === 4 && skipped.status.game === from.game;
  if (via) change(turn, from, [skipped]);
  change(turn, via ? skipped.status : from, lines);
}

/** The wheel changed state or game; `lines` are those that say so. */
function change(turn: Turn, from: Status, lines: readonly Seen[]): void {
  const to = lines[0]?.status;
  if (to === undefined) return;
  if (!plausible(turn, from, to)) {
    const seen = [`state ${from.state} game ${from.game}`, `state ${to.state} game ${to.game}`];
    if (turn.s.spin === null || turn.s.spin.contradicted)
      say(turn, { o: "contradiction", what: "state-jump", seen });
    else contradict(turn, "state-jump", seen);
  }
  learnCount(turn, from, to);
  leave(turn, from, to);
  enter(turn, from, to);
  for (const seen of lines) within(turn, seen);
}

/** Wheels count with the result or with the next game; the guide leaves it open. */
function learnCount(turn: Turn, from: Status, to: Status): void {
  if (turn.s.countsOn !== null || turn.s.spin?.contradicted === true) return;
  const up = to.game === (from.game + 1) % 256;
  const result = (from.state === 4 || from.state === 7) && to.state === 5;
  if (result) set(turn, { countsOn: up ? "result" : "next-game" });
}

function leave(turn: Turn, from: Status, to: Status): void {
  if (isRunning(to)) return;
  const { spin } = turn.s;
  if (isRunning(from) && from.state !== 5 && spin !== null && !spin.dead) {
    say(turn, { o: "aborted", from: stageOf(from), cause: to.state === 2 ? "respin" : "stopped" });
  }
  set(turn, { spin: null });
  clear(turn, "rotor-irregular");
}

function enter(turn: Turn, from: Status, to: Status): void {
  say(turn, { o: "stage", stage: stageOf(to), deviceGame: to.game });
  const { spin } = turn.s;
  if (!isRunning(to)) {
    set(turn, { given: null });
  } else if (to.state === 3 && (from.state === 2 || spin === null || spin.dead)) {
    const again = spin?.dead === true && from.state !== 2;
    set(turn, { spin: again ? launchedAgain(to, spin) : newSpin(to, from.state === 2) });
    onTrack(turn);
  } else if (isRunning(to) && spin === null) {
    set(turn, { spin: { ...newSpin(to, false), contradicted: true } });
  } else if (to.state === 4 && spin !== null) {
    setSpin(turn, { sawNoMoreBets: true });
    sayLaps(turn, false);
    const silent = turn.s.flags.up.withRotor === 0 && spin.ball.said === null;
    const advanced = turn.options.protocol === "advanced" && tellsDirection(turn.options.gameMode ?? null);
    if (advanced && silent && spin.watched) sense(turn, "against-rotor");
  }
}

/** Whether the guide knows this step. Anything else means that lines are missing or false. */
function plausible({ s: { countsOn, spin } }: Turn, from: Status, to: Status): boolean {
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
