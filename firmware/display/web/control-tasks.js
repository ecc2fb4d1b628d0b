// @ts-check
/** What waits for a person: the current round on top, then the newest first, one line each. A task for another role is shown, but its keys are off. */
import { h } from "./dom.ts";
import { cardNotices } from "./control-card-notices.js";
import { diceNotices } from "./control-dice.js";
import { reasonsFor } from "./control-resolve.js";
import { roundName } from "./control-words.ts";
import { kindOf, ROLES, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress, voidsFor } from "./control-keys.js";

/** @typedef {import("./control.js").Desk} Desk */

const URGENCY = ["confirm-void", "decide", "acknowledge"];

/** Of the current round first, then the newest; within a round what is to be called before what is to be seen. @param {any} view @returns {any[]} */
const inOrder = ({ tasks, round }) =>
  tasks.toSorted(
    (/** @type {any} */ a, /** @type {any} */ b) =>
      Number(b.round === round) - Number(a.round === round) ||
      (b.round ?? 0) - (a.round ?? 0) ||
      URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind),
  );

/** Whether it is this person's to do: what the stickman calls, the jefe de mesa may call too. @param {Desk} desk @param {any} task */
const isTheirs = ({ view, person }, task) =>
  task.kind === "acknowledge" ||
  (task.resolve?.by ?? [task.for]).includes(person?.role) ||
  (view.dice && person?.role === "jefe-de-mesa");

/** @param {Desk} desk @param {any} task */
function task(desk, task) {
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
      h("strong", {}, sentence(task.text, language)),
      h(
        "span",
        {},
        [task.round === null ? null : `${name} ${task.round}`, isNow ? task.cite : null, whose]
          .filter((part) => part !== null)
          .join(" · "),
      ),
    ),
    h("div", { class: "task-keys" }, ...keys),
  );
}

/** One key for each task; an undecided round asks what was decided, where the law knows a void too its reasons are asked first. @param {Desk} desk @param {any} task */
function keysOf(desk, task) {
  const { language, dialog, view } = desk;
  if (task.kind === "confirm-void") {
    const key = { key: "confirm-void", round: task.round, rule: task.id };
    return [button(desk, key, word("confirmVoid", language), "void", () => desk.press(key))];
  }
  const act = () => dialog.chooseResolve(task);
  if (task.resolve != null)
    return [button(desk, { key: "resolve" }, word("resolve", language), "decide", act, isTheirs(desk, task))];
  const seen = { key: "acknowledge", what: task.id };
  const voids = task.kind === "decide" && reasonsFor(desk, task).length > 0 ? [voidKey(desk, task)] : [];
  // A series of craps hangs on its undecided throw: it has to be said what it was, not only seen.
  const hangs = view.dice?.puck && task.kind === "decide" && task.round === view.round;
  return hangs
    ? voids
    : [...voids, button(desk, seen, word("acknowledge", language), "check", () => desk.press(seen))];
}

/** The reasons are behind one key: none of them can be pressed by mistake for another round. @param {Desk} desk @param {any} task */
function voidKey(desk, task) {
  const key = { key: "void", round: task.round, rule: "" };
  const act = () => desk.dialog.chooseVoid(task.round);
  return button(desk, key, `${word("callVoid", desk.language)}…`, "void", act, voidsFor(desk).length > 0);
}

/** @param {Desk} desk @param {{ key: string }} key @param {string} name @param {string} icon @param {() => void} act @param {boolean} [theirs] */
function button(desk, key, name, icon, act, theirs = true) {
  const on = theirs && mayPress(desk, key.key);
  return h(
    "button",
    { class: icon === "void" ? "danger" : "plain", "data-key": key.key, disabled: !on, click: act },
    ICONS[icon === "void" ? "void" : icon === "decide" ? "undecided" : "tick"](),
    h("span", {}, name),
  );
}

/** What is done now after a void or an undecided round, step by step. At a card table an incident has its steps beside it. @param {Desk} desk */
function steps({ view, language }) {
  const { verdict, cards } = view;
  const then = verdict?.then ?? [];
  if (then.length === 0 || verdict.kind !== view.phase || (cards?.happened.length ?? 0) > 0) return null;
  return h(
    "li",
    { class: "task task-steps-now" },
    h(
      "div",
      { class: "task-text" },
      h("strong", {}, word("whatNow", language)),
      h(
        "ol",
        { class: "task-steps" },
        ...then.map((/** @type {any} */ step, /** @type {number} */ at) =>
          h("li", {}, `${at + 1}. ${ROLES[step.who]?.[language] ?? step.who}: ${step.text[language]}`),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @returns {Node[]} */
export function taskList(desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) return [];
  const { tasks } = view;
  const notices = [...cardNotices(desk), ...diceNotices(desk)];
  const count = tasks.length + (view.cards?.warnings.length ?? 0) + (view.dice?.duties.length ?? 0);
  const ordered = inOrder(view);
  const now = ordered.filter((one) => one.round === view.round);
  const others = ordered.filter((one) => one.round !== view.round);
  const what = steps(desk);
  return [
    h("h2", {}, word("tasks", language), count === 0 ? null : h("span", { class: "count" }, String(count))),
    tasks.length + notices.length === 0 && what === null
      ? h("p", { class: "nothing" }, ICONS.tick(), word("noTasks", language))
      : h(
          "ul",
          {},
          ...now.map((one) => task(desk, one)),
          ...notices,
          what,
          ...others.map((one) => task(desk, one)),
        ),
  ];
}
