import { type Language, LANGUAGES, type Text } from "./language.ts";

/** A text whose words `say` gives for each language. */
export function inEveryLanguage(say: (language: Language) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, say(language)])) as unknown as Text;
}

/** Words that are the same in every language, as a number or a code that stands for itself. */
export const sameText = (words: string): Text => inEveryLanguage(() => words);

/** What stands before the tenths of a number, by language. */
const DECIMAL_POINTS = inEveryLanguage((language) =>
  new Intl.NumberFormat(language).format(0.5).replaceAll(/\d/g, ""),
);
const pointed = (digits: string, language: Language): string =>
  digits.replace(".", () => DECIMAL_POINTS[language]);

/** A number with so many decimals, as it is written in a language: `3,2`. */
export const decimalIn = (value: number, decimals: number, language: Language): string =>
  pointed(value.toFixed(decimals), language);

/** A number with so many decimals at the most, to be put into a text. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** A value as it stands in a text: a number with the decimals that it has. */
const valueIn = (value: string | number | Text, language: Language): string => {
  if (typeof value === "object") return value[language];
  return typeof value === "number" ? pointed(String(value), language) : value;
};

/** What a text has in braces: the name of a value, and where its words follow the number, those for one and those for more (`#`: the number). */
const PLACE = /\{([A-Za-z]+)(?:\|([^{}|]+)\|([^{}|]+))?\}/g;

/** By language, which numbers are counted as one thing. */
const COUNTING = new Map(LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]));
const isOne = (value: string, language: Language): boolean =>
  COUNTING.get(language)?.select(Number(value)) === "one";

/**
 * The words with values put in for what stands in braces: `{total}`, or `{n|1 vez|# veces}` by the plural rules of their language. A name
 * without a value stays as it is.
 */
export const fillWords = (
  words: string,
  language: Language,
  valueOf: (name: string) => string | undefined,
): string =>
  words.replaceAll(PLACE, (whole, name: string, one?: string, more?: string) => {
    const value = valueOf(name);
    if (value === undefined || one === undefined || more === undefined) return value ?? whole;
    return (isOne(value, language) ? one : more).replace("#", () => value);
  });

/** A text with `values` put in for what stands in braces: `{total}`. A name without a value stays as it is. */
export function fillText(pattern: Text, values: Readonly<Record<string, string | number | Text>>): Text {
  return inEveryLanguage((language) =>
    fillWords(pattern[language], language, (name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? value : valueIn(value, language);
    }),
  );
}

/** Values for what stands in braces in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** A text in one language, with values put in for what stands in braces. */
export const fill = (text: Text, language: Language, values: Values): string =>
  fillWords(text[language], language, (name) =>
    Object.hasOwn(values, name) ? valueIn(values[name] ?? "", language) : undefined,
  );
