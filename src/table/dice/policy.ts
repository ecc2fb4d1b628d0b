import type { FaceSet } from "../../dice/faces.ts";
import type { TableContext } from "../context.ts";
import type { Throw } from "./live.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import type { ReasonCode, DiceReason } from "../../codes/reasons.ts";

/**
 * What a table makes of throws. How a throw is seen from its first sign to dice at rest is one thing at every table with an
 * eye (`observe.ts`, `settle.ts`); what it belongs to and what it comes to is the table's own: at a dice table a round and its
 * verdict, at a game of cards that dice begin who is dealt first.
 */
export interface ThrowPolicy {
  /** Dice of one throw, and what they bear. */
  dice(context: TableContext): { readonly dice: number; readonly faces: FaceSet };
  /** Something is thrown: what it belongs to. Null: nothing is to be thrown now, and it is no throw of this table. */
  begin(context: TableContext): ThrowBegun | null;
  /** The eye sees the arena. */
  seen(context: TableContext): void;
  /** No die lies in the arena, and none is thrown. */
  cleared(context: TableContext): void;
  /** Dice lie at rest, and all that is waited for has come. Ends the throw. */
  judge(context: TableContext, now: Throw, read: ThrowRead): void;
  /** Nothing can be made of the throw, and why. Ends it. */
  undecide(context: TableContext, because: readonly ReasonCode[]): void;
}

export interface ThrowBegun {
  readonly round: number;
  /** Bets were closed by the call before it, where the game wants that. */
  readonly called: boolean;
  /** What is against it already. */
  readonly doubts: readonly DiceReason[];
}

/** Throws an Error for a table without dice: a fault of the caller. */
export function courseOf(context: TableContext): ThrowPolicy {
  if (context.course === null) throw new Error("no dice are thrown at this table");
  return context.course;
}
