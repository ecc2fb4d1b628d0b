import type { DiceReason } from "../../codes/reasons.ts";
import type { DieFace } from "../../dice/faces.ts";
import type { CrapsState, DiceOutcome } from "../../dice/outcome-types.ts";
import type { ThrowIncidentRecord, DiceSetRecord } from "./records.ts";
import type { RecordBody, Resolved, VerdictRecord, VoidRecord } from "../kernel/record.ts";
import type { DiceTypes } from "./types.ts";
import type { Person } from "../../people/roles.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";

/** The dice part of the durable table, made of records alone: what the screens are drawn from beside verdict and series. */
export interface DurableDice {
  /** Craps: the state of the series; null at every other game. */
  readonly craps: CrapsState | null;
  /** The shooter's place as it was keyed; null: it was not, or the croupier throws. */
  readonly shooter: number | null;
  /** Throws since the dice were changed last. */
  readonly throwsOfSet: number;
  /** A die fell or broke: other dice may be taken also while a point stands. Absent: not so. */
  readonly mayChange?: true;
  /**
   * The dice pass on from this place (null: not known): the series was lost, or (`isLost`) the shooter may throw no more. Absent: they
   * do not.
   */
  readonly passing?: { readonly from: number | null; readonly isLost?: true };
  /** Dice may have been thrown unseen, or a throw on which others rest counts no more: until somebody says where the series stands nothing is certified. Absent: not so. */
  readonly pointAsked?: { readonly why: DiceReason };
  /** A die fell in the series: at its end it is asked whether it was found. Absent: none did. */
  readonly dieSought?: true;
  /** The law orders a change of the dice before the next throw; in a series of craps after its end. */
  readonly changeOwed: boolean;
  /** The result of the present round was announced (key `announce`). */
  readonly announced: boolean;
  /** Incidents of the present round, oldest first, at most 8. */
  readonly incidents: readonly ThrowIncidentRecord[];
  /** Minutes that dice and thrower have been in play, as recorded last. Absent: the law sets no limit, or the table is closed. */
  readonly clock?: { readonly set: number | null; readonly thrower: number | null };
  /** The dice that one person named and a second one must name too; null: none. */
  readonly named: {
    readonly round: number;
    readonly faces: readonly DieFace[];
    readonly by: string;
    readonly isHead?: true;
  } | null;
  /** The last two people who named dice said different ones: neither counts. Absent: they did not. */
  readonly differ?: { readonly round: number; readonly by: readonly string[] };
}

export const INCIDENTS_MAX = 8;

/** `inSeries`: the game is played in series, as craps is. */
export function newDurableDice(inSeries: boolean): DurableDice {
  return {
    craps: inSeries ? { phase: "come-out" } : null,
    shooter: null,
    throwsOfSet: 0,
    changeOwed: false,
    announced: false,
    incidents: [],
    named: null,
  };
}

/** Whether the dice must be changed before the next throw: in a series of craps only once it has ended. */
export const isChangeDue = ({ changeOwed, craps }: DurableDice): boolean =>
  changeOwed && craps?.phase !== "point";

/** Whether it must be said now if the die that fell was found: the series in which it fell is over. */
export const isDieAsked = ({ dieSought, craps }: DurableDice): boolean =>
  dieSought === true && craps?.phase !== "point";

/** Faces in one order, for people and to compare them. */
export const textOfFaces = (faces: readonly string[]): string => [...faces].sort().join(" ");

/** Whether a person is the jefe de mesa or the inspector: of two people who name dice, one must be. */
export const isHead = ({ role }: Person): boolean => role === "jefe-de-mesa" || role === "inspector";

/** Steps of dice rulebooks that the table itself follows, by their ids. */

/** The law orders a change of the dice before the next throw; key `change-dice` does it. */
export const CHANGE_STEPS: readonly string[] = ["change-terna", "new-set"];

/** The shooter takes other dice, also while a point stands. */
const OTHER_DICE_STEPS: readonly string[] = [
  "offer-remaining-dice",
  "replace-broken-die",
  "choose-new-pair",
  ...CHANGE_STEPS,
];

/** The shooter has lost the right to throw, or leaves: the dice pass on. */
export const PASS_STEPS: readonly string[] = ["pass-the-dice"];

/** A die fell in a series, which is played to its end with another one; then it must be known whether it was found. */
const FALLEN_DIE_STEPS: readonly string[] = ["offer-remaining-dice"];

/** The throw is valid, and bets that do not win are left where they are (Cantabria A.9.V.2). */
export const NO_LOSERS_STEP = "leave-the-others";

