/** Statistics of a wheel: last numbers, hot and cold, suertes, the wheel itself and its sectors. */
import { h, type JSX } from "preact";
import type { Seen } from "../../../../src/statistics/counted.ts";
import type { StatisticsNames } from "../../../../src/statistics/statistics-setup.ts";
import type { SectorArc, WheelStatistics } from "../../../../src/statistics/wheel-statistics.ts";
import { fill } from "../../../../src/text/every-language.ts";
import { pocketText } from "../display-parts.ts";
import type { Language } from "../i18n.ts";
import { shapeSign } from "../icons.ts";
import { agoText, barRows, part, standingSign, timesText, WORDS } from "./parts.ts";

/** Rounds in the column of the last numbers. */
const LAST_SHOWN = 20;
/** The ring is drawn in a square of this side; its pockets lie between two radii, and the arcs of its sectors outside of them. */
const RING = { side: 400, outer: 196, inner: 132, text: 166 } as const;
/** So much room is around it for the arcs; where they run, and the foot and the head of their words. */
const ARCS = { margin: 30, line: 203, foot: 210, head: 222, gap: 0.012 } as const;

export function wheelParts(
  statistics: WheelStatistics,
  names: StatisticsNames,
  language: Language,
): JSX.Element[] {
  const { ring, arcs, sectors, repeat } = statistics;
  const unseen = statistics.numbers.filter(({ count }) => count === 0).length;
  return [
    part("last", WORDS.lastNumbers[language], lastNumbers(statistics, names, language)),
    ...(ring === null
      ? [part("numbers", WORDS.wheel[language], numberRows(statistics.numbers, names, language))]
      : [part("ring", WORDS.wheel[language], ringSign(ring, arcs, names, language))]),
    part(
      "hot",
      WORDS.hot[language],
      ranked(statistics.hot, names, language, (one) => timesText(one.count, language)),
      repeat === null
        ? null
        : h(
            "p",
            { class: "repeat" },
            fill(WORDS.repeat, language, {
              n: nameOf(repeat.pocket, names, language),
              ago: agoText(repeat, language),
            }),
          ),
    ),
    part(
      "cold",
      WORDS.cold[language],
      ranked(statistics.cold, names, language, (one) => agoText(one, language)),
      unseen > 0 ? h("p", { class: "unseen" }, fill(WORDS.unseen, language, { n: unseen })) : null,
    ),
    ...(statistics.suertes.some(({ group }) => group !== "cell")
      ? [part("suertes", WORDS.suertes[language], suerteRows(statistics, names, language))]
      : []),
    ...(sectors === null
      ? []
      : [
          part(
            "sectors",
            WORDS.sectors[language],
            barRows(
              (["neighbours", "orphans", "third"] as const).map((key) => ({
                key,
                name: WORDS[key][language],
                count: sectors[key],
              })),
            ),
          ),
        ]),
  ];
}

const colourIn = (pocket: string, names: StatisticsNames) => names.pockets[pocket]?.colour ?? "none";

const nameOf = (pocket: string, names: StatisticsNames, language: Language): string =>
  pocketText({ pocket, label: names.pockets[pocket]?.label ?? null }, language);

function pocketSign(pocket: string, names: StatisticsNames, language: Language): JSX.Element {
  const colour = colourIn(pocket, names);
  return h(
    "span",
    { class: `pocket pocket-${colour}` },
    shapeSign(colour),
    h("span", { class: "pocket-name" }, nameOf(pocket, names, language)),
  );
}

/** Newest on top; red to the left, black to the right, what has no colour between them. */
function lastNumbers({ last }: WheelStatistics, names: StatisticsNames, language: Language): JSX.Element {
  return h(
    "ol",
    { class: "last-numbers" },
    ...last.slice(0, LAST_SHOWN).map(({ round, pocket, standing, isOverruled }) =>
      h(
        "li",
        {
          "data-round": round,
          "data-standing": standing,
          class: `lane lane-${pocket === null ? "none" : colourIn(pocket, names)}${isOverruled ? " overruled" : ""}`,
        },
        pocket === null ? null : pocketSign(pocket, names, language),
        standingSign(standing),
      ),
    ),
  );
}

function ranked(
  seen: readonly Seen[],
  names: StatisticsNames,
  language: Language,
  wordsOf: (one: Seen) => string,
): JSX.Element {
  return h(
    "ol",
    { class: "ranked" },
    ...seen.map((one) =>
      h("li", { "data-name": one.name }, pocketSign(one.name, names, language), h("span", null, wordsOf(one))),
    ),
  );
}

const numberRows = (numbers: readonly Seen[], names: StatisticsNames, language: Language): JSX.Element =>
  barRows(numbers.map(({ name, count }) => ({ key: name, name: nameOf(name, names, language), count })));

