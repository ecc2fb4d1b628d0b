import { ACE } from "./code.ts";
import { encodeWorth, type Category, type Worth } from "./category.ts";
import { LOWEST, type Ranking } from "./ranking.ts";

/**
 * What counts of ranks, or the ranks of one suit, are worth under a ranking. This is the slow half of the evaluator: it
 * fills its tables, once.
 */

/** No hand. */
export const NOTHING: Worth = -1;

export interface Patterns {
  /** Best five cards of these rank counts (13 numbers of 0 to 5), suits left aside. At least five cards. */
  ofCounts(counts: readonly number[]): Worth;
  /** Best straight, suits left aside, if these counts and one card of any rank make one; else `NOTHING`. */
  straightWithOneMore(counts: readonly number[]): Worth;
  /** Best five cards of one suit: bit n is rank n. `NOTHING` below five ranks. */
  ofSuit(ranks: number): Worth;
}

export function patterns(ranking: Ranking): Patterns {
  const place = (category: Category): number => ranking.order.indexOf(category);
  const straights = straightsOf(ranking);
  const bestStraight = (mask: number, category: Category): Worth => {
    const found = straights.find(({ ranks }) => (mask & ranks) === ranks);
    return found === undefined ? NOTHING : encodeWorth(place(category), found.order, found.second);
  };
  const ofSuit = (mask: number): Worth => {
    const ranks = highestFirst(maskCounts(mask));
    const [a = 0, b, c, d, e] = ranks;
    if (e === undefined) return NOTHING;
    if (straights[0] !== undefined && (mask & straights[0].ranks) === straights[0].ranks)
      return encodeWorth(place("royal-flush"), straights[0].order);
    return Math.max(bestStraight(mask, "straight-flush"), encodeWorth(place("flush"), a, b, c, d, e));
  };
  return {
    ofCounts: (counts) => Math.max(bestStraight(maskOf(counts), "straight"), ofRanks(ranking, counts)),
    straightWithOneMore: (counts) => {
      const mask = maskOf(counts);
      const found = straights.find(({ ranks }) => isAtMostOneBit(ranks & ~mask));
      return found === undefined ? NOTHING : encodeWorth(place("straight"), found.order, found.second);
    },
    ofSuit,
  };
}

interface Straight {
  readonly ranks: number;
  /** What stands for it in a worth: its highest rank, and a second number where the catalogue puts it above that. */
  readonly order: number;
  readonly second: number;
}

/** The straights of a ranking, best first. The first is always 10 to ace. */
function straightsOf(ranking: Ranking): Straight[] {
  const lowest = LOWEST[ranking.pack];
  const found: Straight[] = [];
  for (let top = ACE; top >= lowest + 4; top--)
    found.push({ ranks: 0b11111 << (top - 4), order: top, second: -2 });
  if (ranking.lowAce === "not-stated") return found;
  const low = { ranks: (1 << ACE) | (0b1111 << lowest), order: lowest + 3, second: -2 };
  if (ranking.lowAceStraight === "lowest") return [...found, low];
  // Second highest: a king-high straight, and something more.
  return [...found.slice(0, 1), { ...low, order: ACE - 1, second: 0 }, ...found.slice(1)];
}

/** Best of all that is neither a straight nor of one suit. */
function ofRanks(ranking: Ranking, counts: readonly number[]): Worth {
  const place = (category: Category): number => ranking.order.indexOf(category);
  const sorted = highestFirst(counts);
  const rest = (...without: number[]): number[] => sorted.filter((rank) => !without.includes(rank));
  const least = (count: number, ...without: number[]): number =>
    sorted.find((rank) => (counts[rank] ?? 0) >= count && !without.includes(rank)) ?? NONE;

  const five = least(5);
  if (five !== NONE) return encodeWorth(place("five-of-a-kind"), five);
  const four = least(4);
  if (four !== NONE) return encodeWorth(place("four-of-a-kind"), four, rest(four)[0]);
  const three = least(3);
  if (three !== NONE) {
    const two = least(2, three);
    if (two !== NONE) return encodeWorth(place("full-house"), three, two);
    const [a, b] = rest(three);
    return encodeWorth(place("three-of-a-kind"), three, a, b);
  }
  const pair = least(2);
  if (pair === NONE) return ofHighCards(ranking, sorted);
  const second = least(2, pair);
  const others = rest(pair);
  const [a, b, c] = others;
  const plain =
    second === NONE
      ? encodeWorth(place(isJacks(ranking, pair) ? "pair-jacks-or-better" : "pair"), pair, a, b, c)
      : encodeWorth(place("two-pair"), pair, second, rest(pair, second)[0]);
  return Math.max(plain, ofFiguras(ranking, counts));
}

/** Five cards all taken from A K Q J: their higher pair, then their highest card (Galicia, art. 22.1.h and 22.2). */
function ofFiguras(ranking: Ranking, counts: readonly number[]): Worth {
  const place = ranking.order.indexOf("figuras");
  if (place < 0) return NOTHING;
  const figures = counts.map((count, rank) => (rank >= JACK ? count : 0));
  const cards = highestFirst(figures);
  if (cards.length < 5) return NOTHING;
  const pair = cards.find((rank) => (figures[rank] ?? 0) >= 2) ?? NONE;
  const [a, b, c] = cards.filter((rank) => rank !== pair);
  return encodeWorth(place, pair, a, b, c);
}

function ofHighCards(ranking: Ranking, sorted: readonly number[]): Worth {
  const [a = 0, b, c, d, e] = sorted;
  const aceKing = ranking.order.indexOf("ace-king");
  if (aceKing >= 0 && a === ACE && b === ACE - 1) return encodeWorth(aceKing, a, b, c, d, e);
  return encodeWorth(ranking.order.indexOf("high-card"), a, b, c, d, e);
}

const NONE = -2;
const JACK = 9;

const isJacks = (ranking: Ranking, pair: number): boolean =>
  pair >= JACK && ranking.order.includes("pair-jacks-or-better");

/** Every card's rank, one entry a card, highest first. */
function highestFirst(counts: readonly number[]): number[] {
  const ranks: number[] = [];
  for (let rank = ACE; rank >= 0; rank--) for (let n = counts[rank] ?? 0; n > 0; n--) ranks.push(rank);
  return ranks;
}

const isAtMostOneBit = (mask: number): boolean => (mask & (mask - 1)) === 0;

const maskOf = (counts: readonly number[]): number =>
  counts.reduce((mask, count, rank) => (count > 0 ? mask | (1 << rank) : mask), 0);

const maskCounts = (mask: number): number[] => Array.from({ length: 13 }, (_, rank) => (mask >>> rank) & 1);
