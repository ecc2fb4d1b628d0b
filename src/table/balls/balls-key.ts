import type { ActaWord } from "../../people/keys.ts";
import type { CardRows } from "./cards/card.ts";
import type { Claim } from "./cards/called-card.ts";
import type { SoldRange } from "./cards/sold-cards.ts";

declare module "../../people/keys.ts" {
  interface FamilyKeys {
    readonly balls: BallKey;
  }
}

/** What is said of the prizes, as it was said: never reckoned with. */
export interface SaidPrizes {
  readonly line: string;
  readonly bingo: string;
  readonly takings?: string;
  readonly others?: string;
  /** The ball, by its place, with which the other prizes are won at the latest. Absent: with any. */
  readonly until?: number;
}

/** Keys that only tables of balls have, in the order of a game. */
export type BallKey =
  /** jefe de mesa: so many balls of the set were counted, with their numbers and state. */
  | { readonly key: "balls-counted"; readonly count: number }
  /** jefe de mesa: another set is in the machine. */
  | { readonly key: "change-balls"; readonly why: "worn" | "unsound" }
  /** croupier: the sale begins: its first series, how many cards that has, and the price as it was announced. */
  | {
      readonly key: "sell-cards";
      readonly series: string;
      readonly size: number;
      readonly price: string;
      /** How many cards the printer's file of this series has, which the unit adds. Absent: the house has no file of it. */
      readonly filed?: number;
    }
  /** jefe de mesa: what was sold and the prizes, as they were announced. */
  | { readonly key: "cards-sold"; readonly sold: readonly SoldRange[]; readonly prizes: SaidPrizes }
  /** jefe de mesa: the game begins; nobody buys any more. */
  | { readonly key: "start-game" }
  /** croupier: somebody calls; the game stops. */
  | { readonly key: "interrupt" }
  /** croupier: this card was called, of the round as it stands. */
  | {
      readonly key: "call-card";
      readonly round: number;
      readonly claim: Claim;
      readonly series: string;
      readonly card: number;
      /** Its numbers, which the unit adds from the printer's file and no page sends. Absent: the house has none of this card. */
      readonly rows?: CardRows;
    }
  /** jefe de mesa: what he read of a called card that the machine does not know. */
  | { readonly key: "card-holds"; readonly round: number; readonly holds: boolean }
  /** jefe de mesa: the game goes on; what was not called by now is lost. */
  | { readonly key: "resume-game" }
  /** jefe de mesa: the game is over. `early`: with neither a bingo nor all its balls, for somebody to decide what becomes of it. */
  | { readonly key: "end-game"; readonly early?: true }
  /** What a ball is that nobody could read, or that two people find to be another: counts once a second person has said the same. */
  | { readonly key: "ball-is"; readonly round: number; readonly n: number; readonly number: number }
  /** croupier: drawn by hand, with the balls that are left. */
  | { readonly key: "draw-by-hand" }
  /** croupier: the next ball, drawn by hand. */
  | { readonly key: "ball-drawn"; readonly number: number }
  /** Another number was announced than that of the ball; it was corrected aloud. */
  | { readonly key: "misannounced"; readonly round: number; readonly n: number; readonly said: number }
  /** jefe de mesa: what stands in the acta of this game, which may be over. */
  | { readonly key: "write-acta"; readonly round: number; readonly about: ActaWord; readonly says: string };
