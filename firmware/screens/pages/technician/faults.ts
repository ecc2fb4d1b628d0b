/** What is wrong now, and what was wrong in the last hours: since when, for how long, and by whom or what it was healed. */
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import type { PastFaults } from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { HEALTH, joinParts, roleName, wordIn } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { codeText, type Telling } from "./parts.ts";
import { agoText, instantText, spanText } from "./time.ts";

const { past: PAST, since: SINCE, stale: STALE } = textsOf("pages.technician");
const KINDS = textsOf("records.kinds");

/** `explained`: codes of faults whose cause stands above, with its own remedy. `view` null: nothing is known, or it is not fresh. `staleSince`: what stands below is from then, RFC 3339; null: it is current. */
export function healthPart(
  view: TableView | null,
  staleSince: string | null,
  telling: Telling,
  explained: readonly string[],
): JSX.Element[] {
  const { language } = telling;
  const state = view === null ? "disconnected" : view.device.health;
  const words =
    state === "disconnected"
      ? wordIn("disconnected", language)
      : state === "ok"
        ? wordIn("deviceOk", language)
        : HEALTH[state][language];
  const faults = view === null ? [] : view.device.faults;
  return [
    h("p", { class: "line" }, iconSign(state === "ok" ? "tick" : "warn"), h("strong", null, words)),
    ...faults.map(({ text, doThis, code, since }) =>
      h(
        "div",
        { class: "fault" },
        h("strong", null, text[language]),
        explained.includes(code) ? null : h("p", null, `${wordIn("doThis", language)}: ${doThis[language]}`),
        h(
          "p",
          { class: "when" },
          joinParts(
            agoText(since, telling.time, language),
            fillText(SINCE, { at: instantText(since, telling.time, language) })[language],
          ),
        ),
        h("p", { class: "code" }, code),
      ),
    ),
    ...(staleSince === null
      ? []
      : [
          h(
            "p",
            { class: "trouble" },
            fillText(STALE, { at: instantText(staleSince, telling.time, language) })[language],
          ),
        ]),
    ...(faults.length === 0 && view !== null ? [h("p", null, wordIn("noFaults", language))] : []),
  ];
}

/** A fault that is over, in a list. */
export function pastFault(one: PastFaults["faults"][number], telling: Telling): JSX.Element {
  const { language, time } = telling;
  const { since, until, code, device, text } = one;
  const lasted =
    one.healing.by === "moment"
      ? null
      : since === null
        ? PAST.before[language]
        : fillText(PAST.lasted, { span: spanText(Date.parse(until) - Date.parse(since), language) })[language];
  return h(
    "li",
    null,
    h("strong", null, text?.[language] ?? code),
    h("p", { class: "when" }, joinParts(agoText(until, time, language), lasted, healedBy(one, telling))),
    h("p", { class: "code" }, joinParts(device, code, instantText(until, time, language))),
  );
}

function healedBy({ healing }: PastFaults["faults"][number], { language }: Telling): string {
  const { healing: WORDS } = PAST;
  switch (healing.by) {
    case "person":
      return fillText(WORDS.person, { who: `${healing.name}, ${roleName(healing.role, language)}` })[language];
    case "act":
      return fillText(WORDS.act, { what: codeText(KINDS, healing.kind, language) })[language];
    default:
      return WORDS[healing.by][language];
  }
}
