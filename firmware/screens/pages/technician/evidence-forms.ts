/** What is asked for before records leave the unit, and the files that were made. */
import type { ActName } from "../../../../src/people/acts.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import type { Text } from "../../../../src/text/language.ts";
import { bytesText } from "../../../../src/text/bytes-text.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { readAgain, readings } from "./session.ts";
import { chosen, field, typed, type Begin } from "./typed.ts";

const { page: WORDS, forms: FORMS, stick: STICK } = textsOf("acts");
/** Of a stick that a unit mounts by itself. */
const LABEL = "TIRADA";

/** A file that may be fetched. */
interface FetchedFile {
  readonly name: string;
  readonly bytes: number;
  readonly address: string;
}
const isFile = (one: unknown): one is FetchedFile =>
  typeof one === "object" && one !== null && "name" in one && "bytes" in one && "address" in one;
const filesIn = (read: unknown): readonly FetchedFile[] => (Array.isArray(read) ? read.filter(isFile) : []);

/** A stick that is in the unit. */
interface SeenStick {
  readonly id: string;
  readonly name: string;
  readonly free: number | null;
  /** Why nothing can be written on it; null: it can. */
  readonly why: Text | null;
}
const isStick = (one: unknown): one is SeenStick =>
  typeof one === "object" && one !== null && "id" in one && "free" in one && "why" in one;
const sticksIn = (read: unknown): readonly SeenStick[] => (Array.isArray(read) ? read.filter(isStick) : []);

/** What was chosen, as long as that stick is there. */
const stickNow = (sticks: readonly SeenStick[]): string =>
  sticks.find(({ id, why }) => why === null && id === typed.get("stick"))?.id ?? "";

/** Where the file goes: here, or onto a stick in the unit; of one that cannot be used, why. */
function whereParts(language: Language): JSX.Element[] {
  const sticks = sticksIn(readings.get("sticks"));
  const options = sticks.flatMap(({ id, name, free, why }) =>
    why !== null || free === null
      ? []
      : [{ value: id, text: fillText(FORMS["to-stick"], { name, free: bytesText(free) })[language] }],
  );
  const here = { value: "", text: FORMS["to-page"][language] };
  return [
    chosen("stick", FORMS.where[language], [here, ...options], stickNow(sticks)),
    ...sticks.flatMap(({ why }) => (why === null ? [] : [h("p", { class: "hint" }, why[language])])),
    ...(sticks.length > 0 ? [] : [h("p", { class: "hint" }, fillText(STICK.none, { label: LABEL })[language])]),
  ];
}

function leavingForm(act: ActName, fields: readonly JSX.Element[], language: Language, send: () => void) {
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    send();
  };
  return h(
    "form",
    { onSubmit },
    ...fields,
    ...whereParts(language),
    h(
      "div",
      { class: "answers" },
      h("button", { id: `act-${act}-send`, type: "submit" }, WORDS.begin[language]),
      h(
        "button",
        { id: `act-${act}-look`, type: "button", onClick: () => readAgain(act) },
        FORMS["look-again"][language],
      ),
    ),
  );
}

/** With where it goes. */
const valuesOf = (names: readonly string[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(names.map((name) => [name, typed.get(name) ?? ""])),
  stick: stickNow(sticksIn(readings.get("sticks"))),
});

function numbersForm(
  act: "export" | "case",
  names: readonly ("from" | "to" | "round")[],
  language: Language,
  begin: Begin,
): JSX.Element {
  const fields = names.map((name) =>
    field(name, FORMS[name][language], { inputMode: "numeric", maxLength: 15 }),
  );
  return leavingForm(act, fields, language, () => begin(valuesOf(names)));
}

export const exportForm = (language: Language, begin: Begin): JSX.Element =>
  numbersForm("export", ["from", "to"], language, begin);

export const caseForm = (language: Language, begin: Begin): JSX.Element =>
  numbersForm("case", ["round"], language, begin);

/** Who alone can read it: a public key of theirs, which they sent. */
export function bundleForm(language: Language, begin: Begin): JSX.Element {
  const more = { maxLength: 80, autocomplete: "off", spellcheck: false } as const;
  const fields = [field("recipient", FORMS.recipient[language], more)];
  return leavingForm("bundle", fields, language, () => begin(valuesOf(["recipient"])));
}

const fileLine = ({ name, bytes, address }: FetchedFile, language: Language): JSX.Element =>
  h(
    "p",
    { class: "file" },
    h("a", { href: address, download: name }, `${FORMS.fetch[language]}: ${name}`),
    ` (${bytesText(bytes)[language]})`,
  );

/** The files that an act has said that it made, as they are fetched: beside its words, whatever else can be done here. */
export const madeFiles = (said: readonly Text[], language: Language): readonly JSX.Element[] =>
  filesIn(readings.get("files"))
    .filter(({ name }) => said.some((line) => line.en.includes(name)))
    .map((file) => fileLine(file, language));

/** The files that were made here, to take along. */
export function filesPart(read: unknown, language: Language): JSX.Element | null {
  const files = filesIn(read);
  if (files.length === 0) return null;
  return h(
    "section",
    { class: "offer", id: "act-files" },
    h("h3", null, FORMS.files[language]),
    ...files.map((file) => fileLine(file, language)),
  );
}
