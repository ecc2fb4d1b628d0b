import type { Acts, Game, HandName, Outcome, Result } from "../hands.ts";
import { bestOf, bothWays, opens, versus, type MadeOf, type Opens, type RankedBy } from "./poker-hands.ts";

/** Pokers of every seat against the bank, read from the catalogues once more. */
export interface BankPoker {
  readonly source: string;
  readonly rankedBy: RankedBy;
  readonly made: MadeOf;
  /** What the bank needs to open; null: it always plays. */
  readonly bankOpens: Opens | null;
  /** Cards, words and turns in the catalogue's order, up to the showdown. */
  readonly course: (acts: Acts, seats: () => readonly HandName[], opens: () => boolean) => void;
}

export function bankPoker(rules: BankPoker): Game {
  const play = (acts: Acts): Outcome => {
    const all = acts.seats.map((seat) => `seat-${seat}`);
    const seats = (): readonly HandName[] => all.filter((seat) => acts.cloth.isIn(seat));
    const { rankedBy, made, bankOpens } = rules;
    const opensGame = (): boolean =>
      bankOpens === null ||
      opens(bankOpens, rankedBy, bestOf(rankedBy, made, acts.cloth.faces("bank"), acts.cloth.faces("board")));
    rules.course(acts, seats, opensGame);
    return bothWays(rankedBy, (lowAce) => settled(acts, rules, all, lowAce));
  };
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play };
}

function settled(acts: Acts, rules: BankPoker, all: readonly HandName[], lowAce: boolean): Outcome {
  const { rankedBy, made, bankOpens } = rules;
  const isLive = all.some((seat) => acts.cloth.isIn(seat));
  const worthOf = (hand: HandName): number =>
    bestOf(rankedBy, made, acts.cloth.faces(hand), acts.cloth.faces("board"), lowAce);
  const bank = isLive ? worthOf("bank") : 0;
  const plays = bankOpens === null || !isLive || opens(bankOpens, rankedBy, bank);
  const results: Result[] = [];
  for (const seat of all) {
    const { state } = acts.cloth.hand(seat);
    if (state === "out") continue;
    if (state === "folded") results.push([seat, "folded"]);
    else if (!plays) results.push([seat, "bank-not-qualified"]);
    else {
      const sign = versus(rankedBy, worthOf(seat), bank);
      if (sign === null) return { open: "ranks-beyond-text" };
      results.push([seat, sign > 0 ? "wins" : sign < 0 ? "loses" : "ties"]);
    }
  }
  return { results, qualifies: bankOpens === null || !isLive ? null : plays };
}

/** One by one to every seat, and at last to the bank, so many times. `bankUp`: which of the bank's cards lies face up, from 0. */
export function oneByOne(
  acts: Acts,
  seats: () => readonly HandName[],
  cards: number,
  bankUp: number | null,
): void {
  for (let at = 0; at < cards; at++) {
    for (const seat of seats()) acts.card(seat, false);
    acts.card("bank", at === bankUp);
  }
}

/** Five or three at once to every seat, the bank's last. */
export function packets(
  acts: Acts,
  seats: () => readonly HandName[],
  cards: number,
  bankUp: number | null,
): void {
  for (const seat of seats()) acts.packet(seat, cards, () => false);
  acts.packet("bank", cards, (at) => at === bankUp);
}

/** Each seat in turn says whether he stays (voy, apuesta) or goes (paso, no voy). */
export function goOrLeave(acts: Acts, seats: () => readonly HandName[], leaves = 4): void {
  for (const seat of seats()) {
    const goes = acts.below(leaves) !== 0;
    acts.say(seat, goes ? "bet" : "fold");
    if (!goes) acts.fold(seat);
  }
}

/** The bank is uncovered, then every seat that stayed. */
export function uncover(
  acts: Acts,
  seats: () => readonly HandName[],
  first: readonly HandName[] = ["bank"],
): void {
  for (const hand of first) acts.turn(hand);
  for (const seat of seats()) acts.turn(seat);
}

/** One burnt unseen, then so many common cards face up. */
export function street(acts: Acts, cards: number): void {
  acts.card("burnt", false);
  for (let at = 0; at < cards; at++) acts.card("board", true);
}
