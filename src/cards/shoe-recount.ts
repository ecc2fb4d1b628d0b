import type { Face } from "./card.ts";
import { ALL_FACES, timesInAll } from "./decks.ts";
import { countCards, type ShoeAccount } from "./shoe-account.ts";
import { readEntry } from "./shoe-entry.ts";

/** Compares the account of cards with what people or devices count: after a jam, a removal, at each reload. */

/** How often a face can be inside. */
export interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** What the account knows of a face inside: exact unless cards left unread or came back blind. */
export function insideOf(account: ShoeAccount, face: Face): Bounds {
  const out = account.out.map(readEntry);
  const known = timesInAll(account.decks, face) - out.filter((one) => one.face === face).length;
  const unread = out.filter((one) => one.face === null).length;
  const discarded = out.filter((one) => one.face === face && one.place === "discard").length;
  return { atLeast: Math.max(0, known - unread), atMost: known + Math.min(account.blind, discarded) };
}

/** What people found inside when they took the cards out and read them. */
export interface CardsFound {
  readonly faces: readonly Face[];
  /** Cards whose faces could not be read. */
  readonly unread: number;
}

export type RecountVerdict =
  /** As many cards as the account has, and the right ones. */
  | "right"
  /** As many cards, but not the cards that were loaded: a foreign or exchanged card. */
  | "count-right-identity-wrong"
  | "count-wrong";

export interface Recount {
  readonly verdict: RecountVerdict;
  readonly expected: number;
  readonly found: number;
  /** Faces found more often than the decks can still have inside, and how many too many. */
  readonly surplus: readonly (readonly [Face, number])[];
  /** Faces found less often than the account has them inside. Cards that left unread may be among them. */
  readonly missing: readonly (readonly [Face, number])[];
  /** Of the missing cards, how many no unread card can explain. */
  readonly unexplained: number;
}

/**
 * The cards inside, read by people, against the account. Throws RangeError for an unread count below 0.
 * The lists name faces: they stay with those who judge.
 */
export function judgeRecount(account: ShoeAccount, { faces, unread }: CardsFound): Recount {
  if (!Number.isSafeInteger(unread) || unread < 0)
    throw new RangeError(`${unread} unread cards: give 0 or more`);
  const times = new Map<Face, number>();
  for (const face of faces) times.set(face, (times.get(face) ?? 0) + 1);
  const known = countCards(account);
  const surplus: [Face, number][] = [];
  const missing: [Face, number][] = [];
  for (const face of ALL_FACES) {
    const { atMost } = insideOf(account, face);
    const exact =
      timesInAll(account.decks, face) - account.out.filter((text) => readEntry(text).face === face).length;
    const found = times.get(face) ?? 0;
    if (found > atMost) surplus.push([face, found - atMost]);
    if (found < exact) missing.push([face, exact - found]);
  }
  const expected = known.inside;
  const found = faces.length + unread;
  const lost = missing.reduce((sum, [, cards]) => sum + cards, 0);
  // With the right number of cards, each card too many leaves another one missing, so surplus cards need no test of their own.
  // Cards that left unread, and those that were found but not read, can be any of the missing ones.
  const unexplained = Math.max(0, lost - known.unread - unread);
  const isSame = surplus.length === 0 && unexplained === 0;
  const verdict = found !== expected ? "count-wrong" : isSame ? "right" : "count-right-identity-wrong";
  return { verdict, expected, found, surplus, missing, unexplained };
}

/** A device's own count of its cards: how many there are, how many it expected, how many it could not place. */
export interface DeviceCount {
  readonly cards: number;
  readonly expected: number;
  readonly unknown: number;
}

export type CountVerdict = RecountVerdict | "device-expects-otherwise";

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
