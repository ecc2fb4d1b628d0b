import type { Face } from "./card.ts";
import { cardsIn, checkDecks, timesInAll, type Deck } from "./decks.ts";
import {
  digestOf,
  entryOf,
  groupOf,
  placedAt,
  readEntry,
  type Entry,
  type Place,
  decksOf,
} from "./shoe-entry.ts";

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

/**
 * The account of a shoe's or shuffler's cards: what was loaded, what left, what came back. Pure and plain JSON, below 8 kB for
 * eight decks with every card out and identified. It holds faces, so it stays inside the judging process.
 *
 * Always: inside + on the table + burnt + discarded + removed = loaded, and taken − returned = all that is not inside.
 */
export interface ShoeAccount {
  readonly decks: readonly Deck[];
  /** Every card that is known to have left, one entry each (`shoe-entry.ts`). */
  readonly out: readonly string[];
  /** How many of the discarded cards are inside again, while it is not known which. */
  readonly blind: number;
  /** Cards that left since loading, and those that came back. */
  readonly taken: number;
  readonly returned: number;
}

/** What a device or a person reports of a card; null for what is not known. */
export interface CardIdentity {
  readonly face: Face;
  readonly id: string | null;
  readonly deck: string | null;
  readonly back: string | null;
}

/** The rule that a card breaks. The account that goes with it is unchanged. */
export type Broken =
  | "unknown-deck"
  | "unknown-back"
  /** The deck that the card names has another back. */
  | "deck-of-other-back"
  /** No loaded deck has this face: removed, a joker too many, a card of another pack. */
  | "face-not-loaded"
  /** The face has left more often than the decks allow. */
  | "face-too-often"
  /** This same physical card is already out. */
  | "physical-card-twice"
  /** This same physical card is already out, and had another face then. */
  | "identity-contradicted"
  | "more-cards-than-loaded"
  /** More come back than are there, or a card comes back that is not there. */
  | "not-there";

export type AccountStep =
  | { readonly ok: true; readonly account: ShoeAccount }
  | { readonly ok: false; readonly broken: Broken; readonly account: ShoeAccount };

/** A freshly loaded shoe. Throws RangeError when the decks cannot be a shoe. */
export function loadShoe(decks: readonly Deck[]): ShoeAccount {
  checkDecks(decks);
  return { decks, out: [], blind: 0, taken: 0, returned: 0 };
}

/** A card whose face was read leaves to `place`: dealt onto the table, burnt, or removed from inside by hand. */
export function takeCard(account: ShoeAccount, card: CardIdentity, place: Place = "table"): AccountStep {
  if (countCards(account).inside === 0) return refused(account, "more-cards-than-loaded");
  const entered = placeCard(account, card, place);
  return entered.ok
    ? accepted({ ...entered.account, taken: account.taken + 1 })
    : refused(account, entered.broken);
}

/** A card leaves and its face is not known. */
export function takeUnread(account: ShoeAccount, place: Place = "table"): AccountStep {
  if (countCards(account).inside === 0) return refused(account, "more-cards-than-loaded");
  const entry = entryOf({ place, group: "-", face: null, digest: null });
  return accepted({ ...account, out: [...account.out, entry], taken: account.taken + 1 });
}

/** The account of a shoe that is found to hold other decks. Null: a card has left that was known to be of the first ones, or there are too few cards. */
export function withDecks(account: ShoeAccount, decks: readonly Deck[]): ShoeAccount | null {
  checkDecks(decks);
  const isUnknown = account.out.every((text) => readEntry(text).group === "-");
  return isUnknown && account.out.length <= cardsIn(decks) ? { ...account, decks } : null;
}

/** One of the unread cards at `place` is now known: turned up, or keyed by a person. `not-there` when there is none. */
export function identifyUnreadCard(account: ShoeAccount, card: CardIdentity, place: Place): AccountStep {
  const at = account.out.findIndex((text) => isAt(readEntry(text), place, null));
  if (at < 0) return refused(account, "not-there");
  const entered = placeCard({ ...account, out: account.out.toSpliced(at, 1) }, card, place);
  return entered.ok ? entered : refused(account, entered.broken);
}

/** All cards of one place go to another: the table's to the discard when a round is settled. */
export function moveAll(account: ShoeAccount, from: Exclude<Place, "discard">, to: Place): ShoeAccount {
  return { ...account, out: account.out.map((text) => (placedAt(text) === from ? withPlace(text, to) : text)) };
}

/** One card of this face (null: an unread one) goes from one place to another. `not-there` when there is none. */
export function moveCard(account: ShoeAccount, face: Face | null, from: Place, to: Place): AccountStep {
  const at = account.out.findIndex((text) => isAt(readEntry(text), from, face));
  const text = account.out[at];
  // While cards have come back blind, a discarded card may be inside again.
  if (text === undefined || (from === "discard" && account.blind > 0)) return refused(account, "not-there");
  return accepted({ ...account, out: account.out.with(at, withPlace(text, to)) });
}

