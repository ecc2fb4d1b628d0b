/** What stands beside the keys of a table: what is due, warnings, who named what, and what happened in the round. */
import { h, type JSX } from "preact";
import { fillText } from "../../../../src/text/every-language.ts";
import type { DiceView } from "../../../../src/table/dice/view-types.ts";
import type { StepView } from "../../../../src/table/kernel/view/view.ts";
import { keyButton } from "./buttons.ts";
import { hasCards, hasDice, type Desk, type KeyOf, type ShownDesk } from "./desk.ts";
import { INCIDENT_VERDICTS } from "../game-words.ts";
import {
  joinParts,
  kindOf,
  roleName,
  roundWord,
  sentenceIn,
  wordIn,
  wordText,
  type Language,
  type Word,
} from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { CardsView } from "../../../../src/table/shoe/view-types.ts";

/** What each key does, as it is told of somebody who pressed it. */
const KEYS = textsOf("recall").keys;
const END_WORDS: Readonly<Record<string, Word>> = {
  void: "voided",
  undecided: "undecidedMark",
  aborted: "abortedMark",
};
const verdictWord = (kind: string, language: Language): string =>
  wordIn(END_WORDS[kind] ?? "resultWord", language);

/** An item of the list of tasks. `attributes`: what distinguishes items of one look. */
export const taskLine = (
  look: string,
  text: readonly (JSX.Element | null)[],
  keys: readonly JSX.Element[] | null = null,
  attributes: object = {},
): JSX.Element =>
  h(
    "li",
    { class: `task ${look}`, ...attributes },
    h("div", { class: "task-text" }, ...text),
    keys === null ? null : h("div", { class: "task-keys" }, ...keys),
  );

/** A title, and one line below it. */
export const titleAndLine = (title: string, means: string): readonly JSX.Element[] => [
  h("strong", null, title),
  h("span", null, means),
];

/** Numbered steps, and who does each. */
export const stepItems = (steps: readonly StepView[], language: Language): JSX.Element =>
  h(
    "ol",
    { class: "task-steps" },
    ...steps.map(({ who, text }, at) =>
      h("li", null, `${at + 1}. ${roleName(who, language)}: ${text[language]}`),
    ),
  );

type Incident = CardsView["happened"][number] | DiceView["happened"][number];

/** What happened in the round, with its steps. */
const happenedLine = (incident: Incident, kind: "cards" | "dice", language: Language): JSX.Element => {
  const { rule, then, verdict } = incident;
  const whose = "hand" in incident && incident.hand !== null ? sentenceIn(incident.hand, language) : null;
  const means = joinParts(whose, wordIn(INCIDENT_VERDICTS[verdict], language, kind), rule.cite);
  return taskLine("task-acknowledge task-happened", [
    ...titleAndLine(sentenceIn(rule.text, language), means),
    stepItems(then, language),
  ]);
};

/** Who has named what was not read. What they named is not shown, since the second person must look independently. */
export const namedLine = (by: string, means: string, keys: readonly JSX.Element[] = []): JSX.Element =>
  taskLine("task-decide task-named", titleAndLine(by, means), keys);

/** Whoever named it first has the second person name it at this very page. */
export function secondKey(
  desk: ShownDesk,
  by: string,
  key: KeyOf<"card-is"> | KeyOf<"dice-are"> | KeyOf<"ball-is">,
): readonly JSX.Element[] {
  if (desk.person?.name !== by) return [];
  const onClick = (): void => desk.dialog.nameAgain(key);
  const name = `${wordIn("secondPerson", desk.language)}…`;
  return [keyButton(desk, key.key, { look: "danger", name, onClick, attributes: { "data-second": "" } })];
}

/** Two people named different things. */
const differLine = (people: readonly string[], means: string, language: Language): JSX.Element =>
  taskLine(
    "task-decide task-differ",
    titleAndLine(wordIn("namesDiffer", language), `${people.join(` ${wordIn("and", language)} `)} ${means}`),
  );

