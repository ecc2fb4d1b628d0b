import { FACES, rankOf, type Face, type Rank } from "./card.ts";

/** A deck (baraja) as it was verified and loaded. */
export interface Deck {
  /** How the cards' own code, or the house, names this deck. Different for every deck of a shoe. */
  readonly id: string;
  /** Colour or design of its backs; null when nobody tells. */
  readonly back: string | null;
  /** Cards without jokers: 52, 32 (from the 7 up) or 28 (from the 8 up). */
  readonly pack: 52 | 32 | 28;
  readonly jokers: 0 | 1 | 2 | 3;
  /** Cards of the pack that were declared to be taken out of it. */
  readonly removed: readonly Face[];
}

/** The most decks of any game in the catalogues (Chile, III.2: eight). */
export const MAX_DECKS = 8;

const NOT_IN: Readonly<Record<Deck["pack"], readonly Rank[]>> = {
  52: [],
  32: ["2", "3", "4", "5", "6"],
  28: ["2", "3", "4", "5", "6", "7"],
};

/** How often a face is in a deck. */
export function timesIn(deck: Deck, face: Face): number {
  const rank = rankOf(face);
  const printed = rank === null ? deck.jokers : NOT_IN[deck.pack].includes(rank) ? 0 : 1;
  return printed - deck.removed.filter((one) => one === face).length;
}

export const cardsIn = (decks: readonly Deck[]): number =>
  decks.reduce((sum, deck) => sum + deck.pack + deck.jokers - deck.removed.length, 0);

export const timesInAll = (decks: readonly Deck[], face: Face): number =>
  decks.reduce((sum, deck) => sum + timesIn(deck, face), 0);

/** Every face that a deck can have, the joker last. */
export const ALL_FACES: readonly Face[] = [...FACES, "joker"];

/**
 * Throws RangeError when these decks cannot be a shoe: none or more than `MAX_DECKS`, an empty name or one name twice, a removed
 * card that the pack has not.
 */
export function checkDecks(decks: readonly Deck[]): void {
  if (decks.length === 0 || decks.length > MAX_DECKS)
    throw new RangeError(`${decks.length} decks: a shoe has 1 to ${MAX_DECKS}`);
  const names = new Set(decks.map((deck) => deck.id));
  if (names.size !== decks.length || names.has(""))
    throw new RangeError("two decks have one name, or one has none: give each its own");
  for (const deck of decks) {
    if (ALL_FACES.some((face) => timesIn(deck, face) < 0))
      throw new RangeError(
        `deck ${deck.id}: a card is declared removed that the deck has not; check its removed cards`,
      );
  }
}
