/**
 * Kinds of poker hand. Not every catalogue has all of them: `ace-king` (as y rey, jugada mínima) and `pair-jacks-or-better`
 * are where a catalogue lists them as combinations of their own; `figuras` is five cards all taken from A K Q J;
 * `five-of-a-kind` is four aces and the joker.
 */
export const CATEGORIES = [
  "high-card",
  "ace-king",
  "pair",
  "pair-jacks-or-better",
  "two-pair",
  "figuras",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
  "five-of-a-kind",
] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * A hand's worth under one ranking: the greater number is the better hand, equal numbers are a tie. Bits 20 and up are the
 * place of its category in the ranking's order, from 0; below come five ranks of four bits each (2 to 14, the ace is 14),
 * those of the combination first, then the cards outside it, highest first; 0 where none counts. Numbers of different
 * rankings must not be compared.
 */
export type Worth = number;

export const CATEGORY_SHIFT = 20;

/** Worth from the category's place in the order and up to five ranks as indexes 0 to 12; -2 leaves a place empty. */
export function encodeWorth(place: number, a: number, b = -2, c = -2, d = -2, e = -2): Worth {
  return (
    (place << CATEGORY_SHIFT) | ((a + 2) << 16) | ((b + 2) << 12) | ((c + 2) << 8) | ((d + 2) << 4) | (e + 2)
  );
}

/** Place of the worth's category in its ranking's order. */
export const placeOf = (value: Worth): number => value >>> CATEGORY_SHIFT;

/** The ranks that a worth compares, from 2 to 14 (ace), most significant first, without the empty places at the end. */
export function comparedRanks(value: Worth): number[] {
  const ranks = [16, 12, 8, 4, 0].map((shift) => (value >>> shift) & 15);
  while (ranks.at(-1) === 0) ranks.pop();
  return ranks;
}
