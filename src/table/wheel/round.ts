import { after, US_PER_S } from "../../time/instant.ts";
import { wheelPack } from "../../rules/pack.ts";
import { emitRecord, type TableContext } from "../context.ts";
import type { Phase } from "../phase.ts";
import { fault, jumped, rotor } from "./device.ts";
import type { WheelObservation, WheelStage } from "./observation.ts";
import {
  abandon,
  atRest,
  contradicted,
  judgeRunning,
  launchFacts,
  noNumber,
  openRound,
  takeBack,
  undecide,
} from "./verdict.ts";
import { wheelOf } from "./shown.ts";
import { count, flag, newSpin, withDoubt, withFact, word, type Live, type Spin } from "./spin.ts";

/**
 * The round of a wheel table: from what the device says to phases and verdicts. Every spin that begins ends in
 * exactly one of result, void, undecided or aborted.
 */

/** A spin whose lines stay away for this long is left to a person (the longest state 4 captured took 32 s). */
export const GAP_LIMIT_US = 60 * US_PER_S;

/** When the round must be woken although nothing comes, or null. */
export function roundWakeAt(context: Pick<TableContext, "live">): ReturnType<typeof after> | null {
  const { gapAt, spin } = context.live;
  return gapAt === null || spin === null || spin.judged ? null : after(gapAt, GAP_LIMIT_US);
}

/** Time passed. */
export function roundTick(context: TableContext): void {
  const deadline = roundWakeAt(context);
  if (deadline !== null && context.t >= deadline) undecide(context, context.live.spin?.doubts ?? []);
}

const isFault = (seen: WheelObservation): seen is Extract<WheelObservation, { o: "fault" | "fault-cleared" }> =>
  seen.o === "fault" || seen.o === "fault-cleared";

/** One observation of the wheel. */
export function observe(context: TableContext, seen: WheelObservation): void {
  if (seen.o === "rotor") return rotor(context, seen.rpm10, seen.direction);
  if (isFault(seen)) return fault(context, seen);
  if (seen.o === "attached" || seen.o === "stage") {
    return toStage(context, seen);
  }
  if (context.durable.open) ofSpin(context, seen);
}

function toStage(context: TableContext, seen: WheelObservation & { o: "attached" | "stage" }): void {
  const before = context.live;
  const stage = seen.o === "attached" ? seen.during : seen.stage;
  if (seen.o === "attached") checkUnseen(context, seen.deviceGame);
  context.live = { ...context.live, stage, deviceGame: seen.deviceGame, gapAt: null };
  if (!context.durable.open) context.live = { ...context.live, spin: null, spinGame: null, unseen: true };
  else if (seen.o === "attached") {
    missed(context, before, seen.deviceGame);
    attached(context, stage, seen.deviceGame, seen.shows ?? null);
  } else entered(context, stage, before.stage);
}

/**
 * Bets were open when the lines were lost, and the device is past that game: its spin was played and nobody watched.
 * The round goes on with the next game, and that one was missed is a fault on record. A device that begins to count
 * anew has been off, and says nothing of a spin.
 */
function missed(context: TableContext, before: Live, deviceGame: number | null): void {
  if (context.durable.phase !== "betting" || before.stage !== "betting") return;
  if (before.deviceGame === null || deviceGame === null || before.deviceGame === deviceGame) return;
  if (deviceGame <= 1 && before.deviceGame < 256) return;
  tellMissed(context, { openedIn: before.deviceGame, foundIn: deviceGame });
  context.live = { ...context.live, spinGame: null };
}

/** The device's counter has 8 bits; further ahead than half of them is behind. */
const GAMES = 256;

/** A spin begins in this game: games between the last one's and this one passed without a record. */
function began(context: TableContext): void {
  const { spinGame, deviceGame } = context.live;
  context.live = { ...context.live, spinGame: deviceGame };
  if (spinGame === null || deviceGame === null || (deviceGame <= 1 && spinGame < GAMES - 1)) return;
  const ahead = (deviceGame - spinGame + GAMES) % GAMES;
  if (ahead >= 2 && ahead < GAMES / 2)
    tellMissed(context, { after: spinGame, foundIn: deviceGame, games: ahead - 1 });
}

