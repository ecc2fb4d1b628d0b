/** What is asked for before something is done to the table itself: its configuration, its people, test mode. */
import { ACT_TEXT_MAX } from "../../../../src/people/act-limits.ts";
import { ROLE_NAMES, ROLES, type Person } from "../../../../src/people/roles.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { drawPage } from "../technician-page.ts";
import { fold } from "./parts.ts";
import { refuse } from "./session.ts";
import { chosen, field, typed, type Begin } from "./typed.ts";

const { page: WORDS, forms: FORMS, configuration: CHANGE } = textsOf("acts");
const TOO_LONG = CHANGE["too-long"];

/** The configuration that counts, as the unit tells it to whoever may change it. */
interface ShownConfiguration {
  readonly text: string | null;
  /** By what a copy of it is known. */
  readonly over: string;
  readonly isTesting: boolean;
  readonly keys: readonly { readonly key: string; readonly about: string }[];
}
const isConfiguration = (told: unknown): told is ShownConfiguration =>
  typeof told === "object" && told !== null && "text" in told && "over" in told && "keys" in told;

const TEXT = "configuration";
const OVER = "configuration-over";

/** The whole text, to be edited. What somebody has typed stays until another configuration counts and they read that one. */
export function configurationForm(told: unknown, language: Language, begin: Begin): JSX.Element {
  if (!isConfiguration(told)) return h("p", { class: "hint" }, WORDS.waits[language]);
  if (told.text === null) return h("p", { class: "hint" }, FORMS["no-file"][language]);
  if (!typed.has(TEXT)) readAgain(told);
  return h(
    "form",
    {
      onSubmit: (event: Event) => {
        event.preventDefault();
        const text = typed.get(TEXT) ?? "";
        // A message that is longer than any may be would end the connection, and with it who is signed in.
        if (text.length > ACT_TEXT_MAX) refuse(fillText(TOO_LONG, { length: text.length, most: ACT_TEXT_MAX }));
        else begin({ over: typed.get(OVER) ?? "" }, text);
      },
    },
    h(
      "label",
      null,
      FORMS.text[language],
      h("textarea", {
        id: "act-configuration",
        rows: 18,
        spellcheck: false,
        autocomplete: "off",
        value: typed.get(TEXT) ?? "",
        onInput: (event: Event) => typed.set(TEXT, (event.currentTarget as HTMLTextAreaElement).value),
      }),
    ),
    h(
      "div",
      { class: "answers" },
      h("button", { id: "act-configuration-check", type: "submit" }, FORMS["check-change"][language]),
      typed.get(OVER) === told.over && typed.get(TEXT) === told.text
        ? null
        : h(
            "button",
            {
              id: "act-configuration-read",
              type: "button",
              onClick: () => {
                readAgain(told);
                drawPage();
              },
            },
            FORMS.read[language],
          ),
    ),
    fold(
      "configuration-keys",
      FORMS.keys[language],
      h(
        "dl",
        { class: "keys" },
        ...told.keys.flatMap(({ key, about }) => [h("dt", null, key), h("dd", null, about)]),
      ),
    ),
  );
}

function readAgain({ text, over }: ShownConfiguration): void {
  typed.set(TEXT, text ?? "");
  typed.set(OVER, over);
}

/** Everybody of the table, and what may be changed of each; nobody sees a PIN. */
export function peopleForm(people: readonly Person[], language: Language, begin: Begin): JSX.Element {
  const change = typed.get("people-do") ?? "add";
  // What is typed draws no page, so that it is asked for anew as the form is sent.
  const nameNow = (): string =>
    change === "add" ? (typed.get("people-new") ?? "") : (typed.get("people-name") ?? people[0]?.name ?? "");
  const isTwiceNow = (): boolean => typed.get("people-pin") === typed.get("people-pin-again");
  const withPin = change === "add" || change === "pin";
  const withRole = change === "add" || change === "role";
  const changes = [
    { value: "add", text: FORMS.add[language] },
    { value: "role", text: FORMS["change-role"][language] },
    { value: "pin", text: FORMS["new-pin"][language] },
    { value: "remove", text: FORMS.remove[language] },
  ];
  const roles = ROLES.map((role) => ({ value: role, text: ROLE_NAMES[role][language] }));
  const pin = { type: "password", inputMode: "numeric", autocomplete: "off", maxLength: 12 } as const;
  const send = (event: Event): void => {
    event.preventDefault();
    const values = {
      do: change,
      name: nameNow().trim(),
      ...(withRole ? { role: typed.get("people-role") ?? ROLES[0] } : {}),
      ...(withPin ? { pin: typed.get("people-pin") ?? "" } : {}),
    };
    if (withPin && !isTwiceNow()) return drawPage();
    for (const one of ["people-pin", "people-pin-again"]) typed.delete(one);
    begin(values);
  };
  return h(
    "form",
    { onSubmit: send },
    h(
      "ul",
      { class: "people" },
      ...people.map((one) => h("li", null, `${one.name} · ${ROLE_NAMES[one.role][language]}`)),
    ),
    chosen("people-do", WORDS.begin[language], changes, change),
    change === "add"
      ? field("people-new", FORMS.name[language], { maxLength: 60, autocomplete: "off" })
      : chosen(
          "people-name",
          FORMS.person[language],
          people.map((one) => ({ value: one.name, text: one.name })),
          nameNow(),
        ),
    withRole ? chosen("people-role", FORMS.role[language], roles, typed.get("people-role") ?? ROLES[0]) : null,
    withPin ? field("people-pin", FORMS["new-pin"][language], pin) : null,
    withPin ? field("people-pin-again", FORMS["pin-again"][language], pin) : null,
    withPin && !isTwiceNow() && (typed.get("people-pin-again") ?? "") !== ""
      ? h("p", { class: "refusal", role: "alert" }, FORMS["pins-differ"][language])
      : null,
    h("button", { id: "act-people-send", type: "submit" }, WORDS.begin[language]),
  );
}
