/** A form of a question: its fields are typed by keyboard, or with the digits and letters beside them, as on a monitor that is touched. */
import { h, type JSX } from "preact";
import type { Key } from "../../../../src/people/keys.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { answerRow, yesButton } from "./buttons.ts";
import type { QuestionBox } from "./desk.ts";
import { drawInto } from "../page.ts";

type Word = keyof ReturnType<typeof wordsOfForm>;
const wordsOfForm = () => textsOf("pages.balls-desk");

export interface Field<Name extends string> {
  readonly name: Name;
  readonly word: Word;
  /** A whole number: other signs are not typed. */
  readonly isNumber?: true;
  /** Letters stand beside the digits. */
  readonly hasLetters?: true;
}

/** What was typed, by the names of the fields. */
export type Typed<Name extends string> = Readonly<Record<Name, string>>;

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ",", "0", "⌫"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".split("");
const LONGEST = 40;
const LONGEST_NUMBER = 6;

/**
 * Asks for the fields. They are not drawn anew while somebody types: the letters stay under the finger. `first`: what stands there at the
 * beginning; `keyOf`: the key of what was typed, or what is wrong with it; null: something is missing.
 */
export function openForm<Name extends string>(
  box: QuestionBox,
  say: (word: Word) => string,
  title: Word,
  note: JSX.Element | null,
  rows: readonly (readonly Field<Name>[])[],
  first: Typed<Name>,
  keyOf: (typed: Typed<Name>) => Key | { readonly fault: string } | null,
): void {
  const typed: Record<string, string> = { ...first };
  const answer = (): ReturnType<typeof keyOf> => keyOf(typed as Typed<Name>);
  const fields = rows.flat();
  const inputOf = (name: string): HTMLInputElement | null =>
    document.querySelector<HTMLInputElement>(`dialog[open] input[name="${name}"]`);
  let focused = (fields.find(({ name }) => first[name] === "") ?? fields[0])?.name ?? null;

  const tell = (): void => {
    const now = answer();
    const isReady = now !== null && !("fault" in now);
    const yes = document.querySelector('dialog[open] [data-answer="yes"]');
    if (yes instanceof HTMLButtonElement) yes.disabled = !isReady;
    const fault = document.querySelector("dialog[open] .form-fault");
    if (fault !== null) fault.textContent = now !== null && "fault" in now ? now.fault : "";
  };
  const put = (name: Name, text: string): void => {
    typed[name] = text;
    const input = inputOf(name);
    if (input !== null && input.value !== text) input.value = text;
    tell();
  };
  const send = (): void => {
    const now = answer();
    if (now !== null && !("fault" in now)) box.pressAndClose(now);
  };
  const press = (sign: string): void => {
    const field = fields.find(({ name }) => name === focused);
    if (field === undefined) return;
    const before = typed[field.name] ?? "";
    const most = field.isNumber === true ? LONGEST_NUMBER : LONGEST;
    if (sign === "⌫") put(field.name, before.slice(0, -1));
    else if (before.length < most && !(field.isNumber === true && sign === ",")) put(field.name, before + sign);
  };
  const drawPad = (): void => {
    const place = document.querySelector<HTMLElement>("dialog[open] .form-pad");
    const field = fields.find(({ name }) => name === focused);
    if (place !== null) drawInto(place, ...padKeys(field?.hasLetters === true, press));
  };
  const focus = (name: Name): void => {
    focused = name;
    drawPad();
  };
  const fieldOf = ({ name, word, isNumber, hasLetters }: Field<Name>): JSX.Element =>
    h(
      "label",
      { class: "form-field" },
      h("span", null, say(word)),
      h("input", {
        name,
        value: first[name],
        autocomplete: "off",
        // The digits beside it are there without a keyboard over the page.
        inputMode: hasLetters === true ? "text" : "none",
        maxLength: isNumber === true ? LONGEST_NUMBER : LONGEST,
        onFocus: () => focus(name),
        onInput: ({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) put(name, currentTarget.value);
        },
        onKeyDown: ({ key }: KeyboardEvent) => {
          if (key === "Enter") send();
        },
      }),
    );
  const yes = { look: "go", name: box.wordHere("send"), onClick: send };
  box.open(
    null,
    say(title),
    note,
    h(
      "div",
      { class: "form" },
      h(
        "div",
        { class: "form-rows" },
        ...rows.map((row) => h("div", { class: "form-row" }, ...row.map(fieldOf))),
        h("p", { class: "form-fault", role: "status" }),
      ),
      h("div", { class: "form-pad" }),
    ),
    answerRow(box, box.close, yesButton(yes, true)),
  );
  if (focused !== null) inputOf(focused)?.focus({ preventScroll: true });
  drawPad();
  tell();
}

/** A finger on them leaves the field where it is. */
const padKeys = (hasLetters: boolean, press: (sign: string) => void): JSX.Element[] => {
  const key = (sign: string): JSX.Element =>
    h(
      "button",
      {
        class: "plain digit",
        "data-sign": sign,
        onPointerDown: (event: Event) => event.preventDefault(),
        onClick: () => press(sign),
      },
      sign,
    );
  return [
    h("div", { class: "form-digits" }, ...DIGITS.map(key)),
    ...(hasLetters ? [h("div", { class: "form-letters" }, ...LETTERS.map(key))] : []),
  ];
};
