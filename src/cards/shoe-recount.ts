import { countCards, type ShoeAccount } from "./shoe-account.ts";

/** Compares the account of cards with what a device counts: at each reload, and while it deals. */

/** A device's own count of its cards: how many there are, how many it expected, how many it could not place. */
export interface DeviceCount {
  readonly cards: number;
  readonly expected: number;
  readonly unknown: number;
}

export type CountVerdict =
  /** As many cards as the account has, and each of them told. */
  | "right"
  /** As many cards, but some that the device could not place: foreign or exchanged ones. */
  | "count-right-identity-wrong"
  | "count-wrong"
  /** It was set for other decks. */
  | "device-expects-otherwise";

/**
 * A device's count against the account: of all cards loaded (a shuffler's count of the batch that went into the shoe), or of
 * those inside now. `difference`: how many cards more the device has than the account. A device that expected another number
 * was set for other decks, and its "right" says nothing.
 */
export function judgeCount(
  account: ShoeAccount,
  count: DeviceCount,
  of: "loaded" | "inside",
): { readonly verdict: CountVerdict; readonly difference: number } {
  const difference = count.cards - countCards(account)[of];
  if (difference !== 0) return { verdict: "count-wrong", difference };
  if (count.expected !== count.cards) return { verdict: "device-expects-otherwise", difference };
  return { verdict: count.unknown > 0 ? "count-right-identity-wrong" : "right", difference };
}

/** A device's level, which only bounds the cards inside (`atMost` null: no upper bound), against the account. */
export function judgeLevel(
  account: ShoeAccount,
  level: { readonly atLeast: number; readonly atMost: number | null },
): "possible" | "fewer-inside" | "more-inside" {
  const { inside } = countCards(account);
  if (level.atMost !== null && level.atMost < inside) return "fewer-inside";
  return level.atLeast > inside ? "more-inside" : "possible";
}
