import type { Face } from "../card.ts";
import { encodeWorth, type Worth } from "./category.ts";
import { ACE, codeOf, JOKER } from "./code.ts";
import { evaluatorFor } from "./evaluator.ts";
import type { Ranking } from "./ranking.ts";

/**
 * Pai gow poker: seven cards, set as a high hand of five and a low hand of two (Cantabria, A.14.3, ll. 4145–4465; País Vasco,
 * ll. 3096–3364 eu). The joker is an ace, or completes a straight, flush or straight flush; in the low hand only an ace is
 * left. The best high hand is five aces, the best low hand two.
 */

export interface SetHand {
  /** Five faces. */
  readonly high: readonly Face[];
  /** Two faces. */
  readonly low: readonly Face[];
}

/** Worth of a low hand; compares with the worth of a high hand of the same ranking. Throws RangeError unless two faces. */
export function lowWorth(ranking: Ranking, faces: readonly Face[]): Worth {
  const [one, other, more] = faces.map((face) => (codeOf(face) === JOKER ? ACE : codeOf(face) % 13));
  if (one === undefined || other === undefined || more !== undefined || faces[0] === faces[1])
    throw new RangeError(`${faces.length} cards: a low hand has two different ones`);
  const { order } = ranking;
  if (one === other) return encodeWorth(order.indexOf("pair"), one);
  return encodeWorth(order.indexOf("high-card"), Math.max(one, other), Math.min(one, other));
}

/**
 * Whether the high hand is above the low one. A hand set badly always loses (Cantabria, ll. 4250–4321; País Vasco, l. 3364).
 * Throws RangeError for wrong numbers of cards and for a card twice.
 */
export function isWellSet(ranking: Ranking, hand: SetHand): boolean {
  if (new Set([...hand.high, ...hand.low]).size !== 7)
    throw new RangeError(
      `${hand.high.length} and ${hand.low.length} cards, or one twice: a set hand has five and two different ones`,
    );
  return evaluatorFor(ranking).worth(hand.high) > lowWorth(ranking, hand.low);
}

/** How a player's hand stands to the bank's: 1 better, 0 equal, -1 worse. */
export type Against = -1 | 0 | 1;

export type PaiGowWord = "win" | "push" | "lose";

/**
 * A well set hand by its two parts against the bank's: both better win; one better is a push; all else loses, two ties too,
 * for the bank wins ties (Cantabria, A.14.3.VI.6, ll. 4383–4440, cases 1 to 6; País Vasco, ll. 3280–3316 eu).
 */
export function paiGowWord(high: Against, low: Against): PaiGowWord {
  return high > 0 && low > 0 ? "win" : high > 0 || low > 0 ? "push" : "lose";
}
