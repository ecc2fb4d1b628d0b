import { LANGUAGE_TEXTS } from "./languages/index.ts";

export type Language = keyof typeof LANGUAGE_TEXTS;

/** The languages that people at the table see. Spanish is always there; it is the language of the five catalogues. */
export const LANGUAGES = Object.keys(LANGUAGE_TEXTS) as readonly Language[];

/** One text for people, in every language of the table. */
export type Text = Readonly<Record<Language, string>>;
