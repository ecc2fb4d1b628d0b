import { rankOf, suitOf, SUITS, type Face, type Rank, type Suit } from "../card.ts";

/**
 * Cards as small whole numbers, for the tables of the hand rankings: 13 × suit + rank, where the rank runs from 0 (the 2)
 * to 12 (the ace) and the suit is its place in `SUITS`. 52 is the joker. Nothing outside the hand rankings needs them.
 */
export type Code = number;

/** Ranks as poker orders them, lowest first (Galicia, hand rankings, art. 3, ll. 73: A K Q J 10 … 2). */
export const POKER_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] as const;

export const JOKER: Code = 52;
export const ACE = 12;

/** Place of a rank in `POKER_RANKS`, 0 to 12. */
export const rankIndex = (rank: Rank): number => POKER_RANKS.indexOf(rank);

export function codeOf(face: Face): Code {
  const rank = rankOf(face);
  const suit = suitOf(face);
  return rank === null || suit === null ? JOKER : SUITS.indexOf(suit) * 13 + rankIndex(rank);
}

/** The face of a code. Throws RangeError for a number that is no code. */
export function faceOf(code: Code): Face {
  if (code === JOKER) return "joker";
  const rank = POKER_RANKS[code % 13];
  const suit: Suit | undefined = SUITS[Math.floor(code / 13)];
  if (rank === undefined || suit === undefined)
    throw new RangeError(`${code} is no card: give a whole number from 0 to 52`);
  return `${rank}${suit}`;
}
