/** What waits on the whole floor, the gravest first: tables that want somebody, keys to confirm, forks, what was refused. */
import { h, type JSX } from "preact";
import type { Language } from "../../../../../src/text/language.ts";
import { roleName, sentenceIn } from "../../../../screens/pages/i18n.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import type { FloorLists, ShownTable } from "./feed.ts";
import { agoText, CONDITIONS, iconOf, NOTES, ORDER, REFUSED, shownOf, wantsSomebody, word } from "./words.ts";

export interface WaitsParts {
  readonly language: Language;
  readonly now: number;
  readonly labelOf: (log: string) => string;
  readonly choose: (log: string, round?: number) => void;
  readonly confirm: (enrolment: FloorLists["enrolments"][number]) => void;
  readonly settle: (fork: FloorLists["forks"][number]) => void;
  readonly mayKeys: boolean;
}

/** Tables that want somebody, the gravest first, and of these who has waited longest. */
export const waitingTables = (tables: Iterable<ShownTable>): readonly ShownTable[] =>
  [...tables]
    .filter(wantsSomebody)
    .toSorted(
      (a, b) => ORDER.indexOf(shownOf(a)) - ORDER.indexOf(shownOf(b)) || sinceOf(a).localeCompare(sinceOf(b)),
    );

/** Since when a table is as it is, as far as somebody has to see to it. */
export const sinceOf = (table: ShownTable): string =>
  table.calls[0]?.since ?? table.faults[0]?.since ?? table.since;

export function waitsPanel(
  tables: readonly ShownTable[],
  lists: FloorLists | null,
  parts: WaitsParts,
): JSX.Element {
  const { language } = parts;
  const waiting = waitingTables(tables);
  return h(
    "article",
    { class: "waits-panel" },
    h("h2", null, word("waits", language)),
    waiting.length === 0 ? h("p", { class: "nothing" }, word("nothing-waits", language)) : null,
    h("ul", { class: "waiting" }, ...waiting.map((table) => waitingLine(table, parts))),
    ...(lists === null
      ? []
      : [
          ...disputesPart(lists, parts),
          ...enrolmentsPart(lists, parts),
          ...forksPart(lists, parts),
          ...refusedPart(lists, parts),
        ]),
  );
}

/** Why a table waits, in a line. */
function whyOf(table: ShownTable, { language, now }: WaitsParts): string {
  const [call] = table.calls;
  const [fault] = table.faults;
  const [note] = table.notes;
  switch (shownOf(table)) {
    case "called":
      if (call === undefined) return "";
      return `${roleName(call.role, language)} · ${agoText(call.since, now, language)} · ${sentenceIn(call.text, language)}`;
    case "refuses":
    case "fault":
      return fault === undefined
        ? ""
        : `${sentenceIn(fault.text, language)} · ${agoText(fault.since, now, language)}`;
    case "note":
      return note === undefined ? "" : NOTES[note].text[language];
    default:
      return CONDITIONS[shownOf(table)].means[language];
  }
}

const waitingLine = (table: ShownTable, parts: WaitsParts): JSX.Element =>
  h(
    "li",
    null,
    h(
      "button",
      { "data-shown": shownOf(table), "data-of": table.log, onClick: () => parts.choose(table.log) },
      iconSign(iconOf(table)),
      h("strong", null, parts.labelOf(table.log)),
      h("span", null, CONDITIONS[shownOf(table)].word[parts.language]),
      h("small", null, whyOf(table, parts)),
    ),
  );

function disputesPart({ openDisputes = [] }: FloorLists, parts: WaitsParts): JSX.Element[] {
  const { language, now, labelOf, choose } = parts;
  if (openDisputes.length === 0) return [];
  return [
    h("h3", null, `${word("disputes-open", language)} · ${openDisputes.length}`),
    h(
      "ul",
      { class: "open-disputes" },
      ...openDisputes.map(({ log, round, at }) =>
        h(
          "li",
          null,
          h("button", { onClick: () => choose(log, round) }, labelOf(log)),
          ` · ${word("round", language)} ${round} · ${agoText(at, now, language)}`,
        ),
      ),
    ),
  ];
}

function enrolmentsPart(
  { enrolments }: FloorLists,
  { language, now, mayKeys, confirm }: WaitsParts,
): JSX.Element[] {
  if (enrolments.length === 0) return [];
  return [
    h("h3", null, word("enrolments", language)),
    h(
      "ul",
      { class: "enrolments" },
      ...enrolments.map((one) =>
        h(
          "li",
          null,
          h("strong", null, one.log),
          ` · ${agoText(one.asked, now, language)}`,
          h(
            "p",
            null,
            one.by.length === 0
              ? word("nobody-yet", language)
              : word("one-yet", language, { person: one.by[0]?.person ?? "" }),
          ),
          mayKeys
            ? h("button", { "data-confirm": one.id, onClick: () => confirm(one) }, word("confirm", language))
            : null,
        ),
      ),
    ),
  ];
}

function forksPart(
  { forks }: FloorLists,
  { language, now, mayKeys, settle, labelOf }: WaitsParts,
): JSX.Element[] {
  if (forks.length === 0) return [];
  return [
    h("h3", null, word("forks", language)),
    h("p", null, word("forks-mean", language)),
    h(
      "ul",
      { class: "forks" },
      ...forks.map((one) =>
        h(
          "li",
          null,
          h("strong", null, labelOf(one.log)),
          ` · ${word("record", language)} ${one.seq} · ${agoText(one.at, now, language)} · ${one.serial.slice(0, 12)}`,
          h(
            "p",
            null,
            one.by.length === 0
              ? word("nobody-yet", language)
              : word("one-yet", language, { person: one.by[0]?.person ?? "" }),
          ),
          mayKeys
            ? h("button", { "data-settle": one.id, onClick: () => settle(one) }, word("settle", language))
            : null,
        ),
      ),
    ),
  ];
}

function refusedPart({ refused }: FloorLists, { language, now, labelOf }: WaitsParts): JSX.Element[] {
  if (refused.length === 0) return [];
  return [
    h("h3", null, word("refused", language)),
    h(
      "ul",
      { class: "refused" },
      ...refused.map((one) =>
        h(
          "li",
          null,
          h("strong", null, labelOf(one.log)),
          ` · ${REFUSED[one.why]?.[language] ?? one.why}${one.seq === null ? "" : ` · ${word("record", language)} ${one.seq}`} · ${agoText(one.at, now, language)}`,
        ),
      ),
    ),
  ];
}
