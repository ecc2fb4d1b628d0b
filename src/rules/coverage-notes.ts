import { inEveryLanguage, sameText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import notes from "./coverage-notes.json" with { type: "json" };

/**
 * What is said of an ability or of a rule that cannot come about, in every language. The English words are what is signed with the coverage:
 * they stand in the code of the devices, and here only beside their translations.
 */
const NOTES: Readonly<Record<string, Partial<Readonly<Record<Language, string>>>>> = notes;

/** The source at the end of a note, which is the same in every language: ` (SS2 guide V2.10 §2.5)`. */
const SOURCE = / \((?:SS2|the maker|GUIDE)[^()]*\)$/;

/** A note of a coverage in every language; in English where it has no translation. */
export function noteText(note: string): Text {
  const [source = ""] = SOURCE.exec(note) ?? [];
  const known = NOTES[note.slice(0, note.length - source.length)];
  if (known === undefined) return sameText(note);
  return inEveryLanguage((language) => (language === "en" ? note : `${known[language] ?? note}${source}`));
}

/** Whether a note is told in this language. */
export const hasNote = (note: string, language: Language): boolean =>
  language === "en" || NOTES[note.replace(SOURCE, "")]?.[language] !== undefined;
