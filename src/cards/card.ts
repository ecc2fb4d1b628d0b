/**
 * French playing cards. A face is one string, so that it can stand in a record as it is: rank and suit, `10h`, `As`, `Kd`;
 * `joker` has neither. What a face is worth is each game's own business.
 */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
export type Rank = (typeof RANKS)[number];

/** Clubs (tréboles), diamonds (diamantes), hearts (corazones), spades (picas). */
export const SUITS = ["c", "d", "h", "s"] as const;
export type Suit = (typeof SUITS)[number];

export type Face = `${Rank}${Suit}` | "joker";

/** All 52 faces, suit by suit, ace to king. */
export const FACES: readonly Exclude<Face, "joker">[] = SUITS.flatMap((suit) =>
  RANKS.map((rank) => `${rank}${suit}` as const),
);

const KNOWN: ReadonlySet<string> = new Set<string>([...FACES, "joker"]);

/** Whether a text is a face, in exactly this spelling. */
export function isFace(text: string): text is Face {
  return KNOWN.has(text);
}

/** The rank of a face; null for a joker. */
export function rankOf(face: Face): Rank | null {
  return face === "joker" ? null : (face.slice(0, -1) as Rank);
}

/** The suit of a face; null for a joker. */
export function suitOf(face: Face): Suit | null {
  return face === "joker" ? null : (face.slice(-1) as Suit);
}

/** Red or black; null for a joker. */
export function colourOfFace(face: Face): "red" | "black" | null {
  const suit = suitOf(face);
  if (suit === null) return null;
  return suit === "d" || suit === "h" ? "red" : "black";
}
