import type { TableActions, Game, HandName } from "../cloth.ts";
import {
  bankPokerGame,
  betOrFold,
  betOrFoldAt,
  dealOneByOne,
  dealStreet,
  dealToAll,
  turnBankThenSeats,
  type LiveSeats,
} from "./bank-poker.ts";
import { placesBankChanges } from "./bank-draw.ts";
import { heightOf } from "./card-values.ts";
import type { AnyRankingId } from "./poker-hands.ts";
import {
  payTableGame,
  playBettingRound,
  circlePokerGame,
  type Circle,
  type CirclePokerRules,
} from "./table-poker.ts";

/** The pokers by rulebook, each with its own order of cards and words. */

/** Five each, covered, one of the bank's face up; who stays may have bought one card for one of his. */
export function sinDescarteGame(
  source: string,
  rankedBy: AnyRankingId,
  { bankUp, mayBuy, endsUnqualified }: { bankUp: number; mayBuy: boolean; endsUnqualified: boolean },
): Game {
  return bankPokerGame({
    source,
    rankedBy,
    made: "own",
    bankOpens: "ace-king",
    course: (acts, seats, opens) => {
      dealToAll(acts, seats, 5, bankUp, 4);
      if (mayBuy) exchangeThenBetOrFold(acts, seats);
      else betOrFold(acts, seats);
      if (seats().length === 0) return;
      turnBankThenSeats(acts, seats, () => !endsUnqualified || opens());
    },
  });
}

/** At his turn each may lay down one card and buy another, then he stays or leaves. */
function exchangeThenBetOrFold(acts: TableActions, seats: LiveSeats): void {
  for (const seat of seats()) {
    if (acts.drawBelow(4) === 0) {
      const at = acts.drawBelow(5);
      acts.announce(seat, "exchange", [at]);
      acts.discardCards(seat, [at]);
      acts.dealCard(seat, false);
    }
    betOrFoldAt(acts, seat);
  }
}

/**
 * One each, a common card at the left, one each, a common card at the right, one each; two questions; then the common cards are
 * turned one by one, and the hands.
 */
function dealTwoCommonCards(acts: TableActions, seats: LiveSeats): void {
  for (let round = 0; round < 3; round++) {
    for (const seat of seats()) acts.dealCard(seat, false);
    if (round < 2) acts.dealCard("board", false);
  }
  acts.turnFaceUp("board", 1);
  acts.turnFaceUp("board");
  for (const seat of seats()) acts.turnFaceUp(seat);
}

export const trijokerGame = (source: string, rankedBy: AnyRankingId): Game =>
  payTableGame({ source, rankedBy, from: "pair-of-jacks", course: dealTwoCommonCards });

/** Chile III.3.5.4. */
export const goPokerGame = (source: string): Game =>
  payTableGame({ source, rankedBy: "cl/five-cards", from: "pair-of-10", course: dealTwoCommonCards });

/** So many each, bank too; who stays says so; the bank is uncovered, then the rest. */
export function caribbeanGame(
  source: string,
  rankedBy: AnyRankingId,
  {
    cards,
    bankUp,
    mayBuy,
    endsUnqualified,
  }: HouseRules & { cards: 3 | 5; bankUp: number | null; mayBuy?: true },
): Game {
  return bankPokerGame({
    source,
    rankedBy,
    made: "own",
    bankOpens: cards === 3 ? "queen" : "ace-king",
    course: (acts, seats, opens) => {
      dealToAll(acts, seats, cards, bankUp);
      betOrFold(acts, seats);
      if (mayBuy === true)
        for (const seat of seats())
          exchangeCards(acts, seat, acts.drawBelow(3) === 0 ? [acts.drawBelow(cards)] : [], false);
      if (seats().length === 0) return;
      turnBankThenSeats(acts, seats, () => !endsUnqualified || opens());
    },
  });
}

/** The game ends when the bank does not open; with a progressive prize the players' cards are seen all the same. */
export interface HouseRules {
  readonly endsUnqualified: boolean;
}

/** Chile III.3.5.2: who stays may change two, one after the other; at last the bank by its rule, uncovered. */
export function drawPokerGame(source: string, { endsUnqualified }: HouseRules): Game {
  return bankPokerGame({
    source,
    rankedBy: "cl/five-cards",
    made: "own",
    bankOpens: "pair-of-8",
    course: (acts, seats, opens) => {
      dealToAll(acts, seats, 5, null);
      betOrFold(acts, seats);
      if (seats().length === 0) return;
      for (const seat of seats()) {
        const many = acts.drawBelow(3);
        const from = acts.drawBelow(5);
        const places = Array.from({ length: many }, (_, at) => (from + 2 * at) % 5);
        exchangeCards(acts, seat, places, false);
      }
      acts.turnFaceUp("bank");
      exchangeCards(acts, "bank", placesBankChanges(acts.cloth.facesOf("bank")), true);
      if (!endsUnqualified || opens()) for (const seat of seats()) acts.turnFaceUp(seat);
    },
  });
}

function exchangeCards(acts: TableActions, hand: HandName, places: readonly number[], up: boolean): void {
  if (places.length === 0) return acts.announce(hand, "stand");
  acts.announce(hand, "exchange", places);
  acts.discardCards(hand, places);
  for (let at = 0; at < places.length; at++) acts.dealCard(hand, up);
}

