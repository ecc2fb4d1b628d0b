import { FACES, rankOf, type Face } from "../../../src/cards/card.ts";
import type { Deck } from "../../../src/cards/decks.ts";
import type { CardGame } from "../../../src/rules/card-game.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { CardInside } from "../../models/shoe/device/events.ts";

/** A piece of cardboard, with what its code says and with what the truth knows it by. */
export interface PhysicalCard extends CardInside {
  /** Its own number in this house; no machine knows it. */
  readonly uid: number;
  /** It does not belong to the loaded decks. `code`: what a reader makes of it. */
  readonly foreign?: "blank" | "unknown-code" | "other-deck";
  /** It bears the face and the code of another card of the same decks. */
  readonly twinOf?: number;
}

/** What the cards' codes tell: nothing but the face, the back too, or everything down to the physical card. */
export type Coding = "faces" | "backs" | "identities";
export const CODINGS: readonly Coding[] = ["faces", "backs", "identities"];

/** Four decks of one colour and four of another, as most catalogues ask. */
const BACKS = ["red", "blue"] as const;
/** Ranks that packs of fewer than 52 cards lack (Galicia, arts. 26, 37 and 40). */
const WITHOUT: Readonly<Record<CardGame["decks"]["pack"], readonly string[]>> = {
  52: [],
  32: ["2", "3", "4", "5", "6"],
  28: ["2", "3", "4", "5", "6", "7"],
};

/** A deck's number as the code on its cards carries it, and as the device writes it. */
const deckNumberOf = (at: number): number => 0x0d_0000_01 + at;

/** The decks of a table as its configuration would name them. */
export function decksFor(game: CardGame, count: number, coding: Coding): readonly Deck[] {
  return Array.from({ length: count }, (_, at) => ({
    id: deckNumberOf(at).toString(16).toUpperCase().padStart(8, "0"),
    back: coding === "faces" ? null : (BACKS[Math.floor((2 * at) / Math.max(2, count))] ?? BACKS[0]),
    pack: game.decks.pack,
    jokers: game.decks.jokers,
    removed: [],
  }));
}

/** All physical cards of these decks, in the maker's order. */
export function freshCards(decks: readonly Deck[], coding: Coding): PhysicalCard[] {
  const cards: PhysicalCard[] = [];
  for (const [at, deck] of decks.entries()) {
    const faces: Face[] = [
      ...FACES.filter((face) => !WITHOUT[deck.pack].includes(rankOf(face) ?? "")),
      ...Array.from({ length: deck.jokers }, () => "joker" as const),
    ];
    for (const face of faces) cards.push(createCard(cards.length, face, at, deck.back, coding));
  }
  return cards;
}

function createCard(uid: number, face: Face, deck: number, back: string | null, coding: Coding): PhysicalCard {
  const hasIdentity = coding === "identities";
  return {
    uid,
    face,
    back,
    deck: hasIdentity ? deckNumberOf(deck) : 0,
    id: hasIdentity ? (0x5afe_0000 + uid).toString(16).toUpperCase().padStart(16, "0") : null,
  };
}

/** A card of no deck of this table. `other-deck`: a good card of the house, with a deck number and a back of its own. */
export function drawForeignCard(
  random: RandomSource,
  kind: NonNullable<PhysicalCard["foreign"]>,
  uid: number,
): PhysicalCard {
  return {
    uid,
    face: random.pick(FACES),
    back: "green",
    deck: deckNumberOf(0x77),
    id: (0xbad0_0000 + uid).toString(16).toUpperCase().padStart(16, "0"),
    foreign: kind,
  };
}

/** A card that was put in although it is there already: the same print and the same code. */
export const twinOf = (card: PhysicalCard, uid: number): PhysicalCard => ({ ...card, uid, twinOf: card.uid });
