import type { DiceGame } from "../../rules/dice-game.ts";
import type { FactSheet } from "../../rules/facts.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { DieFace, FaceSet } from "../../dice/faces.ts";
import type { ArenaState, ThrowRead } from "../../dice/observation.ts";
import type { DiceReason, ReasonCode } from "../../codes/reasons.ts";
import { refusesResults, type FaultCode } from "../../codes/faults.ts";
import { EMPTY_TABLE } from "../kernel/durable/durable.ts";
import type { Table } from "../kernel/table.ts";
import { NEW_WHEEL_LIVE } from "../wheel/spin.ts";
import { newDurableDice } from "./durable-dice.ts";
import type { DiceContext, DiceTypes, ThrowContext } from "./types.ts";

/** The devices beside the eye that a dice table was installed with. */
export interface DevicesBesideEye {
  /** A device reports what it throws: shaker, cage, or cup and horn. Without one only the eye sees a throw begin. */
  readonly thrower: boolean;
  /**
   * A second source of the faces. It is waited for so long, µs; `required`: without its agreement nothing is certified.
   * Null: the table has none.
   */
  readonly witness: { readonly waitUs: number; readonly required: boolean } | null;
}

/** Dice that lay at rest when they were seen last. */
export interface FoundAtRest {
  /** Null: it could not be read. */
  readonly faces: readonly (DieFace | null)[];
  /** Where each lay, tenths of a millimetre; empty: not known. */
  readonly lay: readonly { readonly face: DieFace | null; readonly x: number; readonly y: number }[];
}

/** The live state of a table with an eye over dice: it does not outlive a restart, but stands in the head of each recording. */
export interface DiceLive {
  readonly has: DevicesBesideEye;
  readonly arena: ArenaState;
  /** No die lay in the arena when it was seen last: what moves next was thrown. */
  readonly clear: boolean;
  /** Why the arena was not watched since it was clear: dice that lie there now were thrown unseen. Null: it was watched. */
  readonly unwatched: DiceReason | null;
  /** Dice that may lie there after a time unwatched and are no new throw; null: none. */
  readonly stood: FoundAtRest | null;
  /** What was read last of the dice that lie there; null: none do, or they were not read. Absent: as null. */
  readonly lying?: FoundAtRest | null;
  /**
   * Since when nobody has seen what happens in the arena, µs of the monotonic clock, below zero when that was before the machine
   * started, and why; null or absent: it is watched.
   */
  readonly blind?: { readonly since: number; readonly why: DiceReason } | null;
  /** Since when dice that no throw explains lie there and are not read; null: there are none. */
  readonly lieSince: MonoUs | null;
  /** The eye says that no dice came to rest since its last reading that was told. Absent: as false. */
  readonly noneRested?: boolean;
  /** The glass dome is open; null: the table has none, or its state was not reported. */
  readonly domeOpen: boolean | null;
  /** Number of the eye's last reading at rest; null: not known. */
  readonly lastN: number | null;
  /** When the device that throws was attached: what it does at that very instant it began before. */
  readonly throwerFrom: MonoUs | null;
  /** Why the device that throws is not heard; null: it is, or the table has none. Absent: as null. */
  readonly throwerLost?: DiceReason | null;
  /** When dice that stay in their shaker moved last, and nothing that it reported explains it; null: they did not. Absent: as null. */
  readonly movedAt?: MonoUs | null;
  /** What the device that throws reported since the last throw ended; it becomes part of the next one. */
  readonly made: ThrowerState;
  readonly throw: Throw | null;
  /**
   * Since when dice and thrower are in play, µs of the monotonic clock, below zero when that was before the machine started; null:
   * the law sets no limit, or the table is closed.
   */
  readonly setSince: number | null;
  readonly throwerSince: number | null;
  /** When the time in play is recorded next; null: it is not counted. */
  readonly clockDue: MonoUs | null;
  /** Round in which the second source took back its agreement; null: none. Reported once. */
  readonly retracted: number | null;
}

