import type { Face } from "../../../src/cards/card.ts";
import type { Move } from "../../../src/people/keys.ts";
import type { PhysicalCard } from "./stock.ts";

/** A hand's name as the keys have it: `seat-3`, `seat-3.2`, `bank`, `punto`, `row-black`, `board`, `burnt` … */
export type HandName = string;

export interface LaidCard {
  readonly card: PhysicalCard;
  /** Number of the card in its round, from 1: every card that left since bets were opened counts. */
  readonly n: number;
  up: boolean;
  /** The machine could not read it. */
  unread: boolean;
}

export interface LaidHand {
  readonly name: HandName;
  readonly cards: LaidCard[];
  /** Out by its own word or by a rule; such a hand wins and loses nothing any more. `lost`: the rule says that it has lost. */
  state: "in" | "folded" | "surrendered" | "out" | "lost";
  /** A rule has it count so much, whatever lies in it; `natural`: nine with two cards. */
  deemed?: number | "natural";
  /** A rule lets it have no card more. */
  isClosed?: true;
}

/** What truly lies on the cloth. The game's own reading of the law works on this and on nothing that the product computes. */
export class Cloth {
  readonly hands = new Map<HandName, LaidHand>();
  /** Every face that lies or has lain face up in this round. */
  readonly shown = new Set<Face>();
  /** Sides of a baccarat that a rule has bound to the table of third cards; `banca-draws`: where it leaves a choice as well. */
  readonly bound = new Set<"punto" | "banca" | "banca-draws">();

  handOf(name: HandName): LaidHand {
    const known = this.hands.get(name);
    if (known !== undefined) return known;
    const made: LaidHand = { name, cards: [], state: "in" };
    this.hands.set(name, made);
    return made;
  }

  layCard(name: HandName, card: PhysicalCard, n: number, up: boolean): LaidCard {
    const laid = { card, n, up, unread: false };
    this.handOf(name).cards.push(laid);
    if (up) this.shown.add(card.face);
    return laid;
  }

  /** `cards`: only so many, those that were dealt first. */
  turnFaceUp(name: HandName, cards = Infinity): void {
    for (const laid of this.handOf(name).cards.slice(0, cards)) {
      laid.up = true;
      this.shown.add(laid.card.face);
    }
  }

  facesOf(name: HandName): Face[] {
    return (this.hands.get(name)?.cards ?? []).map(({ card }) => card.face);
  }

  isIn(name: HandName): boolean {
    return (this.hands.get(name)?.state ?? "in") === "in";
  }

  /** Every card on the cloth, whoever has it. */
  allCards(): LaidCard[] {
    return [...this.hands.values()].flatMap((hand) => hand.cards);
  }
}

/** Who won what, in the words of the results; `open`: neither cards nor law settle it. */
export type Outcome =
  | { readonly results: readonly Result[]; readonly qualifies: boolean | null }
  | { readonly open: string };
export type Result = readonly [of: HandName, is: string];

/** How a game's own script has the table act. Each call is one thing that the croupier does; it may end the round by throwing. */
export interface TableActions {
  /** Seats in play, lowest first. */
  readonly seats: readonly number[];
  readonly cloth: Cloth;
  /** The machine gives its cards in packets. */
  readonly isPackets: boolean;
  /** A whole number below `bound`: what players make up their minds by. */
  drawBelow(bound: number): number;
  /** One card from the machine to this hand. */
  dealCard(to: HandName, up: boolean): void;
  /** So many cards at once from a machine that deals packets; `up` says which of them lie face up. */
  dealPacket(to: HandName, cards: number, up: (at: number) => boolean): void;
  /** The croupier presses what somebody said. */
  announce(who: HandName, move: Move, cards?: readonly number[]): void;
  /** `cards`: only so many of them, those that were dealt first. */
  turnFaceUp(hand: HandName, cards?: number): void;
  /** Who has eight or nine lays down before he is asked. */
  layDown(hand: HandName): void;
  /** Who has eight or nine says no in place of laying down. */
  forgetsToLayDown(hand: HandName): boolean;
  /** Whether who turned his cards without a word laid them down is said where the machine asks. */
  explainTurn(hand: HandName, move: "lay-down" | "stand"): void;
  /** Cards at these places leave the hand for good (an exchange). */
  discardCards(hand: HandName, places: readonly number[]): void;
  /** The card at this place begins a hand of its own (a split). */
  moveCard(from: HandName, place: number, to: HandName): void;
  foldHand(hand: HandName, how?: "folded" | "surrendered"): void;
  /** A card that left too soon lies beside and is the next one's; whoever is to have it says so first. */
  readonly isHeld: boolean;
  /** People may have something to say now that changes the deal: look again at what lies there. */
  allowCorrection(at: CorrectionMoment, hand?: HandName): void;
}

/**
 * `dealt`: the first cards lie there, nobody has spoken. `stands`: the punto says no. `third`: he has his third card. `shown`:
 * before the hands are turned. `asked`: this hand has just got the card that it asked for.
 */
export type CorrectionMoment = "dealt" | "stands" | "third" | "shown" | "asked";

/** One reading of one game: the order in which cards and words follow each other, and what comes of them. */
export interface Game {
  /** Where in the catalogue it is read from. */
  readonly source: string;
  /** Hands are seats, so a `seats` key is pressed; otherwise the game has none of its own. */
  readonly hasSeats: boolean;
  /** Hands are turned only when no card can be due to anybody. */
  readonly noCardAtTurns: boolean;
  readonly play: (acts: TableActions) => Outcome;
  /** What a round came to that ended before all its cards were dealt, if that decides it. */
  readonly settled?: (acts: TableActions) => Outcome | null;
}

/** The hands of the seats in play, lowest first. */
export const seatHandsOf = ({ seats }: Pick<TableActions, "seats">): HandName[] =>
  seats.map((seat) => `seat-${seat}`);

/** Those of them that neither their own word nor a rule took out. */
export const liveSeatHandsOf = (table: Pick<TableActions, "seats" | "cloth">): HandName[] =>
  seatHandsOf(table).filter((hand) => table.cloth.isIn(hand));

/** How the first of two counts fares against the second, in the words of the results. */
export function resultWordOf(mine: number, theirs: number, tie = "ties"): string {
  return mine > theirs ? "wins" : mine < theirs ? "loses" : tie;
}
