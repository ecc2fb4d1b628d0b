/** What is usual at this very table: figures of the last 24 hours beside the band of its own last weeks. */
import type { WeeksReport } from "../../../../src/analysis/weeks.ts";
import type { UsualFigure } from "../../../../src/analysis/usual-figures.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import type { Language } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { PastFaults } from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { fold, type Telling } from "./parts.ts";
import { agoText } from "./time.ts";

const WORDS = textsOf("pages.technician.usual");

/** The weeks as a page is told them: faults with their words. */
export type ShownWeeks = Omit<WeeksReport, "faults"> & Pick<PastFaults, "faults">;

/** What is in an answer; null: no weeks were told yet. */
export function weeksIn(answer: unknown): ShownWeeks | null {
  if (typeof answer !== "object" || answer === null || !("report" in answer)) return null;
  const { report } = answer;
  const isTold =
    typeof report === "object" && report !== null && "format" in report && report.format === "tirada-weeks/1";
  return isTold ? (report as ShownWeeks) : null;
}

/** What is out of its band stands open, the rest behind a line. */
export function usualPart(weeks: ShownWeeks | null, { language, time }: Telling): readonly JSX.Element[] {
  if (weeks === null) return [];
  const { figures, at } = weeks;
  const bad = figures.filter(({ isUsual }) => isUsual === false);
  const good = figures.filter(({ isUsual }) => isUsual !== false);
  const isYoung = figures.every(({ band }) => band === null);
  return [
    h("h2", null, WORDS.title[language]),
    h("p", { class: "when" }, fillText(WORDS.read, { ago: agoText(at, time, language) })[language]),
    ...(isYoung ? [h("p", null, WORDS.young[language])] : []),
    ...(bad.length === 0 ? (isYoung ? [] : [h("p", null, WORDS.all[language])]) : [tableOf(bad, language)]),
    ...(good.length === 0
      ? []
      : [fold("usual-figures", fillText(WORDS.others, { n: good.length })[language], tableOf(good, language))]),
  ];
}

const HEADS = ["name", "today", "band"] as const;

const tableOf = (figures: readonly UsualFigure[], language: Language): JSX.Element =>
  h(
    "table",
    { class: "figures" },
    h("thead", null, h("tr", null, ...HEADS.map((word) => h("th", { scope: "col" }, WORDS[word][language])))),
    h("tbody", null, ...figures.map((one) => rowOf(one, language))),
  );

function rowOf({ name, unit, today, band, isUsual, days }: UsualFigure, language: Language): JSX.Element {
  const isBad = isUsual === false;
  const value = today === null ? "–" : valueText(today, unit, language);
  const usual =
    band === null
      ? fillText(WORDS["days-known"], { n: days })[language]
      : fillText(WORDS.between, {
          low: valueText(band.low, unit, language),
          high: valueText(band.high, unit, language),
        })[language];
  return h(
    "tr",
    { class: isBad ? "bad" : null, "data-figure": name },
    h("th", { scope: "row" }, WORDS.figures[name][language]),
    h("td", { class: "figure" }, `${isBad ? "⚠ " : ""}${value}`),
    h("td", null, usual, isBad ? ` · ${WORDS.out[language]}` : ""),
  );
}

/** `42.3 s`, `1.2 %`, `7`. */
function valueText(value: number, unit: UsualFigure["unit"], language: Language): string {
  const number = (of: number): string =>
    new Intl.NumberFormat(language === "en" ? "en-GB" : language, { maximumFractionDigits: 1 }).format(of);
  if (unit === "ms") return `${number(value / 1_000)} s`;
  return unit === "pm" ? `${number(value / 10)} %` : number(value);
}