/** Cards that nobody has read, and those that somebody has named; warnings of the device, and what happened in the round. */
export function cardNotices(desk: Desk): readonly JSX.Element[] {
  if (!hasCards(desk)) return [];
  const { view, language } = desk;
  const { named = [], warnings, happened, unread } = view.cards;
  const seenKey = (what: string) =>
    keyButton(desk, "acknowledge", {
      look: "plain",
      name: wordIn("warningSeen", language),
      icon: "tick",
      onClick: () => desk.press({ key: "acknowledge", what }),
    });
  return [
    ...unread.map(({ hand }) =>
      taskLine("task-decide", titleAndLine(wordIn("unreadLine", language), sentenceIn(hand, language)), []),
    ),
    ...named.map(({ n, by, differ }) =>
      by === null
        ? differLine(differ, wordIn("cardsDiffer", language), language)
        : namedLine(
            by,
            wordIn("cardNamed", language),
            secondKey(desk, by, { key: "card-is", round: view.round, n, face: "As" }),
          ),
    ),
    ...warnings.map(({ id, text, doThis }) =>
      taskLine(
        "task-warning",
        titleAndLine(sentenceIn(text, language), sentenceIn(doThis, language)),
        [seenKey(id)],
        { "data-warning": id },
      ),
    ),
    ...happened.map((one) => happenedLine(one, "cards", language)),
  ];
}

/** What happened while this page was disconnected, until somebody has seen it. */
export function awayNotice(desk: ShownDesk): readonly JSX.Element[] {
  const { away, view, language } = desk;
  if (away === null) return [];
  const say = (id: Word): string => wordIn(id, language, kindOf(view));
  const { seconds, ended, isMore, tasks, turned, unanswered } = away;
  const rounds = ended.map(({ round, kind }) => `${round}: ${verdictWord(kind, language)}`).join(" · ");
  const lines = [
    unanswered === null ? null : fillText(wordText("awayKey"), { key: KEYS[unanswered] })[language],
    turned === null ? null : say(turned === "opened" ? "tableOpen" : "tableClosed"),
    ended.length === 0 ? null : `${roundWord(view, language)} ${rounds}${isMore ? " · …" : ""}`,
    tasks === 0 ? null : `${say("awayTasks")}: ${tasks}`,
  ].filter((line) => line !== null);
  const seen = h(
    "button",
    { class: "plain", "data-away": "seen", onClick: desk.seeAway },
    iconSign("tick"),
    h("span", null, say("acknowledge")),
  );
  return [
    taskLine(
      "task-decide task-away",
      [
        h("strong", null, fillText(wordText("away"), { seconds })[language]),
        ...(lines.length === 0 ? [say("awayNothing")] : lines).map((line) => h("span", null, line)),
      ],
      [seen],
    ),
  ];
}

/** A release or a base that waits: from when on it may come between two rounds, in the clock of who reads it. */
export function updateNotice({ view, language }: ShownDesk): readonly JSX.Element[] {
  if (view.update === undefined) return [];
  const { version, until, isBase = false, waits = [] } = view.update;
  const when = new Date(until).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  const text = fillText(wordText(isBase ? "baseWaits" : "updateWaits"), { version, when })[language];
  const what = waits.map((one) => one[language]).join("; ");
  const means =
    what === ""
      ? wordIn(isBase ? "baseMeans" : "updateMeans", language)
      : fillText(wordText("updateFor"), { what })[language];
  return [taskLine("task-update", titleAndLine(text, means))];
}

/** Roles of which nobody is named at this table: what the law leaves to them would wait for ever. */
export function unfilledNotice({ view, language }: ShownDesk): readonly JSX.Element[] {
  const { unfilledRoles = [] } = view;
  if (unfilledRoles.length === 0) return [];
  const roles = unfilledRoles.map((role) => roleName(role, language)).join(", ");
  const text = fillText(wordText("unfilled"), { roles })[language];
  return [taskLine("task-unfilled", titleAndLine(text, wordIn("unfilledMeans", language)))];
}

/** The floor does not know this table yet: what two people compare before they confirm it. */
export function joiningNotice({ view, language }: ShownDesk): readonly JSX.Element[] {
  if (view.joining === undefined) return [];
  const text = fillText(wordText("joinsFloor"), view.joining)[language];
  return [taskLine("task-joining", titleAndLine(text, wordIn("joinsFloorMeans", language)))];
}

/** What is due, who named dice, and what happened in the throw. */
export function diceNotices(desk: Desk): readonly JSX.Element[] {
  if (!hasDice(desk)) return [];
  const { view, language } = desk;
  const { duties, named, happened, differ = [] } = view.dice;
  return [
    ...duties.map((duty) =>
      taskLine("task-duty", titleAndLine(sentenceIn(duty, language), wordIn("duties", language))),
    ),
    ...(named === null
      ? []
      : [
          namedLine(
            named.by,
            wordIn("named", language),
            secondKey(desk, named.by, { key: "dice-are", round: view.round, faces: [] }),
          ),
        ]),
    ...(differ.length === 0 ? [] : [differLine(differ, wordIn("diceDiffer", language), language)]),
    ...happened.map((one) => happenedLine(one, "dice", language)),
  ];
}
