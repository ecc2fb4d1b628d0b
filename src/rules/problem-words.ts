import { fillText } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import { nearest } from "./nearest.ts";

/**
 * What is wrong with a file of data, in the language of whoever reads it. Problems of what people write at a table and at the casino have
 * their words here: configurations, answers of the set-up, the casino's file. Those of rulebooks, their cases and notes are English words
 * at their places, for only an author reads them.
 */

const TEXTS = textsOf("problems");

export type ProblemName = keyof typeof TEXTS;
export type ProblemValues = Readonly<Record<string, string | number | Text>>;

/** A problem by its name, with its values. */
export const problemWords = (name: ProblemName, values: ProblemValues = {}): Text =>
  fillText(TEXTS[name], values);

/** What a check of a schema says: its words in English, and all of them beside it. */
export interface SchemaWords {
  readonly message: string;
  readonly params: { readonly words: Text };
}

/** A problem of this name as a check of a schema says it. */
export function schemaWords(name: ProblemName, values: ProblemValues = {}): SchemaWords {
  const words = problemWords(name, values);
  return { message: words.en, params: { words } };
}

/** ` (did you mean "black-jack"?)` when one of the known words is near enough; otherwise nothing. */
export function meantWords(word: string, known: readonly string[]): Text | "" {
  const near = nearest(word, known);
  return near === null ? "" : problemWords("meant", { near });
}
