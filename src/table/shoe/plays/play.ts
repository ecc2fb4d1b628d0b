import type { Face } from "../../../cards/card.ts";
import type { Category } from "../../../cards/poker/category.ts";
import type { Move } from "../../../people/keys.ts";
import type { DealStep, OutcomeRule } from "../../../rules/card-game.ts";
import type { CardReason } from "../../../codes/reasons.ts";

/**
 * What the plays of the games see and say. A play never sees a card that lies face down: it gets {@link PublicDeal}, in which
 * hidden and unread cards have no face. So nothing that it asks for (a duty, a key that is offered, an instant) can tell one.
 */

/** `seat-3`, `seat-3.2` (second hand of a split), `bank`, `punto`, `banca`, `cloth-1`, `cloth-2`, `row-black`, `row-red`, `board`, `burnt`. */
export type HandId = string;

export interface PublicCard {
  /** Running number of the card in this round, from 1. */
  readonly n: number;
  /** Null while it lies face down, and when nobody could read it. */
  readonly face: Face | null;
  readonly up: boolean;
}

export interface PublicHand {
  readonly id: HandId;
  readonly cards: readonly PublicCard[];
  /** `folded` and `surrendered` by their own word; by a rule `out`, and `lost` where the rule says that it has lost. */
  readonly state: "in" | "folded" | "surrendered" | "out" | "lost";
  /** Pai gow: positions of the low hand, or null. */
  readonly low: readonly [number, number] | null;
  /** What a rule says that it counts, whatever lies in it. */
  readonly deemed: number | "natural" | null;
}

/**
 * - `banca-draws`: bound, and in the cells that leave a choice it draws (Asturias, C.2, ll. 406–410; Cantabria, ll. 2774–2778).
 * - `banca-shows`: bound, and its cards are turned before it has a third one (Asturias, C.2, ll. 416–423).
 * - `banca-takes`: it has the card that it drew for a punto who then stood, whatever its cards are (Asturias, C.3, ll. 425–430).
 */
export type BoundSide = "punto" | "banca" | "banca-draws" | "banca-shows" | "banca-takes";

/** Something that was said for a hand. A move that a card implied (a card for a hand that may ask for one) is said too. */
export interface SaidMove {
  readonly who: HandId;
  readonly move: Move;
  /** How many cards all hands together had then: the order of words and cards. */
  readonly after: number;
  /** Positions or a count, where the move has them. */
  readonly cards: readonly number[];
  /** Nobody said it: this card left, and it may have been asked for. Absent: somebody did. */
  readonly impliedBy?: number;
  /** What the hand could have said in its place that gives it other cards; absent: nothing. */
  readonly instead?: readonly Move[];
  /** It was keyed behind the card before which it was said. Absent: in time. */
  readonly isLate?: true;
  /** The card that was dealt on it. */
  readonly dealt?: number;
}

/** Whether the seats play against each other, and against nobody else. */
export const playsAmongSeats = (outcome: OutcomeRule | null): boolean => outcome?.kind === "table-poker";

/** A round as everybody at the table may know it. */
export interface PublicDeal {
  /** Seats in play, by their numbers, lowest first. */
  readonly seats: readonly number[];
  /** {@link playsAmongSeats} */
  readonly isAmongSeats: boolean;
  /** The seat dealt first, 0 for the bank (pai gow); null: the lowest. */
  readonly first: number | null;
  /** In the order in which the hands came to be. */
  readonly hands: readonly PublicHand[];
  readonly said: readonly SaidMove[];
  /** Sides that an incident bound to the table of third cards. */
  readonly bound: readonly BoundSide[];
}

/** What happened since this step of the deal began. */
export interface StepProgress {
  /** The hands that got a card in this step, in order, one entry a card. Cards that were set aside again are not among them. */
  readonly dealt: readonly HandId[];
  readonly said: readonly SaidMove[];
  /** Hands that were turned up in this step. */
  readonly turned: readonly HandId[];
}

export interface CardDue {
  readonly to: HandId;
  readonly up: boolean;
  /** Cards of this packet that are still to come, this one included; 1 when cards are dealt one by one. */
  readonly packet: number;
  /** What the card means when it leaves without a key: `card` for whoever may ask for one. Null: it is simply due. */
  readonly means: { readonly who: HandId; readonly move: Move } | null;
}

