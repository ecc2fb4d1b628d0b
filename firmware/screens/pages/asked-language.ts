/** The language that somebody chose, in the page's address, so that it goes along to the next page and outlives a reload. */
import { LANGUAGES, type Language } from "../../../src/text/language.ts";

const NAME = "lang";

/** `?lang=eu`; null: the address asks for none that there is. */
export function askedLanguage(): Language | null {
  const asked = new URLSearchParams(location.search).get(NAME);
  return LANGUAGES.find((language) => language === asked) ?? null;
}

export function keepAsked(language: Language): void {
  history.replaceState(null, "", `?${NAME}=${language}`);
}

/** The address of another page, in the language that was chosen. */
export const inAsked = (path: string, chosen: Language | null): string =>
  chosen === null ? path : `${path}?${NAME}=${chosen}`;
