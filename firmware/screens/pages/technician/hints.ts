/** What the sensors of a wheel seem to have, before it becomes a fault: told by what the others saw in the last spins. */
import type { InsideReport } from "../../../../src/analysis/wheel-trace.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { wordIn } from "../i18n.ts";
import type { Telling } from "./parts.ts";

const WORDS = textsOf("pages.technician.hints");

export const hintsPart = (inside: InsideReport | null, { language }: Telling): JSX.Element[] =>
  (inside?.hints ?? []).map(({ code, channel, count, of }) =>
    h(
      "div",
      { class: "fault attention", "data-hint": code },
      h("strong", null, fillText(WORDS[code].text, { channel, count, of })[language]),
      h("p", null, `${wordIn("doThis", language)}: ${WORDS[code].remedy[language]}`),
      h("p", { class: "code" }, code),
    ),
  );
