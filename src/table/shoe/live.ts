import type { Face } from "../../cards/card.ts";
import { cardsIn, type Deck } from "../../cards/decks.ts";
import { loadShoe, countCards, type ShoeAccount } from "../../cards/shoe-account.ts";
import type { CardGame, DealStep } from "../../rules/card-game.ts";
import type { FactSheet } from "../../rules/facts.ts";
import type { CardPack } from "../../rules/pack.ts";
import type { Reason } from "../../rules/facts.ts";
import type { Person } from "../../people/roles.ts";
import type { Phase } from "../kernel/phase.ts";
import type { ShoeMode, ShoeObservation, ShoeStage } from "./observation.ts";
import { stepsFor } from "./plays/deal.ts";
import { playsAmongSeats, type Due, type HandId, type StepProgress, type PublicDeal } from "./plays/play.ts";
import type { CardCounts } from "./records.ts";
import type { Warning } from "../../codes/faults.ts";
import type { CardReason } from "../../codes/reasons.ts";
import { newDiceLive, type DevicesBesideEye } from "../dice/throw.ts";
import { EMPTY_TABLE, type StandingFault } from "../kernel/durable/durable.ts";
import type { Table } from "../kernel/table.ts";
import { NEW_WHEEL_LIVE } from "../wheel/spin.ts";
import { EMPTY_DEAL, type DurableDeal } from "./durable-deal.ts";
import type { CardContext, CardTypes, KeyAtCards } from "./types.ts";

/**
 * The live state of a card table, which the judging process alone knows: faces of hidden cards, the account of the shoe, the round's
 * secret. It is never shown, logged or put into a record; a recording holds it in its head, sealed.
 */
export interface DealLive {
  /** All decks of the table. */
  readonly stock: readonly Deck[];
  /** Those that are loaded: all of them, or of two that are used alternately one. */
  readonly decks: readonly Deck[];
  /** Of decks that are used alternately: the one that was dealt last; null: not known. */
  readonly lastDeck: string | null;
  readonly account: ShoeAccount;
  /** A shoe is loaded whose cards the account knows. */
  readonly loaded: boolean;
  /** The present secret, 64 hex characters; null before the first. */
  readonly seal: string | null;
  readonly sealDue: boolean;
  readonly stage: ShoeStage;
  /** The machine loaded or shuffled since the account was begun; it takes effect when it is ready and the round collected. */
  readonly reloaded: boolean;
  readonly loadPending: boolean;
  /** What was seen since then of the cards that leave: they are dealt, or burnt, once the round's are collected. Absent: nothing. */
  readonly ofNewShoe?: readonly ShoeObservation[];
  /** Number of the card that left last; null: not known. */
  readonly lastN: number | null;
  /** The card read last may have been read twice: the number that it would have. */
  readonly suspect: number | null;
  /** Cards still to be burnt, null when the first card says how many; `burning` null: none. */
  readonly burning: { readonly toGo: number | null } | null;
  /** Why no round may begin with this shoe, a fault code. */
  readonly barred: CardReason | null;
  /** After the cut card: rounds that may still be played, the present one included; null: it has not come. */
  readonly roundsLeft: number | null;
  readonly cutCardSeen: boolean;
  /** The next card to leave lies face up. */
  readonly exposed: boolean;
  /** Messages were lost since the device told its whole state: how the next card lies is not known. Null: none were. */
  readonly unsure: CardReason | null;
  /** Cards may have left since the last round that nobody counted: the next one is left to people. Null or absent: none did. */
  readonly uncounted?: CardReason | null;
  /** So many of the next cards leave together with one before them, and so many they are in all. */
  readonly stuck: number;
  readonly stuckInAll: number;
  /** Cards that left before the bets were closed of the round in which they are dealt, in order. */
  readonly early: readonly EarlyCard[];
  /** Rounds whose secret is opened with that of the round under way: a card that left in them lies face down in it. */
  readonly keptSecret: readonly number[];
  /** No bets were closed since this shoe was loaded. */
  readonly isNewShoe: boolean;
  /** Cards that should have been burnt out of this shoe and were not; the rule that has them burnt after the round took them up. */
  readonly burnOwed: number;
  readonly burnAfterRound: number;
  /** How the machine gives the cards. */
  readonly mode: ShoeMode;
  readonly seats: readonly number[] | null;
  /** The present round number was opened and no card was dealt in it yet. */
  readonly unused: boolean;
  readonly nextVoid: Reason | null;
  readonly warnings: readonly Warning[];
  readonly round: RoundLive | null;
}

