import type { Text } from "../../../text/language.ts";

/** One text in the four languages of the tables. */
export const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** One text with a name put in for `{}`, in each language its own. */
export function filled(pattern: Text, name: Text): Text {
  const put = (language: keyof Text): string => pattern[language].replace("{}", name[language]);
  return { es: put("es"), eu: put("eu"), gl: put("gl"), en: put("en") };
}

export const same = (words: string): Text => text(words, words, words, words);
