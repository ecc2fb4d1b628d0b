/** What stands beside the keys of a card table: warnings of the device, and what happened in the round. */
import { h, type JSX } from "preact";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { roleName, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { mayPress } from "./control-roles.ts";
import { hasCards, type CardTableView, type Desk } from "./control-desk.ts";

/**
 * Who has named an unread card, or that two words differed. Not what they said: the second person must look at the card, not at the
 * first one's word.
 */
function namedCards({ view, language }: Desk<CardTableView>): JSX.Element[] {
  return (view.cards.named ?? []).map(({ by, differ }) => {
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
      h("div", { class: "task-text" }, h("strong", null, title), h("span", null, means)),
    );
  });
}

/** Warnings of the device, and what happened in the round with its steps. */
export function cardNotices(desk: Desk): JSX.Element[] {
  if (!hasCards(desk)) return [];
  const { view, language } = desk;
  const warnings = view.cards.warnings.map((one) => {
    const key = { key: "acknowledge", what: one.id } as const;
    return h(
      "li",
      { class: "task task-warning", "data-warning": one.id },
      h(
        "div",
        { class: "task-text" },
        h("strong", null, sentence(one.text, language)),
        h("span", null, sentence(one.doThis, language)),
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
            onClick: () => desk.press(key),
          },
          ICONS.tick(),
          h("span", null, word("warningSeen", language)),
        ),
      ),
    );
  });
  const happened = view.cards.happened.map(({ rule, hand, then, verdict }) =>
    h(
      "li",
      { class: "task task-acknowledge task-happened" },
      h(
        "div",
        { class: "task-text" },
        h("strong", null, sentence(rule.text, language)),
        h(
          "span",
          null,
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
          ...then.map((step, at: number) =>
            h("li", null, `${at + 1}. ${roleName(step.who, language)}: ${step.text[language]}`),
          ),
        ),
      ),
    ),
  );
  return [...namedCards(desk), ...warnings, ...happened];
}
