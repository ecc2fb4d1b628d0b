import {
  liveSeatHandsOf,
  resultWordOf,
  seatHandsOf,
  type Game,
  type HandName,
  type Outcome,
  type Result,
  type TableActions,
} from "../cloth.ts";
import {
  bestWorth,
  judgeBothWays,
  isOpening,
  compareWorth,
  type HandSource,
  type OpeningHand,
  type AnyRankingId,
} from "./poker-hands.ts";

/** The seats that are still in, lowest first. */
export type LiveSeats = () => readonly HandName[];

/** Pokers of every seat against the bank, read from the catalogues once more. */
export interface BankPokerRules {
  readonly source: string;
  readonly rankedBy: AnyRankingId;
  readonly made: HandSource;
  /** What the bank needs to open; null: it always plays. */
  readonly bankOpens: OpeningHand | null;
  /** Cards, words and turns in the catalogue's order, up to the showdown. */
  readonly course: (acts: TableActions, seats: LiveSeats, opens: () => boolean) => void;
}

export function bankPokerGame(rules: BankPokerRules): Game {
  const play = (acts: TableActions): Outcome => {
    const all = seatHandsOf(acts);
    const seats = (): readonly HandName[] => liveSeatHandsOf(acts);
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
  // Where the last seat is taken out no hand is compared.
  const settled = (acts: TableActions): Outcome | null =>
    liveSeatHandsOf(acts).length > 0 ? null : compareWithBank(acts, rules, seatHandsOf(acts), true);
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play, settled };
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
    else if (state === "lost") results.push([seat, "loses"]);
    else if (!plays) results.push([seat, "bank-not-qualified"]);
    else {
      const sign = compareWorth(rankedBy, worthOf(seat), bank);
      if (sign === null) return { open: "ranks-beyond-text" };
      results.push([seat, resultWordOf(sign, 0)]);
    }
  }
  return { results, qualifies: bankOpens === null || !isLive ? null : plays };
}

/** So many cards to every seat, and at last to the bank: at once from a machine that deals packets, else one by one. */
export function dealToAll(
  acts: TableActions,
  seats: LiveSeats,
  cards: number,
  bankUp: number | null,
  bankUpOfPacket = bankUp,
): void {
  if (!acts.isPackets) return dealOneByOne(acts, seats, cards, bankUp);
  for (const seat of seats()) acts.dealPacket(seat, cards, () => false);
  acts.dealPacket("bank", cards, (at) => at === bankUpOfPacket);
}

/** `bankUp`: which of the bank's cards lies face up, from 0. */
export function dealOneByOne(acts: TableActions, seats: LiveSeats, cards: number, bankUp: number | null): void {
  for (let at = 0; at < cards; at++) {
    for (const seat of seats()) acts.dealCard(seat, false);
    acts.dealCard("bank", at === bankUp);
  }
}

/** Each seat in turn says whether he stays (voy, apuesta) or goes (paso, no voy). */
export function betOrFold(acts: TableActions, seats: LiveSeats): void {
  for (const seat of seats()) betOrFoldAt(acts, seat);
}

export function betOrFoldAt(acts: TableActions, seat: HandName): void {
  const isBetting = acts.drawBelow(4) !== 0;
  acts.announce(seat, isBetting ? "bet" : "fold");
  if (!isBetting) acts.foldHand(seat);
}

/** The bank is uncovered, then, where the game goes on, every seat that stayed. */
export function turnBankThenSeats(acts: TableActions, seats: LiveSeats, goesOn: () => boolean): void {
  acts.turnFaceUp("bank");
  if (goesOn()) for (const seat of seats()) acts.turnFaceUp(seat);
}

/** One burnt unseen, then so many common cards face up. */
export function dealStreet(acts: TableActions, cards: number): void {
  acts.dealCard("burnt", false);
  for (let at = 0; at < cards; at++) acts.dealCard("board", true);
}