/** What lies on the table stays there; everything else is shuffled in again. */
export function shuffleRest(account: ShoeAccount): ShoeAccount {
  const out = account.out.filter((text) => placedAt(text) === "table");
  const back = account.out.length - account.blind - out.length;
  return { ...account, out, blind: 0, returned: account.returned + back };
}

/** One card of this face (null: an unread one) is put back inside. `not-there` when there is none. */
export function returnCard(account: ShoeAccount, face: Face | null, from: Place): AccountStep {
  const at = account.out.findIndex((text) => isAt(readEntry(text), from, face));
  if (at < 0 || (from === "discard" && account.blind > 0)) return refused(account, "not-there");
  return accepted({ ...account, out: account.out.toSpliced(at, 1), returned: account.returned + 1 });
}

/**
 * Discarded cards were fed back, and it is not known which. When all of them were, the account is exact again; otherwise it
 * holds only their number. `not-there` when that is more than lie in the discard.
 */
export function returnBlind(account: ShoeAccount, cards: number): AccountStep {
  if (!Number.isSafeInteger(cards) || cards < 0)
    throw new RangeError(`${cards} cards cannot come back: give 0 or more`);
  if (cards > countCards(account).discard) return refused(account, "not-there");
  return accepted(
    dropBlindCards({ ...account, blind: account.blind + cards, returned: account.returned + cards }),
  );
}

export interface Tally {
  readonly loaded: number;
  readonly inside: number;
  readonly table: number;
  readonly burnt: number;
  readonly discard: number;
  readonly removed: number;
  /** Of those outside, whose faces are not known. */
  readonly unread: number;
}

/** How many cards are where. All of it adds up to `loaded`. */
export function countCards(account: ShoeAccount): Tally {
  const at = { table: 0, burnt: 0, discard: 0 - account.blind, removed: 0 };
  let unread = 0;
  // Called for every card of a shoe: so only two letters of each entry are read.
  for (const text of account.out) {
    at[placedAt(text)]++;
    if (text.charAt(2) === "?") unread++;
  }
  const loaded = cardsIn(account.decks);
  return { loaded, inside: loaded - account.out.length + account.blind, ...at, unread };
}

/** Enters a card without counting it as taken. */
function placeCard(account: ShoeAccount, card: CardIdentity, place: Place): AccountStep {
  const group = groupOf(account.decks, card.deck, card.back);
  if (typeof group !== "string") return refused(account, group.broken);
  if (timesInAll(account.decks, card.face) === 0) return refused(account, "face-not-loaded");
  const digest = card.id === null ? null : digestOf(card.id);
  const entry: Entry = { place, group, face: card.face, digest };
  let current = account;
  // Each pass without a verdict removes one of the blind cards, so the loop ends.
  for (;;) {
    const clash = clashOf(current, entry);
    if (clash === null) return accepted(dropBlindCards({ ...current, out: [...current.out, entryOf(entry)] }));
    if (current.blind === 0 || clash.cameBack < 0) return refused(account, clash.broken);
    current = { ...current, out: current.out.toSpliced(clash.cameBack, 1), blind: current.blind - 1 };
  }
}

interface Clash {
  readonly broken: Broken;
  /** Place in `out` of a discarded card that must have come back, if this is not to be an error; -1 for none. */
  readonly cameBack: number;
}

function clashOf(account: ShoeAccount, entry: Entry): Clash | null {
  const out = account.out.map(readEntry);
  const same = out.findIndex(({ digest }) => digest !== null && digest === entry.digest);
  const twin = out[same];
  if (twin !== undefined) {
    if (twin.face !== entry.face) return { broken: "identity-contradicted", cameBack: -1 };
    return { broken: "physical-card-twice", cameBack: twin.place === "discard" ? same : -1 };
  }
  return capacityBroken(account.decks, out, entry);
}

/** When all discarded cards are inside again, it is known which they are: they leave the account. */
function dropBlindCards(account: ShoeAccount): ShoeAccount {
  if (account.blind === 0) return account;
  const rest = account.out.filter((text) => placedAt(text) !== "discard");
  return account.out.length - rest.length === account.blind ? { ...account, out: rest, blind: 0 } : account;
}

const isAt = (entry: Entry, place: Place, face: Face | null): boolean =>
  entry.place === place && entry.face === face;
const withPlace = (text: string, place: Place): string => entryOf({ ...readEntry(text), place });
const accepted = (account: ShoeAccount): AccountStep => ({ ok: true, account });
const refused = (account: ShoeAccount, why: Broken): AccountStep => ({ ok: false, broken: why, account });
