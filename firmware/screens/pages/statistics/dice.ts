/** Statistics of dice: last throws, totals, faces, what throws are called, and the throwers of craps. */
import { h, type JSX } from "preact";
import type { DiceStatistics, Shooter } from "../../../../src/statistics/dice-statistics.ts";
import type { StatisticsNames } from "../../../../src/statistics/statistics-setup.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { dieFace } from "../die-face.ts";
import type { Language } from "../i18n.ts";
import { barRows, part, standingSign, WORDS } from "./parts.ts";

const LAST_SHOWN = 12;
const SHOOTERS_SHOWN = 8;

export function diceParts(
  statistics: DiceStatistics,
  names: StatisticsNames,
  language: Language,
): JSX.Element[] {
  const { set, totals, faces, categories, noCategory, shooters, triples, doubles } = statistics;
  return [
    part("last", WORDS.lastThrows[language], lastThrows(statistics, names, language)),
    ...(shooters === null ? [] : [part("shooters", WORDS.shooters[language], shooterRows(shooters, language))]),
    ...(totals.length === 0
      ? []
      : [
          part(
            "totals",
            WORDS.totals[language],
            barRows(totals.map(({ name, count }) => ({ key: name, name, count }))),
          ),
        ]),
    part(
      "faces",
      WORDS.faces[language],
      barRows(faces.map(({ name, count }) => ({ key: name, name: dieFace(name, set, language), count }))),
    ),
    part(
      "categories",
      WORDS.categories[language],
      barRows([
        ...categories.map(({ name, count }) => ({
          key: name,
          name: names.suertes[name]?.[language] ?? name,
          count,
        })),
        ...(categories.length === 0
          ? []
          : [{ key: "none", name: WORDS.noCategory[language], count: noCategory }]),
        ...(shooters === null ? [{ key: "triples", name: WORDS.triples[language], count: triples }] : []),
        { key: "doubles", name: WORDS.doubles[language], count: doubles },
      ]),
    ),
  ];
}

function lastThrows({ last, set }: DiceStatistics, names: StatisticsNames, language: Language): JSX.Element {
  return h(
    "ol",
    { class: "last-throws" },
    ...last
      .slice(0, LAST_SHOWN)
      .map(({ round, faces, total, category, standing, isOverruled }) =>
        h(
          "li",
          { "data-round": round, "data-standing": standing, class: isOverruled ? "overruled" : "" },
          h("span", { class: "dice" }, ...(faces ?? []).map((face) => dieFace(face, set, language))),
          total === null ? null : h("strong", null, String(total)),
          category === null
            ? null
            : h("span", { class: "category" }, names.suertes[category]?.[language] ?? category),
          standingSign(standing),
        ),
      ),
  );
}

/** A row for each thrower: his rolls in their order, a throw that does not count as a dash. */
function shooterRows(shooters: readonly Shooter[], language: Language): JSX.Element {
  return h(
    "ol",
    { class: "shooters" },
    ...shooters
      .slice(0, SHOOTERS_SHOWN)
      .map(({ rolls, pointsMade, point, isOver }) =>
        h(
          "li",
          { class: isOver ? "over" : "throws" },
          h(
            "span",
            { class: "rolls" },
            ...rolls.map((roll) => h("span", null, roll === null ? "–" : String(roll))),
          ),
          h("span", { class: "points" }, fillText(WORDS.pointsMade, { n: pointsMade })[language]),
          point === null ? null : h("span", { class: "puck" }, String(point)),
        ),
      ),
  );
}
