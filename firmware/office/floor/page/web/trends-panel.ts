/** Wheels day by day: how each changes, beside the middle of all of its kind. */
import { h, type JSX } from "preact";
import type { KindDays, WheelDay, WheelDays } from "../../../../../src/floor/wheel-days.ts";
import type { Language } from "../../../../../src/text/language.ts";
import type { AskedParts } from "./search-panel.ts";
import { word, type FloorWord } from "./words.ts";

/** The wheels of one rulebook. */
export interface WheelKindDays extends KindDays {
  readonly rulebook: string;
}

/** What is drawn of a day, and what it is divided by for the unit in which people read it. */
interface Series {
  readonly word: FloorWord;
  readonly valueOf: (day: WheelDay) => number | null;
  readonly digits: number;
}

const measured = (name: string, divided: number, digits: number, id: FloorWord): Series => ({
  word: id,
  valueOf: ({ measured: values }) => (name in values ? (values[name] ?? 0) / divided : null),
  digits,
});

const SERIES: readonly Series[] = [
  { word: "spins", valueOf: ({ spins }) => spins, digits: 0 },
  { word: "trend-voids", valueOf: ({ voids }) => voids, digits: 0 },
  { word: "chi", valueOf: ({ statistic }) => statistic, digits: 1 },
  measured("rotor-speed", 10, 1, "trend-rotor-speed"),
  measured("rotor-slowing", 10, 1, "trend-rotor-slowing"),
  measured("ball-slowing", 10, 1, "trend-ball-slowing"),
  measured("ball-run track", 1_000, 1, "trend-ball-track"),
  measured("ball-run number", 1_000, 1, "trend-ball-number"),
  measured("drop-zone", 10, 0, "trend-drop-zone"),
];

const [WIDE, HIGH] = [120, 28];
const DAY_MS = 86_400_000;

/** A day by its number since 1970. */
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;

/** The wheels of one kind: of each a line a series, and every day to be opened below. */
export function trendList({ rulebook, limit, wheels }: WheelKindDays, parts: AskedParts): JSX.Element {
  const { language } = parts;
  const shown = SERIES.filter(({ valueOf }) =>
    wheels.some(({ days }) => days.some((day) => valueOf(day) !== null)),
  );
  const middles = shown.map(({ valueOf }) => middlesOf(wheels, valueOf));
  const trend = (wheel: WheelDays, series: Series, at: number): JSX.Element | null =>
    trendOf(wheel, series, middles[at] ?? new Map(), series.word === "chi" ? limit : null, language);
  return h(
    "section",
    { class: "trends" },
    h("h3", null, rulebook),
    shown.length === 0 ? h("p", { class: "nothing" }, word("trend-none", language)) : null,
    h(
      "ul",
      null,
      ...(shown.length === 0 ? [] : wheels).map((wheel) =>
        h(
          "li",
          null,
          h("button", { onClick: () => parts.choose(wheel.log, null) }, parts.labelOf(wheel.log)),
          h("div", { class: "series" }, ...shown.map((series, at) => trend(wheel, series, at))),
          everyDay(wheel, shown, limit, language),
        ),
      ),
    ),
  );
}

/** Of each day the middle of all wheels. */
function middlesOf(wheels: readonly WheelDays[], valueOf: Series["valueOf"]): ReadonlyMap<string, number> {
  const byDay = new Map<string, number[]>();
  for (const day of wheels.flatMap(({ days }) => days)) {
    const value = valueOf(day);
    if (value !== null) byDay.set(day.day, [...(byDay.get(day.day) ?? []), value]);
  }
  return new Map(
    [...byDay].map(([day, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      return [day, sorted[Math.floor(sorted.length / 2)] ?? 0] as const;
    }),
  );
}

const numberText = (value: number | null, { digits }: Pick<Series, "digits">, language: Language): string =>
  value === null
    ? "–"
    : value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Its newest value, and the line that led there over the middle of all wheels. */
function trendOf(
  { days }: WheelDays,
  series: Series,
  middles: ReadonlyMap<string, number>,
  limit: number | null,
  language: Language,
): JSX.Element | null {
  const points = days.flatMap((day) => {
    const value = series.valueOf(day);
    return value === null ? [] : [[numberOf(day.day), value] as const];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const others = [...middles].map(([day, value]) => [numberOf(day), value] as const);
  const place = placeIn([...points, ...others], limit);
  const isOver = limit !== null && last[1] > limit;
  const said = `${numberText(first[1], series, language)} → ${numberText(last[1], series, language)}`;
  return h(
    "figure",
    { "data-over": String(isOver) },
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": said },
      h("polyline", {
        class: "middle",
        points: others
          .toSorted(([a], [b]) => a - b)
          .map(place)
          .join(" "),
      }),
      limit === null
        ? null
        : h("polyline", {
            class: "limit",
            points: [first[0], last[0]].map((day) => place([day, limit])).join(" "),
          }),
      h("polyline", { points: points.map(place).join(" ") }),
      h("circle", { ...circleAt(place(last)), r: 2.5 }),
    ),
    h(
      "figcaption",
      null,
      `${word(series.word, language)} `,
      h("b", null, numberText(last[1], series, language)),
    ),
  );
}

type Point = readonly [day: number, value: number];

/** Where a point lies in the drawing, as polylines have it. */
function placeIn(points: readonly Point[], limit: number | null): (point: Point) => string {
  const days = points.map(([day]) => day);
  const values = [...points.map(([, value]) => value), ...(limit === null ? [] : [limit])];
  const [from, low] = [Math.min(...days), Math.min(...values)];
  const span = Math.max(1, Math.max(...days) - from);
  const range = Math.max(...values) - low;
  const across = (day: number): number => 4 + ((WIDE - 8) * (day - from)) / span;
  const down = (value: number): number =>
    range === 0 ? HIGH / 2 : HIGH - 4 - ((HIGH - 8) * (value - low)) / range;
  return ([day, value]) => `${across(day).toFixed(1)},${down(value).toFixed(1)}`;
}

function circleAt(place: string): { readonly cx: string; readonly cy: string } {
  const [cx = "0", cy = "0"] = place.split(",");
  return { cx, cy };
}

/** All that the lines are drawn of, to be read. */
function everyDay(
  { days }: WheelDays,
  shown: readonly Series[],
  limit: number | null,
  language: Language,
): JSX.Element {
  return h(
    "details",
    null,
    h("summary", null, word("trend-days", language)),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, word("trend-day", language)),
          ...shown.map((series) => h("th", { scope: "col" }, word(series.word, language))),
        ),
      ),
      h(
        "tbody",
        null,
        ...days
          .toReversed()
          .map((day) =>
            h(
              "tr",
              { "data-biased": String(limit !== null && (day.statistic ?? 0) > limit) },
              h("th", { scope: "row" }, day.day),
              ...shown.map((series) => h("td", null, dayText(day, series, language))),
            ),
          ),
      ),
    ),
  );
}

function dayText(day: WheelDay, series: Series, language: Language): string {
  const text = numberText(series.valueOf(day), series, language);
  return series.word === "trend-drop-zone" && day.dropPart !== null ? `${text} (${day.dropPart})` : text;
}
