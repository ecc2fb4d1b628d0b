import { createHash } from "node:crypto";
import { isFace, type Face } from "./card.ts";
import type { Deck } from "./decks.ts";

/**
 * One card that is not inside, as a short text: place, deck or back, face, and after a colon a digest of its physical identity:
 * `t3As`, `b-10h`, `da?`, `t3As:Yx81_-0q`. Short, because a state of eight decks holds up to 440 of them.
 */
export type Place = "table" | "burnt" | "discard" | "removed";

export interface Entry {
  readonly place: Place;
  /** `0` to `7`: the deck of that number. `a` to `h`: only the back is known, that of deck 0 to 7. `-`: neither. */
  readonly group: string;
  /** Null for an unread card. */
  readonly face: Face | null;
  readonly digest: string | null;
}

const PLACES: Readonly<Record<string, Place>> = { t: "table", b: "burnt", d: "discard", r: "removed" };

export function entryOf({ place, group, face, digest }: Entry): string {
  return `${place.slice(0, 1)}${group}${face ?? "?"}${digest === null ? "" : `:${digest}`}`;
}

/** Throws RangeError for a text that `entryOf` did not write. */
export function readEntry(text: string): Entry {
  const place = placedAt(text);
  const [face = "", digest] = text.slice(2).split(":");
  if (face !== "?" && !isFace(face))
    throw new RangeError("the shoe's account is damaged: an entry has no face");
  return { place, group: text.slice(1, 2), face: face === "?" ? null : face, digest: digest ?? null };
}

/** Throws RangeError for a text that `entryOf` did not write. */
export function placedAt(text: string): Place {
  const place = PLACES[text.slice(0, 1)];
  if (place === undefined) throw new RangeError("the shoe's account is damaged: an entry has no place");
  return place;
}

/**
 * 48 bits of a physical card's identity, as eight characters: two of 416 cards have the same ones in one shoe of three thousand
 * million.
 */
export function digestOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 8);
}

/** The group of a card that names its deck, its back, both or neither. */
export function groupOf(
  decks: readonly Deck[],
  deck: string | null,
  back: string | null,
): string | { readonly broken: "unknown-deck" | "unknown-back" | "deck-of-other-back" } {
  const hasBack = decks.findIndex((one) => one.back === back);
  // A shoe whose decks were loaded without their backs cannot contradict one.
  const judgesBacks = back !== null && decks.every((one) => one.back !== null);
  if (judgesBacks && hasBack < 0) return { broken: "unknown-back" };
  if (deck === null) return judgesBacks ? "abcdefgh".charAt(hasBack) : "-";
  const number = decks.findIndex((one) => one.id === deck);
  const named = decks[number];
  if (named === undefined) return { broken: "unknown-deck" };
  return judgesBacks && named.back !== back ? { broken: "deck-of-other-back" } : String(number);
}

/** The decks to which a card of this group can belong. */
export function decksOf(decks: readonly Deck[], group: string): readonly Deck[] {
  const deck = decks[Number(group)];
  if (/^[0-7]$/.test(group) && deck !== undefined) return [deck];
  const back = decks["abcdefgh".indexOf(group)]?.back;
  return group === "-" ? decks : decks.filter((one) => one.back === back);
}
