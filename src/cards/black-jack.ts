import { colourOfFace, rankOf, suitOf, type Face } from "./card.ts";

/**
 * Black-jack: totals and comparisons (Chile, III.1.5.1, ll. 904–1046; Cantabria, A.4.V, ll. 777–976; País Vasco, ll. 786–868;
 * Canal 21: Chile, III.1.5.3, ll. 1332–1496). Figures count 10, the ace 1 or 11.
 */

/** 1 to 10; the ace is 1 here. Throws RangeError for a joker. */
export function twentyOneValue(face: Face): number {
  const rank = rankOf(face);
  if (rank === null) throw new RangeError("a joker is in no black-jack pack: take it out and check the decks");
  if (rank === "A") return 1;
  return rank === "J" || rank === "Q" || rank === "K" ? 10 : Number(rank);
}

export interface Total {
  /** The best count that does not pass 21; above 21 every ace counts 1. */
  readonly count: number;
  /** An ace counts 11. */
  readonly soft: boolean;
  readonly bust: boolean;
  /** 21 with the two first cards of a hand that was not split. */
  readonly blackJack: boolean;
}

/**
 * The total of a hand. A split hand makes no black-jack: a 21 of an ace and a ten after splitting is an ordinary 21 (Chile, ll.
 * 904–1046; Cantabria, ll. 777–976; País Vasco, ll. 818–830). Throws RangeError for a joker.
 */
export function totalOf(faces: readonly Face[], wasSplit = false): Total {
  const hard = faces.reduce((sum, face) => sum + twentyOneValue(face), 0);
  const soft = hard <= 11 && faces.some((face) => rankOf(face) === "A");
  const count = soft ? hard + 10 : hard;
  return { count, soft, bust: count > 21, blackJack: count === 21 && faces.length === 2 && !wasSplit };
}

/** What the bank does with a soft 17, as the pack says: it stands, or draws (Canal 21). */
export const SOFT_SEVENTEEN = ["stands", "draws"] as const;
export type SoftSeventeen = (typeof SOFT_SEVENTEEN)[number];

/** Whether the bank must draw: on 16 or less, and on a soft 17 where the game says so. */
export function bankDraws(faces: readonly Face[], rule: SoftSeventeen): boolean {
  const { count, soft } = totalOf(faces);
  return count <= 16 || (count === 17 && soft && rule === "draws");
}

/** `tie` is a null bet. */
export type TwentyOneOutcome = "win" | "win-black-jack" | "tie" | "lose";

/**
 * A player's finished hand against the bank's. A player over 21 has lost whatever the bank makes; a black-jack beats any other
 * 21 (Cantabria, ll. 777–976; País Vasco, l. 798).
 */
export function twentyOneOutcome(player: Total, bank: Total): TwentyOneOutcome {
  if (player.bust) return "lose";
  if (player.blackJack) return bank.blackJack ? "tie" : "win-black-jack";
  if (bank.blackJack) return "lose";
  if (bank.bust || player.count > bank.count) return "win";
  return player.count === bank.count ? "tie" : "lose";
}

/** Two first cards that may be split: of the same value (Chile and Cantabria, as above; País Vasco, ll. 818–830). */
export const isSplittable = (one: Face, other: Face): boolean => twentyOneValue(one) === twentyOneValue(other);

/**
 * Perfect Pairs, on the two first cards (Chile, III.1.5.1, ll. 938–946, 1048–1053). Here J, Q, K and ace count as their own
 * symbol. Same suit; same colour, other suit; or one red and one black. Null: no pair. Throws RangeError for a joker.
 */
export function perfectPair(one: Face, other: Face): "perfect-pairs" | "par-de-color" | "par-mezclado" | null {
  if (rankOf(one) === null || rankOf(other) === null)
    throw new RangeError("a joker is in no black-jack pack: take it out and check the decks");
  if (rankOf(one) !== rankOf(other)) return null;
  if (suitOf(one) === suitOf(other)) return "perfect-pairs";
  return colourOfFace(one) === colourOfFace(other) ? "par-de-color" : "par-mezclado";
}
