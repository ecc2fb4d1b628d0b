// @ts-check
/** What waits for a person. A task for another role is shown, but its keys are off. */
import { h } from "./dom.js";
import { cardNotices } from "./control-card-notices.js";
import { diceNotices } from "./control-dice.js";
import { kindOf, ROLES, sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";
import { mayPress, voidsFor } from "./control-keys.js";

/** @typedef {import("./control.js").Desk} Desk */

/** @param {Desk} desk @param {any} task */
function task(desk, task) {
  const { language, view, person } = desk;
  // At a table of cards or dice a key that this person may not press is not there. What the stickman calls the jefe de mesa may call too.
  const isTheirs =
    task.kind === "acknowledge" || person?.role === task.for || (view.dice && person?.role === "jefe-de-mesa");
  const keys = (view.cards !== null || view.dice) && !isTheirs ? [] : keysOf(desk, task);
  return h(
    "li",
    { class: `task task-${task.kind}`, "data-task": task.id },
    h(
      "div",
      { class: "task-text" },
      h("strong", {}, sentence(task.text, language)),
      h(
        "span",
        {},
        [
          task.round === null ? null : `${word("spin", language, kindOf(desk.view))} ${task.round}`,
          task.cite,
          `${word("onlyFor", language)}: ${ROLES[task.for][language]}`,
        ]
          .filter((part) => part !== null)
          .join(" · "),
      ),
    ),
    h("div", { class: "task-keys" }, ...keys),
  );
}

/** @param {Desk} desk @param {any} task */
function keysOf(desk, task) {
  const { language } = desk;
  if (task.kind === "confirm-void") {
    const key = { key: "confirm-void", round: task.round, rule: task.id };
    return [button(desk, key, word("confirmVoid", language), "void", () => desk.press(key))];
  }
  const seen = { key: "acknowledge", what: task.id };
  const voids = voidKeys(desk, task);
  // A series of craps hangs on its undecided throw: it has to be said what it was, not only seen.
  const hangs = desk.view.dice?.puck && task.kind === "decide" && task.round === desk.view.round;
  return hangs
    ? voids
    : [...voids, button(desk, seen, word("acknowledge", language), "check", () => desk.press(seen))];
}

/** One key for each void that it may be called; where the law knows many, one key that asks which. @param {Desk} desk @param {any} task */
function voidKeys(desk, task) {
  const { view, language, dialog } = desk;
  const known = voidsFor(desk);
  const offered = view.dice
    ? task.mayBeCalled.filter((/** @type {string} */ rule) => known.some((one) => one.rule === rule))
    : task.mayBeCalled;
  if (view.dice && offered.length > 3) {
    const key = { key: "void", round: task.round, rule: "" };
    return [button(desk, key, `${word("callVoid", language)}…`, "void", () => dialog.chooseVoid(task.round))];
  }
  return offered.map((/** @type {string} */ rule) => {
    const reason = view.voidReasons.find((/** @type {any} */ each) => each.rule === rule);
    const name = `${word("callVoid", language)}: ${reason?.text[language] ?? rule}`;
    const key = { key: "void", round: task.round, rule };
    return button(desk, key, name, "void", () => dialog.confirmVoid(task.round, rule));
  });
}

/** @param {Desk} desk @param {{ key: string }} key @param {string} name @param {string} icon @param {() => void} act */
function button(desk, key, name, icon, act) {
  const on = mayPress(desk, key.key);
  return h(
    "button",
    { class: icon === "void" ? "danger" : "plain", "data-key": key.key, disabled: !on, click: act },
    ICONS[icon === "void" ? "void" : "tick"](),
    h("span", {}, name),
  );
}

/** @param {Desk} desk @returns {Node[]} */
export function taskList(desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) return [];
  const { tasks } = view;
  const notices = [...cardNotices(desk), ...diceNotices(desk)];
  const count = tasks.length + (view.cards?.warnings.length ?? 0) + (view.dice?.duties.length ?? 0);
  return [
    h("h2", {}, word("tasks", language), count === 0 ? null : h("span", { class: "count" }, String(count))),
    tasks.length + notices.length === 0
      ? h("p", { class: "nothing" }, ICONS.tick(), word("noTasks", language))
      : h("ul", {}, ...notices, ...tasks.map((/** @type {any} */ each) => task(desk, each))),
  ];
}
