import type { Tableau } from "../cards/baccarat/tableau.ts";
import type { SoftSeventeen } from "../cards/black-jack.ts";
import type { Qualifying, Ranking } from "../cards/poker/ranking.ts";
import type { ColourRule } from "../cards/treinta-y-cuarenta.ts";
import type { PaiGowCount } from "./pai-gow-first.ts";
import type { Move } from "../people/keys.ts";
import type { Cite } from "./pack.ts";

/**
 * A card game as data: what is loaded, how it is dealt step by step, who may say what and when, and how the cards decide.
 * One tracker plays every game from it (`src/table/shoe/`).
 */
export interface CardGame {
  /** `shoe`: a machine reads the cards. `none`: the catalogue has them dealt by hand, and people attest everything. */
  readonly reader: "shoe" | "none";
  readonly decks: {
    /** How many decks (barajas) may be loaded, each a possibility. */
    readonly counts: readonly number[];
    readonly pack: 52 | 32 | 28;
    readonly jokers: 0 | 1 | 2 | 3;
    /** Two decks are played by turns, each a round, while the machine shuffles the other; `other-backs`: of two colours. */
    readonly byTurns?: "any-backs" | "other-backs";
    readonly cite: Cite;
  };
  /** Cards burnt (quemadas) out of a new shoe before its first round. `first-card-value`: as many as the first card is worth. */
  readonly burn: {
    readonly rule: "none" | "fixed" | "first-card-value";
    /** For `fixed`. For `first-card-value` what a figure or a ten counts. 0 for `none`. */
    readonly cards: number;
    /** Of `first-card-value`: whether the number includes the card shown the text does not say. A burn of either number is right. */
    readonly shownCard?: "not-stated";
    readonly cite?: Cite;
  };
  /** The cut card (carta de corte, separador, stop card); null: the game has none. */
  readonly cutCard: {
    /** Cards behind it. */
    readonly behind: { readonly exactly: number } | { readonly atLeast: number } | "not-stated";
    /** What its appearance in a round does. `void-round`: treinta y cuarenta annuls the hand. */
    readonly then: "finish-round" | "one-more-round" | "void-round" | "not-stated";
    /** `house`: whether one more round follows when it appears behind a complete one, the text says both ways. */
    readonly afterRound?: "house";
    readonly cite: Cite;
  } | null;
  /** Places that cards are dealt to, from the croupier's left; null: the game has no seats of its own. */
  readonly seats: {
    readonly most: number;
    /**
     * No round begins with fewer seats in play: the bets cannot be closed by key, and a round whose first card closed them is left
     * to a person. Absent: the text forbids none. A number that is only wanted to begin with is a step of the session's opening.
     */
    readonly least?: { readonly count: number; readonly cite: Cite };
    readonly cite: Cite;
  } | null;
  /** `call`: by the croupier's words. `first-card`: they are closed when the first card leaves, at the latest. */
  readonly betsClose: "call" | "first-card";
  readonly deal: readonly DealStep[];
  /** Null: no machine reads this game, people say who won. */
  readonly outcome: OutcomeRule | null;
}

/**
 * Who receives cards. `seats`: every seat in play that is still in, in order from the first to be dealt. Seats are numbered in
 * the direction in which the game deals, whatever is painted on the cloth. `places`: the bank and every seat in play, round the
 * table from the first to be dealt, the bank after the last seat (pai gow); `board`: common cards of all hands; `burnt`: set
 * aside unseen in the course of a round, burnt or dead cards.
 */
export type Receiver =
  "seats" | "places" | "bank" | "punto" | "banca" | "cloth-1" | "cloth-2" | "board" | "burnt";

/**
 * So many cards to each of these hands, one hand after the other. `first` and `last` are of all the cards that the step gives
 * the hand, over all its `times`.
 */
export interface Portion {
  readonly hand: Receiver;
  readonly cards: number;
  readonly up: "all" | "none" | "first" | "last";
}

