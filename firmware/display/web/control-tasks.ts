/** What waits for a person: the current round on top, then the newest first, one line each. A task for another role is shown, but its keys are off. */
import { h, type JSX } from "preact";
import { cardNotices } from "./control-card-notices.ts";
import { diceNotices } from "./control-dice.ts";
import { reasonsFor } from "./control-resolve.ts";
import { kindOf, roleName, ROLES, sentence, word, roundName } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress, voidsFor } from "./control-roles.ts";
import type { TableView, TaskView } from "../../../src/table/view.ts";
import { isResolvable, isShown, type Desk, type KeyName, type ShownDesk } from "./control-desk.ts";

const URGENCY = ["confirm-void", "decide", "acknowledge"];

/** Of the current round first, then the newest; within a round what is to be called before what is to be seen. */
const inOrder = ({ tasks, round }: TableView): readonly TaskView[] =>
  tasks.toSorted(
    (a, b) =>
      Number(b.round === round) - Number(a.round === round) ||
      (b.round ?? 0) - (a.round ?? 0) ||
      URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind),
  );

/** Whether it is this person's to do: what the stickman calls, the jefe de mesa may call too. */
function isTheirs({ view, person }: ShownDesk, task: TaskView): boolean {
  if (task.kind === "acknowledge") return true;
  if (person === null) return false;
  const { role } = person;
  return (task.resolve?.by ?? [task.for]).includes(role) || (view.dice !== null && role === "jefe-de-mesa");
}

function taskItem(desk: ShownDesk, task: TaskView) {
  const { language, view } = desk;
  // At a table of cards or dice a key that this person may not press is not there.
  const keys = (view.cards !== null || view.dice) && !isTheirs(desk, task) ? [] : keysOf(desk, task);
  const name = roundName(view, language) ?? word("spin", language, kindOf(view));
  const isNow = task.round === view.round;
  const whose = `${word("onlyFor", language)}: ${ROLES[task.for][language]}`;
  return h(
    "li",
    { class: `task task-${task.kind} ${isNow ? "task-now" : "task-line"}`, "data-task": task.id },
    h(
      "div",
      { class: "task-text" },
      h("strong", null, sentence(task.text, language)),
      h(
        "span",
        null,
        [task.round === null ? null : `${name} ${task.round}`, isNow ? task.cite : null, whose]
          .filter((part) => part !== null)
          .join(" · "),
      ),
    ),
    h("div", { class: "task-keys" }, ...keys),
  );
}

/** One key for each task; an undecided round asks what was decided, where the law knows a void too its reasons are asked first. */
function keysOf(desk: ShownDesk, task: TaskView): readonly JSX.Element[] {
  const { language, dialog, view } = desk;
  const { round } = task;
  if (task.kind === "confirm-void" && round !== null) {
    const press = () => desk.press({ key: "confirm-void", round, rule: task.id });
    return [button(desk, "confirm-void", word("confirmVoid", language), "void", press)];
  }
  if (isResolvable(task)) {
    const ask = () => dialog.chooseResolve(task);
    return [button(desk, "resolve", word("resolve", language), "undecided", ask, isTheirs(desk, task))];
  }
  const see = () => desk.press({ key: "acknowledge", what: task.id });
  const isVoidable = task.kind === "decide" && round !== null && reasonsFor(desk, task).length > 0;
  const voids = isVoidable ? [voidKey(desk, round)] : [];
  // A series of craps hangs on its undecided throw: it has to be said what it was, not only seen.
  const hangs = view.dice?.puck && task.kind === "decide" && task.round === view.round;
  return hangs ? voids : [...voids, button(desk, "acknowledge", word("acknowledge", language), "tick", see)];
}

/** The reasons are behind one key: none of them can be pressed by mistake for another round. */
function voidKey(desk: ShownDesk, round: number) {
  const ask = () => desk.dialog.chooseVoid(round);
  return button(desk, "void", `${word("callVoid", desk.language)}…`, "void", ask, voidsFor(desk).length > 0);
}

function button(
  desk: ShownDesk,
  key: KeyName,
  name: string,
  icon: "void" | "undecided" | "tick",
  act: () => void,
  theirs = true,
) {
  const on = theirs && mayPress(desk, key);
  return h(
    "button",
    { class: icon === "void" ? "danger" : "plain", "data-key": key, disabled: !on, onClick: act },
    ICONS[icon](),
    h("span", null, name),
  );
}

/** What is done now after a void or an undecided round, step by step. At a card table an incident has its steps beside it. */
function steps({ view, language }: ShownDesk) {
  const { verdict, cards } = view;
  const then = verdict !== null && "then" in verdict ? verdict.then : [];
  if (then.length === 0 || verdict?.kind !== view.phase || (cards?.happened.length ?? 0) > 0) return null;
  return h(
    "li",
    { class: "task task-steps-now" },
    h(
      "div",
      { class: "task-text" },
      h("strong", null, word("whatNow", language)),
      h(
        "ol",
        { class: "task-steps" },
        ...then.map((step, at) =>
          h("li", null, `${at + 1}. ${roleName(step.who, language)}: ${step.text[language]}`),
        ),
      ),
    ),
  );
}

export function taskList(desk: Desk): JSX.Element[] {
  if (!isShown(desk) || !desk.fresh) return [];
  const { language, view } = desk;
  const { tasks } = view;
  const notices = [...cardNotices(desk), ...diceNotices(desk)];
  const count = tasks.length + (view.cards?.warnings.length ?? 0) + (view.dice?.duties.length ?? 0);
  const ordered = inOrder(view);
  const now = ordered.filter((one) => one.round === view.round);
  const others = ordered.filter((one) => one.round !== view.round);
  const what = steps(desk);
  return [
    h("h2", null, word("tasks", language), count === 0 ? null : h("span", { class: "count" }, String(count))),
    tasks.length + notices.length === 0 && what === null
      ? h("p", { class: "nothing" }, ICONS.tick(), word("noTasks", language))
      : h(
          "ul",
          null,
          ...now.map((one) => taskItem(desk, one)),
          ...notices,
          what,
          ...others.map((one) => taskItem(desk, one)),
        ),
  ];
}
