import type { Fact } from "../../rules/facts.ts";
import type { MonoUs } from "../../time/instant.ts";
import { emit, type TableTurn } from "../turn.ts";
import { courseOf } from "./course.ts";
import { again, diceOf, doubt, NOT_MADE, setDice, setThrow, type DiceLive, type Made } from "./live.ts";
import type { ArenaState, DiceDevice, DiceObservation, ThrowRead } from "../../dice/observation.ts";
import { disturbed } from "./disturbed.ts";
import { settle } from "./settle.ts";
import { witnessed } from "./second-word.ts";
import { isAsItLay } from "./stood.ts";
import { beginThrow } from "./throws.ts";

/** Share of the asked time that a shake must have lasted, per cent. */
const SHAKE_AT_LEAST_PERCENT = 80;
/** What a shake of unknown length must have lasted, ms. */
const SHAKE_AT_LEAST_MS = 1_000;

const YES: Fact = { is: "flag", value: true };

/** One observation of a device that sees dice, throws them or is a second source. */
export function observeDice(turn: TableTurn, seen: DiceObservation): void {
  switch (seen.o) {
    case "attached":
      return attached(turn, seen.device);
    case "arena":
      return arena(turn, seen.state);
    case "rest":
      return rest(turn, seen);
    case "foreign-contact":
      return contact(turn, seen.what);
    case "disturbed":
      return disturbed(turn, seen.what);
    case "dome":
      setDice(turn, { domeOpen: !seen.closed });
      return seen.closed ? undefined : doubt(turn, "dome-open");
    case "shake":
      return shake(turn, seen);
    case "cage":
      return cage(turn, seen);
    case "cup":
      return cup(turn, seen);
    case "witness":
      return witnessed(turn, seen.faces, seen.why);
    case "gap":
      return gap(turn, seen);
    case "fault":
    case "fault-cleared":
      return fault(turn, seen);
  }
}

/** What lies in the arena is not known any more, nor whether something was thrown into it meanwhile. */
function unwatched(turn: TableTurn, why: string): void {
  const { clear, unwatched: before, throw: now } = diceOf(turn);
  const since = now === null && clear ? why : before;
  setDice(turn, { arena: "unknown", clear: false, unwatched: since, lieSince: null });
}

function attached(turn: TableTurn, device: DiceDevice): void {
  if (device === "eye") {
    unwatched(turn, "arena-not-seen");
    setDice(turn, { lastN: null });
    doubt(turn, "arena-not-seen");
  }
  if (device === "thrower") setDice(turn, { throwerFrom: turn.t });
}

function arena(turn: TableTurn, state: ArenaState): void {
  const before = diceOf(turn);
  setDice(turn, { arena: state, lieSince: lieSince(turn, state) });
  if (state === "unknown") {
    unwatched(turn, "arena-not-seen");
    return doubt(turn, "arena-not-seen");
  }
  courseOf(turn).seen(turn);
  if (state === "empty") return empty(turn, before.arena);
  const comes = state === "moving" || state === "settling";
  // Dice that come out of nowhere were thrown; dice that lay there and move are pushed by somebody, unless a shaker does it.
  if (comes && before.clear && before.throw === null) beginThrow(turn);
  else if (comes && before.throw?.read === null) setThrow(turn, { restAt: null });
  else if (comes && before.throw?.made.running === true) again(turn);
}

/** Dice lie there since the arena was not watched. What they are is read within a moment, or was while nobody listened. */
function lieSince(turn: TableTurn, state: ArenaState): MonoUs | null {
  const { throw: now, unwatched: missed, lieSince: before } = diceOf(turn);
  return state === "rest" && now === null && missed !== null ? (before ?? turn.t) : null;
}

function empty(turn: TableTurn, before: ArenaState): void {
  const { throw: now } = diceOf(turn);
  setDice(turn, { clear: true, unwatched: null, stood: null });
  if (now === null) return courseOf(turn).cleared(turn);
  // A cup or a shaker may be started over an empty arena, or a hand with the cup leave it: nothing has come out of it yet.
  const wasThere = before !== "empty" && before !== "covered";
  if (now.read === null && wasThere) setThrow(turn, { restAt: turn.t });
}

function rest(turn: TableTurn, { read }: DiceObservation & { o: "rest" }): void {
  const { lastN, clear, unwatched: missed, stood } = diceOf(turn);
  setDice(turn, { lastN: read.n, arena: "rest", clear: false, lieSince: null, stood: null });
  if (diceOf(turn).throw === null) appeared(turn, read, { clear, missed, stood });
  const now = diceOf(turn).throw;
  setDice(turn, { unwatched: null });
  if (now === null) return;
  if (lastN !== null && read.n !== lastN + 1) doubt(turn, "rest-missed");
  if (read.rolledMs === null) doubt(turn, "roll-not-seen");
  // Dice that a shaker shakes on come to rest again, and the last rest counts; without it the first one is the throw.
  if (now.read !== null && !now.made.running) return doubt(turn, "rest-twice");
  again(turn);
  setThrow(turn, { read, restAt: turn.t });
  settle(turn);
}

