import { BOOKLET_TABLES } from "./families.ts";
import { html, type Html } from "./html.ts";
import type { NoteSource } from "./note-words.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

/** The law's tables of a pack under their heading: the deal, the winning sets of a wheel, what the dice win, tables of third cards. */
export function tableSections({ pack, notes, language }: NoteSource): Html | null {
  const tables = BOOKLET_TABLES.get(pack.family).of(pack, { notes, language });
  return tables === null
    ? null
    : html`<h2>${WORDS.tables[language]}</h2>
        ${tables}`;
}
