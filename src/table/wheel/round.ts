import { after, US_PER_S } from "../../time/instant.ts";
import { emit, type TableTurn } from "../turn.ts";
import type { Phase } from "../phase.ts";
import type { WheelObservation, WheelStage } from "./observation.ts";
import { abandon, atRest, contradicted, judgeRunning, launchFacts, openRound, undecide } from "./verdict.ts";
import { count, flag, newSpin, withDoubt, withFact, word, type Spin } from "./spin.ts";

/**
 * The round of a wheel table: from what the device says to phases and verdicts. Every spin that begins ends in
 * exactly one of result, void, undecided or aborted.
 */

/** A spin whose lines stay away for this long is left to a person (the longest state 4 captured took 32 s). */
export const GAP_LIMIT_US = 60 * US_PER_S;

/** When the round must be woken although nothing comes, or null. */
export function roundWakeAt(turn: Pick<TableTurn, "live">): ReturnType<typeof after> | null {
  const { gapAt, spin } = turn.live;
  return gapAt === null || spin === null || spin.judged ? null : after(gapAt, GAP_LIMIT_US);
}

/** Time passed. */
export function roundTick(turn: TableTurn): void {
  const due = roundWakeAt(turn);
  if (due !== null && turn.t >= due) undecide(turn, turn.live.spin?.doubts ?? []);
}

/** One observation of the wheel. */
export function observe(turn: TableTurn, seen: WheelObservation): void {
  if (seen.o === "rotor") return rotor(turn, seen.rpm10, seen.direction);
  if (seen.o === "fault" || seen.o === "fault-cleared") return fault(turn, seen);
  if (seen.o === "attached" || seen.o === "stage") {
    const stage = seen.o === "attached" ? seen.during : seen.stage;
    if (seen.o === "attached") checkUnseen(turn, seen.deviceGame);
    turn.live = { ...turn.live, stage, deviceGame: seen.deviceGame, gapAt: null };
    if (!turn.durable.open) turn.live = { ...turn.live, spin: null, unseen: true };
    else if (seen.o === "attached") attached(turn, stage, seen.deviceGame, seen.shows ?? null);
    else entered(turn, stage);
    return;
  }
  if (turn.durable.open) ofSpin(turn, seen);
}

/** Between the last number and this game others may have been played. */
function checkUnseen(turn: TableTurn, deviceGame: number | null): void {
  const last = turn.durable.lastGame?.deviceGame ?? null;
  const next = last !== null && deviceGame !== null && (deviceGame === last || deviceGame === last + 1);
  if (turn.durable.lastValid !== null && !next) turn.live = { ...turn.live, unseen: true };
}

function isRunning(stage: WheelStage): boolean {
  return (
    stage === "ball-in-rim" ||
    stage === "no-more-bets" ||
    stage === "ball-not-in-track" ||
    stage === "dealer-lock" ||
    stage === "result"
  );
}

function attached(turn: TableTurn, stage: WheelStage, deviceGame: number | null, shows: string | null): void {
  const { spin } = turn.live;
  if (spin !== null && (!isRunning(stage) || spin.deviceGame !== deviceGame)) endUnseen(turn, spin);
  if (!isRunning(stage)) return entered(turn, stage);
  if (turn.live.spin !== null) return showStage(turn, stage);
  const { lastGame } = turn.durable;
  const given = lastGame !== null && lastGame.deviceGame === deviceGame && lastGame.pocket === shows;
  if (stage === "result" && given) return;
  openRound(turn);
  const joined = { ...newSpin(turn.durable.round, false, turn.live), running: true };
  turn.live = { ...turn.live, spin: withDoubt(joined, "joined-late") };
  showStage(turn, stage);
}

/** The device is past the spin that was running when its lines were lost. */
function endUnseen(turn: TableTurn, spin: Spin): void {
  if (!spin.judged) undecide(turn, spin.doubts.length > 0 ? spin.doubts : ["no-number"]);
  turn.live = { ...turn.live, spin: null };
}

function entered(turn: TableTurn, stage: WheelStage): void {
  const { spin } = turn.live;
  if (stage === "ball-in-rim") return launched(turn);
  if (isRunning(stage)) {
    if (spin === null) attached(turn, stage, turn.live.deviceGame, null);
    else showStage(turn, stage);
    return;
  }
  if (spin?.running === true) endUnseen(turn, spin);
  turn.live = { ...turn.live, spin: null };
  if (stage === "betting" || stage === "starting") openRound(turn);
  else if (stage === "idle" && !standsAlone(turn.durable.phase)) phase(turn, "waiting");
}

/** Verdicts that a person must see stay on the screen although the wheel rests. */
function standsAlone(shown: Phase): boolean {
  return shown === "void" || shown === "undecided" || shown === "aborted";
}

