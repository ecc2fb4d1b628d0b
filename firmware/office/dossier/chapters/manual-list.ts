import { html } from "../../../../src/booklet/html.ts";
import type { Manual } from "../manuals.ts";
import { paragraphs, type Chapter, type Say } from "../page.ts";

/** The list of all manuals. */
export const manualsChapter = (say: Say, manuals: readonly Manual[]): Chapter => ({
  id: "manuals",
  title: say("manuals.title"),
  parts: [
    paragraphs(say("manuals.text")),
    {
      id: "manuals.list",
      title: say("manuals.list"),
      command: "git ls-files README.md CHANGELOG.md 'docs/*.md'",
      head: [say("manual"), say("language"), say("file")],
      rows: manuals.map(({ title, page, file, language }) => [
        html`<a href="../${page}">${title}</a>`,
        language,
        html`<code>${file}</code>`,
      ]),
    },
  ],
});