/** The dice part after one record. `stands`: the verdict that was valid before it. */
export function reduceDice(
  before: DurableDice,
  body: RecordBody<DiceTypes>,
  stands: VerdictRecord<DiceTypes> | null,
): DurableDice {
  switch (body.kind) {
    case "phase":
      if (body.phase === "throwing") return without(before, "mayChange");
      if (body.phase === "closed") return newSession(before);
      if (body.phase !== "betting") return before;
      // Bets that are open again are those of the same round: what was said of it stands.
      return {
        ...before,
        announced: false,
        incidents: before.incidents.filter(({ round }) => round === body.round),
        named: null,
      };
    case "result":
      return {
        ...before,
        craps: body.result.craps?.after ?? before.craps,
        throwsOfSet: before.throwsOfSet + 1,
        named: null,
        // The seven that loses takes the dice from the shooter.
        ...(body.result.craps?.call === "seven-out"
          ? { shooter: null, passing: { from: before.shooter } }
          : {}),
      };
    case "void":
      return reduceVoid(before, body, stands);
    case "undecided":
      return body.late === undefined
        ? takeBackResult(before, stands, body.round)
        : withSeries(before, body.late);
    case "throw-incident": {
      // A question to a person changes nothing yet.
      if (body.verdict === "person-decides") return before;
      const ordersChange = body.then.some(({ step }) => CHANGE_STEPS.includes(step));
      const isPassed = body.then.some(({ step }) => PASS_STEPS.includes(step));
      return {
        ...(ordersChange ? without(before, "dieSought") : before),
        ...(isPassed ? passedOn(before) : {}),
        // A die that was lost: the set goes when the series has ended.
        changeOwed: before.changeOwed || (body.verdict === "stands" && ordersChange),
        incidents: [...before.incidents, body].slice(-INCIDENTS_MAX),
      };
    }
    case "dice-set":
      return reduceDiceSet(before, body);
    case "key":
      // What is said late of an earlier round announces nothing of this one.
      if (body.key.key === "announce")
        return body.key.round === body.round ? { ...before, announced: true } : before;
      if (body.key.key === "die-found") return without(before, "dieSought");
      if (body.resolves?.series !== undefined) return seriesResolved(before, body.resolves);
      return body.key.key === "dice-are" ? reduceNaming(before, body.key, body.by) : before;
    default:
      return before;
  }
}

function reduceVoid(
  before: DurableDice,
  body: VoidRecord<DiceTypes>,
  stands: VerdictRecord<DiceTypes> | null,
): DurableDice {
  const { round, late } = body;
  const orders = (steps: readonly string[]): boolean => body.then.some(({ step }) => steps.includes(step));
  const isExtended = stands?.kind === "void" && stands.round === round;
  // The steps of a late void are those of the round as it stood.
  const wasInSeries =
    late !== undefined || seriesBefore({ dice: before, verdict: stands, round }, round)?.phase === "point";
  return {
    ...(late === undefined ? takeBackResult(before, stands, round) : withSeries(before, late)),
    ...(orders(OTHER_DICE_STEPS) ? { mayChange: true as const } : {}),
    ...(orders(FALLEN_DIE_STEPS) && wasInSeries ? { dieSought: true as const } : {}),
    changeOwed: before.changeOwed || orders(CHANGE_STEPS),
    // A further cause of a void is not another throw.
    throwsOfSet: before.throwsOfSet + (isExtended || late !== undefined ? 0 : 1),
    named: null,
  };
}

/** The shooter throws no more: the dice pass on, and do not come back with a result that is taken back. */
function passedOn({ shooter, passing }: DurableDice): Pick<DurableDice, "shooter" | "passing"> {
  return { shooter: null, passing: { from: shooter ?? passing?.from ?? null, isLost: true } };
}

/** A change of dice or thrower, a point that somebody marked, or the minutes in play. */
function reduceDiceSet(before: DurableDice, { event, craps, detail }: DiceSetRecord): DurableDice {
  const count = (value: unknown): number | null => (typeof value === "number" ? value : null);
  switch (event) {
    case "changed": {
      // Dice that a shooter takes to end a series belong to the set that must be changed.
      const isSetNew = craps?.phase !== "point";
      return {
        ...withClock(without(isSetNew ? without(before, "dieSought") : before, "mayChange"), { set: 0 }),
        changeOwed: before.changeOwed && !isSetNew,
        throwsOfSet: 0,
      };
    }
    case "thrower-changed":
      return { ...withClock(without(before, "passing"), { thrower: 0 }), shooter: count(detail["seat"]) };
    case "clock":
      return { ...before, clock: { set: count(detail["set"]), thrower: count(detail["thrower"]) } };
    case "point-asked":
      return { ...before, pointAsked: { why: detail["why"] as DiceReason } };
    case "point-marked":
      return { ...without(before, "pointAsked"), craps };
  }
}

/** Where the series stands once somebody has marked it unasked: by his word alone, where the dice had it elsewhere. */
export function markedSeries(before: CrapsState | null, marked: CrapsState): CrapsState {
  const own = ownSeries(before);
  return own !== null && pointOf(own) === pointOf(marked) ? marked : { ...marked, byWord: { own } };
}

