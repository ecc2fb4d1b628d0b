import { comparedRanks, placeOf, type Category, type Worth } from "./category.ts";
import type { Rank } from "../card.ts";

/** How one catalogue ranks hands, as a pack holds it. */
export interface Ranking {
  /** Combinations, lowest first. One that is not listed does not exist in this game. */
  readonly order: readonly Category[];
  /** Cards that make a hand. */
  readonly cards: 3 | 5;
  /** Cards of the pack without jokers: 52, 32 (from the 7) or 28 (from the 8). */
  readonly pack: 52 | 32 | 28;
  /** True when one joker is in the pack: an ace, or any card that completes a straight, flush or straight flush. */
  readonly joker: boolean;
  /**
   * Whether the ace may stand below the pack's lowest card in a straight. Where the catalogue does not say, the hand counts as
   * no straight and `Evaluator.lowAceOpen` tells that its worth depends on it.
   */
  readonly lowAce: "below-lowest" | "not-stated";
  /** Where the straight with the low ace stands among the straights: lowest, or second to ace-high alone (pai gow). */
  readonly lowAceStraight: "lowest" | "second-highest";
  /**
   * How many ranks of two hands of one category the catalogue itself compares, most significant first; five where it is not
   * named. Hands are compared to the last card all the same; `compareHands` tells when cards beyond that number decided.
   */
  readonly comparedBy: Readonly<Partial<Record<Category, number>>>;
  /** Where it stands in the law, and how it was read. */
  readonly source: string;
}

/**
 * The least hand with which a bank plays, or with which a player who has no bank against him wins. `ranks` are the first ranks of
 * that hand, e.g. `["A", "K"]` for ace and king, `["8"]` for a pair of eights.
 */
export interface Qualifying {
  readonly category: Category;
  readonly ranks: readonly Rank[];
  /** Where it stands in the law. */
  readonly source: string;
}

/** The number from which on a hand qualifies: `worth >= leastToQualify(…)`. Throws as {@link leastWorth} does. */
export function leastToQualify(ranking: Ranking, { category, ranks }: Omit<Qualifying, "source">): Worth {
  return leastWorth(ranking, category, ranks);
}

/** The lowest rank of each pack, as an index of `POKER_RANKS`. */
export const LOWEST: Readonly<Record<Ranking["pack"], number>> = { 52: 0, 32: 5, 28: 6 };

/** Category of a worth under its ranking. Throws RangeError for a number that is no worth of it. */
export function categoryOf(ranking: Ranking, value: Worth): Category {
  const category = ranking.order[placeOf(value)];
  if (category === undefined)
    throw new RangeError(
      `${value} is no worth under the ranking of ${ranking.source}: compare only within one ranking`,
    );
  return category;
}

/** `sign` is 1 when the first hand is better, -1 when the second is, 0 when they are equal throughout. */
export interface Compared {
  readonly sign: -1 | 0 | 1;
  /** False when the difference lies in a card that the catalogue does not say it compares: a person may have to decide. */
  readonly stated: boolean;
}

export function compareHands(ranking: Ranking, first: Worth, second: Worth): Compared {
  if (first === second) return { sign: 0, stated: true };
  const sign = first > second ? 1 : -1;
  if (placeOf(first) !== placeOf(second)) return { sign, stated: true };
  const one = comparedRanks(first);
  const other = comparedRanks(second);
  const differs = one.findIndex((rank, at) => rank !== other[at]);
  const depth = ranking.comparedBy[categoryOf(ranking, first)] ?? 5;
  return { sign, stated: (differs < 0 ? one.length : differs) < depth };
}

/**
 * The least hand that a bank needs, or that a payment begins with: every hand worth at least this number has it. `ranks` are
 * the first ranks of that hand, e.g. `["A", "K"]` for ace and king, `["8"]` for a pair of eights.
 * Throws RangeError when the ranking has no such category.
 */
export function leastWorth(ranking: Ranking, category: Category, ranks: readonly Rank[]): Worth {
  const place = ranking.order.indexOf(category);
  if (place < 0)
    throw new RangeError(`${ranking.source} has no ${category}: name one of ${ranking.order.join(", ")}`);
  return ranks.reduce((sum, rank, at) => sum | (RANK_VALUE[rank] << (16 - 4 * at)), place << 20);
}

const RANK_VALUE: Readonly<Record<Rank, number>> = {
  A: 14,
  K: 13,
  Q: 12,
  J: 11,
  "10": 10,
  "9": 9,
  "8": 8,
  "7": 7,
  "6": 6,
  "5": 5,
  "4": 4,
  "3": 3,
  "2": 2,
};
