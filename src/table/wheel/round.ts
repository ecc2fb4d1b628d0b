import { after, monoUs, US_PER_S, type MonoUs } from "../../time/instant.ts";
import { wheelPack } from "../../rules/pack.ts";
import { emitFault, emitPhase, emitRecord, recordFaultChange, type FaultChange } from "../kernel/context.ts";
import type { Phase } from "../kernel/phase.ts";
import type { WheelObservation, WheelStage } from "./observation.ts";
import {
  abortSpin,
  judgeAtRest,
  leaveContradicted,
  judgeRunning,
  withLaunchFacts,
  handleNoNumber,
  openRound,
  givenNumber,
  takeBackNumber,
  leaveUndecided,
} from "./verdict.ts";
import { handleHungBall, handleRotorStopped, hungDeadline, judgeHung, withoutHung } from "./hung.ts";
import {
  countFact,
  flagFact,
  newSpin,
  withDoubt,
  withFact,
  wordFact,
  type WheelLive,
  type Spin,
} from "./spin.ts";
import type { WheelContext } from "./types.ts";

/**
 * The round of a wheel table: from what the device says to phases and verdicts. Every spin that begins ends in
 * exactly one of result, void, undecided or aborted.
 */

/** A spin without lines for this long is left to a person (the longest state 4 captured took 32 s). */
export const GAP_LIMIT_US = 60 * US_PER_S;

/** When the spin must be judged although no observation comes, or null. */
export function spinDeadline(context: Pick<WheelContext, "live" | "rules">): MonoUs | null {
  const times = [gapDeadline(context), hungDeadline(context)].filter((at) => at !== null);
  return times.length === 0 ? null : monoUs(Math.min(...times));
}

function gapDeadline({ live: { gapAt, spin } }: Pick<WheelContext, "live">): MonoUs | null {
  return gapAt === null || spin === null || spin.judged ? null : after(gapAt, GAP_LIMIT_US);
}

export function checkSpinTimeout(context: WheelContext): void {
  const [gap, hung] = [gapDeadline(context), hungDeadline(context)];
  if (gap !== null && context.t >= gap) leaveUndecided(context, context.live.spin?.doubts ?? []);
  // Without lines nobody knows whether it still hangs.
  else if (hung !== null && context.t >= hung && context.live.gapAt === null) judgeHung(context);
}

/** One observation of the wheel. */
export function handleWheelObservation(context: WheelContext, seen: WheelObservation): void {
  switch (seen.o) {
    case "rotor":
      return handleRotor(context, seen.rpm10, seen.direction);
    case "fault":
    case "fault-cleared":
      return handleFault(context, seen);
    case "attached":
    case "stage":
      return handleStage(context, seen);
    default:
      if (context.durable.open) handleSpinObservation(context, seen);
  }
}

function handleStage(context: WheelContext, seen: WheelObservation & { o: "attached" | "stage" }): void {
  const before = context.live;
  const stage = seen.o === "attached" ? seen.during : seen.stage;
  if (seen.o === "attached") checkUnseen(context, seen.deviceGame);
  context.live = { ...context.live, stage, deviceGame: seen.deviceGame, gapAt: null };
  if (!context.durable.open) context.live = { ...context.live, spin: null, spinGame: null, unseen: true };
  else if (seen.o === "attached") {
    checkMissedSpin(context, before, seen.deviceGame);
    joinSpin(context, stage, seen.deviceGame, seen.shows ?? null);
  } else enterStage(context, stage, before.stage);
}

/**
 * Bets were open when the lines were lost, and the device is past that game: its spin was played unwatched. The round goes on with
 * the next game, and the missed one is a fault. A device that begins to count anew has been off, and no spin was played.
 */
function checkMissedSpin(context: WheelContext, before: WheelLive, deviceGame: number | null): void {
  if (context.durable.phase !== "betting" || before.stage !== "betting") return;
  if (before.deviceGame === null || deviceGame === null || before.deviceGame === deviceGame) return;
  if (deviceGame <= 1 && before.deviceGame < 256) return;
  recordMissed(context, { openedIn: before.deviceGame, foundIn: deviceGame });
  context.live = { ...context.live, spinGame: null };
}

