/** A table as whoever opens it sees it: how it stands and what to do, its last rounds, how its machine is. */
import { h, type JSX } from "preact";
import type { Recall } from "../../../../../src/analysis/recall-types.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { roleName, sentenceIn } from "../../../../screens/pages/i18n.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import { recallList } from "../../../../screens/pages/recall-list.ts";
import type { ShownTable } from "./feed.ts";
import { machinePart, type TableRead } from "./machine-part.ts";
import { lastText } from "./tile.ts";
import {
  agoText,
  CONDITIONS,
  FINDINGS,
  iconOf,
  NOTES,
  phaseWord,
  shownOf,
  word,
  wordOf,
  type FloorWord,
} from "./words.ts";

export interface PanelParts {
  readonly language: Language;
  readonly now: number;
  readonly label: string;
  /** The records of a table end here for this reader: null, they could not be read. */
  readonly read: TableRead | null;
  readonly recall: Recall | null;
  readonly chooseRound: (round: number) => void;
  /** What else can be opened of it. */
  readonly doors: JSX.Element;
}

export function tablePanel(table: ShownTable, parts: PanelParts): JSX.Element {
  const { language, label } = parts;
  return h(
    "article",
    { class: "table-panel", "data-shown": shownOf(table) },
    h(
      "header",
      null,
      iconSign(iconOf(table)),
      h("h2", null, label === table.name ? label : `${label} · ${table.name}`),
      h(
        "p",
        { class: "state" },
        h("strong", null, wordOf(table, language)),
        " ",
        CONDITIONS[shownOf(table)].means[language],
      ),
      table.test ? h("p", { class: "test" }, word("test-means", language)) : null,
    ),
    lastPart(table, parts),
    callsPart(table, parts),
    faultsPart(table, parts),
    parts.doors,
    roundsPart(parts),
    machinePart(table, parts),
  );
}

function lastPart(table: ShownTable, { language, now }: PanelParts): JSX.Element {
  const { last, phase } = table;
  const came = lastText(table, language);
  return h(
    "section",
    { class: "now" },
    h("p", { class: "game" }, table.game?.[language] ?? table.rulebook),
    phase === null
      ? null
      : h(
          "p",
          null,
          h("strong", null, phaseWord(table, language)),
          ` · ${word("round", language)} ${table.round} · ${agoText(table.since, now, language)}`,
        ),
    last === null
      ? null
      : h(
          "p",
          { class: `came end-${last.item.kind}` },
          `${word("round", language)} ${last.item.round}: `,
          h("strong", null, came ?? word(`end-${last.item.kind}` as FloorWord, language)),
          last.item.kind === "result" && !last.item.certified ? ` · ${word("not-certified", language)}` : "",
          ` · ${agoText(last.at, now, language)}`,
        ),
    h(
      "ul",
      { class: "why" },
      ...(last?.why ?? []).map(({ text, cite }) => h("li", null, ruleText(text, cite, language))),
    ),
  );
}

const ruleText = (text: Text, cite: string | null, language: Language): string =>
  [sentenceIn(text, language), cite].filter(Boolean).join(" · ");

function callsPart({ calls, disputed }: ShownTable, { language, now }: PanelParts): JSX.Element | null {
  if (calls.length + disputed.length === 0) return null;
  return h(
    "section",
    { class: "calls" },
    h("h3", null, word("called", language)),
    h(
      "ul",
      null,
      ...calls.map((one) =>
        h(
          "li",
          null,
          h("strong", null, roleName(one.role, language)),
          ` · ${word("round", language)} ${one.round} · ${agoText(one.since, now, language)}`,
          h("p", null, ruleText(one.text, one.cite, language)),
        ),
      ),
      ...disputed.map((round) => h("li", null, word("disputed", language, { round }))),
    ),
  );
}

function faultsPart({ faults, notes, wears }: ShownTable, { language, now }: PanelParts): JSX.Element | null {
  if (faults.length + notes.length === 0) return null;
  return h(
    "section",
    { class: "faults" },
    h("h3", null, word("faults", language)),
    h(
      "ul",
      null,
      ...faults.map((fault) =>
        h(
          "li",
          { "data-refuses": String(fault.refuses) },
          h("strong", null, sentenceIn(fault.text, language)),
          ` · ${fault.device} · ${agoText(fault.since, now, language)}`,
          h("p", null, sentenceIn(fault.doThis, language)),
        ),
      ),
      ...notes.map((note) =>
        h(
          "li",
          null,
          h("strong", null, NOTES[note].text[language]),
          h("p", null, NOTES[note].doThis[language]),
          ...(note === "wear" ? wears : []).map((code) =>
            h("p", null, FINDINGS[code]?.remedy[language] ?? code),
          ),
        ),
      ),
    ),
  );
}

function roundsPart({ recall, language, chooseRound }: PanelParts): JSX.Element {
  return h(
    "section",
    { class: "rounds" },
    h("h3", null, word("rounds", language)),
    recall === null ? h("p", null, word("reading", language)) : recallList(recall, language, chooseRound),
  );
}
