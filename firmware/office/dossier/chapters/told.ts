import { globSync } from "node:fs";
import { html, type Html } from "../../../../src/booklet/html.ts";
import type { Manuals } from "../manuals.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** Chapters that pages of the manuals tell. */

const KEY_PAGES = ["docs/key-ceremony.md", "docs/technician/keys-and-pins.md"];
/** Where there is one. */
const CONFORMITY = ["docs", "laboratory.md"].join("/");
const HIDDEN = "docs/hidden-cards.md";
const HIDDEN_TESTS = "test/fault/hidden-cards*.test.ts";

/** A page of the manuals as a part of the chapter `id`. */
export function manualPart(
  file: string,
  id: string,
  language: DossierLanguage,
  say: Say,
  manuals: Manuals,
): Html {
  const { title, html: told, language: written } = manuals.partOf(`${language}/${id}.html`, file);
  return html`<h2>${title}</h2>
    ${written === language ? null : html`<p class="note">${say("in-english")}</p>`}
    <div lang="${written}">${told}</div>`;
}

/** Keys and their ceremony. */
export const keysChapter = (_: Sources, language: DossierLanguage, say: Say, manuals: Manuals): Chapter => ({
  id: "keys",
  title: say("keys.title"),
  parts: [
    paragraphs(say("keys.text")),
    ...KEY_PAGES.map((file) => manualPart(file, "keys", language, say, manuals)),
  ],
});

/** The table of conformity. */
export const conformityChapter = (
  _: Sources,
  language: DossierLanguage,
  say: Say,
  manuals: Manuals,
): Chapter => ({
  id: "conformity",
  title: say("conformity.title"),
  parts: [
    manuals.has(CONFORMITY)
      ? manualPart(CONFORMITY, "conformity", language, say, manuals)
      : html`<p class="note">${say("conformity.none")}</p>`,
  ],
});

/** Hidden cards: who could learn one, and the tests that try to. */
export function hiddenChapter(
  { read, checkout }: Sources,
  language: DossierLanguage,
  say: Say,
  manuals: Manuals,
): Chapter {
  const files = globSync(HIDDEN_TESTS, { cwd: checkout.root }).sort();
  return {
    id: "hidden",
    title: say("hidden.title"),
    parts: [
      paragraphs(say("hidden.text")),
      {
        id: "hidden.tests",
        title: say("hidden.tests"),
        command: `npx vitest run ${files.join(" ")}`,
        head: [say("file"), say("test")],
        rows: files.flatMap((file) => testsIn(read(file)).map((name) => [html`<code>${file}</code>`, name])),
      },
      manualPart(HIDDEN, "hidden", language, say, manuals),
    ],
  };
}

/** The names of the tests of a file, as it writes them. */
const testsIn = (code: string): readonly string[] =>
  [...code.matchAll(/\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)?\(\s*(["'`])((?:(?!\1).)+)\1/g)].map(
    ([, , name = ""]) => name,
  );