/** What a shaker, a cage or a cup reported of a throw. */
export interface ThrowerState {
  readonly shake: "none" | "running" | "full" | "short" | "failed";
  /** The cage or shaker moves at this moment. */
  readonly running: boolean;
  /** Thousandths of a revolution of the cage; null: not reported. */
  readonly milliTurns: number | null;
  /** Dice that were put into the cup, and that left it or the horn; null: not reported. */
  readonly loaded: number | null;
  readonly left: number | null;
  /** It throws or has thrown; dice that were put into a cup are not thrown yet. */
  readonly any: boolean;
}

export const NOTHING_THROWN: ThrowerState = {
  shake: "none",
  running: false,
  milliTurns: null,
  loaded: null,
  left: null,
  any: false,
};

/** Something is being thrown, was thrown and is not judged, or lies in the cup to be thrown. */
export const isThrowing = ({ throw: current, made }: Pick<DiceLive, "throw" | "made">): boolean =>
  current !== null || made.running || made.any || (made.loaded ?? 0) > (made.left ?? 0);

/** A throw from the first sign of it to its verdict. */
export interface Throw {
  readonly round: number;
  readonly began: MonoUs;
  /** Bets were closed by the call before it, where the game wants that. */
  readonly called: boolean;
  /** What was not seen or cannot be true: with one of them nothing is certified. */
  readonly doubts: readonly (DiceReason | FaultCode)[];
  /** What was seen while the dice rolled. */
  readonly facts: FactSheet;
  readonly made: ThrowerState;
  /** Something that may be its dice was seen in the arena. Absent: nothing was. */
  readonly seen?: true;
  readonly read: ThrowRead | null;
  /** When dice came to rest, or were gone. */
  readonly restAt: MonoUs | null;
  /** The second source; `faces` null: it could not read them, and `why`. */
  readonly witness: {
    readonly stage: "none" | "asked" | "answered";
    readonly faces: readonly DieFace[] | null;
    readonly why: string | null;
  };
}

export function newDiceLive(has: DevicesBesideEye): DiceLive {
  return {
    has,
    arena: "unknown",
    clear: false,
    unwatched: null,
    stood: null,
    lieSince: null,
    domeOpen: null,
    lying: null,
    noneRested: false,
    lastN: null,
    throwerFrom: null,
    throwerLost: has.thrower ? "thrower-not-seen" : null,
    movedAt: null,
    made: NOTHING_THROWN,
    throw: null,
    setSince: null,
    throwerSince: null,
    clockDue: null,
    retracted: null,
  };
}

/** Throws an Error for a table without dice: a fault of the caller. */
export function diceOf(context: ThrowContext): DiceLive {
  if (context.dice === undefined) throw new Error("this is no dice table");
  return context.dice;
}

export function setDice(context: ThrowContext, change: Partial<DiceLive>): void {
  context.dice = { ...diceOf(context), ...change };
}

export function setThrow(context: ThrowContext, change: Partial<Throw>): void {
  const current = diceOf(context).throw;
  if (current !== null) setDice(context, { throw: { ...current, ...change } });
}

/** The game of a dice table, as its rulebook has it. */
export const gameOf = (context: DiceContext): DiceGame => context.rules.pack.dice;

const NOT_ASKED: Throw["witness"] = { stage: "none", faces: null, why: null };

/** The dice are thrown on: what was read of them, and the second source's answer, say nothing of how they come to rest. */
export function discardReading(context: ThrowContext): void {
  const current = diceOf(context).throw;
  if (current === null || current.read === null) return;
  if (current.witness.stage === "asked") context.commands.push({ c: "look-away" });
  setThrow(context, { read: null, restAt: null, witness: NOT_ASKED });
}

export function markUncertain(context: ThrowContext, code: DiceReason | FaultCode): void {
  const current = diceOf(context).throw;
  if (current !== null && !current.doubts.includes(code))
    setThrow(context, { doubts: [...current.doubts, code] });
}

