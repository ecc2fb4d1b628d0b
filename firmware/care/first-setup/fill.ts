import { fillWords } from "../../../src/text/every-language.ts";
/** Values for the names in braces of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Puts values in for the names in braces. */
export const fill = (text: string, values: Values): string =>
  fillWords(text, (name) => (Object.hasOwn(values, name) ? String(values[name]) : undefined));
