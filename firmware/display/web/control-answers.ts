/** The answers at the foot of a question: back, and what is sent. */
import { h, type JSX } from "preact";
import type { Key } from "../../../src/people/keys.ts";
import type { QuestionBox } from "./control-desk.ts";
import { kindOf, word } from "./i18n.ts";

/** Back, and one more answer; null: there is nothing but going back. */
export function answers({ desk }: QuestionBox, back: () => void, yes: JSX.Element | null = null): JSX.Element {
  const { language, view } = desk();
  return h(
    "div",
    { class: "answers" },
    h(
      "button",
      { class: "plain", "data-answer": "back", onClick: back },
      h("span", null, word("back", language, kindOf(view))),
    ),
    yes,
  );
}

/** Back, and sending a key; null: something is still missing, and nothing can be sent. */
export function sendAnswers(box: QuestionBox, key: Key | null): JSX.Element {
  const { language, view } = box.desk();
  const send = h(
    "button",
    {
      class: "go",
      "data-answer": "yes",
      disabled: key === null,
      onClick: () => {
        if (key !== null) box.pressAndClose(key);
      },
    },
    h("span", null, word("send", language, kindOf(view))),
  );
  return answers(box, box.close, send);
}
