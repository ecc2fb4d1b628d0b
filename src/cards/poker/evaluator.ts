import type { Face } from "../card.ts";
import type { Worth } from "./category.ts";
import { codeOf, JOKER, type Code } from "./code.ts";
import { HIGH_SHIFT, LOW_MASK, RANK_KEY } from "./counted.ts";
import { NOTHING } from "./patterns.ts";
import { LOWEST, type Ranking } from "./ranking.ts";
import { tablesOf, type Tables } from "./tables.ts";

/** What each code adds to the key (the joker its sign bit), its rank as a bit, its suit, and one in its suit's four bits. */
const KEY = Int32Array.from({ length: 53 }, (_, code) =>
  code === JOKER ? -0x8000_0000 : (RANK_KEY[code % 13] ?? 0),
);
const RANK_BIT = Int32Array.from({ length: 53 }, (_, code) => (code === JOKER ? 0 : 1 << (code % 13)));
const SUIT = Int32Array.from({ length: 53 }, (_, code) => Math.floor(code / 13));
const SUIT_COUNT = SUIT.map((suit) => (suit === 4 ? 0 : 1 << (4 * suit)));

const NUMBER_BITS = 0x7fff_ffff;
/** Added to the four counts of suits, these set a count's highest bit from five cards of a suit, or from four. */
const FIVE_OF_SUIT = 0x3333;
const FOUR_OF_SUIT = 0x4444;
const SUIT_FULL = 0x8888;

/**
 * Worth of poker hands under one ranking, from tables: one addition a card, no allocation. `five` and `seven` trust their
 * callers (different codes of the ranking's own pack, a joker only where the ranking has one); `worth` checks.
 */
export class Evaluator {
  readonly ranking: Ranking;
  readonly #tables: Tables;
  readonly #low5: Int32Array;
  readonly #high5: Int32Array;
  readonly #values5: Int32Array;
  readonly #low7: Int32Array;
  readonly #high7: Int32Array;
  readonly #values7: Int32Array;
  readonly #suited: Int32Array;

  constructor(ranking: Ranking) {
    const tables = tablesOf(ranking);
    const [five, , seven] = tables.natural;
    if (five === undefined || seven === undefined) throw new RangeError("no tables for five and seven cards");
    this.ranking = ranking;
    this.#tables = tables;
    this.#low5 = five.low;
    this.#high5 = five.high;
    this.#values5 = five.values;
    this.#low7 = seven.low;
    this.#high7 = seven.high;
    this.#values7 = seven.values;
    this.#suited = tables.suited;
  }