/** What the table waits for. Derived from what is public alone. */
export interface Due {
  /** What the next card is; null: no card may leave now. */
  readonly card: CardDue | null;
  /** Who may say what. `who` is a hand, also one that has no card yet, or `round` for what is said of all. */
  readonly moves: readonly {
    readonly who: HandId;
    readonly moves: readonly Move[];
    /** For the moves that name positions (`exchange`, `set`): how many, and which. */
    readonly choose?: Choice;
  }[];
  /** Hands that the croupier may turn up now. */
  readonly turn: readonly HandId[];
  /** Of each of these only the first so many cards, those that lie up already among them; absent: all. */
  readonly turnCards?: number;
  /** The croupier's next duty, for the display. */
  readonly duty: Duty;
}

/** Positions in a hand, from 0, that a move may name (`allowsPositions` in `exchange.ts`). */
export interface Choice {
  readonly least: number;
  readonly most: number;
  /** Only these, in any order: the law leaves no other. */
  readonly oneOf?: readonly (readonly number[])[];
}

/** `hand`: whose. The words are in `src/table/shoe/texts.ts`. */
export interface Duty {
  readonly code:
    | "deal"
    | "third-card"
    | "choice"
    /** A card left for this hand, nobody keyed that it was asked for, and nothing more is due to the hand: had it stood? */
    | "card-asked"
    /** The hand was turned without a word, and what it did by that decides the coup. */
    | "laid-down"
    | "turn"
    | "say"
    | "exchange"
    | "replace"
    | "set"
    | "first-seat"
    | "war-card"
    | "burn"
    | "bank-draws"
    | "choose-burnt"
    | "early-card"
    | "bets-call"
    | "decision"
    | "shuffle"
    | "settle";
  readonly hand: HandId | null;
  /** Of a decision: the rules that leave it to somebody; none: the law is silent. */
  readonly rules?: readonly string[];
}

/** What a hand shows by its turned cards, for the display and the record. */
export interface HandValue {
  /** Points or count; null where the game does not count. */
  readonly total: number | null;
  /** Black-jack: an ace still counts eleven. */
  readonly soft?: true;
  /** Combination; null where the game has none, or the hand is not complete. */
  readonly category: Category | null;
  /** Pai gow: what the low hand is; `category` is then that of the high one. */
  readonly low?: string;
}

export const OUTCOME_WORDS = [
  "wins",
  "loses",
  "ties",
  /** black-jack with two cards */
  "wins-black-jack",
  /** stake against a bank that does not qualify */
  "bank-not-qualified",
  "folded",
  "surrendered",
  "null",
  /** treinta y cuarenta: tie at 31 */
  "tie-at-31",
  "color",
  "inverso",
  "goes-to-war",
  "ties-after-war",
  "perfect-pairs",
  "par-de-color",
  "par-mezclado",
  "three-sevens",
  "badly-set",
  "paid-by-table",
] as const;
export type OutcomeWord = (typeof OUTCOME_WORDS)[number];

export interface DealOutcome {
  /** Every hand that was turned, with what it shows. */
  readonly values: readonly ({ readonly hand: HandId } & HandValue)[];
  /** Who won what, in the order in which it is called. `of`: a hand, or `round` for what is of the whole round. */
  readonly results: readonly { readonly of: HandId; readonly is: OutcomeWord }[];
  /** Poker against a bank: whether its hand opens the game; null where it need not. */
  readonly qualifies: boolean | null;
}

/** The round cannot be settled by the cards and the law: codes of `BECAUSE`, e.g. `law-open`, `ranks-beyond-text`. */
export interface OpenOutcome {
  readonly open: readonly CardReason[];
}

/** One kind of step. Its functions are pure and fast: they run for every card. */
export interface StepPlay<Step extends DealStep = DealStep> {
  /** What the step waits for; null: it is complete, or has nothing to do in this round. */
  due(step: Step, deal: PublicDeal, here: StepProgress): Due | null;
  /** What somebody has to say still once every step is over; null: nothing. Absent: never anything. */
  lastWord?(step: Step, deal: PublicDeal): Due | null;
  /** A breach of the table of third cards that the turned cards show; asked when a step ends. */
  breach?(step: Step, deal: PublicDeal, here: StepProgress): "punto" | "banca" | null;
}

export interface OutcomePlay<Rule extends OutcomeRule = OutcomeRule> {
  /** What each hand shows by the cards that are up now. */
  values(rule: Rule, deal: PublicDeal): DealOutcome["values"];
  /** The outcome of a deal whose steps are all complete. */
  outcome(rule: Rule, deal: PublicDeal): DealOutcome | OpenOutcome;
  /**
   * Asked whenever a step is complete: whether the outcome is certain already, so that the steps that follow have nothing to
   * do (all but one folded, the bank does not open). Absent: never.
   */
  over?(rule: Rule, deal: PublicDeal): boolean;
  /** Fills the tables that the first outcome would have to fill (some 0.1 to 0.3 s): called before the game begins. */
  prepare?(rule: Rule): void;
}