function tellMissed(context: TableContext, detail: Readonly<Record<string, number>>): void {
  emitRecord(context, {
    kind: "fault",
    device: "wheel",
    code: "spin-missed",
    round: context.durable.round,
    detail,
  });
}

/** Between the last number and this game others may have been played. */
function checkUnseen(context: TableContext, deviceGame: number | null): void {
  const last = wheelOf(context.durable).lastGame?.deviceGame ?? null;
  const next = last !== null && deviceGame !== null && (deviceGame === last || deviceGame === last + 1);
  if (wheelOf(context.durable).lastValid !== null && !next) context.live = { ...context.live, unseen: true };
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

function attached(
  context: TableContext,
  stage: WheelStage,
  deviceGame: number | null,
  shows: string | null,
): void {
  const { spin } = context.live;
  if (!isRunning(stage)) return entered(context, stage, stage);
  if (spin !== null && spin.deviceGame !== deviceGame) endUnseen(context, spin);
  if (context.live.spin !== null) return goesOn(context, stage);
  if (hasVerdict(context, deviceGame)) {
    const { verdict } = context.durable;
    const given = verdict?.kind === "result" && "pocket" in verdict.result ? verdict.result.pocket : null;
    if (given !== null && shows !== null && shows !== given) takeBack(context, [given, shows]);
    return;
  }
  openRound(context);
  began(context);
  const joined = { ...newSpin(context.durable.round, false, context.live), running: true };
  context.live = { ...context.live, spin: withDoubt(joined, "joined-late") };
  showStage(context, stage);
}

/** The device's game is that of a spin which ended before tirada joined: nothing that it still says makes a round. */
function hasVerdict(context: TableContext, deviceGame: number | null): boolean {
  return deviceGame !== null && wheelOf(context.durable).playedGame === deviceGame;
}

/** The device is past the spin that was running when its lines were lost. */
function endUnseen(context: TableContext, spin: Spin): void {
  if (!spin.judged) undecide(context, spin.doubts.length > 0 ? spin.doubts : ["no-number"]);
  context.live = { ...context.live, spin: null };
}

function entered(context: TableContext, stage: WheelStage, before: WheelStage): void {
  const { spin } = context.live;
  if (stage === "ball-in-rim") return launched(context, before);
  if (isRunning(stage)) {
    if (spin === null) attached(context, stage, context.live.deviceGame, null);
    else goesOn(context, stage);
    return;
  }
  if (spin?.running === true) endUnseen(context, spin);
  context.live = { ...context.live, spin: null };
  if (stage === "betting" || stage === "starting") openRound(context);
  else if (stage === "idle" && !standsAlone(context.durable.phase)) phase(context, "waiting");
}

/** Verdicts that a person must see stay on the screen although the wheel rests. */
function standsAlone(shown: Phase): boolean {
  return shown === "void" || shown === "undecided" || shown === "aborted";
}

function launched(context: TableContext, before: WheelStage): void {
  const { spin } = context.live;
  // The ball of a spin that has its verdict: a launch that was void in the open bets and still went on, or a device
  // that steps back from no more bets. Its number belongs to no round.
  const again = spin === null || spin.over || before === "ball-in-rim" || before === "result";
  if (spin?.judged === true && !again) return;
  if (spin === null || spin.judged) {
    const { phase: shown } = context.durable;
    const whole = shown === "betting" || shown === "void" || shown === "aborted" || spin !== null;
    if (shown !== "betting") openRound(context);
    began(context);
    const fresh = newSpin(context.durable.round, whole, context.live);
    context.live = { ...context.live, spin: whole ? fresh : withDoubt(fresh, "joined-late") };
  }
  const { spin: now } = context.live;
  if (now !== null) {
    const running = { ...launchFacts(context, now), running: true };
    const atFault = context.durable.faults.some((one) => one.code === "wheel-component");
    context.live = { ...context.live, spin: atFault ? withDoubt(running, "component-fault") : running };
  }
  showStage(context, "ball-in-rim");
}

/** The spin that is known is in a running stage; a device that counts with the number moves its game on. */
function goesOn(context: TableContext, stage: WheelStage): void {
  const { spin, deviceGame } = context.live;
  if (spin === null) return;
  context.live = { ...context.live, spinGame: deviceGame, spin: { ...spin, running: true, deviceGame } };
  showStage(context, stage);
}

function showStage(context: TableContext, stage: WheelStage): void {
  const { spin } = context.live;
  if (spin === null || spin.judged) return;
  const { phase: shown, round } = context.durable;
  // Bets that were closed stay closed; some games close them with the launch.
  const open = stage === "ball-in-rim" && shown !== "no-more-bets" && !closesAtLaunch(context);
  const next = open ? "ball-in-play" : "no-more-bets";
  if (shown !== next) emitRecord(context, { kind: "phase", round, phase: next, deviceGame: spin.deviceGame });
}

/** Big Six closes its bets with the turn of the disc (Chile II.3.4, l. 717). */
function closesAtLaunch(context: TableContext): boolean {
  return wheelPack(context.rules.pack).wheel.betsClose === "at-launch";
}

/** Asks for a phase record when the phase changes. */
function phase(context: TableContext, next: Phase): void {
  if (context.durable.phase !== next)
    emitRecord(context, { kind: "phase", round: context.durable.round, phase: next });
}

function ofSpin(
  context: TableContext,
  seen: Exclude<WheelObservation, { o: "rotor" | "fault" | "fault-cleared" | "attached" | "stage" }>,
): void {
  const spin = context.live.spin ?? beforeLaunch(context, seen.o);
  if (seen.o === "contradiction") return contradiction(context, seen);
  if (spin === null) return;
  const keep = (next: Spin): void => {
    context.live = { ...context.live, spin: next };
  };
  switch (seen.o) {
    case "ball-on-track":
    case "number-announced":
    case "drop-predicted":
      return;
    case "launch-failed":
      // Before the ball counts as on the track it is a launch that came to nothing; after that it is a spin.
      if (spin.running) return undecide(context, ["launch-failed"]);
      context.live = { ...context.live, spin: null };
      return;
    case "ball-direction":
      keep(withFact(spin, "ball-direction", word(seen.sense)));
      return judgeRunning(context);
    case "ball-laps":
    case "disc-turns":
      keep(withFact(spin, seen.o, count(seen.atLeast, seen.atMost)));
      // A count that is final can void at once; the number need not be waited for.
      return seen.atMost === null ? undefined : judgeRunning(context);
    case "ball-not-seen":
      keep(withDoubt(spin, "ball-not-seen"));
      return undecide(context, ["ball-not-seen"]);
    case "doubt":
      keep(withDoubt(spin, seen.code));
      if (seen.now) undecide(context, context.live.spin?.doubts ?? []);
      return;
    case "ball-left-cylinder":
    case "ball-suspended":
      keep(withFact(spin, seen.o, flag(true)));
      return noNumber(context, seen.o);
    case "foreign-object":
    case "rotor-stopped":
    case "rotor-irregular":
      keep(withFact(spin, seen.o, flag(true)));
      return judgeRunning(context);
    case "number":
      keep({ ...spin, number: { pocket: seen.pocket, witnesses: seen.witnesses, cell: seen.cell ?? null } });
      return atRest(context);
    case "pointer-between-cells":
      keep(withFact(spin, seen.o, flag(true)));
      return noNumber(context, seen.o);
    case "aborted":
      return abandon(context, seen.cause, { from: seen.from });
    case "gap":
      keep(withDoubt({ ...spin, watched: false }, seen.why));
      context.live = { ...context.live, gapAt: context.t };
      return;
  }
}

/** A spin that runs gets no number; a number that stands is taken back; anything else is only the device's trouble. */
function contradiction(context: TableContext, { what, seen }: WheelObservation & { o: "contradiction" }): void {
  const { spin } = context.live;
  if (what === "number-changed") return takeBack(context, seen);
  if (spin !== null && !spin.judged) return contradicted(context, what, seen);
  if (what === "state-jump") jumped(context, seen);
}

/** The ball's direction is told while the launch is under way, before the ball counts as on the track. */
function beforeLaunch(context: TableContext, kind: WheelObservation["o"]): Spin | null {
  if (kind !== "ball-direction" || context.live.stage !== "betting") return null;
  if (context.durable.phase !== "betting") return null;
  return newSpin(context.durable.round, true, context.live);
}