/**
 * What a table makes of throws. A throw is followed from its first sign to its dice at rest in one way at every table (`observe.ts`,
 * `throw-timeouts.ts`); what it belongs to and comes to differs: at a dice table a round and its verdict, at a card game that dice
 * begin who is dealt first.
 */
export interface ThrowPolicy {
  /** Dice lie in their shaker or cage between two throws: nobody moves them but it. */
  keepsDice(context: ThrowContext): boolean;
  /** Dice of one throw, and what they bear. */
  expectedDice(context: ThrowContext): { readonly dice: number; readonly faces: FaceSet };
  /** Dice are thrown: the round that they belong to. Null: the table expects no throw now. */
  assignRound(context: ThrowContext): Pick<Throw, "round" | "called" | "doubts"> | null;
  /** The eye sees the arena. */
  onArenaSeen(context: ThrowContext): void;
  /** Dice that may lie in the arena after a time in which nobody saw it, and why any others were thrown unseen. */
  expectedAfter(context: ThrowContext, why: DiceReason): Pick<DiceLive, "unwatched" | "stood">;
  /** The arena was not seen for long enough that dice may have been thrown in it and taken up again. */
  onBlindnessOver(context: ThrowContext, why: DiceReason): void;
  /** No die lies in the arena, and none is thrown. */
  onArenaCleared(context: ThrowContext): void;
  /** Dice lie at rest, and all that the throw waits for has come. Ends the throw. */
  judgeThrow(context: ThrowContext, current: Throw, read: ThrowRead): void;
  /** Leaves the throw to a person, and why. Ends it. */
  leaveUndecided(context: ThrowContext, because: readonly ReasonCode[]): void;
}

/** Throws an Error for a table without dice: a fault of the caller. */
export function throwPolicyOf(context: ThrowContext): ThrowPolicy {
  const { throwPolicy } = context.rules.family.steps;
  if (throwPolicy === undefined) throw new Error("no dice are thrown at this table");
  return throwPolicy;
}

/** An active fault under which no face is believed. A second source with a fault only has no opinion. */
export function faultAgainstResults(context: ThrowContext): FaultCode | null {
  const found = context.durable.faults.find(({ device, code }) => device !== "witness" && refusesResults(code));
  return found?.code ?? null;
}

/** Dice are thrown. Nothing happens while a throw runs, or when the table expects none. */
export function beginThrow(context: ThrowContext): void {
  if (diceOf(context).throw !== null) return;
  const start = throwPolicyOf(context).assignRound(context);
  if (start === null) return;
  const { made, arena, unwatched } = diceOf(context);
  // Dice that were thrown unseen may lie there, or may be what moves now.
  const missed = unwatched === null ? [] : [unwatched];
  const unseen: readonly DiceReason[] = arena === "unknown" ? ["arena-not-seen"] : [];
  // A fault that stands when they are thrown counts, whenever it ends.
  const fault = faultAgainstResults(context);
  const refusing = fault === null ? [] : [fault];
  setDice(context, {
    clear: false,
    unwatched: null,
    lieSince: null,
    stood: null,
    lying: null,
    movedAt: null,
    made: NOTHING_THROWN,
    throw: {
      round: start.round,
      began: context.t,
      called: start.called,
      doubts: [...new Set([...start.doubts, ...missed, ...unseen, ...refusing])],
      facts: {},
      made,
      read: null,
      restAt: null,
      witness: NOT_ASKED,
    },
  });
}

/** The throw has its verdict. What its devices still report belongs to no round. */
export function endThrow(context: ThrowContext): void {
  if (diceOf(context).throw?.witness.stage === "asked") context.commands.push({ c: "look-away" });
  setDice(context, { throw: null });
}

/** A new dice table. `inSeries`: its game is played in series, as craps is. */
export function diceTableStart(has: DevicesBesideEye, inSeries: boolean): Table<DiceTypes> {
  const durable = { ...EMPTY_TABLE, dice: newDurableDice(inSeries) };
  return { durable, live: NEW_WHEEL_LIVE, dice: newDiceLive(has) };
}
