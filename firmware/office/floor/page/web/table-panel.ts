/** A table as whoever opens it sees it: how it stands and what to do, its last rounds, how its machine is. */
import { h, type ComponentChild, type JSX } from "preact";
import type { Heartbeat } from "../../../../../src/floor/heartbeat.ts";
import type { Recall } from "../../../../../src/analysis/recall-types.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { roleName, sentenceIn } from "../../../../screens/pages/i18n.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import { recallList } from "../../../../screens/pages/recall-list.ts";
import type { ShownTable } from "./feed.ts";
import { lastText } from "./tile.ts";
import {
  agoText,
  CONDITIONS,
  iconOf,
  NOTES,
  phaseWord,
  shownOf,
  word,
  wordOf,
  type FloorWord,
} from "./words.ts";

/** What was read of a table when it was opened. */
export interface TableRead {
  readonly heartbeat: Heartbeat | null;
  readonly next: number;
}

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

const entry = (name: string, value: ComponentChild): JSX.Element[] => [
  h("dt", null, name),
  h("dd", null, value),
];

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

function faultsPart({ faults, notes }: ShownTable, { language, now }: PanelParts): JSX.Element | null {
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

/** How the table's machine says that it is, and what the store knows of its records. */
function machinePart(table: ShownTable, { read, language }: PanelParts): JSX.Element {
  const beat = read?.heartbeat ?? null;
  const none = word("none", language);
  const rows: JSX.Element[][] = [
    entry(word("log", language), table.log),
    entry(word("rulebook", language), table.rulebook || none),
    entry(word("records", language), String(read?.next ?? none)),
  ];
  if (beat !== null) {
    const { clock, second, witness, disks, days, update, temperature } = beat;
    rows.push(
      entry(word("behind", language), String(Math.max(0, beat.records - (read?.next ?? beat.records)))),
      entry(
        word("release", language),
        [beat.release.version, beat.release.manifest?.slice(0, 8)].filter(Boolean).join(" · "),
      ),
      entry(word("edition", language), beat.edition),
      entry(
        word("clock", language),
        clock === null
          ? none
          : [clock.quality, clock.offsetMs === null ? "" : `${clock.offsetMs} ms`].join(" "),
      ),
      entry(word("witness", language), witness === null ? none : `${witness.state} · ${witness.size}`),
      entry(word("second", language), second === null ? none : `${second.state} · ${second.next}`),
      ...disks.map(({ folder, usedPm, days: left }) =>
        entry(
          folder,
          [`${Math.round(usedPm / 10)} %`, left === null ? "" : word("days", language, { count: left })]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      entry(word("certificate", language), word("days", language, { count: days.certificate })),
      entry(word("list", language), word("days", language, { count: days.list })),
      entry(word("temperature", language), temperature === null ? none : `${temperature / 10} °C`),
      entry(
        word("update", language),
        update === null ? none : [update.release, update.step, ...update.obstacles].join(" · "),
      ),
      entry(word("devices", language), beat.devices.join(", ") || none),
      entry(
        word("counted", language),
        `${beat.rounds.certified} ✓ · ${beat.rounds.reported} ! · ${beat.rounds.void} ⊘ · ${beat.rounds.undecided} ? · ${beat.rounds.aborted} −`,
      ),
    );
  }
  return h(
    "section",
    { class: "machine" },
    h("h3", null, word("machine", language)),
    h("dl", null, ...rows.flat()),
  );
}