/** Two each, bank too; flop, turn and river, each after a burnt card. `hasButton`: it says who is dealt first. */
export function bankHoldemGame(source: string, rankedBy: AnyRankingId, hasButton = false): Game {
  return bankPokerGame({
    source,
    rankedBy,
    made: "best-of-all",
    bankOpens: null,
    course: (acts, all) => {
      const first = hasButton ? (acts.seats[acts.drawBelow(acts.seats.length)] ?? 0) : 0;
      if (hasButton) acts.announce(`seat-${first}`, "first");
      const seats = (): readonly HandName[] => seatsFrom(all(), first);
      dealOneByOne(acts, seats, 2, null);
      betOrFold(acts, seats);
      if (seats().length === 0) return;
      for (const cards of [3, 1, 1]) dealStreet(acts, cards);
      turnBankThenSeats(acts, seats, () => true);
    },
  });
}

/** Chile III.3.5.7.2: two each, one burnt, three common cards face up and two face down. */
export function holdemPlusGame(source: string, { endsUnqualified }: HouseRules): Game {
  return bankPokerGame({
    source,
    rankedBy: "cl/five-cards",
    made: "best-of-all",
    bankOpens: "pair-of-4",
    course: (acts, seats, opens) => {
      dealOneByOne(acts, seats, 2, null);
      acts.dealCard("burnt", false);
      for (let at = 0; at < 5; at++) acts.dealCard("board", at < 3);
      betOrFold(acts, seats);
      if (seats().length === 0) return;
      acts.turnFaceUp("board");
      turnBankThenSeats(acts, seats, () => !endsUnqualified || opens());
    },
  });
}

/** Pocket cards in rounds from the one who is dealt first; common cards after a burnt one; stakes before each. */
export function circleHoldemGame(
  source: string,
  rankedBy: AnyRankingId,
  pocket: number,
  made: CirclePokerRules["made"],
): Game {
  return circlePokerGame({
    source,
    rankedBy,
    made,
    hasButton: true,
    mayThrowAway: true,
    course: (acts, circle) => {
      for (let round = 0; round < pocket; round++) for (const hand of circle.live()) acts.dealCard(hand, false);
      playBettingRound(acts, circle);
      for (const cards of [3, 1, 1]) {
        if (circle.isOver()) return;
        dealStreet(acts, cards);
        playBettingRound(acts, circle);
      }
    },
  });
}

interface StudRules {
  /** `d` face down, `u` face up; stakes after each word. */
  readonly streets: readonly string[];
  /** A card is set aside after each of these deals (Chile: five with seven players, hence the rule of the reserve). */
  readonly setsAside: boolean;
  readonly hasButton: boolean;
  readonly mayThrowAway: boolean;
  /** The second street begins with the lowest open card of the first. */
  readonly lowestFirst?: true;
}

/** Cards to everybody in the circle, street by street. */
export function studGame(
  source: string,
  rankedBy: AnyRankingId,
  { streets, setsAside, hasButton, mayThrowAway, lowestFirst }: StudRules,
): Game {
  return circlePokerGame({
    source,
    rankedBy,
    made: streets.join("").length === 7 ? "best-of-all" : "own",
    hasButton,
    mayThrowAway,
    course: (acts, circle: Circle) => {
      for (const [street, words] of streets.entries()) {
        if (circle.isOver()) return;
        const first = street === 1 && lowestFirst === true ? seatOfLowestOpenCard(acts) : null;
        const order = (): readonly HandName[] =>
          first === null ? circle.live() : seatsFrom(circle.live(), first);
        for (const word of words) for (const hand of order()) acts.dealCard(hand, word === "u");
        if (setsAside) acts.dealCard("burnt", false);
        playBettingRound(acts, circle);
      }
    },
  });
}

/** The seat with the lowest open card bets first; of equal ones the nearest to the croupier's right, the last seat. */
function seatOfLowestOpenCard(acts: TableActions): number | null {
  const own = (seat: number): number => Math.max(0, heightOf(acts.cloth.facesOf(`seat-${seat}`)[2]));
  const dealt = acts.seats.filter((seat) => acts.cloth.handOf(`seat-${seat}`).state !== "out");
  return dealt.toSorted((a, b) => own(a) - own(b) || b - a)[0] ?? null;
}

const seatsFrom = (hands: readonly HandName[], seat: number): readonly HandName[] => {
  const number = (hand: HandName): number => Number(hand.slice("seat-".length));
  return [...hands.filter((hand) => number(hand) >= seat), ...hands.filter((hand) => number(hand) < seat)];
};

/** País Vasco, ll. 2962–2974: two each, five common cards, the first face up; stakes with each that is uncovered. */
export function sinteticoGame(source: string): Game {
  return circlePokerGame({
    source,
    rankedBy: "es-pv/sintetico-28",
    made: "two-own-three-board",
    hasButton: false,
    mayThrowAway: false,
    course: (acts, circle) => {
      for (let round = 0; round < 2; round++) for (const hand of circle.live()) acts.dealCard(hand, false);
      for (let at = 0; at < 5; at++) acts.dealCard("board", at === 0);
      for (let uncovered = 1; uncovered <= 5; uncovered++) {
        if (circle.isOver()) return;
        if (uncovered > 1) acts.turnFaceUp("board", uncovered);
        playBettingRound(acts, circle);
      }
    },
  });
}
