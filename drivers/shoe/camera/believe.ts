import type { UnreadWhy } from "../../../src/table/shoe/observation.ts";
import { isCard } from "./answers.ts";

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
