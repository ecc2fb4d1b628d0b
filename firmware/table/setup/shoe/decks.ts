import { problemWords } from "../../../../src/rules/problem-words.ts";
import { sameText } from "../../../../src/text/every-language.ts";
import type { Text } from "../../../../src/text/language.ts";
import type { Face } from "../../../../src/cards/card.ts";
import { checkDecks, type Deck } from "../../../../src/cards/decks.ts";
import type { CardPack } from "../../../../src/rules/pack.ts";
import { errorText } from "../../../problem.ts";

/** A deck as a configuration writes it: what the rulebook says already may be left out. */
export interface ConfiguredDeck {
  readonly id: string;
  readonly back: string | null;
  readonly pack?: Deck["pack"];
  readonly jokers?: Deck["jokers"];
  readonly removed: readonly Face[];
}

/** What is wrong with the decks, and with which of them, from 0; null: with all together. */
export interface DecksProblem {
  readonly deck: number | null;
  readonly message: Text;
}

/** The decks of a table, each whole. */
export function decksOf(pack: CardPack, configured: readonly ConfiguredDeck[]): Deck[] {
  const { pack: cards, jokers } = pack.cards.decks;
  return configured.map((deck) => ({
    id: deck.id,
    back: deck.back,
    pack: deck.pack ?? cards,
    jokers: deck.jokers ?? jokers,
    removed: deck.removed,
  }));
}

/** The first thing that is wrong with the decks beside the rulebook, or null. */
export function decksProblem(pack: CardPack, decks: readonly Deck[]): DecksProblem | null {
  const { counts, pack: cards, jokers, byTurns } = pack.cards.decks;
  if (!counts.includes(decks.length))
    return {
      deck: null,
      message: problemWords("decks-count", { said: decks.length, known: counts.join(" / ") }),
    };
  for (const [at, deck] of decks.entries()) {
    if (deck.pack !== cards)
      return { deck: at, message: problemWords("deck-cards", { said: deck.pack, known: cards }) };
    if (deck.jokers !== jokers)
      return { deck: at, message: problemWords("deck-jokers", { said: deck.jokers, known: jokers }) };
    if (decks.findIndex(({ id }) => id === deck.id) !== at)
      return { deck: at, message: problemWords("deck-twice", { said: deck.id }) };
    const problem = problemOf([deck]);
    if (problem !== null) return { deck: at, message: sameText(problem) };
  }
  const [first, second] = decks;
  if (byTurns === "other-backs" && second !== undefined && second.back !== null && second.back === first?.back)
    return {
      deck: 1,
      message: problemWords("deck-backs", { said: second.back }),
    };
  const problem = problemOf(decks);
  return problem === null ? null : { deck: null, message: sameText(problem) };
}

function problemOf(decks: readonly Deck[]): string | null {
  try {
    checkDecks(decks);
    return null;
  } catch (error) {
    return errorText(error);
  }
}

const NONE = "-";

/** A deck in one word, for the head of a recording: `00000ABC/red/52/0/As,Kd`. */
export function deckWord({ id, back, pack, jokers, removed }: Deck): string {
  return [id, back ?? NONE, pack, jokers, removed.join(",")].join("/");
}

/** The deck of such a word, or null. */
export function deckOfWord(word: string): Deck | null {
  const [id, back, pack, jokers, removed] = word.split("/");
  const cards = ([52, 32, 28] as const).find((one) => String(one) === pack);
  const more = ([0, 1, 2, 3] as const).find((one) => String(one) === jokers);
  if (id === undefined || back === undefined || removed === undefined) return null;
  if (cards === undefined || more === undefined) return null;
  return {
    id,
    back: back === NONE ? null : back,
    pack: cards,
    jokers: more,
    removed: removed === "" ? [] : (removed.split(",") as Face[]),
  };
}
