import type { Key } from "../../people/keys.ts";
import type { Face } from "../../cards/card.ts";
import type { DieFace } from "../../dice/faces.ts";
import type { CountDirection } from "../../rules/pai-gow-first.ts";
import type { CardEffect } from "../../rules/card-game.ts";
import type { Person } from "../../people/roles.ts";
import type { NextStep, Reason } from "../../rules/facts.ts";
import type { DealOutcome, Due, HandId, PublicHand } from "./plays/play.ts";
import type { ReasonCode } from "../../codes/reasons.ts";

/** Records of card tables. None of them holds the face of a card that lies face down: only its commitment. */

/** A card as a record names it. */
export interface RecordedCard {
  /** Running number in the round, from 1. */
  readonly n: number;
  /** A hand; `burnt`; `discard`, given back for another; `held`, until it is known whose it is. */
  readonly to: HandId;
  readonly up: boolean;
  /** The face once it is turned up; null before, and when nobody could read it. */
  readonly face: Face | null;
  /** Hex SHA-256 that binds the face of a hidden card (`seal.ts`); null for one dealt face up or not read. */
  readonly commit: string | null;
  /** Named by two people, not by the reader. */
  readonly manual?: true;
  /** The reader failed: people have to name it before it can count. */
  readonly unread?: true;
  /** Where it lay before it was put right; absent: this is no correction of where it lies. */
  readonly was?: HandId;
}

/** Cards that were dealt or turned, words that were said, and what the table waits for after it. */
export interface DealRecord {
  readonly kind: "deal";
  readonly round: number;
  /** `dealt`: new cards. `turned`: cards that lay there are face up now, or have been named. `moved`: a card changed its hand. */
  readonly what: "dealt" | "turned" | "said" | "moved";
  readonly cards: readonly RecordedCard[];
  readonly due: Due | null;
  readonly counts: CardCounts;
  /** The hands are these, whole, and `cards` is all that lies in them: the round was derived anew. Absent: they are as they were. */
  readonly hands?: readonly { readonly id: HandId; readonly state: PublicHand["state"] }[];
  /** Incidents, by their rules, that did not happen in the round as it is now. */
  readonly withdrawn?: readonly string[];
  /** Words that cannot have been said in the round as it is now: they count no more, and are asked for again. */
  readonly unsaid?: readonly Key[];
}

/** Where the loaded cards are. They add up to `loaded`. */
export interface CardCounts {
  readonly loaded: number;
  readonly inside: number;
  readonly table: number;
  readonly burnt: number;
  readonly discard: number;
  readonly removed: number;
}

/** What becomes of an incident. */
export type IncidentVerdict =
  | "corrected"
  | "stands"
  | "deviation"
  | "person-decides"
  | "void-hand"
  | "void-cloth"
  | "void-next";

/** Something happened that the law knows (or is silent on), and the round goes on. */
export interface IncidentRecord {
  readonly kind: "incident";
  readonly round: number;
  /** The rule that applied, with what was seen. */
  readonly reason: Reason;
  readonly verdict: IncidentVerdict;
  readonly effect: CardEffect | null;
  readonly hand: HandId | null;
  readonly then: readonly NextStep[];
  readonly calledBy: "machine" | Person;
}

/**
 * The life of a shoe: loaded anew, cards burnt, counted, its cut card seen, taken from the table. `barred`: no round may begin with it,
 * `why` in the detail; `free`: that is over.
 */
export interface ShoeRecord {
  readonly kind: "shoe";
  readonly round: number;
  readonly event:
    | "loaded"
    | "burnt"
    | "ready"
    | "cut-card"
    | "counted"
    | "removed"
    | "emptied"
    | "barred"
    | "free";
  readonly counts: CardCounts;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** A throw of the dice by which a game begins (pai gow), as an eye saw it: whom it names, or why nobody. */
export interface FirstDiceRecord {
  readonly kind: "first-dice";
  readonly round: number;
  /** Smallest first; null: they were not read, or are no throw. */
  readonly faces: readonly DieFace[] | null;
  readonly total: number | null;
  /** The number that the count ends at, from 1, the bank's own. */
  readonly position: number | null;
  /** The hand that they name; null: none. It is dealt first only when `because` is empty. */
  readonly first: HandId | null;
  readonly banker: HandId;
  /** The way that the house counts; null: it has not said. */
  readonly counted: CountDirection | null;
  /** `derived`: from what the law states alone. `inferred`: counted the way that the house has adopted. */
  readonly basis: "derived" | "inferred" | null;
  /** Paragraph of the count. */
  readonly cite: string;
  /** Why the throw decides nothing: codes of `src/codes/reasons.ts`. */
  readonly because: readonly ReasonCode[];
  /** Hex SHA-256 of the evidence picture; null: none was taken. */
  readonly picture: string | null;
  /** What read it. */
  readonly witnesses: readonly string[];
}

/** The secret of a finished round: with it every commitment of the round can be opened, and its recording read. */
export interface OpenedRecord {
  readonly kind: "opened";
  readonly round: number;
  /** 64 hex characters. */
  readonly key: string;
}

/** What a round of cards came to. */
export interface DealResult extends DealOutcome {
  readonly cards: readonly { readonly hand: HandId; readonly faces: readonly (Face | null)[] }[];
}