/** A card that left the device and belongs to no hand yet. */
export interface EarlyCard {
  /** Its number in the round in which it left. */
  readonly n: number;
  readonly face: Face | null;
  readonly exposed: boolean;
  /** So many cards that left together were still to come with it, itself among them; absent: none. */
  readonly stuck?: number;
  /** It left behind the result of the round before, and that was recorded. */
  readonly isTold: boolean;
  /** A person said that it is the next round's. */
  readonly isByHand?: true;
}

/**
 * A card that was taken out of the deal. `next`: it is the next card that is due; `coup`: only if this coup has a hand for it; `rest`:
 * one of the rest of the pack, taken out of the machine in one go: which of them is dealt next no machine sees.
 */
export interface HeldCard {
  readonly n: number;
  readonly until: "next" | "coup" | "rest";
  /** It waits for this very hand, which is not due a card yet. */
  readonly to?: HandId;
}

/**
 * Whose a card is by a rule that was declared or by a person's word, in place of what the deal would make of it: a hand, `burnt`, `next`
 * and `coup` as in {@link HeldCard}, `next-round`.
 */
export type CardPlace = string;

/**
 * One of the inputs that a round is derived from. `cards`: how many cards of the round had left when it came. `at`: its place in time
 * among what people said; a rule that speaks of a card acts before that card, whenever it was declared.
 */
export type RoundInput =
  | {
      readonly i: "seen";
      readonly cards: number;
      readonly seen: ShoeObservation;
      /** It is of a shoe that was loaded in the round, and of none of its cards. */
      readonly isLater?: true;
    }
  | {
      readonly i: "key";
      readonly cards: number;
      readonly at: number;
      readonly key: KeyAtCards;
      readonly by: Person;
      /** The cards that the word named by their places in a hand: they are these wherever they lie in it. Absent: none. */
      readonly named?: readonly number[];
      /** Said behind the verdict. `isVerdict`: it gave the round another one. */
      readonly isBehind?: true;
      readonly isVerdict?: true;
    }
  /** The round was given another verdict, by words that are none of this list: from here on the table is in this phase. */
  | { readonly i: "overruled"; readonly cards: number; readonly phase: Phase }
  /** A rule that people declared about these cards. `isChosen`: which they are a person said. */
  | {
      readonly i: "rule";
      /** How many cards come before it in the list. */
      readonly cards: number;
      /** How many had left when it was said. */
      readonly left: number;
      readonly at: number;
      readonly key: DeclareKey;
      readonly by: Person;
      readonly places: readonly PlacedCard[];
      readonly isChosen: boolean;
    }
  /** What was said of a hand before card `n` was dealt, and was keyed behind it: once so many cards had left. */
  | {
      readonly i: "late";
      readonly cards: number;
      readonly left: number;
      readonly at: number;
      readonly key: MoveKey;
      readonly by: Person;
      readonly n: number;
    }
  /** Somebody put these cards right. */
  | {
      readonly i: "place";
      readonly cards: number;
      readonly at: number;
      readonly key: KeyAtCards;
      readonly by: Person;
      readonly places: readonly PlacedCard[];
    };
export type DeclareKey = KeyAtCards & { readonly key: "declare" | "void" };
export type MoveKey = KeyAtCards & { readonly key: "move" };
export interface LateWord {
  readonly n: number;
  readonly key: MoveKey;
}
export interface PlacedCard {
  readonly n: number;
  readonly to: CardPlace;
}

/** What a round is derived from: the table as it was when its bets opened, and all that came since. */
export interface RoundFold {
  readonly start: {
    readonly deal: DealLive;
    readonly shown: DurableDeal | null;
    readonly phase: Phase;
    /** What the device had told of itself. */
    readonly faults: readonly StandingFault[];
  };
  readonly inputs: readonly RoundInput[];
}

/** Of cards that left together somebody says which one is burnt; they lie with the hand that was to have the first. */
export interface StuckChoice {
  readonly hand: HandId;
  readonly cards: readonly number[];
}

