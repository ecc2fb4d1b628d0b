import { rankOf, type Face } from "../../../../src/cards/card.ts";

/** Values of cards that several games share, read from the catalogues once more. */

const RISING_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** Two lowest (0), ace highest; −1 for a joker or no card. */
export const heightOf = (face: Face | undefined): number => RISING_RANKS.indexOf(rankOf(face ?? "joker") ?? "");

/** Ace 1, figures 10, the others their number. */
export function pointsOfCard(face: Face): number {
  const rank = rankOf(face) ?? "";
  return rank === "A" ? 1 : /^\d+$/.test(rank) ? Number(rank) : 10;
}