/** The device's counter has 8 bits; further ahead than half of them is behind. */
const GAMES = 256;

/** A spin begins in this game: games between the last one's and this one passed without a record. */
function noteGameBegun(context: WheelContext): void {
  const { spinGame, deviceGame } = context.live;
  context.live = { ...context.live, spinGame: deviceGame };
  if (spinGame === null || deviceGame === null || (deviceGame <= 1 && spinGame < GAMES - 1)) return;
  const ahead = (deviceGame - spinGame + GAMES) % GAMES;
  if (ahead >= 2 && ahead < GAMES / 2)
    recordMissed(context, { after: spinGame, foundIn: deviceGame, games: ahead - 1 });
}

function recordMissed(context: WheelContext, detail: Readonly<Record<string, number>>): void {
  emitFault(context, "wheel", "spin-missed", detail, context.durable.round);
}

/** Between the last number and this game others may have been played. */
function checkUnseen(context: WheelContext, deviceGame: number | null): void {
  const last = context.durable.wheel.lastGame?.deviceGame ?? null;
  const next = last !== null && deviceGame !== null && (deviceGame === last || deviceGame === last + 1);
  if (context.durable.wheel.lastValid !== null && !next) context.live = { ...context.live, unseen: true };
}

const RUNNING: readonly WheelStage[] = [
  ...(["ball-in-rim", "no-more-bets", "ball-not-in-track", "dealer-lock", "result"] as const),
];
const isRunning = (stage: WheelStage): boolean => RUNNING.includes(stage);

function joinSpin(
  context: WheelContext,
  stage: WheelStage,
  deviceGame: number | null,
  shows: string | null,
): void {
  const { spin } = context.live;
  if (!isRunning(stage)) return enterStage(context, stage, stage);
  if (spin !== null && spin.deviceGame !== deviceGame) endUnseen(context, spin);
  const { spin: now } = context.live;
  if (now?.judged === true && now.round === context.durable.verdict?.round) compareShown(context, shows);
  if (now !== null) return continueSpin(context, stage);
  if (hasVerdict(context, deviceGame)) return compareShown(context, shows);
  openRound(context);
  noteGameBegun(context);
  const joined = { ...newSpin(context.durable.round, false, context.live), running: true };
  context.live = { ...context.live, spin: withDoubt(joined, "joined-late") };
  showStage(context, stage);
}

/** A device that shows another number than it gave has taken that back. */
function compareShown(context: WheelContext, shows: string | null): void {
  const given = givenNumber(context.durable);
  if (given !== null && shows !== null && shows !== given) takeBackNumber(context, [given, shows]);
}

/** The device's game is that of a spin that ended before tirada joined: what it still reports makes no round. */
function hasVerdict(context: WheelContext, deviceGame: number | null): boolean {
  return deviceGame !== null && context.durable.wheel.playedGame === deviceGame;
}

/** The device is past the spin that was running when its lines were lost. */
function endUnseen(context: WheelContext, spin: Spin): void {
  if (!spin.judged) leaveUndecided(context, spin.doubts.length > 0 ? spin.doubts : ["no-number"]);
  context.live = { ...context.live, spin: null };
}

function enterStage(context: WheelContext, stage: WheelStage, before: WheelStage): void {
  const { spin } = context.live;
  if (stage === "ball-in-rim") return handleLaunch(context, before);
  if (isRunning(stage)) {
    if (spin === null) joinSpin(context, stage, context.live.deviceGame, null);
    else continueSpin(context, stage);
    return;
  }
  if (spin?.running === true) endUnseen(context, spin);
  context.live = { ...context.live, spin: null };
  if (stage === "betting" || stage === "starting") openRound(context);
  else if (stage === "idle" && !STAYS_SHOWN.includes(context.durable.phase)) emitPhase(context, "waiting");
}