function suerteRows(
  { suertes, special, numbers }: WheelStatistics,
  names: StatisticsNames,
  language: Language,
): JSX.Element {
  const zeros = numbers
    .map(({ name }) => name)
    .filter((name) => colourIn(name, names) === "zero" || colourIn(name, names) === "other");
  return barRows([
    ...suertes.map(({ id, count }) => ({ key: id, name: names.suertes[id]?.[language] ?? id, count })),
    ...(zeros.length === 0
      ? []
      : [
          {
            key: "special",
            name: zeros.map((one) => nameOf(one, names, language)).join(" · "),
            count: special,
          },
        ]),
  ]);
}

const CENTRE = RING.side / 2;
/** A point of the ring; `turn`: clockwise from the top, radians. */
const pointAt = (turn: number, radius: number): string =>
  `${(CENTRE + radius * Math.sin(turn)).toFixed(2)} ${(CENTRE - radius * Math.cos(turn)).toFixed(2)}`;

/** An arc from one turn to another, clockwise, or the other way round. */
function arcPath(from: number, to: number, radius: number): string {
  const isLarge = Math.abs(to - from) > Math.PI ? 1 : 0;
  return `M${pointAt(from, radius)}A${radius} ${radius} 0 ${isLarge} ${to > from ? 1 : 0} ${pointAt(to, radius)}`;
}

/** The line along a sector with its name, and how often a number of it came. */
function arcSign({ sector, from, places, count }: SectorArc, step: number, language: Language): JSX.Element {
  const [first, last] = [(from - 0.5) * step + ARCS.gap, (from + places - 0.5) * step - ARCS.gap];
  const middle = ((first + last) / 2) % (2 * Math.PI);
  // Below the middle of the wheel words run the other way round, so that they stand upright.
  const isBelow = middle > Math.PI / 2 && middle < (3 * Math.PI) / 2;
  const id = `arc-${sector}-${from}`;
  return h(
    "g",
    { class: `arc arc-${sector}`, "data-sector": sector, "data-count": count },
    h("path", { d: arcPath(first, last, ARCS.line) }),
    h("path", {
      id,
      class: "arc-words",
      d: isBelow ? arcPath(last, first, ARCS.head) : arcPath(first, last, ARCS.foot),
    }),
    h(
      "text",
      { "text-anchor": "middle" },
      h("textPath", { href: `#${id}`, startOffset: "50%" }, `${WORDS[sector][language]} ${count}`),
    ),
  );
}

/** The wheel as it is, each pocket the brighter the more often it came; around it its sectors, where it has them. */
function ringSign(
  ring: NonNullable<WheelStatistics["ring"]>,
  arcs: readonly SectorArc[],
  names: StatisticsNames,
  language: Language,
): JSX.Element {
  const most = Math.max(1, ...ring.map(({ count }) => count));
  const step = (2 * Math.PI) / ring.length;
  const margin = arcs.length === 0 ? 0 : ARCS.margin;
  return h(
    "svg",
    {
      class: "ring",
      viewBox: `${-margin} ${-margin} ${RING.side + 2 * margin} ${RING.side + 2 * margin}`,
      role: "img",
      "aria-label": WORDS.wheel[language],
    },
    ...arcs.map((arc) => arcSign(arc, step, language)),
    ...ring.map(({ pocket, count }, at) => {
      const [from, to] = [(at - 0.5) * step, (at + 0.5) * step];
      const heat = RING.inner - (RING.inner - 40) * (count / most);
      const [x = "", y = ""] = pointAt(at * step, RING.text).split(" ");
      return h(
        "g",
        { "data-pocket": pocket, "data-count": count },
        h("path", {
          class: `cell cell-${colourIn(pocket, names)}`,
          d: `M${pointAt(from, RING.outer)}A${RING.outer} ${RING.outer} 0 0 1 ${pointAt(to, RING.outer)}L${pointAt(to, RING.inner)}A${RING.inner} ${RING.inner} 0 0 0 ${pointAt(from, RING.inner)}z`,
        }),
        count === 0
          ? null
          : h("path", {
              class: "heat",
              "fill-opacity": (0.25 + (0.75 * count) / most).toFixed(2),
              d: `M${pointAt(from, RING.inner)}A${RING.inner} ${RING.inner} 0 0 1 ${pointAt(to, RING.inner)}L${pointAt(to, heat)}L${pointAt(from, heat)}z`,
            }),
        h(
          "text",
          { x, y, "text-anchor": "middle", "dominant-baseline": "central" },
          nameOf(pocket, names, language),
        ),
      );
    }),
  );
}
