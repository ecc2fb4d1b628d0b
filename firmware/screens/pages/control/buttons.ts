/** The buttons of the control page: keys, what can be picked, and the answers at the foot of a question. */
import { h, type JSX } from "preact";
import type { Key } from "../../../../src/people/keys.ts";
import { mayPress, type Desk, type KeyName, type QuestionBox } from "./desk.ts";
import { iconSign, type IconName } from "../icons.ts";

type Content = JSX.Element | string | null;

/** What every button has. `look`: its class; `name`: its text. */
interface ButtonOptions {
  readonly look: string;
  readonly name: string;
  readonly icon?: IconName | null;
  readonly onClick: () => void;
}

/** A key of the table. `isOff`: it is greyed out for everybody; `attributes`: what distinguishes keys of one name. */
export function keyButton(
  desk: Desk,
  key: KeyName,
  options: ButtonOptions & { readonly isOff?: boolean; readonly attributes?: object; readonly under?: Content },
): JSX.Element {
  const { look, name, icon, onClick, isOff = false, attributes = {}, under = null } = options;
  return h(
    "button",
    { class: look, "data-key": key, ...attributes, disabled: isOff || !mayPress(desk, key), onClick },
    icon == null ? null : iconSign(icon),
    h("span", null, name, under),
  );
}

/**
 * Something that can be picked.
 * @param attributes what it is, as `data-…`, and its name for screen readers
 * @param isChosen whether it is picked; null: picking it ends the question
 */
export const pickButton = (
  attributes: object,
  isChosen: boolean | null,
  onClick: () => void,
  ...content: Content[]
): JSX.Element =>
  h(
    "button",
    {
      class: "pick",
      ...(isChosen === null ? {} : { "aria-pressed": String(isChosen) }),
      ...attributes,
      onClick,
    },
    ...content,
  );

export const pickRow = (look: string, ...picks: Content[]): JSX.Element =>
  h("div", { class: `picks${look}` }, ...picks);

/** Picks a thing, or takes it away again. */
export const toggleIn = <Thing>(chosen: readonly Thing[], thing: Thing): readonly Thing[] =>
  chosen.includes(thing) ? chosen.filter((one) => one !== thing) : [...chosen, thing];

/** Back, and more answers; null: there is none. */
export const answerRow = (
  { wordHere }: QuestionBox,
  back: () => void,
  yes: Content = null,
  other: Content = null,
): JSX.Element =>
  h(
    "div",
    { class: "answers" },
    h("button", { class: "plain", "data-answer": "back", onClick: back }, h("span", null, wordHere("back"))),
    other,
    yes,
  );

/** The answer that ends a question. */
export const yesButton = ({ look, name, icon, onClick }: ButtonOptions, isOff?: boolean): JSX.Element =>
  h(
    "button",
    { class: look, "data-answer": "yes", disabled: isOff, onClick },
    icon == null ? null : iconSign(icon),
    h("span", null, name),
  );

/** Back, and sending a key; null: something is still missing, and nothing can be sent. */
export function sendAnswers(box: QuestionBox, key: Key | null): JSX.Element {
  const onClick = () => {
    if (key !== null) box.pressAndClose(key);
  };
  return answerRow(
    box,
    box.close,
    yesButton({ look: "go", name: box.wordHere("send"), onClick }, key === null),
  );
}