/** Verdicts that a person must see stay on the screen although the wheel rests; the wait is recorded once. */
const STAYS_SHOWN: readonly Phase[] = ["void", "undecided", "aborted", "waiting"];

function handleLaunch(context: WheelContext, before: WheelStage): void {
  const { spin } = context.live;
  // The ball of a spin that has its verdict: a launch that was void in the open bets and still went on, or a device
  // that steps back from no more bets. Its number belongs to no round.
  const again = spin === null || spin.over || before === "ball-in-rim" || before === "result";
  if (spin?.judged === true && !again) return;
  if (spin === null || spin.judged) {
    const { phase: shown } = context.durable;
    const isOpenForIt = shown === "betting" || shown === "void" || shown === "aborted" || spin !== null;
    // What the table waits for may be long past: a device that did not know its stage says nothing of since when the ball runs.
    const whole = isOpenForIt && before !== "unknown";
    if (shown !== "betting") openRound(context);
    noteGameBegun(context);
    const fresh = newSpin(context.durable.round, whole, context.live);
    context.live = { ...context.live, spin: whole ? fresh : withDoubt(fresh, "joined-late") };
  }
  const { spin: now } = context.live;
  if (now !== null) {
    const running = { ...withLaunchFacts(context, now), running: true };
    const atFault = context.durable.faults.some((one) => one.code === "wheel-component");
    context.live = { ...context.live, spin: atFault ? withDoubt(running, "component-fault") : running };
  }
  showStage(context, "ball-in-rim");
}

/** The known spin is in a running stage; a device that counts with the number moves its game on. */
function continueSpin(context: WheelContext, stage: WheelStage): void {
  const { spin, deviceGame } = context.live;
  if (spin === null) return;
  context.live = { ...context.live, spinGame: deviceGame, spin: { ...spin, running: true, deviceGame } };
  showStage(context, stage);
}

function showStage(context: WheelContext, stage: WheelStage): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const { phase: shown, round } = context.durable;
  // Bets that were closed stay closed; some games close them with the launch.
  const open = stage === "ball-in-rim" && shown !== "no-more-bets" && !closesAtLaunch(context);
  const next = open ? "ball-in-play" : "no-more-bets";
  if (shown !== next) emitRecord(context, { kind: "phase", round, phase: next, deviceGame: spin.deviceGame });
}

/** Big Six closes its bets with the turn of the disc (Chile II.3.4, l. 717). */
function closesAtLaunch(context: WheelContext): boolean {
  return wheelPack(context.rules.pack).wheel.betsClose === "at-launch";
}

function handleSpinObservation(
  context: WheelContext,
  seen: Exclude<WheelObservation, { o: "rotor" | "fault" | "fault-cleared" | "attached" | "stage" }>,
): void {
  const spin = context.live.spin ?? spinBeforeLaunch(context, seen.o);
  if (seen.o === "contradiction") return handleContradiction(context, seen);
  if (spin === null) return;
  const setSpin = (next: Spin): void => {
    context.live = { ...context.live, spin: next };
  };
  switch (seen.o) {
    case "ball-on-track":
    case "number-announced":
    case "drop-predicted":
      return;
    case "launch-failed":
      // Before the ball counts as on the track it is a launch that came to nothing; after that it is a spin.
      if (spin.running) return leaveUndecided(context, ["launch-failed"]);
      context.live = { ...context.live, spin: null };
      return;
    case "ball-direction":
      setSpin(withFact(spin, "ball-direction", wordFact(seen.sense)));
      return judgeRunning(context);
    case "ball-laps":
    case "disc-turns":
      setSpin(withFact(spin, seen.o, countFact(seen.atLeast, seen.atMost)));
      // A count that is final can void at once; the number need not be waited for.
      return seen.atMost === null ? undefined : judgeRunning(context);
    case "ball-not-seen":
      setSpin(withDoubt(spin, "ball-not-seen"));
      return leaveUndecided(context, ["ball-not-seen"]);
    case "doubt":
      setSpin(withDoubt(spin, seen.code));
      if (seen.now) leaveUndecided(context, context.live.spin?.doubts ?? []);
      return;
    case "ball-suspended":
      return spin.judged ? undefined : handleHungBall(context, spin, seen.now);
    case "ball-left-cylinder":
    case "pointer-between-cells":
      setSpin(withFact(spin, seen.o, flagFact(true)));
      return handleNoNumber(context, seen.o);
    case "foreign-object":
    case "rotor-stopped":
    case "rotor-irregular":
      setSpin(withFact(spin, seen.o, flagFact(true)));
      return seen.o === "rotor-stopped" ? handleRotorStopped(context) : judgeRunning(context);
    case "number":
      // A ball with a number hangs no more.
      if (spin.hungAt !== undefined) handleHungBall(context, spin, "fell");
      setSpin({
        ...(context.live.spin ?? spin),
        number: { pocket: seen.pocket, witnesses: seen.witnesses, cell: seen.cell ?? null },
      });
      return judgeAtRest(context);
    case "aborted":
      return abortSpin(context, seen.cause, { from: seen.from });
    case "gap":
      setSpin(withDoubt({ ...withoutHung(spin), watched: false }, seen.why));
      context.live = { ...context.live, gapAt: context.t };
      return;
  }
}

