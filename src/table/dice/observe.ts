import type { Fact } from "../../rules/facts.ts";
import type { MonoUs } from "../../time/instant.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { courseOf } from "./policy.ts";
import { again, diceOf, markUncertain, NOT_MADE, setDice, setThrow, type DiceLive, type Made } from "./live.ts";
import type { ArenaState, DiceDevice, DiceObservation, ThrowRead } from "../../dice/observation.ts";
import { disturbed } from "./disturbed.ts";
import { settle } from "./decide-round.ts";
import { witnessed } from "./second-reading.ts";
import { isAsItLay } from "./found-at-rest.ts";
import { beginThrow } from "./throws.ts";
import type { DiceReason } from "../../codes/reasons.ts";

/** Share of the asked time that a shake must have lasted, per cent. */
const SHAKE_AT_LEAST_PERCENT = 80;
/** What a shake of unknown length must have lasted, ms. */
const SHAKE_AT_LEAST_MS = 1_000;

const YES: Fact = { is: "flag", value: true };

/** One observation of a device that sees dice, throws them or is a second source. */
export function observeDice(context: TableContext, seen: DiceObservation): void {
  switch (seen.o) {
    case "attached":
      return attached(context, seen.device);
    case "arena":
      return arena(context, seen.state);
    case "rest":
      return rest(context, seen);
    case "foreign-contact":
      return contact(context, seen.what);
    case "disturbed":
      return disturbed(context, seen.what);
    case "dome":
      setDice(context, { domeOpen: !seen.closed });
      return seen.closed ? undefined : markUncertain(context, "dome-open");
    case "shake":
      return shake(context, seen);
    case "cage":
      return cage(context, seen);
    case "cup":
      return cup(context, seen);
    case "witness":
      return witnessed(context, seen.faces, seen.why);
    case "gap":
      return gap(context, seen);
    case "fault":
    case "fault-cleared":
      return fault(context, seen);
  }
}

/** What lies in the arena is not known any more, nor whether something was thrown into it meanwhile. */
function unwatched(context: TableContext, why: DiceReason): void {
  const { clear, unwatched: before, throw: now } = diceOf(context);
  const since = now === null && clear ? why : before;
  setDice(context, { arena: "unknown", clear: false, unwatched: since, lieSince: null });
}

function attached(context: TableContext, device: DiceDevice): void {
  if (device === "eye") {
    unwatched(context, "arena-not-seen");
    setDice(context, { lastN: null });
    markUncertain(context, "arena-not-seen");
  }
  if (device === "thrower") setDice(context, { throwerFrom: context.t });
}

function arena(context: TableContext, state: ArenaState): void {
  const before = diceOf(context);
  setDice(context, { arena: state, lieSince: lieSince(context, state) });
  if (state === "unknown") {
    unwatched(context, "arena-not-seen");
    return markUncertain(context, "arena-not-seen");
  }
  courseOf(context).seen(context);
  if (state === "empty") return empty(context, before.arena);
  const comes = state === "moving" || state === "settling";
  // Dice that come out of nowhere were thrown; dice that lay there and move are pushed by somebody, unless a shaker does it.
  if (comes && before.clear && before.throw === null) beginThrow(context);
  else if (comes && before.throw?.read === null) setThrow(context, { restAt: null });
  else if (comes && before.throw?.made.running === true) again(context);
}

/** Dice lie there since the arena was not watched. What they are is read within a moment, or was while nobody listened. */
function lieSince(context: TableContext, state: ArenaState): MonoUs | null {
  const { throw: now, unwatched: missed, lieSince: before } = diceOf(context);
  return state === "rest" && now === null && missed !== null ? (before ?? context.t) : null;
}

function empty(context: TableContext, before: ArenaState): void {
  const { throw: now } = diceOf(context);
  setDice(context, { clear: true, unwatched: null, stood: null });
  if (now === null) return courseOf(context).cleared(context);
  // A cup or a shaker may be started over an empty arena, or a hand with the cup leave it: nothing has come out of it yet.
  const wasThere = before !== "empty" && before !== "covered";
  if (now.read === null && wasThere) setThrow(context, { restAt: context.t });
}

function rest(context: TableContext, { read }: DiceObservation & { o: "rest" }): void {
  const { lastN, clear, unwatched: missed, stood } = diceOf(context);
  setDice(context, { lastN: read.n, arena: "rest", clear: false, lieSince: null, stood: null });
  if (diceOf(context).throw === null) appeared(context, read, { clear, missed, stood });
  const now = diceOf(context).throw;
  setDice(context, { unwatched: null });
  if (now === null) return;
  if (lastN !== null && read.n !== lastN + 1) markUncertain(context, "rest-missed");
  if (read.rolledMs === null) markUncertain(context, "roll-not-seen");
  // Dice that a shaker shakes on come to rest again, and the last rest counts; without it the first one is the throw.
  if (now.read !== null && !now.made.running) return markUncertain(context, "rest-twice");
  again(context);
  setThrow(context, { read, restAt: context.t });
  settle(context);
}

