import type { FaceSet } from "../dice/faces.ts";
import type { CrapsState } from "../dice/outcome-types.ts";
import type { Role } from "../people/roles.ts";
import type { Text } from "../text/language.ts";
import type { Basis, Cite } from "./pack.ts";

/**
 * A game of dice as data: what is thrown, from what and by whom, when bets close, what a throw comes to. One tracker plays
 * every game from it (`src/table/dice/`); `src/rules/throw-outcome.ts` works out what a throw comes to.
 */
export interface DiceGame {
  readonly faces: FaceSet;
  /** Dice of one throw. */
  readonly dice: 2 | 3;
  /** `hand`: along the table, towards its far end. Shaker and cage keep their dice in sight until the next throw. */
  readonly thrownFrom: "hand" | "shaker" | "cup" | "horn" | "cage";
  readonly thrower: {
    readonly who: "shooter" | "croupier";
    /** A croupier who throws is relieved after so many minutes. */
    readonly reliefMinutes?: number;
    /** Craps: to whom the dice go after a seven that loses. Absent: the law does not say which way. */
    readonly passes?: { readonly to: "clockwise" | "right"; readonly cite: Cite };
    readonly cite?: Cite;
  };
  readonly set: DiceSet;
  /**
   * `call`: by the croupier's words (key `no-more-bets`). `shake`: at the latest as the shaker, cup or cage starts to move.
   * `announcement`: bets are open until the result is announced (key `announce`).
   */
  readonly betsClose: "call" | "shake" | "announcement";
  /** When the next round's bets open: once the dice are taken up, or when the croupier says so (key `open-bets`). */
  readonly betsOpen: "dice-taken-up" | "call";
  /** Craps: come-out and point; null for every other game. */
  readonly craps: CrapsPhases | null;
  readonly suertes: readonly DiceSuerte[];
  /** Throws that belong to no suerte at all: what then. Null: every throw belongs to one, or the game does not ask. */
  readonly noCategory: { readonly rule: Text; readonly basis: Basis; readonly cite: Cite } | null;
  readonly result: {
    /** What is said aloud, in order. */
    readonly announce: readonly ("faces" | "total" | "category")[];
    readonly by: Role;
    readonly cite: Cite;
  };
}

/** The dice that a table keeps. */
export interface DiceSet {
  /** How many dice a set may have, each a possibility; for a terna 3. */
  readonly counts: readonly number[];
  /** Sets that the table keeps (banca francesa: three ternas). */
  readonly sets: number;
  /** Side, mm; null: the text does not say. */
  readonly sideMm: readonly [number, number] | null;
  /** Opposite faces sum seven, as the text says; null: it does not say. */
  readonly oppositeSum: 7 | null;
  readonly transparent: boolean | null;
  /** `not-in-series`: not while a point stands, but for a die that fell off the table. */
  readonly change: "free" | "not-in-series";
  /** Sets take turns after so many minutes. */
  readonly rotateMinutes?: number;
  readonly cite?: Cite;
}

/** Totals of craps by phase. In the point phase the point wins and every total not named here goes on. */
export interface CrapsPhases {
  readonly comeOut: {
    readonly win: readonly number[];
    readonly lose: readonly number[];
    readonly point: readonly number[];
  };
  readonly pointLoses: readonly number[];
  /** Totals of a come-out on which bets against the dice neither win nor lose. */
  readonly barred: readonly number[];
  readonly cite: Cite;
}

/**
 * What a bet wins on. `what` of an outcome names the choices that win where the player chooses one.
 * - `total`: one of these totals; `notTriple`: but not with three equal dice. Loses otherwise.
 * - `chosen-total`: the chosen total.
 * - `equal`: at least so many dice bear one and the same face; `any`: whichever it is. Loses otherwise.
 * - `shows`: the chosen face shows on at least one die; `what` says on how many, `4x2`.
 * - `pair`: two chosen different faces both show, `1-4`.
 * - `line`: craps, the whole series; `come`: the same rule for a bet whose first throw this is.
 * - `number`: craps, each of these totals before seven (`right`), or seven before it (`wrong`); `what` names the numbers.
 * - `odds`: craps, decided with the point.
 * - `hard`: craps, this total as a double; loses on seven and on the total without one. `only`: in play in this phase only.
 * - `standing`: craps, these totals win, seven loses, anything else leaves it.
 */
export type DiceWin =
  | { readonly on: "total"; readonly totals: readonly number[]; readonly notTriple?: true }
  | { readonly on: "chosen-total"; readonly from: number; readonly to: number }
  | { readonly on: "equal"; readonly dice: 2 | 3; readonly face: "any" | "chosen" }
  | { readonly on: "shows" }
  | { readonly on: "pair" }
  | { readonly on: "line" | "come" | "odds"; readonly side: "right" | "wrong" }
  | { readonly on: "number"; readonly numbers: readonly number[]; readonly side: "right" | "wrong" }
  | { readonly on: "hard"; readonly total: number; readonly only?: CrapsState["phase"] }
  | { readonly on: "standing"; readonly totals: readonly number[] };

/** A bet of a dice game. */
export interface DiceSuerte {
  readonly id: string;
  /** `category`: at most one of these wins, and it names the throw (ases, pequeño, grande). `bet`: any other. */
  readonly group: "category" | "bet";
  readonly name: Text;
  readonly win: DiceWin;
  /**
   * What the catalogue pays, `61:1`, by what was made where it differs, `{ "2": "2:1" }`: the total, with `shows` how many
   * dice, with `odds` the point. Absent: not stated.
   */
  readonly pays?: string | Readonly<Record<string, string>>;
  readonly basis: Basis;
  readonly cite: Cite;
}
