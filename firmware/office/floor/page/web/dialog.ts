/** One question at a time, in the browser's own dialog: it holds the focus, and Escape leaves it. */
import { h, render, type ComponentChild, type JSX } from "preact";
import { byId } from "../../../../screens/pages/page.ts";

export interface Question {
  readonly title: string;
  readonly content: readonly ComponentChild[];
  /** What is written on the button that does it, and on the one that leaves; null: there is no other. */
  readonly yes: string;
  readonly no: string | null;
  /** The fields of the form by their names; a text says why it is not done, null closes the dialog. */
  readonly act: (fields: Readonly<Record<string, string>>) => Promise<string | null>;
}

/** The newest question. */
let asked: Question | null = null;

export function askPerson(question: Question): void {
  asked = question;
  const dialog = byId("dialog");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const close = (): void => dialog.close();
  const draw = (why: string): void => render(form(question, why, close, draw), dialog);
  render(null, dialog);
  draw("");
  if (!dialog.open) dialog.showModal();
}

function form(question: Question, why: string, close: () => void, draw: (why: string) => void): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const given = [...new FormData(event.target)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    void question.act(Object.fromEntries(given)).then((refused) => {
      // What was done may have asked the next question.
      if (asked !== question) return;
      if (refused === null) close();
      else draw(refused);
    });
  };
  return h(
    "form",
    { onSubmit: submit },
    h("h2", null, question.title),
    ...question.content,
    h("p", { class: "refused", role: "alert" }, why),
    h(
      "p",
      { class: "answers" },
      h("button", { type: "submit", class: "yes" }, question.yes),
      question.no === null ? null : h("button", { type: "button", onClick: close }, question.no),
    ),
  );
}
