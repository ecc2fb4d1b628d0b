/** What the parts of the technician's page share. */
import { h } from "preact";
import type { Language, Text } from "../i18n.ts";
import type { UnitTime } from "./time.ts";

/** How a part is told. */
export interface Telling {
  readonly language: Language;
  readonly time: UnitTime;
}

/** A code in the page's language, or as it is where it has no text. */
export const codeText = (words: object, code: string, language: Language): string =>
  (words as Readonly<Record<string, Text | undefined>>)[code]?.[language] ?? code;

/** What stands beside a name: a text, or whole elements. */
export type Pair = readonly [name: string, value: preact.ComponentChild, isTrouble?: boolean];

/** `class`: of the list, where its values are sentences. What somebody must see to stands out. */
export const definitionList = (pairs: readonly Pair[], className: string | null = null) =>
  h(
    "dl",
    { class: className },
    ...pairs.flatMap(([name, value, isTrouble = false]) => [
      h("dt", null, name),
      h("dd", { class: isTrouble ? "trouble" : null }, value),
    ]),
  );

/** Which folds somebody has opened: a page that draws itself anew leaves them as they are. */
const opened = new Set<string>();

/** What is behind a line until somebody opens it. */
export const fold = (id: string, summary: string, ...children: readonly preact.ComponentChild[]) =>
  h(
    "details",
    {
      id,
      open: opened.has(id),
      onToggle: (event: Event) => {
        if ((event.currentTarget as HTMLDetailsElement).open) opened.add(id);
        else opened.delete(id);
      },
    },
    h("summary", null, summary),
    ...children,
  );
