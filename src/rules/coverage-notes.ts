import { inEveryLanguage, sameText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import notes from "./coverage-notes.json" with { type: "json" };

/**
 * What is said of an ability, or of a rule that cannot come about, in every language: sentence by sentence. The English words are signed
 * with the coverage; they stand in the code of the devices, and here only beside their translations.
 */
const NOTES: Readonly<Record<string, Partial<Readonly<Record<Language, string>>>>> = notes;

/** The source at the end of a sentence, which is the same in every language: ` (SS2 guide V2.10 §2.5)`, ` (message J)`. */
const SOURCE = / \([^()]*(?:guide|message|line)[^()]*\)$/;
/** Between the sentences of a note. */
const BETWEEN = /; |: (?=it sees the cards that are shown)/;

/** A note of a coverage in every language; in English where one of its sentences has no translation. */
export function noteText(note: string): Text {
  const sentences = note.split(BETWEEN).map((sentence) => {
    const [source = ""] = SOURCE.exec(sentence) ?? [];
    return { source, known: NOTES[sentence.slice(0, sentence.length - source.length)] };
  });
  if (sentences.some(({ known }) => known === undefined)) return sameText(note);
  return inEveryLanguage((language) =>
    language === "en" || sentences.some(({ known }) => known?.[language] === undefined)
      ? note
      : sentences.map(({ known, source }) => `${known?.[language] ?? ""}${source}`).join("; "),
  );
}
