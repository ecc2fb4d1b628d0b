import { rankOf, RANKS, suitOf, type Face } from "../../../../src/cards/card.ts";

/**
 * What is printed on cards, written from the documents alone (docs/devices/card-barcode.md): the simulator's own
 * encoders, so that a mistake in the driver's decoder cannot hide.
 */
export type LabelCoding = "suit-rank" | "suit-rank-10" | "seat-suit-rank" | "prefix-suit-rank" | "tirada";

export interface LabelOptions {
  /** Four characters, tirada's own coding. */
  readonly deck?: string;
  /** One character: how often this card of the deck was printed anew. */
  readonly issue?: string;
  /** `A` to `D`. */
  readonly seat?: string;
  /** Two characters. */
  readonly prefix?: string;
}

/** The text of a card's bar code. A joker has one in tirada's own coding alone. Throws for the others. */
export function labelOf(coding: LabelCoding, face: Face, options: LabelOptions = {}): string {
  if (coding === "tirada") return tiradaLabel(cardNumber(face), options);
  const suit = suitOf(face);
  const rank = rankOf(face);
  if (suit === null || rank === null) throw new RangeError(`${coding} has no label for this card`);
  const letter = suit.toUpperCase();
  switch (coding) {
    case "suit-rank":
      return letter + (rank === "10" ? "T" : rank);
    case "suit-rank-10":
      return letter + rank;
    case "seat-suit-rank": {
      const digit = { s: 1, h: 2, c: 3, d: 4 }[suit];
      return `${options.seat ?? "A"}${digit}${String(RANKS.indexOf(rank) + 1).padStart(2, "0")}0`;
    }
    case "prefix-suit-rank":
      return (options.prefix ?? "BC") + letter + (rank === "10" ? "X" : rank);
  }
}

/** The cut card's label in tirada's own coding. */
export const cutCardLabel = (options: LabelOptions = {}): string => tiradaLabel(0, options);

/** 1 ace of clubs to 52 king of spades, 53 a joker. */
function cardNumber(face: Face): number {
  const suit = suitOf(face);
  const rank = rankOf(face);
  return suit === null || rank === null ? 53 : "cdhs".indexOf(suit) * 13 + RANKS.indexOf(rank) + 1;
}

function tiradaLabel(number: number, { deck = "00A1", issue = "0" }: LabelOptions): string {
  const body = `T${deck}${String(number).padStart(2, "0")}${issue}`;
  return body + checkCharactersOf(body);
}

/** ISO/IEC 7064, MOD 1271-36: the whole, read as a number of base 36, leaves 1 when it is divided by 1271. */
export function checkCharactersOf(body: string): string {
  let value = 0n;
  for (const character of body) value = value * 36n + BigInt(Number.parseInt(character, 36));
  const missing = (1_272n - ((value * 1_296n) % 1_271n)) % 1_271n;
  return missing.toString(36).toUpperCase().padStart(2, "0");
}
