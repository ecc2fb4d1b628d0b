/** What is asked for before records leave the unit, and the files that were made. */
import { bytesText } from "../../../../src/text/bytes-text.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { field, typed, type Begin } from "./typed.ts";

const { page: WORDS, forms: FORMS } = textsOf("acts");

/** A file that may be fetched. */
interface FetchedFile {
  readonly name: string;
  readonly bytes: number;
  readonly address: string;
}
const isFile = (one: unknown): one is FetchedFile =>
  typeof one === "object" && one !== null && "name" in one && "bytes" in one && "address" in one;

const numbersForm = (
  id: string,
  names: readonly ("from" | "to" | "round")[],
  language: Language,
  begin: Begin,
): JSX.Element =>
  h(
    "form",
    {
      onSubmit: (event: Event) => {
        event.preventDefault();
        begin(Object.fromEntries(names.map((name) => [name, typed.get(name) ?? ""])));
      },
    },
    ...names.map((name) => field(name, FORMS[name][language], { inputMode: "numeric", maxLength: 15 })),
    h("button", { id, type: "submit" }, WORDS.begin[language]),
  );

export const exportForm = (language: Language, begin: Begin): JSX.Element =>
  numbersForm("act-export-send", ["from", "to"], language, begin);

export const caseForm = (language: Language, begin: Begin): JSX.Element =>
  numbersForm("act-case-send", ["round"], language, begin);

/** Who alone can read it: a public key of theirs, which they sent. */
export const bundleForm = (language: Language, begin: Begin): JSX.Element =>
  h(
    "form",
    {
      onSubmit: (event: Event) => {
        event.preventDefault();
        begin({ recipient: typed.get("recipient") ?? "" });
      },
    },
    field("recipient", FORMS.recipient[language], { maxLength: 80, autocomplete: "off", spellcheck: false }),
    h("button", { id: "act-bundle-send", type: "submit" }, WORDS.begin[language]),
  );

/** The files that were made here, to take along. */
export function filesPart(told: unknown, language: Language): JSX.Element | null {
  const files = Array.isArray(told) ? told.filter(isFile) : [];
  if (files.length === 0) return null;
  return h(
    "section",
    { class: "offer", id: "act-files" },
    h("h3", null, FORMS.files[language]),
    ...files.map(({ name, bytes, address }) =>
      h(
        "p",
        { class: "file" },
        h("a", { href: address, download: name }, `${FORMS.fetch[language]}: ${name}`),
        ` (${bytesText(bytes)})`,
      ),
    ),
  );
}
