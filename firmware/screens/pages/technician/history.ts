/** What was wrong and is over, hour by hour, days back: a cell an hour, and below it what was wrong in the hour that somebody chose. */
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { PastFaults } from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { joinParts } from "../i18n.ts";
import { pastFault } from "./faults.ts";
import type { Telling } from "./parts.ts";
import { dayAndHour, instantText } from "./time.ts";
import type { ShownWeeks } from "./weeks.ts";

const { past: PAST, history: WORDS } = textsOf("pages.technician");
const HOUR_MS = 3_600_000;
/** Days that are drawn: a week, and all that is known. */
const DAYS = { week: 7, all: 28 } as const;
/** Faults that are listed while no hour is chosen, the newest. */
const LISTED = 12;

type Fault = PastFaults["faults"][number];

/** What somebody has chosen; a page that draws itself anew leaves it as it is. */
let days: keyof typeof DAYS = "week";
let chosenHour: number | null = null;

/** What the hours show, from the newest records and from the weeks before. */
interface Known {
  readonly faults: readonly Fault[];
  /** From when on it is told, RFC 3339; null: nothing is known yet. */
  readonly since: string | null;
  readonly hasMore: boolean;
}

/** `past` null: not asked yet; `unread`: the records could not be read. `redraw`: called when somebody has chosen something. */
export function historyPart(
  past: PastFaults | "unread" | null,
  weeks: ShownWeeks | null,
  telling: Telling,
  redraw: () => void,
): JSX.Element[] {
  const { language, time } = telling;
  const head = h("h2", null, PAST.title[language]);
  if (past === null) return [head];
  const { faults, since, hasMore } = joined(past, weeks);
  const shown = chosenHour === null ? faults.slice(0, LISTED) : faults.filter(touches(chosenHour));
  return [
    head,
    ...(past === "unread" ? [h("p", { class: "trouble" }, PAST.unread[language])] : []),
    ...(since === null
      ? []
      : [
          h(
            "p",
            { class: "when" },
            fillText(WORDS.since, { since: instantText(since, time, language) })[language],
          ),
        ]),
    ...(time.now === null || since === null
      ? []
      : [hoursOf(faults, Date.parse(since), time.now, telling, redraw)]),
    ...(shown.length === 0 && since !== null
      ? [h("p", null, fillText(PAST.none, { since: instantText(since, time, language) })[language])]
      : [h("ol", { class: "past" }, ...shown.map((one) => pastFault(one, telling)))]),
    ...(hasMore ? [h("p", { class: "when" }, WORDS.more[language])] : []),
  ];
}

/** The newest of both, each once: the weeks are read now and then, the last hours each time. */
function joined(past: PastFaults | "unread", weeks: ShownWeeks | null): Known {
  const newest = past === "unread" ? [] : past.faults;
  const keyOf = ({ device, code, until }: Fault): string => `${device} ${code} ${until}`;
  const known = new Set(newest.map(keyOf));
  const older = (weeks?.faults ?? []).filter((one) => !known.has(keyOf(one)));
  const faults = [...newest, ...older].toSorted((one, other) => (one.until < other.until ? 1 : -1));
  const since = weeks?.since ?? (past === "unread" ? null : past.since);
  return { faults, since, hasMore: weeks?.hasMore === true };
}

/** Whether a fault stood in the hour that begins then. */
const touches =
  (hour: number) =>
  ({ since, until }: Fault): boolean =>
    Date.parse(until) >= hour && Date.parse(since ?? until) < hour + HOUR_MS;

function hoursOf(
  faults: readonly Fault[],
  since: number,
  now: number,
  { language, time }: Telling,
  redraw: () => void,
): JSX.Element {
  const newest = Math.floor(now / HOUR_MS) * HOUR_MS;
  const rows = new Map<string, JSX.Element[]>();
  const oldest = Math.max(newest - DAYS[days] * 24 * HOUR_MS, Math.floor(since / HOUR_MS) * HOUR_MS);
  for (let hour = newest; hour >= oldest; hour -= HOUR_MS) {
    const { day, hour: name } = dayAndHour(hour, time.zone, language);
    const cells = rows.get(day) ?? [];
    rows.set(day, cells);
    cells.unshift(hourCell(hour, joinParts(day, name), name, faults.filter(touches(hour)), language, redraw));
  }
  // The oldest day begins at midnight like the others.
  const first = [...rows.values()].at(-1);
  const missing = Number(dayAndHour(oldest, time.zone, language).hour.slice(0, 2));
  first?.unshift(...Array.from({ length: missing }, () => h("span", null)));
  return h(
    "div",
    { class: "hours" },
    ...[...rows].map(([day, cells]) =>
      h("div", { class: "day" }, h("span", null, day), h("div", null, ...cells)),
    ),
    h(
      "button",
      {
        id: "history-days",
        type: "button",
        "aria-pressed": String(days === "all"),
        onClick: () => {
          days = days === "all" ? "week" : "all";
          redraw();
        },
      },
      fillText(WORDS.days, { n: DAYS.all })[language],
    ),
  );
}

/** An hour in which something was wrong can be chosen; one in which nothing was is only drawn. */
function hourCell(
  hour: number,
  label: string,
  name: string,
  faults: readonly Fault[],
  language: Telling["language"],
  redraw: () => void,
): JSX.Element {
  const clock = name.slice(0, 2);
  if (faults.length === 0) return h("span", { class: "hour", "aria-hidden": "true" }, clock);
  const isMoment = faults.every(({ healing }) => healing.by === "moment");
  return h(
    "button",
    {
      type: "button",
      class: isMoment ? "hour moment" : "hour stood",
      "data-hour": hour,
      "aria-pressed": String(chosenHour === hour),
      "aria-label": joinParts(label, fillText(WORDS.faults, { n: faults.length })[language]),
      onClick: () => {
        chosenHour = chosenHour === hour ? null : hour;
        redraw();
        document.querySelector("#past ol")?.scrollIntoView({ block: "nearest" });
      },
    },
    clock,
  );
}
