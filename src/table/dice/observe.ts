import type { DiceReason } from "../../codes/reasons.ts";
import type { ArenaState, DiceObservation, ThrowRead } from "../../dice/observation.ts";
import { US_PER_MS, type MonoUs } from "../../time/instant.ts";
import { dispatchObservation, emitRecord, isFaultActive, type ObservationHandlers } from "../kernel/context.ts";
import { beginBlindness, endBlindness, longBlindness } from "./blindness.ts";
import { foundAtRest, isUndisturbed } from "./found-at-rest.ts";
import { handleSecondReading } from "./second-source.ts";
import {
  beginThrow,
  diceOf,
  discardReading,
  markUncertain,
  NOTHING_THROWN,
  setDice,
  setThrow,
  throwPolicyOf,
  type DiceLive,
  type ThrowerState,
} from "./throw.ts";
import { judgeWhenComplete } from "./throw-timeouts.ts";
import { handleDisturbance } from "./touched-dice.ts";
import type { ThrowContext } from "./types.ts";

/** Share of the asked time that a shake must have lasted, per cent. */
const SHAKE_AT_LEAST_PERCENT = 80;
/** What a shake of unknown length must have lasted, ms. */
const SHAKE_AT_LEAST_MS = 1_000;

/** What is done with each observation. */
const HANDLERS: ObservationHandlers<DiceObservation, ThrowContext> = {
  attached: handleAttached,
  arena: handleArena,
  rest: handleAtRest,
  "foreign-contact": handleContact,
  disturbed: handleDisturbance,
  dome: handleDome,
  shake: handleShake,
  cage: handleCage,
  cup: handleCup,
  witness: (context, { faces, why }) => handleSecondReading(context, faces, why),
  gap: handleGap,
  fault: handleFault,
  "fault-cleared": handleFault,
};

/** One observation of a device that sees dice, throws them or is a second source. */
export const handleDiceObservation = (context: ThrowContext, seen: DiceObservation): void =>
  dispatchObservation(HANDLERS, context, seen);

/** An observation of one kind. */
type Observed<O extends DiceObservation["o"]> = DiceObservation & { readonly o: O };

/**
 * What lies in the arena is not known any more, nor whether something was thrown into it meanwhile. `lostMs`: for how long it was not
 * seen already.
 */
function markUnwatched(context: ThrowContext, why: DiceReason, lostMs = 0): void {
  beginBlindness(context, why, lostMs);
  const { clear, unwatched, throw: current } = diceOf(context);
  const since = current === null && clear ? why : unwatched;
  setDice(context, { arena: "unknown", clear: false, unwatched: since, lieSince: null });
  markUncertain(context, why);
}

function handleAttached(context: ThrowContext, { device, noneRested }: Observed<"attached">): void {
  if (device === "thrower") setDice(context, { throwerFrom: context.t, throwerLost: null });
  if (device !== "eye") return;
  // A dome is told anew; another eye may have none.
  setDice(context, { lastN: null, domeOpen: null, noneRested: noneRested === true });
  markUnwatched(context, "arena-not-seen");
}

function handleDome(context: ThrowContext, { closed }: Observed<"dome">): void {
  setDice(context, { domeOpen: !closed });
  if (!closed) markUncertain(context, "dome-open");
}

function handleArena(context: ThrowContext, { state }: Observed<"arena">): void {
  const before = diceOf(context);
  const moves = state === "moving" || state === "settling";
  setDice(context, { arena: state });
  if (state === "unknown") return markUnwatched(context, "arena-not-seen");
  // A throw that runs has what was not seen of it against it already.
  if (before.throw !== null && (moves || state === "rest")) endBlindness(context);
  else if (moves || state === "rest") suspectUnseenThrow(context, moves);
  setDice(context, { lieSince: unexplainedSince(context, state) });
  throwPolicyOf(context).onArenaSeen(context);
  if (state === "empty") return handleEmptyArena(context, before.arena);
  // Dice that come into an empty arena were thrown; dice that lay there and move are pushed, unless a shaker shakes them.
  if (moves && before.clear && before.throw === null) beginThrow(context);
  else if (moves && before.throw?.read === null) setThrow(context, { restAt: null });
  else if (moves && before.throw?.made.running === true) discardReading(context);
  if (moves || state === "rest") setThrow(context, { seen: true });
}

