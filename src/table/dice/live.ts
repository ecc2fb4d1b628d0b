import { dicePack, type DicePack } from "../../rules/pack.ts";
import type { FactSheet } from "../../rules/facts.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { TableContext } from "../context.ts";
import type { DieFace } from "../../dice/faces.ts";
import type { ArenaState, ThrowRead } from "../../dice/observation.ts";
import type { DiceReason } from "../../codes/reasons.ts";
import type { FaultCode } from "../../codes/faults.ts";

/** Which devices a dice table was installed with. */
export interface DiceHas {
  /** What throws tells that it did: shaker, cage, or cup and horn. Without one the camera alone sees a throw begin. */
  readonly thrower: boolean;
  /**
   * A second source of the faces. It is waited for so long, µs; `required`: without its agreement nothing is certified.
   * Null: the table has none.
   */
  readonly witness: { readonly waitUs: number; readonly required: boolean } | null;
}

/** Dice that lay at rest when the unit stopped: the faces, and each one's place where that is known. */
export interface FoundAtRest {
  readonly faces: readonly DieFace[];
  /** Empty: not known. */
  readonly lay: readonly { readonly face: DieFace; readonly x: number; readonly y: number }[];
}

/** The part of a table with dice that does not outlive a restart. */
export interface DiceLive {
  readonly has: DiceHas;
  readonly arena: ArenaState;
  /** No die lay in the arena when it was seen last: what moves next comes out of a hand, a cup or a horn. */
  readonly clear: boolean;
  /** The arena was clear before it was not watched for a while: why not. Dice that lie there since were thrown unseen. */
  readonly unwatched: DiceReason | null;
  /** What may lie there all the same after a time unwatched, and is no new throw; null: nothing. */
  readonly stood: FoundAtRest | null;
  /** Since when dice lie there that no throw explains, and that are not read yet; null: there are none. */
  readonly lieSince: MonoUs | null;
  /** The glass dome is open; null: the table has none, or nothing said. */
  readonly domeOpen: boolean | null;
  /** Number of the last rest that the eye told; null: not known. */
  readonly lastN: number | null;
  /** When what throws was understood last: what it does at that very instant it began before. */
  readonly throwerFrom: MonoUs | null;
  /** What the thrower did since the last throw ended, not yet part of a throw. */
  readonly made: Made;
  readonly throw: Throw | null;
  /**
   * Since when the dice, and the one who throws, are in play, µs of the monotonic clock, below zero when it began before the machine
   * started; null: the law sets no limit, or the table is closed.
   */
  readonly setSince: number | null;
  readonly throwerSince: number | null;
  /** When what the clocks count is to be written down next; null: nothing is counted. */
  readonly clockDue: MonoUs | null;
  /** Round of which the second source took back what it had agreed to; null: none. Told once. */
  readonly retracted: number | null;
}

/** What a shaker, a cage or a cup did for a throw. */
export interface Made {
  readonly shake: "none" | "running" | "full" | "short" | "failed";
  /** The cage or shaker moves at this moment. */
  readonly running: boolean;
  /** Thousandths of a turn of the cage; null: nothing said. */
  readonly milliTurns: number | null;
  readonly loaded: number | null;
  readonly left: number | null;
  /** It was said to throw or to have thrown; dice that were put into a cup are not thrown yet. */
  readonly any: boolean;
}

export const NOT_MADE: Made = {
  shake: "none",
  running: false,
  milliTurns: null,
  loaded: null,
  left: null,
  any: false,
};

/** A throw from the first sign of it to its verdict. */
export interface Throw {
  readonly round: number;
  readonly began: MonoUs;
  /** Bets were closed by the call before it, where the game wants that. */
  readonly called: boolean;
  /** Codes of what went unseen or cannot be true: with one of them nothing is certified. */
  readonly doubts: readonly (DiceReason | FaultCode)[];
  /** What was seen while the dice rolled. */
  readonly facts: FactSheet;
  readonly made: Made;
  readonly read: ThrowRead | null;
  /** When dice came to rest, or were gone. */
  readonly restAt: MonoUs | null;
  /** `none`: nothing was asked. */
  readonly witness: {
    readonly stage: "none" | "asked" | "answered";
    readonly faces: readonly DieFace[] | null;
    readonly why: string | null;
  };
}

export function newDice(has: DiceHas): DiceLive {
  return {
    has,
    arena: "unknown",
    clear: false,
    unwatched: null,
    stood: null,
    lieSince: null,
    domeOpen: null,
    lastN: null,
    throwerFrom: null,
    made: NOT_MADE,
    throw: null,
    setSince: null,
    throwerSince: null,
    clockDue: null,
    retracted: null,
  };
}

/** Throws an Error for a table that is none of dice: a fault of the caller. */
export function diceOf(context: TableContext): DiceLive {
  if (context.dice === null) throw new Error("this is no dice table");
  return context.dice;
}

export function setDice(context: TableContext, change: Partial<DiceLive>): void {
  context.dice = { ...diceOf(context), ...change };
}

export function setThrow(context: TableContext, change: Partial<Throw>): void {
  const now = diceOf(context).throw;
  if (now !== null) setDice(context, { throw: { ...now, ...change } });
}

/** What throws throws on: dice that lay there are no reading of this throw, and a second opinion of them is none. */
export function again(context: TableContext): void {
  const now = diceOf(context).throw;
  if (now === null || now.read === null) return;
  if (now.witness.stage === "asked") context.commands.push({ c: "look-away" });
  setThrow(context, { read: null, restAt: null, witness: { stage: "none", faces: null, why: null } });
}

export function markUncertain(context: TableContext, code: DiceReason | FaultCode): void {
  const now = diceOf(context).throw;
  if (now !== null && !now.doubts.includes(code)) setThrow(context, { doubts: [...now.doubts, code] });
}

export function gameOf(context: TableContext): DicePack {
  return dicePack(context.rules.pack);
}
