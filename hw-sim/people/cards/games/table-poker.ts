import {
  liveSeatHandsOf,
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

/** Pokers of the players among themselves (de círculo), and those paid by a table, read from the catalogues once more. */
export interface CirclePokerRules {
  readonly source: string;
  readonly rankedBy: AnyRankingId;
  readonly made: HandSource;
  /** The button says who is dealt first; else the first seat is. */
  readonly hasButton: boolean;
  /** At the showdown a hand may be thrown away unseen. */
  readonly mayThrowAway: boolean;
  /** Cards and words up to the showdown; ends early when but one is left. */
  readonly course: (acts: TableActions, circle: Circle) => void;
}

/** The players from the one who is dealt first. */
export interface Circle {
  /** Those who are still in, in dealing order. */
  readonly live: () => readonly HandName[];
  readonly isOver: () => boolean;
}

export function circlePokerGame(rules: CirclePokerRules): Game {
  const play = (acts: TableActions): Outcome => {
    const seats = acts.seats;
    const first = (rules.hasButton ? seats[acts.drawBelow(seats.length)] : seats[0]) ?? 1;
    if (rules.hasButton) acts.announce(`seat-${first}`, "first");
    const order = [...seats.filter((seat) => seat >= first), ...seats.filter((seat) => seat < first)];
    const live = (): readonly HandName[] =>
      order.map((seat) => `seat-${seat}`).filter((hand) => acts.cloth.isIn(hand));
    const circle: Circle = { live, isOver: () => live().length <= 1 };
    rules.course(acts, circle);
    for (const hand of circle.live()) {
      if (circle.isOver()) break;
      const throws = rules.mayThrowAway && acts.drawBelow(8) === 0;
      if (throws) {
        acts.announce(hand, "fold");
        acts.foldHand(hand);
      } else acts.turnFaceUp(hand);
    }
    const only = lastPlayerOutcome(acts);
    if (only !== null) return only;
    const hands = liveSeatHandsOf(acts);
    return judgeBothWays(rules.rankedBy, (lowAce) => bestHandOutcome(acts, rules, hands, lowAce));
  };
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play, settled: lastPlayerOutcome };
}

/** All others gave up or lost their hand: the last one wins and need not show. Null while more than one is in. */
function lastPlayerOutcome(acts: TableActions): Outcome | null {
  const hands = liveSeatHandsOf(acts);
  const [only] = hands;
  return hands.length === 1 && only !== undefined ? { results: [[only, "wins"]], qualifies: null } : null;
}

function bestHandOutcome(
  acts: TableActions,
  rules: CirclePokerRules,
  hands: readonly HandName[],
  lowAce: boolean,
): Outcome {
  const { rankedBy, made } = rules;
  const board = acts.cloth.facesOf("board");
  const ranked = hands.map((hand) => ({
    hand,
    worth: bestWorth(rankedBy, made, acts.cloth.facesOf(hand), board, lowAce),
  }));
  const top = Math.max(...ranked.map(({ worth }) => worth));
  const winners = ranked.filter(({ worth }) => worth === top);
  // Somebody is beaten only by a card of which the catalogue says nothing: the pot might be shared.
  if (ranked.some(({ worth }) => worth !== top && compareWorth(rankedBy, top, worth) === null))
    return { open: "ranks-beyond-text" };
  const is = winners.length === 1 ? "wins" : "ties";
  const results: Result[] = winners.map(({ hand }) => [hand, is]);
  return { results, qualifies: null };
}

/** Of so many hands one gives up in a betting interval. */
const LEAVES_ONE_IN = 6;

/** A betting interval: some give up, and the croupier says when the stakes are equal. */
export function playBettingRound(acts: TableActions, { live, isOver }: Circle): void {
  for (const hand of live()) {
    if (isOver()) return;
    if (acts.drawBelow(LEAVES_ONE_IN) !== 0) continue;
    acts.announce(hand, "fold");
    acts.foldHand(hand);
  }
  if (!isOver()) acts.announce("round", "bets-equal");
}

/** Trijoker and Go Poker: everyone's cards against a table of payments, from this hand on. */
export interface PayTableRules {
  readonly source: string;
  readonly rankedBy: AnyRankingId;
  /** The least hand that is paid. */
  readonly from: OpeningHand;
  readonly course: (acts: TableActions, seats: () => readonly HandName[]) => void;
}

export function payTableGame({ source, rankedBy, from, course }: PayTableRules): Game {
  const play = (acts: TableActions): Outcome => {
    const all = seatHandsOf(acts);
    course(acts, () => liveSeatHandsOf(acts));
    const board = acts.cloth.facesOf("board");
    return judgeBothWays(rankedBy, (lowAce) => {
      const results = all
        .filter((seat) => acts.cloth.handOf(seat).state !== "out")
        .map((seat): Result => {
          if (acts.cloth.handOf(seat).state === "folded") return [seat, "folded"];
          const worth = bestWorth(rankedBy, "own-and-board", acts.cloth.facesOf(seat), board, lowAce);
          return [seat, isOpening(from, rankedBy, worth) ? "paid-by-table" : "loses"];
        });
      return { results, qualifies: null };
    });
  };
  return { source, hasSeats: true, noCardAtTurns: true, play };
}