/**
 * Dice lie or move where dice lay when the arena was seen last. They may have been taken up since and thrown again, where that was not
 * seen for long enough; those that stay in their shaker were shaken, where they move and nobody hears it.
 */
function suspectUnseenThrow(context: ThrowContext, moves: boolean): void {
  const { clear, unwatched, throwerLost = null } = diceOf(context);
  if (clear || unwatched !== null) return;
  const policy = throwPolicyOf(context);
  const isShaken = moves && policy.keepsDice(context);
  if (isShaken) setDice(context, { movedAt: context.t });
  const why = longBlindness(context) ?? (isShaken ? throwerLost : null);
  if (why !== null) setDice(context, policy.expectedAfter(context, why));
  // Dice that lie still after a shorter time were not thrown in it.
  else if (!moves) setDice(context, { blind: null });
}

/** Since when dice lie there that were thrown while the arena was not watched, and that are not read yet; null: none do. */
function unexplainedSince(context: ThrowContext, state: ArenaState): MonoUs | null {
  const { throw: current, unwatched, lieSince } = diceOf(context);
  return state === "rest" && current === null && unwatched !== null ? (lieSince ?? context.t) : null;
}

function handleEmptyArena(context: ThrowContext, before: ArenaState): void {
  const { throw: current, has } = diceOf(context);
  setDice(context, { clear: true, unwatched: null, stood: null, lying: null });
  endBlindness(context);
  if (current === null) return throwPolicyOf(context).onArenaCleared(context);
  // A cup or a shaker may be started over an empty arena, or a hand with the cup leave it: nothing has come out of it yet.
  const wereCovered = before === "covered" && current.seen === true && (!has.thrower || current.made.any);
  const wereThere = wereCovered || (before !== "empty" && before !== "covered");
  if (current.read === null && wereThere) setThrow(context, { restAt: context.t });
}

function handleAtRest(context: ThrowContext, { read }: Observed<"rest">): void {
  if (diceOf(context).throw === null) suspectUnseenThrow(context, false);
  const before = diceOf(context);
  const lying = foundAtRest(read);
  const isAsBefore = isUndisturbed(before.lying ?? null, read) || isUndisturbed(before.stood, read);
  setDice(context, { lastN: read.n, arena: "rest", clear: false, lieSince: null, stood: null });
  if (before.throw === null) beginThrowUnseen(context, read, before);
  const current = diceOf(context).throw;
  setDice(context, { unwatched: null, lying, noneRested: true });
  // Dice that lie where they lay were not thrown meanwhile.
  if (current === null && isAsBefore) return setDice(context, { blind: null });
  endBlindness(context);
  // The eye may tell them again after a gap.
  if (current === null || (current.read?.n === read.n && !current.made.running)) return;
  if (before.lastN !== null && read.n !== before.lastN + 1) markUncertain(context, "rest-missed");
  if (read.rolledMs === null) markUncertain(context, "roll-not-seen");
  // A shaker may shake its dice on, and then their last rest counts; of other dice it is the first.
  if (current.read !== null && !current.made.running) return markUncertain(context, "rest-twice");
  discardReading(context);
  setThrow(context, { read, restAt: context.t });
  judgeWhenComplete(context);
}

/** Dice lie where none lay and no movement was seen: somebody laid them there, or the throw was missed. */
function beginThrowUnseen(context: ThrowContext, read: ThrowRead, { clear, unwatched, stood }: DiceLive): void {
  if ((!clear && unwatched === null) || read.dice.length === 0) return;
  if (unwatched !== null && isUndisturbed(stood, read)) return;
  beginThrow(context);
  if (unwatched === null) markUncertain(context, "roll-not-seen");
}

function handleContact(context: ThrowContext, { what }: Observed<"foreign-contact">): void {
  const current = diceOf(context).throw;
  if (current === null || current.read !== null) return;
  const name = what === "hand" ? "hand-while-rolling" : "foreign-contact";
  setThrow(context, { facts: { ...current.facts, [name]: { is: "flag", value: true } } });
}

