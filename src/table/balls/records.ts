import type { Person } from "../../people/roles.ts";
import type { CheckedCard, Claim } from "./cards/called-card.ts";
import type { UnknownCard } from "./cards/sold-cards.ts";
import type { BallDoubt } from "./observation.ts";

/** Records that only tables of balls have. */

/**
 * A ball came out. `number` null: it was not read. `repeats`: the place of a ball with the same number before it. A later record of the same
 * place says what people have found that ball to be.
 */
export interface BallRecord {
  readonly kind: "ball";
  readonly round: number;
  /** Its place in the order of extraction, from 1. */
  readonly n: number;
  readonly number: number | null;
  readonly by: "reader" | Person;
  /** Why it counts as not read. Absent: it was read. */
  readonly why?: BallDoubt | BallTrouble;
  readonly repeats?: number;
  /** The reader's own count of games. Absent: people say the ball, or the reader counts nothing. */
  readonly game?: number;
  /** It came while the game was interrupted. Absent: it did not. */
  readonly interrupted?: true;
}

/** What is wrong with a ball that was read. `contradicts`: the reader says another number of a place that has one. */
export type BallTrouble = "no-ball" | "ninety-first" | "fell-back" | "contradicts";

/** Something of the balls and their machine that is no ball of a game. */
export interface BallsSetRecord {
  readonly kind: "balls-set";
  readonly round: number;
  /** `unwatched`: balls may have come out that a reader did not see which counts none. */
  readonly event: "outside-game" | "count-differs" | "unwatched";
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** A card that somebody called was held against the balls so far. */
export interface CardCheckRecord {
  readonly kind: "card-check";
  readonly round: number;
  readonly claim: Claim;
  readonly series: string;
  readonly card: number;
  /** How many balls were out. */
  readonly balls: number;
  /** What the card comes to; null: it cannot be checked, `why` says so. */
  readonly checked: CheckedCard | null;
  readonly why?: UnknownCard;
  /** People read the card before everybody and say whether it is right. Absent: the machine checked it. */
  readonly said?: { readonly holds: boolean; readonly by: Person };
  /** The rule of the law that follows, and its steps. Absent: the law has none. */
  readonly rule?: string;
}

/** A card that won, and the ball that made it. */
export interface Winner {
  readonly series: string;
  readonly card: number;
  /** Null: people say that it won, and the machine does not know the card. */
  readonly ball: number | null;
  readonly at: number | null;
}

/** What a game came to. */
export interface BallsResult {
  /** The numbers as they came. */
  readonly order: readonly number[];
  readonly line: readonly Winner[];
  readonly bingo: readonly Winner[];
}
