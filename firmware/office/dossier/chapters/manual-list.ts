import { html } from "../../../../src/booklet/html.ts";
import { manualFiles, type Manuals } from "../manuals.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** The list of all manuals. */
export const manualsChapter = (
  { checkout }: Sources,
  _: DossierLanguage,
  say: Say,
  manuals: Manuals,
): Chapter => ({
  id: "manuals",
  title: say("manuals.title"),
  parts: [
    paragraphs(say("manuals.text")),
    {
      id: "manuals.list",
      title: say("manuals.list"),
      command: "git ls-files README.md CHANGELOG.md 'docs/*.md'",
      head: [say("manual"), say("language"), say("file")],
      rows: manualFiles(checkout.root)
        .map((name) => manuals.page(name))
        .map(({ title, page, file, language }) => [
          html`<a href="../${page}">${title}</a>`,
          language,
          html`<code>${file}</code>`,
        ]),
    },
  ],
});
