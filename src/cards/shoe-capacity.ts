import { timesInAll, type Deck } from "./decks.ts";
import { decksOf, type Entry } from "./shoe-entry.ts";

/**
 * Whether the decks still have this card: in its deck, among the decks of its back, and among all. A card of a known deck is one
 * of that deck's back and one of all, so that these three counts together are enough: each card out can be given a place in
 * a deck exactly when none of them overflows.
 */
export function capacityBroken(
  decks: readonly Deck[],
  out: readonly Entry[],
  entry: Entry,
): { readonly broken: "face-too-often" | "physical-card-twice"; readonly cameBack: number } | null {
  const face = entry.face;
  if (face === null) return null;
  for (const within of levels(decks, entry.group)) {
    const room = timesInAll(within, face);
    const used = out.filter((one) => one.face === face && isWithin(decks, one, within));
    if (used.length < room) continue;
    const cameBack = out.findIndex(
      (one) => one.place === "discard" && one.face === face && isWithin(decks, one, within),
    );
    // One deck has a face once: the same deck and face is the same card.
    const isSameCard = within.length === 1 && room === 1 && /^[0-7]$/.test(entry.group);
    return { broken: isSameCard ? "physical-card-twice" : "face-too-often", cameBack };
  }
  return null;
}

/** The sets of decks whose room the card takes, smallest first. */
function levels(decks: readonly Deck[], group: string): (readonly Deck[])[] {
  const own = decksOf(decks, group);
  const ofBack = decks.filter((deck) => deck.back === own[0]?.back);
  return own.length === 1 ? [own, ofBack, decks] : [own, decks];
}

const isWithin = (decks: readonly Deck[], entry: Entry, within: readonly Deck[]): boolean =>
  decksOf(decks, entry.group).every((deck) => within.includes(deck));
