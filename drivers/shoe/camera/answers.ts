import { RANKS, type Face, type Suit } from "../../../src/cards/card.ts";
import type { UnreadWhy } from "../../../src/table/shoe/observation.ts";

/** The camera's questions and its one-byte answers (docs/devices/card-camera.md, "Bytes"). */
export const CAPTURE = "\xfe";
export const IDENTIFY = "\xfc";

export const PENDING = 255;
export const EMPTY = 254;
export const FAILED = 253;
export const USED = 252;
const FACES_MAX = 51;

/** How a camera counts its cards; neither is told by the camera, so both are set and never guessed. */
export interface CardOrder {
  /** Suits from 0 on: clubs, diamonds, hearts, spades by their letters. */
  readonly suits: keyof typeof SUIT_ORDERS;
  /** What rank 0 is; with `two-first` the ace is 12. */
  readonly ranks: "two-first" | "ace-first";
}

export const SUIT_ORDERS = {
  cdhs: ["c", "d", "h", "s"],
  shdc: ["s", "h", "d", "c"],
  shcd: ["s", "h", "c", "d"],
  hdcs: ["h", "d", "c", "s"],
  dchs: ["d", "c", "h", "s"],
} as const satisfies Record<string, readonly Suit[]>;

/** An answer as it counts: a byte that is none of the known ones is a failed picture. */
export function answerOf(byte: number): number {
  return byte <= FACES_MAX || byte >= USED ? byte : FAILED;
}

export const isCard = (answer: number): boolean => answer <= FACES_MAX;

/** The face of an answer 0 to 51. */
export function faceOf(answer: number, { suits, ranks }: CardOrder): Face {
  const suit = SUIT_ORDERS[suits][Math.floor(answer / RANKS.length)];
  const place = answer % RANKS.length;
  const rank = RANKS[ranks === "ace-first" ? place : (place + 1) % RANKS.length];
  if (suit === undefined || rank === undefined) throw new RangeError("not the answer of a card");
  return `${rank}${suit}`;
}

/** What the pictures of one card prove. */
export type Belief =
  /** One more picture is needed. */
  | { readonly b: "more" }
  | { readonly b: "card"; readonly answer: number }
  /** Looks like the card before it, and no second picture confirms it. */
  | { readonly b: "repeat"; readonly answer: number }
  | { readonly b: "unread"; readonly why: UnreadWhy };

export const PICTURES_MAX = 3;

/**
 * `pictures` are the answers for one card, cards and failures, in order; `before` is the answer of the card before it, or
 * null. A card is believed at its first picture, unless it equals the one before it (then the picture may be of that
 * one, which had not gone) or another picture was something else: then two pictures running must agree.
 */
export function judgePictures(pictures: readonly number[], before: number | null): Belief {
  const cards = pictures.filter(isCard);
  const last = cards.at(-1);
  if (last !== undefined) {
    if (cards.length === 1 && last !== before && isCard(pictures.at(-1) ?? -1))
      return { b: "card", answer: last };
    if (cards.length > 1 && cards.at(-2) === last) return { b: "card", answer: last };
  }
  if (pictures.length < PICTURES_MAX) return { b: "more" };
  if (last === undefined) return { b: "unread", why: "failed" };
  return cards.length === 1 ? { b: "repeat", answer: last } : { b: "unread", why: "low-confidence" };
}
