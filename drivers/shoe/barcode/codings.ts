import { FACES, RANKS, type Face, type Rank, type Suit } from "../../../src/cards/card.ts";
import type { CardCodeMap } from "../reader/card-code-map.ts";

/** Check characters of ISO/IEC 7064, MOD 1271-36: two characters for a text of 0-9 and A-Z; `ISO79` has `3W`. */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MODULUS = 1_271;
const RADIX = 36;

/** Whether a text ends with its two check characters. A text with a character outside the alphabet never does. */
export function hasValidCheck(text: string): boolean {
  if (text.length < 3) return false;
  let sum = 0;
  // The last check character weighs 1, so that the whole is congruent to 1.
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return false;
    sum = (sum * RADIX + value) % MODULUS;
  }
  return sum === 1;
}

/**
 * What the bar codes of a house's cards hold. The coding is set by the configuration, never guessed: `S2` is a card in
 * one coding and nothing in another.
 */
export const CODING_NAMES = ["suit-rank", "seat-suit-rank", "prefix-suit-rank", "table", "tirada"] as const;
export type CodingName = (typeof CODING_NAMES)[number];

export type Decoded =
  | { readonly is: "card"; readonly face: Face; readonly deck: string | null; readonly id: string | null }
  | { readonly is: "cut-card" }
  /** The code was read well and is no card. */
  | { readonly is: "unknown" }
  /** The code's own check says that it was not read well. */
  | { readonly is: "damaged" };

export interface Coding {
  readonly name: CodingName;
  /** `code` is upper-case. */
  decode(code: string): Decoded;
}

/** A coding by place: something before, a suit, a rank, something after. */
interface ByPlace {
  readonly before: RegExp;
  readonly suits: Readonly<Record<string, Suit>>;
  /** Ace to king; several spellings of a rank are parted by a bar. */
  readonly ranks: string;
  readonly after: string;
}

const LETTERS: ByPlace["suits"] = { C: "c", D: "d", H: "h", S: "s" };

const BY_PLACE = {
  "suit-rank": { before: /^/, suits: LETTERS, ranks: "A 2 3 4 5 6 7 8 9 T|10 J Q K", after: "" },
  // Seats A to D: player's first and second card, banker's first and second.
  "seat-suit-rank": {
    before: /^[A-D]/,
    suits: { 1: "s", 2: "h", 3: "c", 4: "d" },
    ranks: "01 02 03 04 05 06 07 08 09 10 11 12 13",
    after: "0",
  },
  "prefix-suit-rank": { before: /^[ -~]{2}/, suits: LETTERS, ranks: "A 2 3 4 5 6 7 8 9 X J Q K", after: "" },
} as const satisfies Record<string, ByPlace>;

function byPlace(name: keyof typeof BY_PLACE): Coding {
  const { before, suits, ranks, after }: ByPlace = BY_PLACE[name];
  const faces = new Map<string, Face>();
  for (const [letter, suit] of Object.entries(suits))
    ranks.split(" ").forEach((spellings, at) => {
      const rank: Rank | undefined = RANKS[at];
      if (rank === undefined) return;
      for (const spelling of spellings.split("|")) faces.set(letter + spelling + after, `${rank}${suit}`);
    });
  return {
    name,
    decode: (code) => {
      const head = before.exec(code)?.[0];
      const face = head === undefined ? undefined : faces.get(code.slice(head.length));
      return face === undefined ? { is: "unknown" } : { is: "card", face, deck: null, id: null };
    },
  };
}

function byTable({ entries }: CardCodeMap): Coding {
  return {
    name: "table",
    decode: (code) => {
      const entry = entries.get(code);
      if (entry === undefined) return { is: "unknown" };
      const { face, deck, id } = entry;
      return face === "cut-card" ? { is: "cut-card" } : { is: "card", face, deck, id };
    },
  };
}

/** `T`, deck, number of the card in it, issue, check (docs/devices/card-barcode.md, "tirada's own coding"). */
const OWN = /^T([0-9A-Z]{4})(\d\d)([0-9A-Z])[0-9A-Z]{2}$/;
const CUT_CARD = 0;
const JOKERS = [53, 54];

function own(code: string): Decoded {
  const fields = OWN.exec(code);
  if (fields === null) return { is: "unknown" };
  if (!hasValidCheck(code)) return { is: "damaged" };
  const [, deck = "", number = "", issue = ""] = fields;
  if (Number(number) === CUT_CARD) return { is: "cut-card" };
  const face = JOKERS.includes(Number(number)) ? "joker" : FACES[Number(number) - 1];
  if (face === undefined) return { is: "unknown" };
  return { is: "card", face, deck, id: `${deck}-${number}${issue}` };
}

/** A coding by its name. Throws when `table` comes without a table, or another coding with one. */
export function codingOf(name: CodingName, table: CardCodeMap | null): Coding {
  if ((name === "table") !== (table !== null))
    throw new TypeError(
      `coding ${name}: ${table === null ? "needs a table of codes" : "takes no table of codes"}`,
    );
  if (table !== null) return byTable(table);
  return name === "tirada" || name === "table" ? { name: "tirada", decode: own } : byPlace(name);
}
