/** The floor's alarms: those first that nobody sees to. */
import { h, type JSX } from "preact";
import type { HeardAlarm } from "../../../../../src/floor/alarm.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { fillText } from "../../../../../src/text/every-language.ts";
import { textsOf } from "../../../../../src/text/text-of.ts";
import { roleName } from "../../../../screens/pages/i18n.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import { send } from "./ask.ts";
import { askPerson } from "./dialog.ts";
import type { FloorLists } from "./feed.ts";
import { agoText, refusal, word } from "./words.ts";

/** Words of the rules that this release brings; a house may have rules of its own. */
const ALARMS: Readonly<Record<string, { readonly text: Text; readonly doThis: Text } | undefined>> =
  textsOf("floor.alarms");
/** For how long somebody may see to an alarm, min. */
const MINUTES = [30, 60, 240, 480] as const;

export interface AlarmsParts {
  readonly language: Language;
  readonly now: number;
  readonly zone: string;
  readonly labelOf: (log: string) => string;
  readonly choose: (log: string) => void;
  readonly mayAcknowledge: boolean;
}

export function alarmsPanel(
  { all, more, isAway }: NonNullable<FloorLists["alarms"]>,
  parts: AlarmsParts,
): JSX.Element {
  const { language } = parts;
  return h(
    "article",
    { class: "alarms-panel" },
    h("h2", null, word("alarms", language)),
    isAway ? h("p", { class: "away" }, word("alarms-away", language)) : null,
    all.length === 0 && !isAway ? h("p", { class: "nothing" }, word("no-alarms", language)) : null,
    h("ul", { class: "alarms" }, ...all.map((alarm) => alarmLine(alarm, parts))),
    more > 0 ? h("p", null, word("alarms-more", language, { count: more })) : null,
  );
}

/** What an alarm says, in the reader's language; of a rule of the house in the rule's own words. */
function textOf(alarm: HeardAlarm, which: "text" | "doThis", language: Language): string {
  const known = ALARMS[alarm.name];
  if (known === undefined) return which === "text" ? alarm.summary : alarm.doThis;
  const { role } = alarm.labels;
  const values = {
    instance: "",
    folder: "",
    ...alarm.labels,
    role: role === undefined ? "" : roleName(role, language),
  };
  return fillText(known[which], values)[language];
}

function alarmLine(alarm: HeardAlarm, parts: AlarmsParts): JSX.Element {
  const { language, now, labelOf, choose, mayAcknowledge } = parts;
  const { log, by } = alarm;
  const button = (act: () => void, text: string, of: string): JSX.Element =>
    h("button", { onClick: act, "data-of": of }, text);
  return h(
    "li",
    { "data-severity": alarm.severity, "data-alarm": alarm.name, "data-heard": by === null ? "no" : "yes" },
    iconSign(by !== null ? "tick" : alarm.severity === "critical" ? "void" : "warn"),
    h(
      "p",
      null,
      log === null ? null : button(() => choose(log), labelOf(log), log),
      " ",
      h("strong", null, textOf(alarm, "text", language)),
      ` · ${agoText(alarm.since, now, language)}`,
    ),
    h("p", null, textOf(alarm, "doThis", language)),
    by === null ? null : h("p", { class: "heard" }, heardText(alarm, parts)),
    !mayAcknowledge
      ? null
      : by === null
        ? button(() => askAcknowledge(alarm, language), word("acknowledge", language), "acknowledge")
        : button(() => askTakeBack(alarm, language), word("take-back", language), "take-back"),
  );
}

function heardText({ by }: HeardAlarm, { language, zone }: AlarmsParts): string {
  const hour = (at: number): string =>
    new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", timeZone: zone });
  return by === null
    ? ""
    : word("acknowledged-by", language, { person: by.person, at: hour(by.at), until: hour(by.until) });
}

async function sent(path: string, body: object, language: Language): Promise<string | null> {
  const why = await send(path, body);
  return why === null ? null : refusal(why, language);
}

function askAcknowledge(alarm: HeardAlarm, language: Language): void {
  const { fingerprint, since } = alarm;
  askPerson({
    title: textOf(alarm, "text", language),
    content: [
      h("p", null, word("acknowledge-means", language)),
      h(
        "p",
        null,
        h(
          "label",
          null,
          word("for-how-long", language),
          h(
            "select",
            { name: "minutes" },
            ...MINUTES.map((many) =>
              h(
                "option",
                { value: many },
                many < 120
                  ? word("minutes", language, { count: many })
                  : word("hours", language, { count: many / 60 }),
              ),
            ),
          ),
        ),
      ),
    ],
    yes: word("acknowledge", language),
    no: word("leave", language),
    act: ({ minutes = "30" }) => sent("/alarms", { fingerprint, since, minutes: Number(minutes) }, language),
  });
}

function askTakeBack(alarm: HeardAlarm, language: Language): void {
  const { fingerprint, by } = alarm;
  if (by === null) return;
  askPerson({
    title: textOf(alarm, "text", language),
    content: [h("p", null, word("take-back-means", language))],
    yes: word("take-back", language),
    no: word("leave", language),
    act: () => sent("/alarms/back", { act: by.act, fingerprint }, language),
  });
}
