import { after, US_PER_S } from "../../time/instant.ts";
import { wheelPack } from "../../rules/pack.ts";
import { emit, type TableTurn } from "../turn.ts";
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
    return toStage(turn, seen);
  }
  if (turn.durable.open) ofSpin(turn, seen);
}

function toStage(turn: TableTurn, seen: WheelObservation & { o: "attached" | "stage" }): void {
  const before = turn.live;
  const stage = seen.o === "attached" ? seen.during : seen.stage;
  if (seen.o === "attached") checkUnseen(turn, seen.deviceGame);
  turn.live = { ...turn.live, stage, deviceGame: seen.deviceGame, gapAt: null };
  if (!turn.durable.open) turn.live = { ...turn.live, spin: null, spinGame: null, unseen: true };
  else if (seen.o === "attached") {
    missed(turn, before, seen.deviceGame);
    attached(turn, stage, seen.deviceGame, seen.shows ?? null);
  } else entered(turn, stage, before.stage);
}

/**
 * Bets were open when the lines were lost, and the device is past that game: its spin was played and nobody watched.
 * The round goes on with the next game, and that one was missed is a fault on record. A device that begins to count
 * anew has been off, and says nothing of a spin.
 */
function missed(turn: TableTurn, before: Live, deviceGame: number | null): void {
  if (turn.durable.phase !== "betting" || before.stage !== "betting") return;
  if (before.deviceGame === null || deviceGame === null || before.deviceGame === deviceGame) return;
  if (deviceGame <= 1 && before.deviceGame < 256) return;
  tellMissed(turn, { openedIn: before.deviceGame, foundIn: deviceGame });
  turn.live = { ...turn.live, spinGame: null };
}

/** The device's counter has 8 bits; further ahead than half of them is behind. */
const GAMES = 256;

/** A spin begins in this game: games between the last one's and this one passed without a record. */
function began(turn: TableTurn): void {
  const { spinGame, deviceGame } = turn.live;
  turn.live = { ...turn.live, spinGame: deviceGame };
  if (spinGame === null || deviceGame === null || (deviceGame <= 1 && spinGame < GAMES - 1)) return;
  const ahead = (deviceGame - spinGame + GAMES) % GAMES;
  if (ahead >= 2 && ahead < GAMES / 2)
    tellMissed(turn, { after: spinGame, foundIn: deviceGame, games: ahead - 1 });
}

function tellMissed(turn: TableTurn, detail: Readonly<Record<string, number>>): void {
  emit(turn, { kind: "fault", device: "wheel", code: "spin-missed", round: turn.durable.round, detail });
}

/** Between the last number and this game others may have been played. */
function checkUnseen(turn: TableTurn, deviceGame: number | null): void {
  const last = wheelOf(turn.durable).lastGame?.deviceGame ?? null;
  const next = last !== null && deviceGame !== null && (deviceGame === last || deviceGame === last + 1);
  if (wheelOf(turn.durable).lastValid !== null && !next) turn.live = { ...turn.live, unseen: true };
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
  if (!isRunning(stage)) return entered(turn, stage, stage);
  if (spin !== null && spin.deviceGame !== deviceGame) endUnseen(turn, spin);
  if (turn.live.spin !== null) return goesOn(turn, stage);
  if (hasVerdict(turn, deviceGame)) {
    const { verdict } = turn.durable;
    const given = verdict?.kind === "result" && "pocket" in verdict.result ? verdict.result.pocket : null;
    if (given !== null && shows !== null && shows !== given) takeBack(turn, [given, shows]);
    return;
  }
  openRound(turn);
  began(turn);
  const joined = { ...newSpin(turn.durable.round, false, turn.live), running: true };
  turn.live = { ...turn.live, spin: withDoubt(joined, "joined-late") };
  showStage(turn, stage);
}

/** The device's game is that of a spin which ended before tirada joined: nothing that it still says makes a round. */
function hasVerdict(turn: TableTurn, deviceGame: number | null): boolean {
  return deviceGame !== null && wheelOf(turn.durable).playedGame === deviceGame;
}

/** The device is past the spin that was running when its lines were lost. */
function endUnseen(turn: TableTurn, spin: Spin): void {
  if (!spin.judged) undecide(turn, spin.doubts.length > 0 ? spin.doubts : ["no-number"]);
  turn.live = { ...turn.live, spin: null };
}