/** Where the dice have brought the series, whatever somebody has marked; null: nobody knows. */
const ownSeries = (series: CrapsState | null): CrapsState | null =>
  series?.byWord === undefined ? series : series.byWord.own;

/** Where it stands without a throw that moved it: as before that, or where somebody has marked another point since. */
export function seriesWithout(
  now: CrapsState | null,
  { before, after }: Pick<NonNullable<DiceOutcome["craps"]>, "before" | "after">,
): CrapsState | null {
  if (pointOf(now) === pointOf(after)) return before;
  const own = now?.byWord?.own ?? null;
  const isOwn = now !== null && own !== null && pointOf(own) === pointOf(after);
  return isOwn ? { ...now, byWord: { own: ownSeries(before) } } : now;
}

/** A session begins with a first throw, and by whom is said then. */
export function newSession(before: DurableDice): DurableDice {
  const { clock: _clock, passing: _passing, pointAsked: _asked, ...others } = before;
  const { mayChange: _change, dieSought: _sought, ...rest } = others;
  return { ...rest, craps: before.craps === null ? null : { phase: "come-out" }, shooter: null };
}

function without(
  before: DurableDice,
  key: "mayChange" | "passing" | "clock" | "differ" | "pointAsked" | "dieSought",
): DurableDice {
  const { [key]: removed, ...rest } = before;
  return removed === undefined ? before : rest;
}

/** Minutes that are counted begin anew with the change. */
function withClock(before: DurableDice, change: Partial<NonNullable<DurableDice["clock"]>>): DurableDice {
  return before.clock === undefined ? before : { ...before, clock: { ...before.clock, ...change } };
}

/** The first name waits for the second; when two differ neither counts. */
function reduceNaming(
  before: DurableDice,
  { round, faces }: KeyNamed<"dice-are", DiceTypes>,
  by: Person,
): DurableDice {
  const rest = without(before, "differ");
  const first = before.named?.round === round ? before.named : null;
  if (first !== null && first.by !== by.name && textOfFaces(first.faces) !== textOfFaces(faces))
    return { ...rest, named: null, differ: { round, by: [first.by, by.name] } };
  return { ...rest, named: { round, faces, by: by.name, ...(isHead(by) ? { isHead: true as const } : {}) } };
}

/**
 * Undoes what a result did when it is taken back: to the series, unless somebody has marked another point since; and after a
 * seven the shooter has the dice again, unless somebody else has them by now.
 */
function takeBackResult(
  before: DurableDice,
  stands: VerdictRecord<DiceTypes> | null,
  round: number,
): DurableDice {
  if (stands?.kind !== "result" || stands.round !== round) return before;
  const { craps } = stands.result;
  if (craps === null) return before;
  const { passing } = before;
  const isShooterBack = passing !== undefined && passing.isLost !== true && craps.call === "seven-out";
  return {
    ...(isShooterBack ? { ...without(before, "passing"), shooter: passing.from } : before),
    craps: seriesWithout(before.craps, craps),
  };
}

/**
 * A round that is over counts no more: the series goes where the record says, or a person is asked where it stands. A seven-out that is
 * taken back gives the dice back, but not to somebody who may throw no more.
 */
function withSeries(before: DurableDice, { series }: DiceTypes["late"]): DurableDice {
  if (series === undefined) return before;
  const { passing } = before;
  if (series === null) return { ...before, pointAsked: before.pointAsked ?? { why: "series-unknown" } };
  const isShooterBack = passing !== undefined && passing.isLost !== true && series.phase === "point";
  return {
    ...(isShooterBack ? { ...without(before, "passing"), shooter: passing.from } : before),
    craps: series,
  };
}

function seriesResolved(before: DurableDice, { series, passes }: Resolved<DiceTypes>): DurableDice {
  if (series === null) return withSeries(before, { series });
  return {
    ...before,
    craps: series ?? before.craps,
    ...(passes === true && before.passing?.isLost !== true
      ? { shooter: null, passing: { from: before.shooter } }
      : {}),
  };
}

/** What is durable of a series: where it stands, and what the newest round came to. */
type SeriesNow = Pick<Durable<DiceTypes>, "dice" | "verdict" | "round">;

/**
 * Where the series stood before the newest throw: one that has a result may have moved it. Null: it is not known (the round is an
 * earlier one), or the game is played in none.
 */
export function seriesBefore({ dice, verdict, round: newest }: SeriesNow, round: number): CrapsState | null {
  const before = verdict?.kind === "result" && verdict.round === round ? verdict.result.craps?.before : null;
  return before ?? (round < newest ? null : dice.craps);
}

const pointOf = (craps: CrapsState | null): number | null => (craps?.phase === "point" ? craps.point : null);
