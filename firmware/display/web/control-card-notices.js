// @ts-check
/** What stands beside the keys of a card table: warnings of the device, and what happened in the round. */
import { h } from "./dom.ts";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { ROLES, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress } from "./control-keys.js";

/** @typedef {import("./control.js").Desk} Desk */

/**
 * Who has named an unread card, or that two words differed. Not what they said: the second person must look at the card, not at the
 * first one's word.
 * @param {Desk} desk @returns {Node[]}
 */
function namedCards({ view, language }) {
  return (view.cards.named ?? []).map((/** @type {any} */ { by, differ }) => {
    const [title, means] =
      by === null
        ? [
            word("namesDiffer", language),
            `${differ.join(` ${word("and", language)} `)} ${word("cardsDiffer", language)}`,
          ]
        : [by, word("cardNamed", language)];
    return h(
      "li",
      { class: `task task-decide ${by === null ? "task-differ" : "task-named"}` },
      h("div", { class: "task-text" }, h("strong", {}, title), h("span", {}, means)),
    );
  });
}

/** Warnings of the device, and what happened in the round with its steps. @param {Desk} desk @returns {Node[]} */
export function cardNotices(desk) {
  const { view, language, fresh } = desk;
  if (view?.cards == null || !fresh) return [];
  const warnings = view.cards.warnings.map((/** @type {any} */ one) => {
    const key = { key: "acknowledge", what: one.id };
    return h(
      "li",
      { class: "task task-warning", "data-warning": one.id },
      h(
        "div",
        { class: "task-text" },
        h("strong", {}, sentence(one.text, language)),
        h("span", {}, sentence(one.doThis, language)),
      ),
      h(
        "div",
        { class: "task-keys" },
        h(
          "button",
          {
            class: "plain",
            "data-key": "acknowledge",
            disabled: !mayPress(desk, "acknowledge"),
            click: () => desk.press(key),
          },
          ICONS.tick(),
          h("span", {}, word("warningSeen", language)),
        ),
      ),
    );
  });
  const happened = view.cards.happened.map((/** @type {any} */ { rule, hand, then, verdict }) =>
    h(
      "li",
      { class: "task task-acknowledge task-happened" },
      h(
        "div",
        { class: "task-text" },
        h("strong", {}, sentence(rule.text, language)),
        h(
          "span",
          {},
          [
            hand === null ? null : sentence(hand, language),
            word(INCIDENT_VERDICTS[verdict], language),
            rule.cite,
          ]
            .filter(Boolean)
            .join(" · "),
        ),
        h(
          "ol",
          { class: "task-steps" },
          ...then.map((/** @type {any} */ step, /** @type {number} */ at) =>
            h("li", {}, `${at + 1}. ${ROLES[step.who]?.[language] ?? step.who}: ${step.text[language]}`),
          ),
        ),
      ),
    ),
  );
  return [...namedCards(desk), ...warnings, ...happened];
}
