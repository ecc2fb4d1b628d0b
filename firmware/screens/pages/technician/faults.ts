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

const { past: PAST, since: SINCE } = textsOf("pages.technician");
const KINDS = textsOf("records.kinds");

/** `view` null: nothing is known, or it is not fresh. */
export function healthPart(view: TableView | null, telling: Telling): JSX.Element[] {
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
        h("p", null, `${wordIn("doThis", language)}: ${doThis[language]}`),
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
    ...(faults.length === 0 && view !== null ? [h("p", null, wordIn("noFaults", language))] : []),
  ];
}

/** `told` null: not asked yet; `unread`: the records could not be read. */
export function pastPart(told: PastFaults | "unread" | null, telling: Telling): JSX.Element[] {
  const { language, time } = telling;
  const head = h("h2", null, PAST.title[language]);
  if (told === null) return [head];
  if (told === "unread") return [head, h("p", { class: "trouble" }, PAST.unread[language])];
  if (told.faults.length === 0 && told.since !== null) {
    const since = instantText(told.since, time, language);
    return [head, h("p", null, fillText(PAST.none, { since })[language])];
  }
  return [head, h("ol", { class: "past" }, ...told.faults.map((one) => pastFault(one, telling)))];
}

function pastFault(one: PastFaults["faults"][number], telling: Telling): JSX.Element {
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
