import type { Face } from "../card.ts";
import { encodeWorth, type Category, type Worth } from "./category.ts";
import { ACE, codeOf, JOKER, rankIndex, type Code } from "./code.ts";
import { categoryOf, type Ranking } from "./ranking.ts";

/**
 * Hands of three cards (póker de tres cartas). A straight beats a flush and three of a kind beats a straight, the other way
 * round than with five cards; the pack's ranking says so. The ace is high (Q K A) or low (A 2 3), never between.
 */

/** Worth of three cards, from two tables. `worthOfThree` expects three different codes of 52 cards and does not check them. */
export class ThreeCardEvaluator {
  readonly ranking: Ranking;
  readonly #unsuited: Int32Array;
  readonly #suited: Int32Array;

  constructor(ranking: Ranking) {
    this.ranking = ranking;
    this.#unsuited = worthTable(ranking, false);
    this.#suited = worthTable(ranking, true);
  }

  worthOfThree(a: Code, b: Code, c: Code): Worth {
    const suit = Math.floor(a / 13);
    const suited = suit === Math.floor(b / 13) && suit === Math.floor(c / 13);
    const key = ((a % 13) * 13 + (b % 13)) * 13 + (c % 13);
    return (suited ? this.#suited : this.#unsuited)[key] ?? -1;
  }

  /** Throws RangeError for another number of cards than three, for a card twice and for a joker. */
  worth(faces: readonly Face[]): Worth {
    const [a, b, c, more] = faces.map(codeOf);
    if (a === undefined || b === undefined || c === undefined || more !== undefined)
      throw new RangeError(`${faces.length} cards: this game's hand has three`);
    if (a === b || b === c || a === c)
      throw new RangeError("one card stands twice in the hand: look for a second reading");
    if (a === JOKER || b === JOKER || c === JOKER)
      throw new RangeError(`a joker is not of this game's pack (${this.ranking.source})`);
    return this.worthOfThree(a, b, c);
  }

  category(value: Worth): Category {
    return categoryOf(this.ranking, value);
  }
}

function worthTable(ranking: Ranking, suited: boolean): Int32Array {
  return Int32Array.from({ length: 13 ** 3 }, (_, key) =>
    worthOfRanks(ranking, [Math.floor(key / 169), Math.floor(key / 13) % 13, key % 13], suited),
  );
}

function worthOfRanks(ranking: Ranking, ranks: readonly number[], suited: boolean): Worth {
  const place = (category: Category): number => ranking.order.indexOf(category);
  const [a = 0, b = 0, c = 0] = ranks.toSorted((one, other) => other - one);
  if (a === b && b === c) return encodeWorth(place("three-of-a-kind"), a);
  if (a === b) return encodeWorth(place("pair"), a, c);
  if (b === c) return encodeWorth(place("pair"), b, a);
  const top = a - c === 2 ? a : a === ACE && b === rankIndex("3") && c === rankIndex("2") ? b : null;
  if (top !== null && suited && top === ACE && place("royal-flush") >= 0)
    return encodeWorth(place("royal-flush"), top);
  if (top !== null) return encodeWorth(place(suited ? "straight-flush" : "straight"), top);
  return encodeWorth(place(suited ? "flush" : "high-card"), a, b, c);
}
