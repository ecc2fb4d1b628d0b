import { type Language, LANGUAGES, type Text } from "./language.ts";

/** A text whose words `say` gives for each language. */
export function inEveryLanguage(say: (language: Language) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, say(language)])) as unknown as Text;
}

/** Words that are the same in every language, as a number or a code that stands for itself. */
export const sameText = (words: string): Text => inEveryLanguage(() => words);

/** What a text has in braces: the name of a value. */
const PLACE = /\{([A-Za-z]+)\}/g;

/** The words with values put in for the names in braces. A name without a value stays as it is. */
export const fillWords = (words: string, valueOf: (name: string) => string | undefined): string =>
  words.replaceAll(PLACE, (whole, name: string) => valueOf(name) ?? whole);

/** A text with `values` put in for the names in braces: `{total}`. A name without a value stays as it is. */
export function fillText(pattern: Text, values: Readonly<Record<string, string | number | Text>>): Text {
  return inEveryLanguage((language) =>
    fillWords(pattern[language], (name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return typeof value === "object" ? value[language] : value === undefined ? value : String(value);
    }),
  );
}

/** Values for the names in braces of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Puts values in for the names in braces. */
export const fill = (text: string, values: Values): string =>
  fillWords(text, (name) => (Object.hasOwn(values, name) ? String(values[name]) : undefined));
