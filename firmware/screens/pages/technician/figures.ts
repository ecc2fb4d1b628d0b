/** The counters of the unit: those that are not as they should be first, each with what is normal, then those that only count. */
import { isNormal, normOf, type CounterNorm } from "../../../../src/codes/counter-norms.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { codeText, definitionList, fold, type Telling } from "./parts.ts";

const { counters: COUNTERS, figures: WORDS } = textsOf("pages.technician");

const HEADS = ["name", "value", "normal"] as const;

type Counters = Readonly<Record<string, number>>;

/** What is wrong stands open; what is normal, and what says nothing, is behind a line each. */
export function figuresPart(counters: Counters, { language }: Telling): JSX.Element[] {
  const names = Object.keys(counters);
  const bad = names.filter((name) => isNormal(name, counters) === false);
  const good = names.filter((name) => isNormal(name, counters) === true);
  const others = names.filter((name) => isNormal(name, counters) === null);
  const nameOf = (name: string): string => codeText(COUNTERS, name, language);
  const normalText = (norm: CounterNorm): string =>
    "of" in norm
      ? fillText(WORDS["percent-at-most"], { percent: norm.most, of: nameOf(norm.of) })[language]
      : norm.most === 0
        ? "0"
        : fillText(WORDS["at-most"], { most: norm.most })[language];
  const row = (name: string): JSX.Element => {
    const isBad = bad.includes(name);
    const norm = normOf(name);
    return h(
      "tr",
      { class: isBad ? "bad" : null },
      h("th", { scope: "row" }, nameOf(name)),
      h("td", { class: "figure" }, `${isBad ? "⚠ " : ""}${counters[name] ?? 0}`),
      h("td", null, norm === null ? "" : normalText(norm), isBad ? ` · ${WORDS.bad[language]}` : ""),
    );
  };
  const tableOf = (rows: readonly string[]): JSX.Element =>
    h(
      "table",
      { class: "figures" },
      h("thead", null, h("tr", null, ...HEADS.map((word) => h("th", { scope: "col" }, WORDS[word][language])))),
      h("tbody", null, ...rows.map(row)),
    );
  return [
    h("h2", null, WORDS.title[language]),
    bad.length > 0 ? tableOf(bad) : h("p", null, WORDS["all-normal"][language]),
    fold("normal-figures", fillText(WORDS["normal-ones"], { n: good.length })[language], tableOf(good)),
    fold(
      "other-figures",
      WORDS.others[language],
      definitionList(others.map((name) => [nameOf(name), String(counters[name] ?? 0)])),
    ),
  ];
}