/** What a person has to decide in the course of a round. */
export interface RoundQuestion {
  readonly because: CardReason;
  /** The rules that leave it to somebody; empty: the law is silent. */
  readonly rules: readonly string[];
  readonly seen: Reason["observed"];
  /** Cards that left since, in their order: they are nobody's yet. */
  readonly waiting: readonly WaitingCard[];
}

/** A card that left while the deal waited for a decision. */
export interface WaitingCard {
  readonly n: number;
  readonly isOpen: boolean;
  /** Cards that left together were still to be counted with it, itself one of them; absent: none. */
  readonly stuck?: number;
  /** How many they were. */
  readonly stuckInAll?: number;
}

/** A round from its open bets until its cards are collected. */
export interface RoundLive {
  readonly number: number;
  readonly step: number;
  readonly here: StepProgress;
  /** What happened in the steps before, by their place in the pack: a card that is taken back reopens its step. */
  readonly heres: Readonly<Record<number, StepProgress>>;
  /** Cards that came out face up where they had to lie face down, by their numbers. */
  readonly exposed: readonly number[];
  /** The step in which a card was dealt, by its number. */
  readonly stepOf: Readonly<Record<number, number>>;
  readonly deal: PublicDeal;
  /** Faces by card number, hidden ones too. A card that nobody could read is not among them. */
  readonly faces: Readonly<Record<number, Face>>;
  /** Cards of this round so far. */
  readonly cards: number;
  readonly due: Due | null;
  /** All steps are complete. */
  readonly complete: boolean;
  readonly facts: FactSheet;
  readonly doubts: readonly CardReason[];
  readonly deviations: readonly Reason[];
  /** Faces that one person named, by card number. */
  readonly named: Readonly<Record<number, { readonly face: Face; readonly by: string }>>;
  readonly manual: readonly number[];
  /** Cards that wait to be dealt to the next hand that is due one. */
  readonly held: readonly HeldCard[];
  readonly choice: StuckChoice | null;
  /** Cards of this round that left before its bets were closed. */
  readonly early: readonly number[];
  /** What it is derived from. Absent in recordings of 0.7.0, and while it is being derived. */
  readonly fold?: RoundFold;
  /** It had more inputs than are kept. Absent: it had not. */
  readonly isOverlong?: true;
  /** Cards that are elsewhere than the deal has them; absent: none. */
  readonly places?: Readonly<Record<number, CardPlace>>;
  /** What was said before a card that is not dealt yet. */
  readonly late?: readonly LateWord[];
  /** The step that was under way when a card left, by its number. Absent in recordings of 0.7.0. */
  readonly stepAt?: Readonly<Record<number, number>>;
  /** A card that lay face up in the shoe was taken for one that the deal lays open. Absent: none was. */
  readonly isTurnedLaid?: true;
  /** The first round that is dealt from this shoe. */
  readonly isFirstOfShoe?: true;
  /** The words that close the bets were said; absent: not yet, or the game knows none. */
  readonly isCalled?: true;
  /** A card left before the words that close the bets were keyed, and the law asks whether they were said. */
  readonly isCallAsked?: true;
  /** A person said so, behind that card. */
  readonly isCalledByWord?: true;
  /** Cards that left behind the verdict, and nobody has said whose they are; absent: none. */
  readonly outside?: readonly number[];
  /** A person decides how the round goes on, and the deal waits for it; absent: nothing is asked. */
  readonly question?: RoundQuestion;
  /** A person has decided how it goes on. */
  readonly isDecidedOn?: true;
  /** A card lies where a person chose to put it. */
  readonly isByHand?: true;
  /** A card was put where the game has no place for it: this derivation is none. */
  readonly isMisplaced?: true;
  /** The deal waits until the cards are shuffled and cut anew. */
  readonly waits: boolean;
  /** A card left after the bank's last one, and was reported. */
  readonly overdrawn: boolean;
  /** A jam that came in the deal is not cleared. */
  readonly jammed: boolean;
  /** Cards of a packet that the machine has not closed yet. */
  readonly packet: readonly { readonly n: number; readonly isOpen: boolean }[];
  /** A side that broke the table of third cards, as the step that has just ended shows. */
  readonly breach: "punto" | "banca" | null;
  readonly breachTold: boolean;
  /** Who is dealt first: as dice said that an eye read, or as a person did; null: open, or the game does not ask. */
  readonly firstBy: "dice" | "people" | null;
  /** What the dice decided was contradicted: from here on only people say who is dealt first. */
  readonly onlyPeople: boolean;
  /** Of decks that are used alternately: the one that a card of this round is of; null: not known. */
  readonly deckOfRound: string | null;
  /** It has its verdict. */
  readonly decided: boolean;
}

