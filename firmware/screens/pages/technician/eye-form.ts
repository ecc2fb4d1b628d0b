/** What is measured before an eye is calibrated. */
import { EYE_VALUES, EYE_VALUES_DUE } from "../../../../src/people/eye-values.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { field, typed, type Begin } from "./typed.ts";

const { page: WORDS, eye: FORM } = textsOf("acts");

export function eyeForm(language: Language, begin: Begin): JSX.Element {
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const filled = EYE_VALUES.flatMap((name) => {
      const value = typed.get(name) ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    begin(Object.fromEntries(filled));
  };
  const fieldOf = (name: (typeof EYE_VALUES)[number]): JSX.Element =>
    field(name, FORM.fields[name][language], { maxLength: 1_000 });
  return h(
    "form",
    { class: "measured", onSubmit },
    ...EYE_VALUES.slice(0, EYE_VALUES_DUE + 1).map(fieldOf),
    h(
      "details",
      null,
      h("summary", null, WORDS.more[language]),
      ...EYE_VALUES.slice(EYE_VALUES_DUE + 1).map(fieldOf),
    ),
    h("button", { id: "eye-send", type: "submit" }, WORDS.begin[language]),
  );
}
