import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";
import type { OutcomeWord } from "../plays/play.ts";

/** What became of a hand or of the round. */
const WORDS: Readonly<Record<OutcomeWord, Text>> = textsOf("cards.outcomes");

export const outcomeText = (word: OutcomeWord): Text => WORDS[word];

const SHOE_STATES = textsOf("cards.shoe-states");

/** A game of one deck has no shoe: it is shuffled by a machine or by hand. */
const DECK_STATES: Readonly<Partial<Record<keyof typeof SHOE_STATES, Text>>> = textsOf("cards.deck-states");

export const shoeStateText = (state: keyof typeof SHOE_STATES, oneDeck = false): Text =>
  (oneDeck ? DECK_STATES[state] : undefined) ?? SHOE_STATES[state];
