/** Pieces that several statistics are made of. */
import { h, type ComponentChild, type JSX } from "preact";
import type { Seen } from "../../../../src/statistics/counted.ts";
import type { Standing } from "../../../../src/statistics/played-rounds.ts";
import { fill } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { Language } from "../i18n.ts";
import { iconSign, type IconName } from "../icons.ts";

export const WORDS = textsOf("statistics");

/** The sign of a round that has no result that counts, or none that the machine certified; null: it needs none. */
const SIGNS: Readonly<Record<Standing, IconName | null>> = {
  certified: null,
  reported: "bang",
  announced: "bang",
  void: "void",
  undecided: "undecided",
  aborted: "aborted",
};

export function standingSign(standing: Standing): JSX.Element | null {
  const icon = SIGNS[standing];
  return icon === null ? null : h("span", { class: `mark mark-${standing}` }, iconSign(icon));
}

/** A part of the page under its heading. */
export function part(name: string, heading: string, ...content: readonly ComponentChild[]): JSX.Element {
  return h("section", { class: `part part-${name}` }, h("h2", null, heading), ...content);
}

/** A name, a bar as long as its share of the longest, and how often. */
export function barRows(
  rows: readonly { readonly name: ComponentChild; readonly count: number; readonly key: string }[],
): JSX.Element {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return h(
    "table",
    { class: "bars" },
    h(
      "tbody",
      null,
      ...rows.map(({ name, count, key }) =>
        h(
          "tr",
          { "data-name": key },
          h("th", { scope: "row" }, name),
          h("td", { class: "bar" }, h("progress", { max: most, value: count, "aria-hidden": "true" })),
          h("td", { class: "count" }, String(count)),
        ),
      ),
    ),
  );
}

export const timesText = (count: number, language: Language): string =>
  fill(WORDS.times, language, { n: count });

export function agoText({ ago }: Pick<Seen, "ago">, language: Language): string {
  if (ago === null) return WORDS.never[language];
  return ago === 0 ? WORDS.newest[language] : fill(WORDS.ago, language, { n: ago });
}
