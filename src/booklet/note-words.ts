import { NOTE_LANGUAGE, type Notes } from "../rules/notes.ts";
import type { Cite, Pack } from "../rules/pack.ts";
import { sourceWithoutLines, withoutLines } from "../rules/without-lines.ts";
import type { Language } from "../text/language.ts";
import { html, type Html } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

/** What of a booklet its notes are told from. */
export interface NoteSource {
  readonly pack: Pack;
  readonly notes: Notes;
  readonly language: Language;
}

/** A note or remark of the pack in the booklet's language; one that nobody translated in English, and marked so. */
export function noteWords({ pack, notes, language }: NoteSource, note: string): Html {
  const known = notes.get(note);
  const words = known?.[language];
  if (words !== undefined) return html`${withoutLines(pack, words, language)}`;
  const english = withoutLines(pack, known?.[NOTE_LANGUAGE] ?? note);
  if (language === NOTE_LANGUAGE) return html`${english}`;
  return html`<span lang="${NOTE_LANGUAGE}">${english}</span> ${WORDS.inEnglish[language]}`;
}

/** Where one of the law's tables stands, in the booklet's language: a name and a section, unless the pack says more of it. */
export const sourceWords = (
  { notes, language }: Pick<NoteSource, "notes" | "language">,
  source: string,
  cite: Cite,
): string => sourceWithoutLines(notes.get(source)?.[language] ?? source, cite);