export function newDealLive(decks: readonly Deck[], mode: ShoeMode = "one-by-one"): DealLive {
  return {
    stock: decks,
    decks,
    lastDeck: null,
    account: loadShoe(decks),
    loaded: false,
    seal: null,
    sealDue: false,
    stage: "unknown",
    reloaded: false,
    loadPending: false,
    ofNewShoe: [],
    lastN: null,
    suspect: null,
    burning: null,
    barred: null,
    roundsLeft: null,
    cutCardSeen: false,
    exposed: false,
    unsure: null,
    uncounted: null,
    stuck: 0,
    stuckInAll: 0,
    early: [],
    keptSecret: [],
    isNewShoe: false,
    burnOwed: 0,
    burnAfterRound: 0,
    mode,
    seats: null,
    unused: false,
    nextVoid: null,
    warnings: [],
    round: null,
  };
}

export const NEW_STEP: StepProgress = { dealt: [], said: [], turned: [] };

export function newRoundLive(number: number, seats: readonly number[], { outcome }: CardGame): RoundLive {
  const isAmongSeats = playsAmongSeats(outcome);
  return {
    number,
    step: 0,
    here: NEW_STEP,
    heres: {},
    exposed: [],
    stepOf: {},
    deal: { seats, isAmongSeats, first: null, hands: [], said: [], bound: [] },
    faces: {},
    cards: 0,
    due: null,
    complete: false,
    facts: {},
    doubts: [],
    deviations: [],
    named: {},
    manual: [],
    held: [],
    choice: null,
    early: [],
    waits: false,
    overdrawn: false,
    jammed: false,
    packet: [],
    breach: null,
    breachTold: false,
    firstBy: null,
    onlyPeople: false,
    deckOfRound: null,
    decided: false,
  };
}

/** The deal of this table. */
export function dealOf(context: CardContext): DealLive {
  return context.deal;
}

export function setDeal(context: CardContext, patch: Partial<DealLive>): void {
  context.deal = { ...dealOf(context), ...patch };
}

export function setRound(context: CardContext, patch: Partial<RoundLive>): void {
  const { round } = dealOf(context);
  if (round !== null) setDeal(context, { round: { ...round, ...patch } });
}

export const gameOf = (context: CardContext): CardPack => context.rules.pack;

/** The steps of the deal as this table's machine gives them; none when the game is not dealt so. */
export function stepsOf(context: CardContext): readonly DealStep[] {
  return stepsFor(gameOf(context).cards.deal, dealOf(context).mode) ?? [];
}

export function countsOf({ account, decks, loaded }: DealLive): CardCounts {
  const { inside, table, burnt, discard, removed } = countCards(account);
  return loaded
    ? { loaded: cardsIn(decks), inside, table, burnt, discard, removed }
    : { loaded: 0, inside: 0, table: 0, burnt: 0, discard: 0, removed: 0 };
}

/** As they may be told: of a packet nothing is before it is out. */
export function publicCounts(deal: DealLive): CardCounts {
  const counts = countsOf(deal);
  const coming = counts.loaded === 0 ? 0 : (deal.round?.packet.length ?? 0);
  return coming === 0 ? counts : { ...counts, inside: counts.inside + coming, table: counts.table - coming };
}

/** A new card table. `decks` are those of its configuration; `has`: an eye sees the dice by which its game begins. */
export function cardTableStart(
  decks: readonly Deck[],
  mode?: ShoeMode,
  has: DevicesBesideEye | null = null,
): Table<CardTypes> {
  return {
    durable: { ...EMPTY_TABLE, deal: EMPTY_DEAL },
    live: NEW_WHEEL_LIVE,
    deal: newDealLive(decks, mode),
    ...(has === null ? {} : { dice: newDiceLive(has) }),
  };
}
