import type { Face } from "../../../cards/card.ts";
import { ACE, codeOf } from "../../../cards/poker/code.ts";
import { evaluatorFor } from "../../../cards/poker/evaluator.ts";
import { categoryOf, type Ranking } from "../../../cards/poker/ranking.ts";

/** Positions that leave the hand; none: it stands. */
type Change = readonly number[];

interface Held {
  readonly at: number;
  /** 0 (the 2) to 12 (the ace). */
  readonly rank: number;
  readonly suit: number;
}

/**
 * What the croupier changes in his own five cards (Chile, III.3.5.2, ll. 2226–2250): nothing with a straight or better; one
 * card with two pairs, or without a pair but with four of a suit or four to a straight, the suit first; two with three of a
 * kind (both loose cards), with a pair (the two lowest of the others) and with nothing (the two lowest). More than one answer
 * where the text leaves one open: it does not say whether four cards with a gap are "four to a straight".
 * Throws RangeError unless given five different faces of a pack of 52.
 */
export function drawBankChanges(ranking: Ranking, faces: readonly Face[]): readonly Change[] {
  const evaluator = evaluatorFor(ranking);
  if (faces.length !== 5) throw new RangeError(`${faces.length} cards: the bank of draw poker has five`);
  const category = categoryOf(evaluator.ranking, evaluator.worth(faces));
  const held = faces.map((face, at) => {
    const code = codeOf(face);
    return { at, rank: code % 13, suit: Math.floor(code / 13) };
  });
  switch (category) {
    case "two-pair":
    case "three-of-a-kind":
      return [positions(unpaired(held))];
    case "pair":
      return [positions(unpaired(held).slice(-2))];
    case "high-card":
      return changesWithoutPair(held);
    default:
      return [[]];
  }
}

/** The cards whose rank stands alone, highest first. */
const unpaired = (held: readonly Held[]): Held[] =>
  held
    .filter(({ at, rank }) => !held.some((other) => other.at !== at && other.rank === rank))
    .toSorted((one, other) => other.rank - one.rank);

const positions = (cards: readonly Held[]): Change => cards.map(({ at }) => at).toSorted((a, b) => a - b);

function changesWithoutPair(held: readonly Held[]): readonly Change[] {
  const lowest = positions(unpaired(held).slice(-2));
  const suited = singleDiscards(held, (four) => four.every(({ suit }) => suit === four[0]?.suit));
  if (suited.length > 0) return suited;
  const inRow = singleDiscards(held, (four) => rankSpan(four) === 3);
  const withGap = singleDiscards(held, (four) => rankSpan(four) === 4);
  if (inRow.length > 0) return [...inRow, ...withGap];
  return withGap.length > 0 ? [...withGap, lowest] : [lowest];
}

/** Each single card whose leaving makes such four. */
const singleDiscards = (held: readonly Held[], isSuch: (four: readonly Held[]) => boolean): Change[] =>
  held.filter(({ at }) => isSuch(held.filter((card) => card.at !== at))).map(({ at }) => [at]);

/** From the lowest to the highest of cards of different ranks, the ace high or low, whichever is nearer. */
function rankSpan(cards: readonly Held[]): number {
  const width = (ranks: readonly number[]): number => Math.max(...ranks) - Math.min(...ranks);
  const ranks = cards.map(({ rank }) => rank);
  return Math.min(width(ranks), width(ranks.map((rank) => (rank === ACE ? -1 : rank))));
}
