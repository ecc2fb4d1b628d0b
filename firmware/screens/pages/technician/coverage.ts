/** How well the installed devices can observe each rule: folded, with a line that counts them. */
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { CoveredRule } from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { wordIn } from "../i18n.ts";
import { codeText, fold, type Telling } from "./parts.ts";

const { abilities: ABILITIES, coverage: WORDS, levels: LEVELS } = textsOf("pages.technician");

/** Without rules a text is shown: an empty table would look like missing data. */
export function coveragePart(rules: readonly CoveredRule[], { language }: Telling): JSX.Element[] {
  const head = h("h2", null, wordIn("coverage", language));
  if (rules.length === 0) return [head, h("p", null, wordIn("noRules", language))];
  const count = (level: string): number => rules.filter((one) => one.level === level).length;
  const summary = fillText(WORDS.summary, {
    judged: count("judged"),
    bounded: count("bounded"),
    attested: count("attested"),
    unobservable: count("not-observable"),
  })[language];
  const heads = [
    wordIn("rule", language),
    wordIn("level", language),
    WORDS.why[language],
    wordIn("cite", language),
  ];
  return [
    head,
    fold(
      "coverage-rules",
      summary,
      h(
        "table",
        null,
        h("thead", null, h("tr", null, ...heads.map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", null, ...rules.map((rule) => ruleRow(rule, language))),
      ),
    ),
  ];
}

const ruleRow = ({ rule, text, level, cite, facts }: CoveredRule, language: Telling["language"]): JSX.Element =>
  h(
    "tr",
    { "data-level": level },
    h("td", null, text[language], h("span", { class: "code" }, rule)),
    h("td", null, codeText(LEVELS, level, language)),
    h(
      "td",
      null,
      ...facts.map((one) =>
        h(
          "p",
          null,
          `${ABILITIES[one.level][language]}: `,
          // A note that nobody has translated yet is told as what it is.
          one.note[language] === one.note.en ? h("span", { lang: "en" }, one.note.en) : one.note[language],
        ),
      ),
    ),
    h("td", null, cite),
  );
