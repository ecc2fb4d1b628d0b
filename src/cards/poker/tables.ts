import { ACE } from "./code.ts";
import { countIndex, everyCount, HIGH_SHIFT, LOW_MASK, type CountIndex } from "./counted.ts";
import { NOTHING, patterns, type Patterns } from "./patterns.ts";
import type { Ranking } from "./ranking.ts";

/** Worths by counts of ranks, for hands of one size. */
export interface CountTable {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly values: Int32Array;
}

/** All that an evaluator looks up. The arrays that begin at five cards are indexed by the number of cards less five. */
export interface Tables {
  readonly natural: readonly CountTable[];
  /** Of the natural cards beside a joker; empty without one. */
  readonly joker: readonly CountTable[];
  /** By the ranks of one suit, bit n is rank n; `NOTHING` where no five are of one suit. */
  readonly suited: Int32Array;
  readonly suitedWithJoker: Int32Array;
}

export function tablesOf(ranking: Ranking): Tables {
  const found = patterns(ranking);
  const sizes = [5, 6, 7];
  return {
    natural: sizes.map((cards) => countTable(cards, (counts) => found.ofCounts(counts))),
    joker: ranking.joker
      ? sizes.map((cards) => countTable(cards - 1, (counts) => countsWithJoker(found, counts)))
      : [],
    suited: suitTable((ranks) => found.ofSuit(ranks)),
    suitedWithJoker: suitTable((ranks) => (ranking.joker ? suitWithJoker(found, ranks) : NOTHING)),
  };
}

/** The joker is an ace, a fifth one too, or any card that makes a straight. */
function countsWithJoker(found: Patterns, counts: readonly number[]): number {
  const asAce = counts.map((count, rank) => (rank === ACE ? count + 1 : count));
  return Math.max(found.ofCounts(asAce), found.straightWithOneMore(counts));
}

/** The joker is any card of the suit that is not there yet. */
function suitWithJoker(found: Patterns, ranks: number): number {
  let best = NOTHING;
  for (let rank = 0; rank < 13; rank++) {
    if ((ranks & (1 << rank)) === 0) best = Math.max(best, found.ofSuit(ranks | (1 << rank)));
  }
  return best;
}

const indexes = new Map<number, CountIndex>();

function indexFor(cards: number): CountIndex {
  const known = indexes.get(cards) ?? countIndex(cards);
  indexes.set(cards, known);
  return known;
}

function countTable(cards: number, worthOf: (counts: readonly number[]) => number): CountTable {
  const { low, high, size } = indexFor(cards);
  const values = new Int32Array(size).fill(NOTHING);
  everyCount(cards, (counts, key) => {
    values[(low[key & LOW_MASK] ?? 0) + (high[key >>> HIGH_SHIFT] ?? 0)] = worthOf(counts);
  });
  return { low, high, values };
}

function suitTable(worthOf: (ranks: number) => number): Int32Array {
  return Int32Array.from({ length: 1 << 13 }, (_, ranks) => worthOf(ranks));
}
