import { rankOf, type Face } from "../card.ts";

/**
 * What a card counts in baccarat, chemin de fer and punto y banca: ace 1, two to nine their number, ten and figures 0
 * (Chile, III.2.5, ll. 1770–1823; Cantabria, A.10.VI, ll. 2070–2093; Asturias, Anexo I A, ll. 127–136; País Vasco, l. 1578).
 * Throws RangeError for a joker, which none of these games has.
 */
export function baccaratValue(face: Face): number {
  const rank = rankOf(face);
  if (rank === null) throw new RangeError("a joker is in no baccarat pack: take it out and check the decks");
  if (rank === "A") return 1;
  return ["10", "J", "Q", "K"].includes(rank) ? 0 : Number(rank);
}

/** Points of a hand, 0 to 9: the units of the sum. 0 for no cards. */
export const pointsOf = (faces: readonly Face[]): number =>
  faces.reduce((sum, face) => sum + baccaratValue(face), 0) % 10;

/** Eight or nine with the first two cards. */
export const isNatural = (faces: readonly Face[]): boolean => faces.length === 2 && pointsOf(faces) >= 8;

export interface Outcome {
  /** `empate` is a null play (jugada nula) for the stakes on punto and banca. */
  readonly winner: "punto" | "banca" | "empate";
  /** 0 to 9 each. */
  readonly punto: number;
  readonly banca: number;
  /** The hand, or both, that had eight or nine with two cards. */
  readonly naturals: readonly ("punto" | "banca")[];
}

/**
 * Two finished hands compared: nine or nearest to nine. With `twoCardEightWins` a natural beats any hand of three cards
 * (Asturias, Anexo II A, ll. 790–791; Cantabria, ll. 3117–3118; País Vasco, l. 2254).
 */
export function outcomeOf(punto: readonly Face[], banca: readonly Face[], twoCardEightWins: boolean): Outcome {
  const mine = pointsOf(punto);
  const theirs = pointsOf(banca);
  const naturals = [
    ...(isNatural(punto) ? (["punto"] as const) : []),
    ...(isNatural(banca) ? (["banca"] as const) : []),
  ];
  const only = naturals.length === 1 && twoCardEightWins ? naturals[0] : undefined;
  const winner = only ?? (mine > theirs ? "punto" : mine < theirs ? "banca" : "empate");
  return { winner, punto: mine, banca: theirs, naturals };
}
