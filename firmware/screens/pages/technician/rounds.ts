/** The last rounds as their records tell them: what was read, what was doubted and why, the eye's picture, cards that lie open. */
import type { Recall } from "../../../../src/analysis/recall-types.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { kindOf } from "../i18n.ts";
import { recallList } from "../recall-list.ts";
import type { Telling } from "./parts.ts";

const WORDS = textsOf("pages.technician.rounds");

export const isRecall = (value: unknown): value is Recall =>
  typeof value === "object" && value !== null && "rounds" in value && "steps" in value;

/** Null: nothing was read yet. `choose`: another round is asked for. */
export function roundsPart(
  recall: Recall | null,
  { language }: Telling,
  view: TableView | null,
  choose: (round: number) => void,
): JSX.Element[] | null {
  if (recall === null) return null;
  const picture = recall.steps.findLast((step) => step.picture !== null)?.picture ?? null;
  return [
    h("h2", null, WORDS.title[language]),
    ...(picture === null
      ? []
      : [
          h("img", { class: "eye", src: `/picture/${picture}`, alt: WORDS.picture[language], loading: "lazy" }),
        ]),
    recallList(recall, language, choose, kindOf(view ?? undefined)),
  ];
}
