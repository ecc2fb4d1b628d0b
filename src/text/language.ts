/** The languages that people at the table see. Spanish is always there; it is the language of the five catalogues. */
export const LANGUAGES = ["es", "eu", "gl", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text for people, in every language of the table. */
export type Text = Readonly<Record<Language, string>>;
