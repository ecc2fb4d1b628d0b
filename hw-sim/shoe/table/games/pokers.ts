import { rankOf } from "../../../../src/cards/card.ts";
import type { Acts, Game, HandName } from "../hands.ts";
import { bankPoker, goOrLeave, oneByOne, packets, street, uncover, type BankPoker } from "./bank-poker.ts";
import { bankChanges } from "./draw.ts";
import { payTable, stakes, tablePoker, type Circle, type TablePoker } from "./table-poker.ts";

/** The pokers by rulebook, each with its own order of cards and words. */

type Seats = () => readonly HandName[];

/** Five each, covered, one of the bank's face up; who stays may have bought one card for one of his. */
export function sinDescarte(
  source: string,
  rankedBy: BankPoker["rankedBy"],
  { bankUp, mayBuy, endsUnqualified }: { bankUp: number; mayBuy: boolean; endsUnqualified: boolean },
): Game {
  return bankPoker({
    source,
    rankedBy,
    made: "own",
    bankOpens: "ace-king",
    course: (acts, seats, opens) => {
      if (acts.isPackets) packets(acts, seats, 5, 4);
      else oneByOne(acts, seats, 5, bankUp);
      if (mayBuy) buyOrLeave(acts, seats);
      else goOrLeave(acts, seats);
      if (seats().length === 0) return;
      acts.turn("bank");
      if (!endsUnqualified || opens()) uncover(acts, seats, []);
    },
  });
}

/** At his turn each may lay down one card and buy another, then he stays or leaves. */
function buyOrLeave(acts: Acts, seats: Seats): void {
  for (const seat of seats()) {
    if (acts.below(4) === 0) {
      const at = acts.below(5);
      acts.say(seat, "exchange", [at]);
      acts.discard(seat, [at]);
      acts.card(seat, false);
    }
    const goes = acts.below(4) !== 0;
    acts.say(seat, goes ? "bet" : "fold");
    if (!goes) acts.fold(seat);
  }
}

/** One each, a common card at the left, one each, a common card at the right, one each; then the common cards are turned. */
export function trijoker(source: string, rankedBy: BankPoker["rankedBy"]): Game {
  return payTable({
    source,
    rankedBy,
    from: "pair-of-jacks",
    course: (acts, seats) => {
      for (let round = 0; round < 3; round++) {
        for (const seat of seats()) acts.card(seat, false);
        if (round < 2) acts.card("board", false);
      }
      acts.turn("board", 1);
      acts.turn("board");
      for (const seat of seats()) acts.turn(seat);
    },
  });
}

/** So many each, bank too; who stays says so; the bank is uncovered, then the rest. */
export function caribbean(
  source: string,
  rankedBy: BankPoker["rankedBy"],
  { cards, bankUp, mayBuy, endsUnqualified }: House & { cards: 3 | 5; bankUp: number | null; mayBuy?: true },
): Game {
  return bankPoker({
    source,
    rankedBy,
    made: "own",
    bankOpens: cards === 3 ? "queen" : "ace-king",
    course: (acts, seats, opens) => {
      if (acts.isPackets) packets(acts, seats, cards, bankUp);
      else oneByOne(acts, seats, cards, bankUp);
      goOrLeave(acts, seats);
      if (mayBuy === true)
        for (const seat of seats()) exchange(acts, seat, acts.below(3) === 0 ? [acts.below(cards)] : [], false);
      if (seats().length === 0) return;
      acts.turn("bank");
      if (!endsUnqualified || opens()) uncover(acts, seats, []);
    },
  });
}

/** The game ends when the bank does not open; with a progressive prize the players' cards are seen all the same. */
export interface House {
  readonly endsUnqualified: boolean;
}

/** Chile III.3.5.2: who stays may change two, one after the other; at last the bank by its rule, uncovered. */
export function draw(source: string, { endsUnqualified }: House): Game {
  return bankPoker({
    source,
    rankedBy: "cl/five-cards",
    made: "own",
    bankOpens: "pair-of-8",
    course: (acts, seats, opens) => {
      if (acts.isPackets) packets(acts, seats, 5, null);
      else oneByOne(acts, seats, 5, null);
      goOrLeave(acts, seats);
      if (seats().length === 0) return;
      for (const seat of seats()) {
        const many = acts.below(3);
        const from = acts.below(5);
        const places = Array.from({ length: many }, (_, at) => (from + 2 * at) % 5);
        exchange(acts, seat, places, false);
      }
      acts.turn("bank");
      exchange(acts, "bank", bankChanges(acts.cloth.faces("bank")), true);
      if (!endsUnqualified || opens()) uncover(acts, seats, []);
    },
  });
}

function exchange(acts: Acts, hand: HandName, places: readonly number[], up: boolean): void {
  if (places.length === 0) return acts.say(hand, "stand");
  acts.say(hand, "exchange", places);
  acts.discard(hand, places);
  for (let at = 0; at < places.length; at++) acts.card(hand, up);
}

