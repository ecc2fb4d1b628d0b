import { NOTE_LANGUAGE, type Notes } from "../rules/notes.ts";
import type { Basis, Cite, Pack } from "../rules/pack.ts";
import { sourceWithoutLines, withoutLines } from "../rules/without-lines.ts";
import type { Language } from "../text/language.ts";
import { BASIS_NAMES, BOOKLET_WORDS } from "./words.ts";

/** HTML that is safe to be put into a page. Everything else is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Part = Html | string | number | null | readonly Part[];

/** Template of a page: its parts are escaped, unless they are HTML made by this template. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const put = (part: Part): string => {
    if (part === null) return "";
    if (part instanceof Html) return part.text;
    if (typeof part === "object") return part.map(put).join("");
    return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  };
  return new Html(strings.reduce((page, text, at) => `${page}${put(parts[at - 1] ?? null)}${text}`));
}

/** On what something rests, as a mark: dashed where it is a reading or not in the text at all. */
export const basisMark = (basis: Basis, language: Language): Html =>
  html`<span class="mark ${basis}">${BASIS_NAMES[basis][language]}</span>`;

/** A table with a head that is printed again on every page. */
export function grid(head: readonly Part[], rows: readonly (readonly Part[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${head.map((one) => html`<th>${one}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((one) => html`<td>${one}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Words of a head in one language. */
export const named = (
  words: readonly Readonly<Record<Language, string>>[],
  language: Language,
): readonly string[] => words.map((word) => word[language]);

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
  return html`<span lang="${NOTE_LANGUAGE}">${english}</span> ${BOOKLET_WORDS.inEnglish[language]}`;
}

/** Where one of the law's tables stands, in the booklet's language: a name and a section, unless the pack says more of it. */
export const sourceWords = (
  { notes, language }: Pick<NoteSource, "notes" | "language">,
  source: string,
  cite: Cite,
): string => sourceWithoutLines(notes.get(source)?.[language] ?? source, cite);
