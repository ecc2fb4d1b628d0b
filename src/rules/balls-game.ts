import type { Cite, PackBase } from "./pack.ts";

/** A game of balls as data: bingo of ninety balls, as three of the catalogues have it. */

declare module "./pack.ts" {
  interface FamilyPacks {
    readonly balls: BallsPack;
  }
}

/** A game of balls and cards. */
export interface BallsPack extends PackBase {
  readonly family: "balls";
  readonly balls: BallsGame;
}

export interface BallsGame {
  /** The balls of a set, from 1 to this number. */
  readonly count: number;
  /** What a card has: so many rows of so many numbers. */
  readonly card: { readonly rows: number; readonly numbers: number; readonly cite: Cite };
  /** After so many games a set must be changed; `of`: of these machines alone. Null: the law does not say. */
  readonly setGames: { readonly most: number; readonly of?: "pneumatic"; readonly cite: Cite } | null;
  /** When people count the balls of the set; null: the law does not say. */
  readonly counted: { readonly at: readonly ("opening" | "closing")[]; readonly cite: Cite } | null;
  /** Fewer cards than these begin no game; null: the law does not say. */
  readonly leastCards: { readonly count: number; readonly cite: Cite } | null;
  /** What counts where the announced number is not that of the ball; null: the law does not say. */
  readonly misannounced: { readonly counts: "ball"; readonly cite: Cite } | null;
  /** From when on a game whose machine has failed goes on by hand; null: the law does not say. */
  readonly byHand: { readonly from: "first-ball"; readonly cite: Cite } | null;
  /** Where the cards of a game begin that are no first ones: behind the last one that was sold before; null: the law does not say. */
  readonly firstCard: { readonly follows: "last-sold"; readonly cite: Cite } | null;
  /** Until when another line may be called that was made no later than the first right one; null: the law does not say. */
  readonly otherLines: { readonly until: "resumption" | "end"; readonly cite: Cite } | null;
  /** What the acta of a game holds, in the law's order, and for how many months it is kept; null: the law has none. */
  readonly acta: {
    readonly fields: readonly ActaField[];
    readonly months?: number;
    /** No ball may come before price, cards, takings and prizes are written and announced. Absent: the law does not say so. */
    readonly complete?: "before-first-ball";
    readonly cite: Cite;
  } | null;
}

/** What the catalogues ask to be written of each game. */
export const ACTA_FIELDS = [
  "begun",
  "number",
  "series",
  "price",
  "sold",
  "takings",
  "progressive",
  "line",
  "bingo",
  "other-prizes",
  "prima",
  "cards",
  "incidents",
  "signed",
] as const;
export type ActaField = (typeof ACTA_FIELDS)[number];
