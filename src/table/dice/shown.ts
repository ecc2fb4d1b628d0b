import type { DieFace } from "../../dice/faces.ts";
import type { CrapsState } from "../../dice/outcome-types.ts";
import type { ThrowIncidentRecord } from "./records.ts";

/** The dice part of the durable table: what the screens are drawn from beside verdict and series. A fold over the records. */
export interface DiceShown {
  /** Craps: where the series stands; null at every other game. */
  readonly craps: CrapsState | null;
  /** The shooter's place as somebody keyed it; null: not said, or the croupier throws. */
  readonly shooter: number | null;
  /** Throws since the dice were changed last. */
  readonly throwsOfSet: number;
  /** A die fell or broke: other dice may be taken also while a point stands. Absent: not so. */
  readonly mayChange?: true;
  /** The series was lost: the dice pass on, from this place (null: it was not said). Absent: nobody is waited for. */
  readonly passing?: { readonly from: number | null };
  /** The law orders the dice to be changed before the next throw; in a series of craps once it has ended. */
  readonly changeOwed: boolean;
  /** The result of the present round was announced (key `announce`). */
  readonly announced: boolean;
  /** Incidents of the present round, oldest first, at most 8. */
  readonly incidents: readonly ThrowIncidentRecord[];
  /** Minutes that dice and thrower have been in play, as they were noted last. Absent: the law sets no limit, or the table is closed. */
  readonly clock?: { readonly set: number | null; readonly thrower: number | null };
  /** What one person named, waiting for the second; null: nothing waits. */
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

export function noDice(craps: boolean): DiceShown {
  return {
    craps: craps ? { phase: "come-out" } : null,
    shooter: null,
    throwsOfSet: 0,
    changeOwed: false,
    announced: false,
    incidents: [],
    named: null,
  };
}

/** Whether the dice must be changed before the next throw: what is owed in a series of craps is due when it has ended. */
export function isChangeDue(shown: DiceShown | undefined): boolean {
  return shown?.changeOwed === true && shown.craps?.phase !== "point";
}
