import type { Face } from "../card.ts";
import { isNatural, points } from "./value.ts";

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
  const mine = points(punto);
  const theirs = points(banca);
  const naturals = [
    ...(isNatural(punto) ? (["punto"] as const) : []),
    ...(isNatural(banca) ? (["banca"] as const) : []),
  ];
  const only = naturals.length === 1 && twoCardEightWins ? naturals[0] : undefined;
  const winner = only ?? (mine > theirs ? "punto" : mine < theirs ? "banca" : "empate");
  return { winner, punto: mine, banca: theirs, naturals };
}