/** Dice lie where none lay, and nothing was seen to move: somebody laid them there, or the throw was missed. */
function appeared(
  context: TableContext,
  read: ThrowRead,
  { clear, missed, stood }: Pick<DiceLive, "clear" | "stood"> & { readonly missed: string | null },
): void {
  if ((!clear && missed === null) || read.dice.length === 0) return;
  if (missed !== null && isAsItLay(stood, read)) return;
  beginThrow(context);
  if (missed === null) markUncertain(context, "roll-not-seen");
}

function contact(context: TableContext, what: "hand" | "object"): void {
  const now = diceOf(context).throw;
  if (now === null || now.read !== null) return;
  const name = what === "hand" ? "hand-while-rolling" : "foreign-contact";
  setThrow(context, { facts: { ...now.facts, [name]: YES } });
}

/** What the thrower did goes to the throw under way. What it still says of one that has its verdict belongs to none. */
function make(context: TableContext, change: Partial<Made>): void {
  const { throw: now } = diceOf(context);
  if (now !== null) setThrow(context, { made: { ...now.made, any: true, ...change } });
}

/** A device begins to throw. One that was in the midst of it when it was understood again began unseen, maybe in another round. */
function beginMade(context: TableContext): void {
  beginThrow(context);
  if (diceOf(context).throwerFrom === context.t) markUncertain(context, "roll-not-seen");
}

function shake(context: TableContext, { stage, ms, asked }: DiceObservation & { o: "shake" }): void {
  if (stage === "accepted" || stage === "shaking") {
    // A shake over dice that were read but have no verdict yet is another throw of the same round.
    again(context);
    beginMade(context);
    return make(context, { shake: "running", running: true });
  }
  const least = asked === null ? SHAKE_AT_LEAST_MS : (asked * SHAKE_AT_LEAST_PERCENT) / 100;
  const begun = diceOf(context).throw?.made.shake === "running";
  const length = begun && ms !== null && ms >= least ? "full" : "short";
  make(context, { shake: stage === "failed" ? "failed" : length, running: false });
  settle(context);
}

function cage(context: TableContext, { stage, milliTurns }: DiceObservation & { o: "cage" }): void {
  if (stage === "turning") {
    again(context);
    beginMade(context);
    // One that stands is told of as well; only one that turned has thrown.
  } else if (diceOf(context).throw?.made.running !== true) return;
  make(context, { milliTurns, running: stage === "turning" });
  if (stage === "stopped") settle(context);
}

function cup(context: TableContext, { stage, dice }: DiceObservation & { o: "cup" }): void {
  if (stage === "loaded") {
    // Dice for the next throw; what was in the cup before has been taken out again.
    if (diceOf(context).throw === null) setDice(context, { made: { ...NOT_MADE, loaded: dice } });
    return;
  }
  const { throw: before, arena: seen } = diceOf(context);
  beginThrow(context);
  // The dice leave the cup before it is empty: what rolls already began to roll while nobody could tell.
  if (before === null && (seen === "moving" || seen === "settling")) markUncertain(context, "roll-not-seen");
  make(context, { left: dice });
  settle(context);
}

function gap(context: TableContext, { device, why }: DiceObservation & { o: "gap" }): void {
  if (device === "witness") return;
  if (device === "eye" || why === "frames-lost") {
    unwatched(context, why);
    setDice(context, { lastN: null });
    return markUncertain(context, why);
  }
  // What throws may have done anything meanwhile: the throw that runs, and what was made for the next one, are not known.
  setDice(context, { made: NOT_MADE });
  markUncertain(context, `thrower-${why}`);
  const now = diceOf(context).throw;
  if (now?.made.running === true) make(context, { running: false, shake: "failed" });
  if (now !== null) settle(context);
}

function fault(context: TableContext, seen: DiceObservation & { o: "fault" | "fault-cleared" }): void {
  const { device, code, detail } = seen;
  const standing = context.durable.faults.some((one) => one.device === device && one.code === code);
  if (seen.o === "fault-cleared" && !standing) return;
  const { throw: now } = diceOf(context);
  emitRecord(context, { kind: seen.o, device, code, round: now?.round ?? null, detail });
  if (seen.o === "fault" && device === "eye" && now !== null && now.read === null) markUncertain(context, code);
}
