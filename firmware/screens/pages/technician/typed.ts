/** What is typed and chosen on the technician's page: a page that is drawn anew leaves it as it is. */
import { h, type JSX } from "preact";
import { drawPage } from "../technician-page.ts";

/** Begins the act with what is on its form; `text`: a whole configuration. */
export type Begin = (values: Readonly<Record<string, string>>, text?: string) => void;

/** By the name of its field. */
export const typed = new Map<string, string>();

/** `id`: `act-` and the name. */
export const field = (name: string, label: string, more: JSX.IntrinsicElements["input"]): JSX.Element =>
  h(
    "label",
    null,
    label,
    h("input", {
      id: `act-${name}`,
      value: typed.get(name) ?? "",
      onInput: (event: Event) => typed.set(name, (event.currentTarget as HTMLInputElement).value),
      ...more,
    }),
  );

/** One of a few; what is chosen may change the form. */
export const chosen = (
  name: string,
  label: string,
  options: readonly { readonly value: string; readonly text: string }[],
  now: string,
): JSX.Element =>
  h(
    "label",
    null,
    label,
    h(
      "select",
      {
        id: `act-${name}`,
        onChange: (event: Event) => {
          typed.set(name, (event.currentTarget as HTMLSelectElement).value);
          drawPage();
        },
      },
      ...options.map(({ value, text }) => h("option", { value, selected: value === now }, text)),
    ),
  );
