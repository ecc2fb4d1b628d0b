import type { Codes } from "../../../../drivers/shoe/device.ts";
import { MAX_DECKS, type Deck } from "../../../../src/cards/decks.ts";
import { SHOE_OPTIONS } from "../../config/devices.ts";
import { flatParts, readDiceParts } from "../dice/flat.ts";
import { flatOf, portIn, readHead, type FlatOptions, type Head } from "../recorded-head.ts";
import type { ShoeTableOptions, ShoeTableSetup } from "../setup-types.ts";
import { deckOfWord, deckWord } from "./decks.ts";

const DECK = "deck.";

/** What a card table is set to, with the devices of its dice. */
export function flatCards({ options, dice }: Pick<ShoeTableSetup, "options" | "dice">): FlatOptions {
  return { ...flatShoe(options), ...(dice === null ? {} : flatParts(dice.parts)) };
}

/** A table of codes is named by its digest alone: it is as secret as the cards, and too long for a head. */
function flatShoe({ decks, port, codes, ...options }: ShoeTableSetup["options"]): FlatOptions {
  const words = decks.map((deck, at) => [`${DECK}${at + 1}`, deckWord(deck)] as const);
  return {
    ...flatOf(SHOE_OPTIONS, options),
    port,
    codes: codes?.sha256 ?? null,
    ...Object.fromEntries(words),
  };
}

/**
 * The options of a card table's recording. `codes`: the table of codes that was found for the digest in it. Throws RangeError
 * for a deck that cannot be read.
 */
export function shoeOptionsOf(flat: FlatOptions, codes: Codes | null): ShoeTableOptions {
  return readHead(flat, (head) => {
    const decks = readDecks(head);
    head.takeKey("codes");
    const hasDice = head.has("eye.port");
    return {
      ...head.options(SHOE_OPTIONS),
      ...portIn(head, "port", ["serial", "hid", "keyboard"] as const),
      decks,
      codes,
      ...(hasDice ? { firstDice: readDiceParts(head) } : {}),
    };
  });
}

function readDecks(head: Head): Deck[] {
  const decks: Deck[] = [];
  for (let at = 1; at <= MAX_DECKS; at++) {
    const word = head.takeKey(`${DECK}${at}`);
    if (word === undefined) break;
    const deck = typeof word === "string" ? deckOfWord(word) : null;
    if (deck === null) throw new RangeError(`the recording's deck ${at} cannot be read; it is damaged`);
    decks.push(deck);
  }
  return decks;
}
