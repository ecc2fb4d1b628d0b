import { html } from "../../../../src/booklet/html.ts";
import { everyEvent } from "../../../../src/analysis/events.ts";
import { paragraphs, withoutGaps, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";

/** Every event that records and screens can name. */
export const eventsChapter = (_: Sources, language: DossierLanguage, say: Say): Chapter => ({
  id: "events",
  title: say("events.title"),
  parts: [
    paragraphs(say("events.text")),
    {
      id: "events.all",
      title: say("events.all"),
      command: `tirada events --lang ${language}`,
      head: [say("kind"), say("code"), say("text"), say("do-this")],
      rows: everyEvent().map(({ kind, code, of, text, remedy }) => [
        of === "" ? kind : `${kind} (${of})`,
        html`<code>${code}</code>`,
        withoutGaps(text[language]),
        withoutGaps(remedy[language]),
      ]),
    },
  ],
});
