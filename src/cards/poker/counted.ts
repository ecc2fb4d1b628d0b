/**
 * Where in a table of all rank counts a hand stands. Each card adds one number to a key: 5 to the power of its rank, the
 * seven low ranks (2 to 8) in bits 0–16, the six high ones (9 to A) in bits 17–30; a joker adds the sign bit. From the key
 * two small tables give a dense index, so that a table for seven cards has 49,205 entries and one for five 6,175.
 */
const LOW_RANKS = 7;
const HIGH_RANKS = 6;
export const HIGH_SHIFT = 17;
export const LOW_MASK = 0x1_ffff;

/** What each rank adds to the key. */
export const RANK_KEY: Int32Array = Int32Array.from({ length: 13 }, (_, rank) =>
  rank < LOW_RANKS ? 5 ** rank : (5 ** (rank - LOW_RANKS)) << HIGH_SHIFT,
);

export interface CountIndex {
  /** Index of a hand is `low[key & LOW_MASK] + high[key >>> HIGH_SHIFT]`, for keys without the sign bit. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Entries of a table that is indexed so. */
  readonly size: number;
}

interface Half {
  /** For each key of the half: how many cards it counts; 255 when a digit is above four. */
  readonly cards: Uint8Array;
  /** For each key: its number among the keys of as many cards. */
  readonly number: Int32Array;
  /** How many keys count so many cards. */
  readonly sizes: number[];
}

function half(ranks: number, most: number): Half {
  const keys = 5 ** ranks;
  const cards = new Uint8Array(keys);
  const number = new Int32Array(keys);
  const sizes = Array.from({ length: most + 1 }, () => 0);
  for (let key = 0; key < keys; key++) {
    let sum = 0;
    for (let rest = key; rest > 0; rest = Math.floor(rest / 5)) sum += rest % 5;
    cards[key] = sum;
    if (sum > most) continue;
    number[key] = sizes[sum] ?? 0;
    sizes[sum] = (sizes[sum] ?? 0) + 1;
  }
  return { cards, number, sizes };
}

/** The index for hands of exactly `cards` cards, 1 to 7, at most four of a rank. */
export function countIndex(cards: number): CountIndex {
  const lows = half(LOW_RANKS, cards);
  const highs = half(HIGH_RANKS, cards);
  const starts: number[] = [];
  let size = 0;
  for (let inLow = 0; inLow <= cards; inLow++) {
    starts.push(size);
    size += (lows.sizes[inLow] ?? 0) * (highs.sizes[cards - inLow] ?? 0);
  }
  const low = lows.number.map((number, key) => {
    const inLow = lows.cards[key] ?? 0;
    return inLow > cards ? 0 : (starts[inLow] ?? 0) + number * (highs.sizes[cards - inLow] ?? 0);
  });
  return { low, high: highs.number, size };
}

/** Calls `each` for every way to take `cards` cards of 13 ranks, at most four of a rank, with its counts and its key. */
export function everyCount(cards: number, each: (counts: readonly number[], key: number) => void): void {
  const counts = Array.from({ length: 13 }, () => 0);
  const from = (rank: number, left: number, key: number): void => {
    if (left === 0) {
      each(counts, key);
      return;
    }
    if (rank === 13) return;
    for (let taken = 0; taken <= Math.min(4, left); taken++) {
      counts[rank] = taken;
      from(rank + 1, left - taken, key + taken * (RANK_KEY[rank] ?? 0));
    }
    counts[rank] = 0;
  };
  from(0, cards, 0);
}
