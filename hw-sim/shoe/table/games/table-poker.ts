import type { Acts, Game, HandName, Outcome, Result } from "../hands.ts";
import { bestOf, bothWays, opens, versus, type MadeOf, type Opens, type RankedBy } from "./poker-hands.ts";

/** Pokers of the players among themselves (de círculo), and those paid by a table, read from the catalogues once more. */
export interface TablePoker {
  readonly source: string;
  readonly rankedBy: RankedBy;
  readonly made: MadeOf;
  /** The button says who is dealt first; else the first seat is. */
  readonly hasButton: boolean;
  /** At the showdown a hand may be thrown away unseen. */
  readonly mayThrowAway: boolean;
  /** Cards and words up to the showdown; ends early when but one is left. */
  readonly course: (acts: Acts, circle: Circle) => void;
}

/** The players from the one who is dealt first. */
export interface Circle {
  /** Those who are still in, in dealing order. */
  readonly live: () => readonly HandName[];
  readonly isOver: () => boolean;
}

export function tablePoker(rules: TablePoker): Game {
  const play = (acts: Acts): Outcome => {
    const seats = acts.seats;
    const first = (rules.hasButton ? seats[acts.below(seats.length)] : seats[0]) ?? 1;
    if (rules.hasButton) acts.say(`seat-${first}`, "first");
    const order = [...seats.filter((seat) => seat >= first), ...seats.filter((seat) => seat < first)];
    const live = (): readonly HandName[] =>
      order.map((seat) => `seat-${seat}`).filter((hand) => acts.cloth.isIn(hand));
    const circle: Circle = { live, isOver: () => live().length <= 1 };
    rules.course(acts, circle);
    for (const hand of circle.live()) {
      if (circle.isOver()) break;
      const throws = rules.mayThrowAway && acts.below(8) === 0;
      if (throws) {
        acts.say(hand, "fold");
        acts.fold(hand);
      } else acts.turn(hand);
    }
    const only = onlyOne(acts);
    if (only !== null) return only;
    const hands = seats.map((seat) => `seat-${seat}`).filter((hand) => acts.cloth.isIn(hand));
    return bothWays(rules.rankedBy, (lowAce) => best(acts, rules, hands, lowAce));
  };
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play, settled: onlyOne };
}

/** All others gave up or lost their hand: the last one wins and need not show. Null while more than one is in. */
function onlyOne(acts: Acts): Outcome | null {
  const hands = acts.seats.map((seat) => `seat-${seat}`).filter((hand) => acts.cloth.isIn(hand));
  const [only] = hands;
  return hands.length === 1 && only !== undefined ? { results: [[only, "wins"]], qualifies: null } : null;
}

function best(acts: Acts, rules: TablePoker, hands: readonly HandName[], lowAce: boolean): Outcome {
  const { rankedBy, made } = rules;
  const board = acts.cloth.faces("board");
  const ranked = hands.map((hand) => ({
    hand,
    worth: bestOf(rankedBy, made, acts.cloth.faces(hand), board, lowAce),
  }));
  const top = Math.max(...ranked.map(({ worth }) => worth));
  const winners = ranked.filter(({ worth }) => worth === top);
  // Somebody is beaten only by a card of which the catalogue says nothing: the pot might be shared.
  if (ranked.some(({ worth }) => worth !== top && versus(rankedBy, top, worth) === null))
    return { open: "ranks-beyond-text" };
  const is = winners.length === 1 ? "wins" : "ties";
  const results: Result[] = winners.map(({ hand }) => [hand, is]);
  return { results, qualifies: null };
}

/** A betting interval: some give up, and the croupier says when the stakes are equal. */
export function stakes(acts: Acts, { live, isOver }: Circle, leaves = 6): void {
  for (const hand of live()) {
    if (isOver()) return;
    if (acts.below(leaves) !== 0) continue;
    acts.say(hand, "fold");
    acts.fold(hand);
  }
  if (!isOver()) acts.say("round", "bets-equal");
}

/** Trijoker and Go Poker: everyone's cards against a table of payments, from this hand on. */
export interface PayTable {
  readonly source: string;
  readonly rankedBy: RankedBy;
  /** The least hand that is paid. */
  readonly from: Opens;
  readonly course: (acts: Acts, seats: () => readonly HandName[]) => void;
}

export function payTable({ source, rankedBy, from, course }: PayTable): Game {
  const play = (acts: Acts): Outcome => {
    const all = acts.seats.map((seat) => `seat-${seat}`);
    course(acts, () => all.filter((seat) => acts.cloth.isIn(seat)));
    const board = acts.cloth.faces("board");
    return bothWays(rankedBy, (lowAce) => {
      const results = all
        .filter((seat) => acts.cloth.hand(seat).state !== "out")
        .map((seat): Result => {
          if (acts.cloth.hand(seat).state === "folded") return [seat, "folded"];
          const worth = bestOf(rankedBy, "own-and-board", acts.cloth.faces(seat), board, lowAce);
          return [seat, opens(from, rankedBy, worth) ? "paid-by-table" : "loses"];
        });
      return { results, qualifies: null };
    });
  };
  return { source, hasSeats: true, noCardAtTurns: true, play };
}
