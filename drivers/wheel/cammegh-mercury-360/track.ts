import type { Status } from "./codec.ts";
import { raiseFault } from "../../link/link.ts";
import { emitBallLeft, LINES_TO_BELIEVE, emitBallDirection } from "./flags.ts";
import {
  emitObservation,
  setSpin,
  type Run,
  type Spin,
  type SessionContext,
  reportContradiction,
} from "./state.ts";

/** Ball and rotor while the ball runs (states 3, 4, 7). */

/** A free rotor loses speed slowly; two lines that differ so much from the one before are not from a free rotor. */
const JUMP_RPM10 = 30;
/** Below 10 rpm a speed of 000 means that the rotor came to rest; above 50, that it went beyond 60. */
const SLOW_RPM10 = 100;
/** Event 0080 must stand for 2 s: a ball that bounces is not gone. */
const LINES_WITHOUT_BALL = 4;

export function startRotor(status: Status): Spin["rotor"] {
  const none: Run = { lines: 0, reported: false };
  return {
    direction: status.extended?.rotorDirection ?? status.direction,
    rpm10: status.rpm10,
    off: none,
    standing: none,
    reversed: none,
    differs: 0,
  };
}

export function startBall(status: Status): Spin["ball"] {
  const laps = status.extended?.laps;
  return {
    said: null,
    sense: null,
    laps: laps === undefined ? null : { last: laps, sure: 0, from: 0 },
    missing: 0,
    left: false,
    unseen: false,
    flagged: false,
  };
}

/** A line of a spin that runs. */
export function trackLine(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  if (spin === null) return;
  followLaps(context, status);
  compareDirections(context, status);
  if (status.state === 5) return;
  followBall(context, status);
  followRotor(context, status);
}

/** A lap count is believed when two lines running reach it: one damaged digit cannot add laps. */
function followLaps(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  const now = status.extended?.laps;
  if (now === undefined || spin?.ball.laps == null) return;
  const { last, sure, from } = spin.ball.laps;
  const borneOut = Math.max(sure, Math.min(last, now));
  setSpin(context, { ball: { ...spin.ball, laps: { last: now, sure: borneOut, from } } });
}

/** Says the laps: a bound while the ball runs, the count when it lies. */
export function sayLaps(context: SessionContext, atRest: boolean): void {
  const seen = context.s.spin?.ball.laps ?? null;
  if (seen === null) return;
  const count = Math.max(0, seen.sure - seen.from);
  // FF may stand for more, and without two equal lines the count is not known to be the last.
  const exact = atRest && seen.last === seen.sure && seen.sure < 0xff && context.s.spin?.watched === true;
  emitObservation(context, {
    o: "ball-laps",
    atLeast: count,
    atMost: exact ? count : null,
    how: "field SS: laps in the outer track",
  });
}

function followBall(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  const { extended } = status;
  if (spin === null || extended === null) return;
  const missing = extended.ball === "none" ? spin.ball.missing + 1 : 0;
  setSpin(context, { ball: { ...spin.ball, missing } });
  // After a respin was demanded it is the dealer who takes the ball out.
  const taken = spin.dead || spin.ball.said === "with-rotor";
  if (missing >= LINES_WITHOUT_BALL && !taken) emitBallLeft(context);
  if (status.state === 3 || status.state === 4) followDirection(context, status);
}

/** Field B against the rotor's direction; two lines running, once a spin. */
function followDirection(context: SessionContext, { extended }: Status): void {
  const { spin } = context.s;
  if (
    spin === null ||
    spin.ball.said !== null ||
    extended?.ballDirection == null ||
    extended.rotorDirection === null
  )
    return;
  const is = extended.ballDirection === extended.rotorDirection ? "with-rotor" : "against-rotor";
  const lines = spin.ball.sense?.is === is ? spin.ball.sense.lines + 1 : 1;
  setSpin(context, { ball: { ...spin.ball, sense: { is, lines } } });
  if (lines >= LINES_TO_BELIEVE) emitBallDirection(context, is);
}

/** Field D and the direction bits of EEEE are two words for one thing. While the rotor stands neither says anything. */
function compareDirections(context: SessionContext, { direction: field, rpm10, extended }: Status): void {
  const { spin } = context.s;
  const event = extended?.rotorDirection ?? null;
  if (spin === null || spin.decided || event === null || rpm10 === 0) return;
  const differs = field === event ? 0 : spin.rotor.differs + 1;
  setSpin(context, { rotor: { ...spin.rotor, differs } });
  if (differs === LINES_TO_BELIEVE)
    reportContradiction(context, "rotor-direction-differs", [`D ${field}`, `EEEE ${event}`]);
}

function followRotor(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  if (spin === null) return;
  const { rotor: before } = spin;
  const { rpm10 } = status;
  const stopped =
    status.extended === null
      ? rpm10 === 0 && before.rpm10 > 0 && before.rpm10 < SLOW_RPM10
      : status.extended.rotor === "stopped";
  const slowToRest = rpm10 === 0 && before.rpm10 < SLOW_RPM10;
  const off = before.rpm10 !== 0 && !slowToRest && Math.abs(rpm10 - before.rpm10) > JUMP_RPM10;
  const way =
    status.extended === null ? status.direction : (status.extended.rotorDirection ?? before.direction);
  const next = {
    ...before,
    rpm10: off || rpm10 === 0 ? before.rpm10 : rpm10,
    off: countLine(before.off, off),
    standing: countLine(before.standing, stopped),
    reversed: countLine(before.reversed, way !== before.direction && rpm10 !== 0),
  };
  setSpin(context, {
    rotor: {
      ...next,
      off: markReported(next.off),
      standing: markReported(next.standing),
      reversed: markReported(next.reversed),
    },
  });
  if (isReportDue(next.off)) reportIrregular(context, { from: before.rpm10, to: rpm10, what: "speed" });
  if (isReportDue(next.standing)) emitObservation(context, { o: "rotor-stopped" });
  if (isReportDue(next.reversed)) reportIrregular(context, { from: before.rpm10, to: rpm10, what: "reversal" });
}

function countLine(before: Run, up: boolean): Run {
  return { lines: up ? before.lines + 1 : 0, reported: before.reported };
}

function isReportDue({ lines, reported }: Run): boolean {
  return lines >= LINES_TO_BELIEVE && !reported;
}

function markReported(now: Run): Run {
  return { lines: Math.min(now.lines, LINES_TO_BELIEVE), reported: now.reported || isReportDue(now) };
}

function reportIrregular(
  context: SessionContext,
  seen: { from: number; to: number; what: "speed" | "reversal" },
): void {
  emitObservation(context, { o: "rotor-irregular", ...seen });
  raiseFault(context, "rotor-irregular", seen);
}