function launched(turn: TableTurn): void {
  const { spin } = turn.live;
  if (spin === null || spin.judged) {
    const fromOpenBets =
      turn.durable.phase === "betting" || spin?.judged === true || turn.durable.phase === "void";
    if (turn.durable.phase !== "betting") openRound(turn);
    turn.live = { ...turn.live, spin: newSpin(turn.durable.round, fromOpenBets, turn.live) };
  }
  const { spin: now, rotor: seen } = turn.live;
  if (now !== null) {
    const running = { ...launchFacts(turn, now), running: true, direction: seen?.direction ?? null };
    turn.live = { ...turn.live, spin: running };
  }
  showStage(turn, "ball-in-rim");
}

function showStage(turn: TableTurn, stage: WheelStage): void {
  if (turn.live.spin?.judged === true) return;
  if (stage === "ball-in-rim") phase(turn, "ball-in-play");
  else phase(turn, "no-more-bets");
}

/** Asks for a phase record when the phase changes. */
export function phase(turn: TableTurn, next: Phase): void {
  if (turn.durable.phase !== next) emit(turn, { kind: "phase", round: turn.durable.round, phase: next });
}

function ofSpin(
  turn: TableTurn,
  seen: Exclude<WheelObservation, { o: "rotor" | "fault" | "fault-cleared" | "attached" | "stage" }>,
): void {
  const spin = turn.live.spin ?? beforeLaunch(turn, seen.o);
  if (spin === null) {
    if (seen.o === "contradiction") passing(turn, "state-jump", { seen: seen.seen.join(" / ") });
    return;
  }
  const keep = (next: Spin): void => {
    turn.live = { ...turn.live, spin: next };
  };
  switch (seen.o) {
    case "ball-on-track":
    case "number-announced":
      return;
    case "launch-failed":
      turn.live = { ...turn.live, spin: null };
      return;
    case "ball-direction":
      keep(withFact(spin, "ball-direction", word(seen.sense)));
      return judgeRunning(turn);
    case "ball-laps":
      return keep(withFact(spin, "ball-laps", count(seen.atLeast, seen.atMost)));
    case "ball-not-seen":
      keep(withDoubt(spin, "ball-not-seen"));
      return undecide(turn, ["ball-not-seen"]);
    case "ball-left-cylinder":
    case "foreign-object":
    case "rotor-stopped":
    case "rotor-irregular":
      keep(withFact(spin, seen.o, flag(true)));
      return judgeRunning(turn);
    case "number":
      keep({ ...spin, number: { pocket: seen.pocket, witnesses: seen.witnesses } });
      return atRest(turn);
    case "contradiction":
      return contradicted(turn, seen.what, seen.seen);
    case "aborted":
      return abandon(turn, seen.cause, { from: seen.from });
    case "gap":
      keep(withDoubt({ ...spin, watched: false }, seen.why));
      turn.live = { ...turn.live, gapAt: turn.t };
      return;
  }
}

/** The ball's direction is told while the launch is under way, before the ball counts as on the track. */
function beforeLaunch(turn: TableTurn, kind: WheelObservation["o"]): Spin | null {
  if (kind !== "ball-direction" || turn.live.stage !== "betting") return null;
  if (turn.durable.phase !== "betting") return null;
  return newSpin(turn.durable.round, true, turn.live);
}

function rotor(turn: TableTurn, rpm10: number, direction: "cw" | "ccw" | null): void {
  const { rotor: before, turnsMicro, spin } = turn.live;
  // rpm10 / 600 turns a second; over µs that is rpm10 · µs / 600 millionths of a turn.
  const turned =
    before === null
      ? 0
      : Math.floor((Math.min(before.rpm10, rpm10) * Math.min(turn.t - before.at, US_PER_S)) / 600);
  turn.live = {
    ...turn.live,
    rotor: { rpm10, direction, at: turn.t },
    turnsMicro: turnsMicro === null ? null : turnsMicro + turned,
    spin: spin !== null && spin.direction === null ? { ...spin, direction } : spin,
  };
}

function fault(turn: TableTurn, seen: WheelObservation & { o: "fault" | "fault-cleared" }): void {
  const standing = turn.durable.faults.some((other) => other.device === "wheel" && other.code === seen.code);
  if (standing === (seen.o === "fault")) return;
  const round = turn.live.spin === null ? null : turn.live.spin.round;
  emit(turn, { kind: seen.o, device: "wheel", code: seen.code, round, detail: seen.detail });
}

/** A fault that happens and does not stand. */
export function passing(turn: TableTurn, code: string, detail: Record<string, string | number>): void {
  emit(turn, { kind: "fault", device: "wheel", code, round: turn.live.spin?.round ?? null, detail });
}