function entered(turn: TableTurn, stage: WheelStage, before: WheelStage): void {
  const { spin } = turn.live;
  if (stage === "ball-in-rim") return launched(turn, before);
  if (isRunning(stage)) {
    if (spin === null) attached(turn, stage, turn.live.deviceGame, null);
    else goesOn(turn, stage);
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

function launched(turn: TableTurn, before: WheelStage): void {
  const { spin } = turn.live;
  // The ball of a spin that has its verdict: a launch that was void in the open bets and still went on, or a device
  // that steps back from no more bets. Its number belongs to no round.
  const again = spin === null || spin.over || before === "ball-in-rim" || before === "result";
  if (spin?.judged === true && !again) return;
  if (spin === null || spin.judged) {
    const { phase: shown } = turn.durable;
    const whole = shown === "betting" || shown === "void" || shown === "aborted" || spin !== null;
    if (shown !== "betting") openRound(turn);
    began(turn);
    const fresh = newSpin(turn.durable.round, whole, turn.live);
    turn.live = { ...turn.live, spin: whole ? fresh : withDoubt(fresh, "joined-late") };
  }
  const { spin: now } = turn.live;
  if (now !== null) {
    const running = { ...launchFacts(turn, now), running: true };
    const atFault = turn.durable.faults.some((one) => one.code === "wheel-component");
    turn.live = { ...turn.live, spin: atFault ? withDoubt(running, "component-fault") : running };
  }
  showStage(turn, "ball-in-rim");
}

/** The spin that is known is in a running stage; a device that counts with the number moves its game on. */
function goesOn(turn: TableTurn, stage: WheelStage): void {
  const { spin, deviceGame } = turn.live;
  if (spin === null) return;
  turn.live = { ...turn.live, spinGame: deviceGame, spin: { ...spin, running: true, deviceGame } };
  showStage(turn, stage);
}

function showStage(turn: TableTurn, stage: WheelStage): void {
  const { spin } = turn.live;
  if (spin === null || spin.judged) return;
  const { phase: shown, round } = turn.durable;
  // Bets that were closed stay closed; some games close them with the launch.
  const open = stage === "ball-in-rim" && shown !== "no-more-bets" && !closesAtLaunch(turn);
  const next = open ? "ball-in-play" : "no-more-bets";
  if (shown !== next) emit(turn, { kind: "phase", round, phase: next, deviceGame: spin.deviceGame });
}

/** Big Six closes its bets with the turn of the disc (Chile II.3.4, l. 717). */
function closesAtLaunch(turn: TableTurn): boolean {
  return wheelPack(turn.rules.pack).wheel.betsClose === "at-launch";
}

/** Asks for a phase record when the phase changes. */
function phase(turn: TableTurn, next: Phase): void {
  if (turn.durable.phase !== next) emit(turn, { kind: "phase", round: turn.durable.round, phase: next });
}

function ofSpin(
  turn: TableTurn,
  seen: Exclude<WheelObservation, { o: "rotor" | "fault" | "fault-cleared" | "attached" | "stage" }>,
): void {
  const spin = turn.live.spin ?? beforeLaunch(turn, seen.o);
  if (seen.o === "contradiction") return contradiction(turn, seen);
  if (spin === null) return;
  const keep = (next: Spin): void => {
    turn.live = { ...turn.live, spin: next };
  };
  switch (seen.o) {
    case "ball-on-track":
    case "number-announced":
    case "drop-predicted":
      return;
    case "launch-failed":
      // Before the ball counts as on the track it is a launch that came to nothing; after that it is a spin.
      if (spin.running) return undecide(turn, ["launch-failed"]);
      turn.live = { ...turn.live, spin: null };
      return;
    case "ball-direction":
      keep(withFact(spin, "ball-direction", word(seen.sense)));
      return judgeRunning(turn);
    case "ball-laps":
    case "disc-turns":
      keep(withFact(spin, seen.o, count(seen.atLeast, seen.atMost)));
      // A count that is final can void at once; the number need not be waited for.
      return seen.atMost === null ? undefined : judgeRunning(turn);
    case "ball-not-seen":
      keep(withDoubt(spin, "ball-not-seen"));
      return undecide(turn, ["ball-not-seen"]);
    case "doubt":
      keep(withDoubt(spin, seen.code));
      if (seen.now) undecide(turn, turn.live.spin?.doubts ?? []);
      return;
    case "ball-left-cylinder":
    case "ball-suspended":
      keep(withFact(spin, seen.o, flag(true)));
      return noNumber(turn, seen.o);
    case "foreign-object":
    case "rotor-stopped":
    case "rotor-irregular":
      keep(withFact(spin, seen.o, flag(true)));
      return judgeRunning(turn);
    case "number":
      keep({ ...spin, number: { pocket: seen.pocket, witnesses: seen.witnesses, cell: seen.cell ?? null } });
      return atRest(turn);
    case "pointer-between-cells":
      keep(withFact(spin, seen.o, flag(true)));
      return noNumber(turn, seen.o);
    case "aborted":
      return abandon(turn, seen.cause, { from: seen.from });
    case "gap":
      keep(withDoubt({ ...spin, watched: false }, seen.why));
      turn.live = { ...turn.live, gapAt: turn.t };
      return;
  }
}

/** A spin that runs gets no number; a number that stands is taken back; anything else is only the device's trouble. */
function contradiction(turn: TableTurn, { what, seen }: WheelObservation & { o: "contradiction" }): void {
  const { spin } = turn.live;
  if (what === "number-changed") return takeBack(turn, seen);
  if (spin !== null && !spin.judged) return contradicted(turn, what, seen);
  if (what === "state-jump") jumped(turn, seen);
}

/** The ball's direction is told while the launch is under way, before the ball counts as on the track. */
function beforeLaunch(turn: TableTurn, kind: WheelObservation["o"]): Spin | null {
  if (kind !== "ball-direction" || turn.live.stage !== "betting") return null;
  if (turn.durable.phase !== "betting") return null;
  return newSpin(turn.durable.round, true, turn.live);
}