/** What the device that throws reports belongs to the throw that runs; after its verdict to none. */
function updateThrower(context: ThrowContext, change: Partial<ThrowerState>): void {
  const { throw: current } = diceOf(context);
  if (current !== null) setThrow(context, { made: { ...current.made, any: true, ...change } });
}

/** A device begins to throw. One that throws already when it is attached began unseen, maybe in another round. */
function beginThrowOfDevice(context: ThrowContext): void {
  beginThrow(context);
  if (diceOf(context).throwerFrom === context.t) markUncertain(context, "roll-not-seen");
}

function handleShake(context: ThrowContext, { stage, ms, asked }: Observed<"shake">): void {
  if (stage === "accepted" || stage === "shaking") {
    // A shake over dice that were read but have no verdict yet is another throw of the same round.
    discardReading(context);
    beginThrowOfDevice(context);
    return updateThrower(context, { shake: "running", running: true });
  }
  const least = asked === null ? SHAKE_AT_LEAST_MS : (asked * SHAKE_AT_LEAST_PERCENT) / 100;
  const begun = diceOf(context).throw?.made.shake === "running";
  const length = begun && ms !== null && ms >= least ? "full" : "short";
  updateThrower(context, { shake: stage === "failed" ? "failed" : length, running: false });
  judgeWhenComplete(context);
}

function handleCage(context: ThrowContext, { stage, milliTurns }: Observed<"cage">): void {
  if (stage === "turning") {
    discardReading(context);
    beginThrowOfDevice(context);
    // A cage that stands is reported as well; only one that turned has thrown.
  } else if (diceOf(context).throw?.made.running !== true) return;
  updateThrower(context, { milliTurns, running: stage === "turning" });
  if (stage === "stopped") judgeWhenComplete(context);
}

function handleCup(context: ThrowContext, { stage, dice }: Observed<"cup">): void {
  const { throw: before, arena } = diceOf(context);
  if (stage === "loaded") {
    // Dice for the next throw; what was in the cup before has been taken out again.
    if (before === null) setDice(context, { made: { ...NOTHING_THROWN, loaded: dice } });
    return;
  }
  beginThrow(context);
  // The cup is reported empty after its dice left it: what rolls already began to roll unseen.
  if (before === null && (arena === "moving" || arena === "settling")) markUncertain(context, "roll-not-seen");
  updateThrower(context, { left: dice });
  judgeWhenComplete(context);
}

function handleGap(context: ThrowContext, { device, why, lostMs }: Observed<"gap">): void {
  if (device === "witness") return;
  if (device === "eye" || why === "frames-lost") {
    setDice(context, { lastN: null, noneRested: false });
    return markUnwatched(context, why, lostMs);
  }
  const code = `thrower-${why}` as const;
  leaveUnheardThrow(context, code, lostMs);
  // The device may have done anything meanwhile: the throw that runs, and what was loaded for the next one, are not known.
  setDice(context, { made: NOTHING_THROWN, throwerLost: code });
  markUncertain(context, code);
  const current = diceOf(context).throw;
  if (current?.made.running === true) updateThrower(context, { running: false, shake: "failed" });
  if (current !== null) judgeWhenComplete(context);
}

/** Dice in their shaker moved, and now it turns out that nobody heard it then: they were thrown. */
function leaveUnheardThrow(context: ThrowContext, why: DiceReason, lostMs = 0): void {
  const { movedAt = null, throw: before } = diceOf(context);
  if (before !== null || movedAt === null || context.t - movedAt > lostMs * US_PER_MS) return;
  const policy = throwPolicyOf(context);
  if (policy.expectedAfter(context, why).unwatched === null) return;
  beginThrow(context);
  policy.leaveUndecided(context, [why]);
}

function handleFault(
  context: ThrowContext,
  { o: kind, device, code, detail }: Observed<"fault" | "fault-cleared">,
): void {
  if (kind === "fault-cleared" && !isFaultActive(context, device, code)) return;
  const { throw: current } = diceOf(context);
  emitRecord(context, { kind, device, code, round: current?.round ?? null, detail });
  if (kind === "fault" && device === "eye" && current !== null && current.read === null)
    markUncertain(context, code);
}
