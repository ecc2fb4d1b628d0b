import { FACES, type Face } from "../../src/cards/card.ts";

/** A face as a value of its own: in quotes, and nothing else between them. */
const VALUE = /"((?:[A2-9JQK]|10)[cdhs]|joker)"/g;
/** A face as a word of a text. The ace of spades is left out: in Spanish and Galician `As` is a word. */
const WORD = /(?<![A-Za-z0-9+/_-])((?!As\b)(?:[A2-9JQK]|10)[cdhs])(?![A-Za-z0-9+/_=-])/g;

/** Every face that a text names. Hashes, keys and signatures name none: they are longer words. */
export function facesIn(text: string): ReadonlySet<Face> {
  const found = [...text.matchAll(VALUE), ...text.matchAll(WORD)].map(([, face]) => face as Face);
  return new Set(found);
}

/** The forms in which bytes could stand in a text: as they are, as JSON or a recording escapes them, in hex and in base64. */
export function formsOf(bytes: string): readonly string[] {
  const raw = Buffer.from(bytes, "latin1");
  const hex = raw.toString("hex");
  const escaped = Array.from(bytes, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
    "",
  );
  return [bytes, JSON.stringify(bytes).slice(1, -1), escaped, hex, raw.toString("base64")];
}

/** What every pack of 52 has: the search must find each of them. */
export const SEARCHED: readonly Face[] = FACES;
