import type { Basis } from "../rules/pack.ts";
import type { Language } from "../text/language.ts";
import { html, type Html, type Part } from "./html.ts";
import { BASIS_NAMES } from "./words.ts";

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