  five(a: Code, b: Code, c: Code, d: Code, e: Code): Worth {
    const key = (at(KEY, a) + at(KEY, b) + at(KEY, c) + at(KEY, d) + at(KEY, e)) | 0;
    if (key < 0) return this.#checked([a, b, c, d, e]);
    const suits =
      at(SUIT_COUNT, a) + at(SUIT_COUNT, b) + at(SUIT_COUNT, c) + at(SUIT_COUNT, d) + at(SUIT_COUNT, e);
    if (((suits + FIVE_OF_SUIT) & SUIT_FULL) === 0)
      return at(this.#values5, at(this.#low5, key & LOW_MASK) + at(this.#high5, key >>> HIGH_SHIFT));
    return at(
      this.#suited,
      at(RANK_BIT, a) | at(RANK_BIT, b) | at(RANK_BIT, c) | at(RANK_BIT, d) | at(RANK_BIT, e),
    );
  }

  /** Best five of seven. */
  seven(a: Code, b: Code, c: Code, d: Code, e: Code, f: Code, g: Code): Worth {
    const key = (at(KEY, a) + at(KEY, b) + at(KEY, c) + at(KEY, d) + at(KEY, e) + at(KEY, f) + at(KEY, g)) | 0;
    if (key < 0) return this.#checked([a, b, c, d, e, f, g]);
    const suits =
      at(SUIT_COUNT, a) +
      at(SUIT_COUNT, b) +
      at(SUIT_COUNT, c) +
      at(SUIT_COUNT, d) +
      at(SUIT_COUNT, e) +
      at(SUIT_COUNT, f) +
      at(SUIT_COUNT, g);
    const full = (suits + FIVE_OF_SUIT) & SUIT_FULL;
    const value = at(this.#values7, at(this.#low7, key & LOW_MASK) + at(this.#high7, key >>> HIGH_SHIFT));
    if (full === 0) return value;
    const suit = (31 - Math.clz32(full)) >>> 2;
    const ranks =
      bitIn(suit, a) |
      bitIn(suit, b) |
      bitIn(suit, c) |
      bitIn(suit, d) |
      bitIn(suit, e) |
      bitIn(suit, f) |
      bitIn(suit, g);
    return Math.max(value, at(this.#suited, ranks));
  }

  /**
   * Worth of five, six or seven faces: their best five. Throws RangeError for another number of cards, for a card twice, and
   * for one that is not in the ranking's pack.
   */
  worth(faces: readonly Face[]): Worth {
    return this.#checked(codesIn(this.ranking, faces));
  }

  /** Whether the hand's worth hangs on a low ace that the catalogue neither allows nor forbids. Same errors as `worth`. */
  lowAceOpen(faces: readonly Face[]): boolean {
    const value = this.worth(faces);
    return this.ranking.lowAce === "not-stated" && withLowAce(this.ranking).worth(faces) !== value;
  }

  /** Five to seven codes that are known to be good. */
  #checked(codes: readonly Code[]): Worth {
    const key = codes.reduce((sum, code) => (sum + at(KEY, code)) | 0, 0);
    const suits = codes.reduce((sum, code) => sum + at(SUIT_COUNT, code), 0);
    const joker = key < 0;
    const table = (joker ? this.#tables.joker : this.#tables.natural)[codes.length - 5];
    if (table === undefined)
      throw new RangeError(
        `no table for ${codes.length} cards ${joker ? "with a joker " : ""}(${this.ranking.source})`,
      );
    const counted = key & NUMBER_BITS;
    const value = at(table.values, at(table.low, counted & LOW_MASK) + at(table.high, counted >>> HIGH_SHIFT));
    const full = (suits + (joker ? FOUR_OF_SUIT : FIVE_OF_SUIT)) & SUIT_FULL;
    if (full === 0) return value;
    const suit = (31 - Math.clz32(full)) >>> 2;
    const ranks = codes.reduce((mask, code) => mask | bitIn(suit, code), 0);
    return Math.max(value, at(joker ? this.#tables.suitedWithJoker : this.#tables.suited, ranks));
  }
}

/** By the ranking itself, and by what it says: packs that rank alike share the tables. */
const made = new WeakMap<Ranking, Evaluator>();
const alike = new Map<string, Evaluator>();

/** The evaluator of a pack's ranking. Its tables are filled at the first call: ask before the game begins. */
export function evaluatorFor(ranking: Ranking): Evaluator {
  const before = made.get(ranking);
  if (before !== undefined) return before;
  const says = JSON.stringify(Object.entries(ranking).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const evaluator = alike.get(says) ?? new Evaluator(ranking);
  alike.set(says, evaluator);
  made.set(ranking, evaluator);
  return evaluator;
}

const lowAceEvaluators = new WeakMap<Ranking, Evaluator>();

/** The evaluator of a ranking, as if its catalogue let the ace stand below the lowest card. */
export function withLowAce(ranking: Ranking): Evaluator {
  const known = lowAceEvaluators.get(ranking) ?? evaluatorFor({ ...ranking, lowAce: "below-lowest" });
  lowAceEvaluators.set(ranking, known);
  return known;
}

const at = (table: Int32Array, index: number): number => table[index] ?? NOTHING;

/** A card's rank as a bit when it is of the suit; else 0. */
const bitIn = (suit: number, code: Code): number => (at(SUIT, code) === suit ? at(RANK_BIT, code) : 0);

/** Codes of five to seven different faces of the ranking's own pack. Throws RangeError otherwise. */
function codesIn(ranking: Ranking, faces: readonly Face[]): Code[] {
  if (faces.length < 5 || faces.length > 7)
    throw new RangeError(`${faces.length} cards: a poker hand is judged from five, six or seven`);
  if (new Set(faces).size !== faces.length)
    throw new RangeError(
      "one card stands twice in the hand: one pack has it once, look for a second reading of it",
    );
  return faces.map((face) => {
    const code = codeOf(face);
    const inPack = code === JOKER ? ranking.joker : code % 13 >= LOWEST[ranking.pack];
    if (!inPack)
      throw new RangeError(`a card is not of the ${ranking.pack}-card pack of this game (${ranking.source})`);
    return code;
  });
}

/**
 * Best hand of exactly two own cards and exactly three common ones: Omaha (Galicia, art. 32, ll. 754–756; Chile, III.3.5.8,
 * ll. 3305–3343) and Sintético (Galicia, art. 40, l. 810; País Vasco, ll. 2726, 2854). `own` has two to four faces, `common`
 * three to five. Throws RangeError for other numbers, and as `Evaluator.worth` does.
 */
export function bestOfTwoAndThree(evaluator: Evaluator, own: readonly Face[], common: readonly Face[]): Worth {
  if (own.length < 2 || own.length > 4 || common.length < 3 || common.length > 5)
    throw new RangeError(
      `${own.length} own and ${common.length} common cards: give two to four and three to five, of which two and three play`,
    );
  let best: Worth = -1;
  for (const [a, b] of pairs(own)) {
    for (const [c, d, e] of threes(common)) best = Math.max(best, evaluator.worth([a, b, c, d, e]));
  }
  return best;
}

function* pairs(faces: readonly Face[]): Generator<[Face, Face]> {
  for (const [at, a] of faces.entries()) for (const b of faces.slice(at + 1)) yield [a, b];
}

function* threes(faces: readonly Face[]): Generator<[Face, Face, Face]> {
  for (const [at, a] of faces.entries()) for (const [b, c] of pairs(faces.slice(at + 1))) yield [a, b, c];
}
