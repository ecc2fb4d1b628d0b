import type { DieFace } from "../../dice/faces.ts";
import type { CrapsState, DiceOutcome } from "../../dice/outcome-types.ts";
import type { Person } from "../../people/roles.ts";
import type { NextStep, Reason } from "../../rules/facts.ts";

/** What a throw came to, with the picture that it was read from. */
export interface DiceResult extends DiceOutcome {
  /** Where each die lay, in the eye's order: face, tenths of a millimetre. Empty when people named the dice. */
  readonly lay: readonly { readonly face: DieFace; readonly x: number; readonly y: number }[];
  /** Hex SHA-256 of the evidence picture; null when people named the dice. */
  readonly picture: string | null;
  /** Named by two people, not by the machine: never certified. */
  readonly manual?: true;
}

/**
 * Something that the law knows of a throw whose result stands: winners win and nobody loses, a duty was broken. `person-decides`:
 * a person is asked whether it is so.
 */
export interface ThrowIncidentRecord {
  readonly kind: "throw-incident";
  readonly round: number;
  readonly reason: Reason;
  readonly verdict: "stands" | "deviation" | "person-decides";
  readonly then: readonly NextStep[];
  readonly calledBy: "machine" | Person;
}

/**
 * The life of a table's dice: sets, throwers and the series of craps, as people said by key or a throw decided. `clock`: how many
 * minutes set and thrower have been in play, where the law limits it. `point-asked`: dice may have been thrown unseen (`why`), and
 * where the series stands is to be confirmed.
 */
export interface DiceSetRecord {
  readonly kind: "dice-set";
  readonly round: number;
  readonly event: "changed" | "thrower-changed" | "point-marked" | "point-asked" | "clock";
  readonly craps: CrapsState | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}