/** One step of the deal. Steps follow each other; one that has nothing to do is passed over. */
export type DealStep =
  /**
   * Cards to the hands in this order, the whole row so many times. `packets`: a machine gives each portion at once.
   * `ifPackets`: where the catalogue deals otherwise from a machine that gives packets, what is dealt then, once, each portion a
   * packet (`plays/deal.ts`). `fromLowest`: the seat whose card of this number is the lowest is dealt first, of equal ones the last
   * seat, the nearest to the croupier's right; absent: the first seat.
   */
  (
    | {
        readonly step: "deal";
        readonly to: readonly Portion[];
        readonly times: number;
        readonly packets?: true;
        readonly ifPackets?: readonly Portion[];
        readonly fromLowest?: number;
      }
    /**
     * The croupier turns up what lies face down (descubrir): every hand of these that is still in. `cards`: only the first
     * so many of each, those that lie up already among them. `orFold`: a hand may be thrown in unseen instead.
     */
    | {
        readonly step: "turn";
        readonly hands: readonly Receiver[];
        readonly cards?: number;
        readonly orFold?: true;
      }
    /** Punto and banca draw by the table of third cards, or say carta / no where it leaves them a choice. */
    | { readonly step: "third-card"; readonly tableau: Tableau }
    | { readonly step: "third-card-two-cloths"; readonly tableau: Tableau }
    /** Treinta y cuarenta: the black row until 31 is reached, then the red one. Hands `row-black` and `row-red`. */
    | { readonly step: "rows"; readonly colour: ColourRule }
    /**
     * War: whoever tied goes to war or gives up. `burn`: cards burnt before each of the two cards of a war. `after`: the
     * desempate of Canal 21, between a bank that has 21 with two cards and every hand of 21; who does not want it stands.
     */
    | { readonly step: "war"; readonly burn: number; readonly after?: "twenty-one" }
    /** Players of black-jack, seat by seat. */
    | {
        readonly step: "twenty-one-players";
        readonly moves: readonly Move[];
        /** Hands that one seat may make by splitting; 1: no split; absent: as many as it gets equal cards. */
        readonly mostHands?: number;
        /** Split aces get one card each. */
        readonly splitAcesOneCard: boolean;
        /** Totals of the first two cards on which doubling is allowed; absent: any. */
        readonly doubleOn?: readonly number[];
        /** The bank's first cards against which insurance is offered; absent: an ace. */
        readonly insuranceOn?: "ace" | "ace-or-ten";
        /** Until when it may be said; absent: until the first player has taken a third card. `bank-card`: until the bank's second one. */
        readonly insuranceUntil?: "bank-card";
        /** Aces that were split may be split again. */
        readonly resplitAces?: true;
        /** When a hand of two cards may be given up; absent: not against an ace, not after a split, when its turn comes. */
        readonly surrender?: {
          readonly againstAce: boolean;
          readonly afterSplit: boolean;
          /** `first-card`: until the first player has taken a third card. */
          readonly until: "own-turn" | "first-card";
        };
      }
    /**
     * The bank of black-jack. `shortcuts`: it takes no card that could not change anything (Chile, III.1.5.1: only black-jacks
     * are left, or only insurances); `first-card`: none where only hands are left that its first card has paid, and a second one
     * where only insurances are (Canal 21, Chile, III.1.5.3, ll. 1340; 1374). A second and third step of this kind begin again from its first card (Challenge 21);
     * `onlyIfBet`: played when somebody said `bet`.
     */
    | {
        readonly step: "twenty-one-bank";
        readonly soft: SoftSeventeen;
        readonly shortcuts?: true | "first-card";
        readonly onlyIfBet?: true;
        /** First cards of the bank against which a black-jack may be paid at once, one to one; absent: none. */
        readonly evenMoney?: "ace" | "ace-or-ten";
      }
    /**
     * People say something for each hand that is in. `in-turn`: seat by seat; `any`: in whatever order; `exchange` among the moves:
     * before its word a hand may buy one card for one of its own. `interval`: a betting interval, in which hands say what they want
     * (`fold` above all) and which is over when the `round` is `bets-equal` or one hand alone is left.
     */
    | { readonly step: "say"; readonly moves: readonly Move[]; readonly order: "in-turn" | "any" | "interval" }
    /**
     * Each seat in turn changes up to so many cards, and gets as many. `bank`: then the croupier turns his cards and changes by
     * the rule of draw poker (`plays/draw-bank.ts`), hands ranked so.
     */
    | { readonly step: "exchange"; readonly atMost: number; readonly bank?: { readonly ranking: Ranking } }
    /** Pai gow: every hand that is in is set as two cards and five. */
    | { readonly step: "set" }
    /** Who is dealt first: the button says it, or three dice (pai gow), counted so. */
    | { readonly step: "first-seat"; readonly by: "button" }
    | { readonly step: "first-seat"; readonly by: "dice"; readonly count: PaiGowCount }
  ) & { readonly cite: Cite };

/**
 * How the cards decide. `compareOn`: hands of one combination are compared to their last card though the text names fewer (Chile:
 * only hands equal in all five tie); absent: a round that would hang on such a card is left to a person; `house`: so too, unless the
 * house has adopted the house rule `compare-on`.
 */