/** Two each, bank too; flop, turn and river, each after a burnt card. `hasButton`: it says who is dealt first. */
export function holdemBank(source: string, rankedBy: BankPoker["rankedBy"], hasButton = false): Game {
  return bankPoker({
    source,
    rankedBy,
    made: "best-of-all",
    bankOpens: null,
    course: (acts, all) => {
      const first = hasButton ? (acts.seats[acts.below(acts.seats.length)] ?? 0) : 0;
      if (hasButton) acts.say(`seat-${first}`, "first");
      const seats = (): readonly HandName[] => from(all(), first);
      oneByOne(acts, seats, 2, null);
      goOrLeave(acts, seats);
      if (seats().length === 0) return;
      for (const cards of [3, 1, 1]) street(acts, cards);
      uncover(acts, seats);
    },
  });
}

/** Chile III.3.5.7.2: two each, one burnt, three common cards face up and two face down. */
export function holdemPlus(source: string, { endsUnqualified }: House): Game {
  return bankPoker({
    source,
    rankedBy: "cl/five-cards",
    made: "best-of-all",
    bankOpens: "pair-of-4",
    course: (acts, seats, opens) => {
      oneByOne(acts, seats, 2, null);
      acts.card("burnt", false);
      for (let at = 0; at < 5; at++) acts.card("board", at < 3);
      goOrLeave(acts, seats);
      if (seats().length === 0) return;
      for (const hand of ["board", "bank"]) acts.turn(hand);
      if (!endsUnqualified || opens()) uncover(acts, seats, []);
    },
  });
}

/** Pocket cards in rounds from the one who is dealt first; common cards after a burnt one; stakes before each. */
export function holdemCircle(
  source: string,
  rankedBy: TablePoker["rankedBy"],
  pocket: number,
  made: TablePoker["made"],
): Game {
  return tablePoker({
    source,
    rankedBy,
    made,
    hasButton: true,
    mayThrowAway: true,
    course: (acts, circle) => {
      for (let round = 0; round < pocket; round++) for (const hand of circle.live()) acts.card(hand, false);
      stakes(acts, circle);
      for (const cards of [3, 1, 1]) {
        if (circle.isOver()) return;
        street(acts, cards);
        stakes(acts, circle);
      }
    },
  });
}

interface Stud {
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
export function stud(
  source: string,
  rankedBy: TablePoker["rankedBy"],
  { streets, setsAside, hasButton, mayThrowAway, lowestFirst }: Stud,
): Game {
  return tablePoker({
    source,
    rankedBy,
    made: streets.join("").length === 7 ? "best-of-all" : "own",
    hasButton,
    mayThrowAway,
    course: (acts, circle: Circle) => {
      for (const [street, words] of streets.entries()) {
        if (circle.isOver()) return;
        const first = street === 1 && lowestFirst === true ? lowestOpen(acts) : null;
        const order = (): readonly HandName[] => (first === null ? circle.live() : from(circle.live(), first));
        for (const word of words) for (const hand of order()) acts.card(hand, word === "u");
        if (setsAside) acts.card("burnt", false);
        stakes(acts, circle);
      }
    },
  });
}

/** The seat with the lowest open card bets first; of equal ones the nearest to the croupier's right, the last seat. */
function lowestOpen(acts: Acts): number | null {
  const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
  const own = (seat: number): number =>
    ranks.indexOf(rankOf(acts.cloth.faces(`seat-${seat}`)[2] ?? "2c") ?? "2");
  const dealt = acts.seats.filter((seat) => acts.cloth.hand(`seat-${seat}`).state !== "out");
  return dealt.toSorted((a, b) => own(a) - own(b) || b - a)[0] ?? null;
}

const from = (hands: readonly HandName[], seat: number): readonly HandName[] => {
  const number = (hand: HandName): number => Number(hand.slice("seat-".length));
  return [...hands.filter((hand) => number(hand) >= seat), ...hands.filter((hand) => number(hand) < seat)];
};

/** Chile III.3.5.4: one each and a common card, twice, one each; two questions; the common cards are turned one by one. */
export function goPoker(source: string): Game {
  return payTable({
    source,
    rankedBy: "cl/five-cards",
    from: "pair-of-10",
    course: (acts, seats) => {
      for (let round = 0; round < 3; round++) {
        for (const seat of seats()) acts.card(seat, false);
        if (round < 2) acts.card("board", false);
      }
      acts.turn("board", 1);
      acts.turn("board");
      for (const seat of seats()) acts.turn(seat);
    },
  });
}

/** País Vasco, ll. 2962–2974: two each, five common cards, the first face up; stakes with each that is uncovered. */
export function sintetico(source: string): Game {
  return tablePoker({
    source,
    rankedBy: "es-pv/sintetico-28",
    made: "two-own-three-board",
    hasButton: false,
    mayThrowAway: false,
    course: (acts, circle) => {
      for (let round = 0; round < 2; round++) for (const hand of circle.live()) acts.card(hand, false);
      for (let at = 0; at < 5; at++) acts.card("board", at === 0);
      for (let uncovered = 1; uncovered <= 5; uncovered++) {
        if (circle.isOver()) return;
        if (uncovered > 1) acts.turn("board", uncovered);
        stakes(acts, circle);
      }
    },
  });
}
