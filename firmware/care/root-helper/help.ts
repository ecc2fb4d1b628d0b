import type { Verb } from "./verbs.ts";

/** What the helper says of itself. */
export const helpText = (verbs: Readonly<Record<string, Verb>>): string =>
  [
    "tirada-root VERB …: what a technician may do with root's rights. Each change is a record of the table.",
    "",
    ...Object.values(verbs).map(({ usage, about }) => `  ${usage}\n      ${about}`),
    "",
  ].join("\n");