/** Dice lie where none lay, and nothing was seen to move: somebody laid them there, or the throw was missed. */
function appeared(
  turn: TableTurn,
  read: ThrowRead,
  { clear, missed, stood }: Pick<DiceLive, "clear" | "stood"> & { readonly missed: string | null },
): void {
  if ((!clear && missed === null) || read.dice.length === 0) return;
  if (missed !== null && isAsItLay(stood, read)) return;
  beginThrow(turn);
  if (missed === null) doubt(turn, "roll-not-seen");
}

function contact(turn: TableTurn, what: "hand" | "object"): void {
  const now = diceOf(turn).throw;
  if (now === null || now.read !== null) return;
  const name = what === "hand" ? "hand-while-rolling" : "foreign-contact";
  setThrow(turn, { facts: { ...now.facts, [name]: YES } });
}

/** What the thrower did goes to the throw under way. What it still says of one that has its verdict belongs to none. */
function make(turn: TableTurn, change: Partial<Made>): void {
  const { throw: now } = diceOf(turn);
  if (now !== null) setThrow(turn, { made: { ...now.made, any: true, ...change } });
}

/** A device begins to throw. One that was in the midst of it when it was understood again began unseen, maybe in another round. */
function beginMade(turn: TableTurn): void {
  beginThrow(turn);
  if (diceOf(turn).throwerFrom === turn.t) doubt(turn, "roll-not-seen");
}

function shake(turn: TableTurn, { stage, ms, asked }: DiceObservation & { o: "shake" }): void {
  if (stage === "accepted" || stage === "shaking") {
    // A shake over dice that were read but have no verdict yet is another throw of the same round.
    again(turn);
    beginMade(turn);
    return make(turn, { shake: "running", running: true });
  }
  const least = asked === null ? SHAKE_AT_LEAST_MS : (asked * SHAKE_AT_LEAST_PERCENT) / 100;
  const begun = diceOf(turn).throw?.made.shake === "running";
  const length = begun && ms !== null && ms >= least ? "full" : "short";
  make(turn, { shake: stage === "failed" ? "failed" : length, running: false });
  settle(turn);
}

function cage(turn: TableTurn, { stage, milliTurns }: DiceObservation & { o: "cage" }): void {
  if (stage === "turning") {
    again(turn);
    beginMade(turn);
    // One that stands is told of as well; only one that turned has thrown.
  } else if (diceOf(turn).throw?.made.running !== true) return;
  make(turn, { milliTurns, running: stage === "turning" });
  if (stage === "stopped") settle(turn);
}

function cup(turn: TableTurn, { stage, dice }: DiceObservation & { o: "cup" }): void {
  if (stage === "loaded") {
    // Dice for the next throw; what was in the cup before has been taken out again.
    if (diceOf(turn).throw === null) setDice(turn, { made: { ...NOT_MADE, loaded: dice } });
    return;
  }
  const { throw: before, arena: seen } = diceOf(turn);
  beginThrow(turn);
  // The dice leave the cup before it is empty: what rolls already began to roll while nobody could tell.
  if (before === null && (seen === "moving" || seen === "settling")) doubt(turn, "roll-not-seen");
  make(turn, { left: dice });
  settle(turn);
}

function gap(turn: TableTurn, { device, why }: DiceObservation & { o: "gap" }): void {
  if (device === "witness") return;
  if (device === "eye") {
    unwatched(turn, why);
    setDice(turn, { lastN: null });
    return doubt(turn, why);
  }
  // What throws may have done anything meanwhile: the throw that runs, and what was made for the next one, are not known.
  setDice(turn, { made: NOT_MADE });
  doubt(turn, `thrower-${why}`);
  const now = diceOf(turn).throw;
  if (now?.made.running === true) make(turn, { running: false, shake: "failed" });
  if (now !== null) settle(turn);
}

function fault(turn: TableTurn, seen: DiceObservation & { o: "fault" | "fault-cleared" }): void {
  const { device, code, detail } = seen;
  const standing = turn.durable.faults.some((one) => one.device === device && one.code === code);
  if (seen.o === "fault-cleared" && !standing) return;
  const { throw: now } = diceOf(turn);
  emit(turn, { kind: seen.o, device, code, round: now?.round ?? null, detail });
  if (seen.o === "fault" && device === "eye" && now !== null && now.read === null) doubt(turn, code);
}
