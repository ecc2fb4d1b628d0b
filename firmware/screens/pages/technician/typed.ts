/** What is typed and chosen on the technician's page: a page that is drawn anew leaves it as it is. */
import { h, type JSX } from "preact";

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