/** A spin that runs gets no number; a number that stands is taken back; anything else is only the device's trouble. */
function handleContradiction(
  context: WheelContext,
  { what, seen }: WheelObservation & { o: "contradiction" },
): void {
  const { spin } = context.live;
  if (what === "number-changed") return takeBackNumber(context, seen);
  if (spin !== null && !spin.judged) return leaveContradicted(context, what, seen);
  if (what === "state-jump") recordJump(context, seen);
}

/** The ball's direction is told while the launch is under way, before the ball counts as on the track. */
function spinBeforeLaunch(context: WheelContext, kind: WheelObservation["o"]): Spin | null {
  if (kind !== "ball-direction" || context.live.stage !== "betting") return null;
  if (context.durable.phase !== "betting") return null;
  return newSpin(context.durable.round, true, context.live);
}

/** A device that jumps between its games outside every spin is recorded once in this time. */
export const JUMP_QUIET_US = 60 * US_PER_S;

function handleRotor(context: WheelContext, rpm10: number, direction: "cw" | "ccw" | null): void {
  const { rotor: before, turnsMicro, spin } = context.live;
  // rpm10 / 600 turns a second; over µs that is rpm10 · µs / 600 millionths of a turn.
  const turned =
    before === null
      ? 0
      : Math.floor((Math.min(before.rpm10, rpm10) * Math.min(context.t - before.at, US_PER_S)) / 600);
  context.live = {
    ...context.live,
    rotor: { rpm10, direction, at: context.t },
    turnsMicro: turnsMicro === null ? null : turnsMicro + turned,
    // One line may be damaged: the spin's direction is what two running say.
    spin:
      spin?.running === true && spin.direction === null && before?.direction === direction
        ? { ...spin, direction }
        : spin,
  };
}

function handleFault(context: WheelContext, seen: FaultChange): void {
  const { spin } = context.live;
  if (!recordFaultChange(context, "wheel", seen, spin?.round ?? null)) return;
  // A sensor, motor or encoder that is at fault while the ball runs: the number that follows is not certain.
  if (seen.o === "fault" && seen.code === "wheel-component" && spin?.running === true)
    context.live = { ...context.live, spin: withDoubt(spin, "component-fault") };
}

/** A jump outside every spin: a momentary fault, and not recorded line by line. */
function recordJump(context: WheelContext, seen: readonly string[]): void {
  const { jumpAt } = context.live;
  if (jumpAt !== null && context.t - jumpAt < JUMP_QUIET_US) return;
  context.live = { ...context.live, jumpAt: context.t };
  emitFault(context, "wheel", "state-jump", { seen: seen.join(" / ") });
}
