/** The decisions that are open at the table. */
import { h, type JSX } from "preact";
import type { ShownDesk } from "./desk.ts";
import { roundText, sentenceIn, wordIn } from "../i18n.ts";

/** Each by round, the newest first; null: none is. */
export function openDecisions({ view, language }: ShownDesk): JSX.Element | null {
  const left = view.tasks
    .filter(({ kind }) => kind !== "acknowledge")
    .toSorted((a, b) => (b.round ?? 0) - (a.round ?? 0));
  if (left.length === 0) return null;
  return h(
    "div",
    { class: "reason open-decisions" },
    h("strong", null, `${wordIn("openDecisions", language)}: ${left.length}`),
    h(
      "ul",
      null,
      ...left.map((task) =>
        h("li", null, `${roundText(view, language, task.round)} · ${sentenceIn(task.text, language)}`),
      ),
    ),
    h("small", null, wordIn("openDecisionsMeans", language)),
  );
}