export type OutcomeRule = (
  | { readonly kind: "punto-y-banca"; readonly tableau: Tableau }
  | { readonly kind: "two-cloths"; readonly tableau: Tableau }
  | { readonly kind: "treinta-y-cuarenta"; readonly colour: ColourRule }
  | { readonly kind: "war" }
  | {
      readonly kind: "twenty-one";
      readonly perfectPairs?: true;
      /** Hands of the bank, each from its first card (Challenge 21: 3, the third for who bet on it); absent: one. */
      readonly bankHands?: 3;
      /** Canal 21: a 21 is not lost to a bank of 21 with two cards; the desempate decides, or nobody wins. */
      readonly tieBreak?: true;
      /** The text does not make clear whether the aces of a doubled hand may count eleven. */
      readonly acesOfDoubled?: "not-stated";
    }
  /** Every seat against the bank. */
  | {
      readonly kind: "bank-poker";
      readonly from: HandFrom;
      readonly ranking: Ranking;
      /** What the bank needs to open the game; null: nothing. */
      readonly qualifies: Qualifying | null;
      /** A bank that does not open ends the round at once: the seats are not turned. */
      readonly endsUnqualified?: true;
      readonly compareOn?: true | "house";
    }
  /** Seats against each other. */
  | {
      readonly kind: "table-poker";
      readonly from: HandFrom;
      readonly ranking: Ranking;
      readonly compareOn?: true | "house";
    }
  /** Every seat's own cards against a table of payments, nobody against a bank (Trijoker). `least`: what is paid first. */
  | {
      readonly kind: "pay-table-poker";
      readonly from: HandFrom;
      readonly ranking: Ranking;
      readonly least: Qualifying;
    }
  | {
      readonly kind: "pai-gow";
      readonly ranking: Ranking;
      readonly compareOn?: true | "house";
    }
) & { readonly cite: Cite };

/**
 * The cards that make a hand: the own ones as they are; all own and common ones together; the best five of all; or exactly two
 * own and three common ones (Omaha).
 */
export type HandFrom = "own" | "own-and-board" | "best-of-all" | "two-own-three-board";

/** Scopes of rules in card games. `next-round`: the round after this one. `card`: one card; `bet`, `session` as for wheels. */
export type CardScope = "round" | "next-round" | "hand" | "cloth" | "card" | "shoe";

/**
 * What a rule does to the deal beside what people do in its steps.
 * - `burn-card`: the card in question is set aside, whoever was to have it gets the next.
 * - `burn-stuck`: all the cards that left together are set aside; `choose-stuck`: the player says which one, the others follow.
 * - `burn-early`: the cards that left before the bets were closed are set aside.
 * - `burn-missing`: the cards that were not burnt out of the new shoe are burnt at the end of the round.
 * - `burn-and-close`: as `burn-card`, and the hand has no further card.
 * - `use-card`: it stands as it was dealt. `hold-card`: it becomes the first card of what follows, of the next round if this
 *   one is decided. `hold-rest`: it is one of the rest of the pack, taken out of the machine for the exchange.
 * - `hold-for-bank`: a card that nobody asked for is the punto's if he asks, and else the banker must take it.
 * - `hold-by-table`: the punto stood: the banker's cards are turned, and his table says whether the card is his or is set aside.
 * - `hand-out`: the hand takes no further part. `bind-bank`, `bind-punto`, `bind-both`: from here on the table of third cards
 *   binds that side, or both; `bind-bank-draws`: and the bank draws where it leaves a choice.
 * - `skip-hand`: a seat was passed over in the deal: the cards booked to it are those of the hands after it.
 * - `reshuffle`: the shoe is to be loaded and shuffled anew before the next round; `wait-for-shuffle`: before the next card, and
 *   the round waits for it. `remove-machine`: it leaves the table.
 * - `none`: people put it right by the steps; what the machine knows does not change.
 */
export const CARD_EFFECTS = [
  "burn-card",
  "burn-stuck",
  "choose-stuck",
  "burn-early",
  "burn-missing",
  "burn-and-close",
  "use-card",
  "hold-card",
  "hold-rest",
  "hold-for-bank",
  "hold-by-table",
  "hand-out",
  "skip-hand",
  "bind-bank",
  "bind-bank-draws",
  "bind-punto",
  "bind-both",
  "reshuffle",
  "wait-for-shuffle",
  "remove-machine",
  "none",
] as const;
export type CardEffect = (typeof CARD_EFFECTS)[number];
