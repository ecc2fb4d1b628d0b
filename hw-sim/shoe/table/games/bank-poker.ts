import type { TableActions, Game, HandName, Outcome, Result } from "../cloth.ts";
import {
  bestWorth,
  judgeBothWays,
  isOpening,
  compareWorth,
  type HandSource,
  type OpeningHand,
  type AnyRankingId,
} from "./poker-hands.ts";

/** Pokers of every seat against the bank, read from the catalogues once more. */
export interface BankPokerRules {
  readonly source: string;
  readonly rankedBy: AnyRankingId;
  readonly made: HandSource;
  /** What the bank needs to open; null: it always plays. */
  readonly bankOpens: OpeningHand | null;
  /** Cards, words and turns in the catalogue's order, up to the showdown. */
  readonly course: (acts: TableActions, seats: () => readonly HandName[], opens: () => boolean) => void;
}

export function bankPokerGame(rules: BankPokerRules): Game {
  const play = (acts: TableActions): Outcome => {
    const all = acts.seats.map((seat) => `seat-${seat}`);
    const seats = (): readonly HandName[] => all.filter((seat) => acts.cloth.isIn(seat));
    const { rankedBy, made, bankOpens } = rules;
    const opensGame = (): boolean =>
      bankOpens === null ||
      isOpening(
        bankOpens,
        rankedBy,
        bestWorth(rankedBy, made, acts.cloth.facesOf("bank"), acts.cloth.facesOf("board")),
      );
    rules.course(acts, seats, opensGame);
    return judgeBothWays(rankedBy, (lowAce) => compareWithBank(acts, rules, all, lowAce));
  };
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play };
}

function compareWithBank(
  acts: TableActions,
  rules: BankPokerRules,
  all: readonly HandName[],
  lowAce: boolean,
): Outcome {
  const { rankedBy, made, bankOpens } = rules;
  const isLive = all.some((seat) => acts.cloth.isIn(seat));
  const worthOf = (hand: HandName): number =>
    bestWorth(rankedBy, made, acts.cloth.facesOf(hand), acts.cloth.facesOf("board"), lowAce);
  const bank = isLive ? worthOf("bank") : 0;
  const plays = bankOpens === null || !isLive || isOpening(bankOpens, rankedBy, bank);
  const results: Result[] = [];
  for (const seat of all) {
    const { state } = acts.cloth.handOf(seat);
    if (state === "out") continue;
    if (state === "folded") results.push([seat, "folded"]);
    else if (!plays) results.push([seat, "bank-not-qualified"]);
    else {
      const sign = compareWorth(rankedBy, worthOf(seat), bank);
      if (sign === null) return { open: "ranks-beyond-text" };
      results.push([seat, sign > 0 ? "wins" : sign < 0 ? "loses" : "ties"]);
    }
  }
  return { results, qualifies: bankOpens === null || !isLive ? null : plays };
}

/** One by one to every seat, and at last to the bank, so many times. `bankUp`: which of the bank's cards lies face up, from 0. */
export function dealOneByOne(
  acts: TableActions,
  seats: () => readonly HandName[],
  cards: number,
  bankUp: number | null,
): void {
  for (let at = 0; at < cards; at++) {
    for (const seat of seats()) acts.dealCard(seat, false);
    acts.dealCard("bank", at === bankUp);
  }
}

/** Five or three at once to every seat, the bank's last. */
export function dealPackets(
  acts: TableActions,
  seats: () => readonly HandName[],
  cards: number,
  bankUp: number | null,
): void {
  for (const seat of seats()) acts.dealPacket(seat, cards, () => false);
  acts.dealPacket("bank", cards, (at) => at === bankUp);
}

/** Each seat in turn says whether he stays (voy, apuesta) or goes (paso, no voy). */
export function betOrFold(acts: TableActions, seats: () => readonly HandName[], leaves = 4): void {
  for (const seat of seats()) {
    const goes = acts.drawBelow(leaves) !== 0;
    acts.announce(seat, goes ? "bet" : "fold");
    if (!goes) acts.foldHand(seat);
  }
}

/** The bank is uncovered, then every seat that stayed. */
export function turnHands(
  acts: TableActions,
  seats: () => readonly HandName[],
  first: readonly HandName[] = ["bank"],
): void {
  for (const hand of first) acts.turnFaceUp(hand);
  for (const seat of seats()) acts.turnFaceUp(seat);
}

/** One burnt unseen, then so many common cards face up. */
export function dealStreet(acts: TableActions, cards: number): void {
  acts.dealCard("burnt", false);
  for (let at = 0; at < cards; at++) acts.dealCard("board", true);
}
