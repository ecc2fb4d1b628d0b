import type { Face } from "../../cards/card.ts";
import type { Role } from "../../people/roles.ts";
import type { Text } from "../../text/language.ts";
import type { CertificateView, RuleView, StepView } from "../kernel/view/view.ts";
import type { CardCounts, IncidentVerdict } from "./records.ts";
import type { CardKey, TableKey } from "../../people/keys.ts";

declare module "../kernel/view/family-views.ts" {
  interface FamilyViews {
    readonly shoe: CardViews;
  }
}

/** What screens show of a card table alone. */
export interface CardViews {
  readonly view: {
    /** Hands, duty and keys. */
    readonly cards: CardsView | null;
  };
  readonly item: {
    /** What the round came to, in short. */
    readonly outcome: Text | null;
    /** Whose outcome it is (a hand, or `round`) and its word, for the sign in the series. */
    readonly called: { readonly of: string; readonly is: string } | null;
    /** With places: the bank's count, or what it had in words; null: no bank, or no result. */
    readonly bank: { readonly total: number | null; readonly says: Text | null } | null;
  };
  readonly result: DealResultView;
}

/** What a card table shows of a round, and which keys the moment allows. */
export interface CardsView {
  readonly hands: readonly HandView[];
  /** Hands that this game deals to, in the order of the deal: their places are kept free until their first card. */
  readonly expected: readonly { readonly id: string; readonly name: Text }[];
  /** The croupier's next duty, e.g. carta para el jugador; null between rounds. */
  readonly duty: Text | null;
  /** The hand that the duty is about. */
  readonly dutyHand: string | null;
  readonly keys: readonly CardKeyView[];
  readonly counts: CardCounts | null;
  readonly shoe: {
    readonly text: Text;
    readonly ready: boolean;
    readonly cutCardSeen: boolean;
    /** The law's call once the cut card was seen, e.g. última mano; null before, and where it has none. */
    readonly lastRound: Text | null;
  };
  /** Warnings of the device that wait for a person: what and how to acknowledge. */
  readonly warnings: readonly { readonly id: string; readonly text: Text; readonly doThis: Text }[];
  /** Incidents of this round, newest first, with what follows step by step. */
  readonly happened: readonly {
    readonly rule: RuleView;
    readonly hand: Text | null;
    readonly then: readonly StepView[];
    readonly verdict: IncidentVerdict;
  }[];
  /** Places of the table; null: this game has none. */
  readonly places: number | null;
  readonly seats: readonly number[];
  /** Cards that people must name, by their number. */
  readonly unread: readonly { readonly n: number; readonly hand: Text }[];
  /**
   * Unread cards that somebody has named: who waits for a second person, or the two whose words differed and were thrown away. The
   * card that was said is not here: the second word must be independent of the first.
   */
  readonly named?: readonly {
    readonly n: number;
    readonly by: string | null;
    readonly differ: readonly string[];
  }[];
  /** The decks of this game have jokers. */
  readonly jokers?: boolean;
  /** The game is played with one deck: no shoe. */
  readonly oneDeck?: boolean;
  /** The next round is annulled before it begins. */
  readonly nextVoid: boolean;
  /** The cards of the round, the newest first, with where each is booked; where one can be put instead. Absent: none has left. */
  readonly sheet?: {
    readonly cards: readonly {
      readonly n: number;
      readonly hand: string | null;
      readonly name: Text;
      readonly face: Face | null;
      readonly up: boolean;
    }[];
    readonly places: readonly { readonly id: string; readonly name: Text }[];
  };
  /** The dice by which this round begins, as an eye saw them; null: none were seen. */
  readonly firstDice: FirstDiceView | null;
}

/** A throw that says who is dealt first, or why it does not. */
export interface FirstDiceView {
  /** Smallest first; null: they were not read. */
  readonly faces: readonly string[] | null;
  readonly total: number | null;
  /** The number that the count ends at; the bank's is 1. */
  readonly position: number | null;
  /** Who is dealt first by them; null: nobody. */
  readonly first: Text | null;
  /** How it is counted, and the paragraph. */
  readonly rule: Text;
  readonly cite: string;
  /** It is counted in the way that the house has adopted: the law's text is silent. */
  readonly inferred?: true;
  /** Why they decide nothing; empty: they decide. */
  readonly because: readonly Text[];
}

export interface HandView {
  readonly id: string;
  readonly name: Text;
  /** `face` null: it lies face down, or was not read. */
  readonly cards: readonly {
    readonly face: string | null;
    readonly manual: boolean;
    readonly unread: boolean;
  }[];
  readonly total: number | null;
  readonly soft: boolean;
  /** Name of its combination, once its cards are up. */
  readonly category: Text | null;
  /** Pai gow: positions of the low hand and what it is, once the hand is set; `category` is then that of the high one. */
  readonly low?: { readonly at: readonly number[]; readonly category: Text };
  readonly state: "in" | "folded" | "surrendered" | "out" | "lost";
}

/** A key that the present moment allows, as it is to be sent, and what is written on it. */
export interface CardKeyView {
  readonly key: TableKey | CardKey;
  readonly text: Text;
  /**
   * `cards`: the person must first pick positions in the hand; `seats`: the seats in play; `face`: a card's face; `hand`: a hand;
   * `places`: cards of the sheet, and where they belong.
   */
  readonly asks: "cards" | "seats" | "face" | "hand" | "places" | null;
  /** Who may press it at this moment, where that is not everybody whose key it is. */
  readonly by?: readonly Role[];
  /** With `cards`: at least and at most so many. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** What screens show of a round of cards. */
export interface DealResultView {
  readonly kind: "deal-result";
  readonly round: number;
  /** What is called, in order: who (null: of the round as a whole) and what became of it. */
  readonly results: readonly {
    readonly hand: string | null;
    readonly of: Text;
    readonly is: Text;
    readonly word: string;
  }[];
  /** Poker against a bank: the bank opens, or does not; null where it need not. */
  readonly qualifies: boolean | null;
  readonly certified: boolean;
  /** A card was named by people: never certified by the machine. */
  readonly manual: boolean;
  readonly because: readonly Text[];
  readonly deviations: readonly RuleView[];
  readonly certificate: CertificateView;
}
