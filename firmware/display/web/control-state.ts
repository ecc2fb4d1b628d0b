/** The big line of the control page: the phase, or the round's verdict. */
import { h, type JSX } from "preact";
import { announcer, certificateLine, endLines, lines, resolvedTitle, trouble } from "./control-lines.ts";
import { kindOf, phaseText, sentence, word, roundName } from "./i18n.ts";
import { ICONS, iconOr, shape } from "./icons.ts";
import { colourText, pocketText, type WheelResult } from "./display-parts.ts";
import { cardState } from "./control-cards.ts";
import { diceState } from "./control-dice.ts";
import { throwSign } from "./dice-throw.ts";
import { signOf } from "./display-series.ts";
import { cellText, paysText } from "./wheel-words.ts";
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import type { SeriesItem, TableView, VerdictView } from "../../../src/table/view.ts";
import { isCardTable, isDiceTable, type Desk } from "./control-desk.ts";
import type { Language } from "./i18n.ts";

export function stateCard(desk: Desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) {
    return h(
      "div",
      { class: "card alarm" },
      ICONS.disconnected(),
      h("div", { class: "words" }, h("div", { class: "line" }, word("disconnected", language))),
    );
  }
  if (isCardTable(view)) return cardState(view, language);
  if (isDiceTable(view)) return diceState(view, language);
  const { verdict } = view;
  const current = verdict?.kind === view.phase ? verdict : null;
  if (current?.kind === "result" && view.device.health === "ok") return resultCard(current, view, language);
  const wrong = trouble(view, current, language);
  const call =
    current?.kind === "void" ? current.say : (view.announcement?.say ?? phaseText(view.phase, kindOf(view)));
  return h(
    "div",
    { class: `card ${wrong === null ? view.phase : "alarm"}` },
    iconOr(wrong === null ? view.phase : "warn", "warn"),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, wrong ?? resolvedTitle(verdict, language) ?? sentence(call, language)),
      h("div", { class: "under" }, spin(view, language), ...details(view, current, language)),
    ),
  );
}

const spin = (view: TableView, language: Language) =>
  view.open ? `${roundName(view, language) ?? word("spin", language)} ${view.round}` : null;

/** Why a wheel's round ended so; nothing while one runs. */
function details(view: TableView, verdict: VerdictView | null, language: Language): JSX.Element[] {
  if (verdict?.kind === "result") return [h("p", null, word("withheld", language, kindOf(view)))];
  return endLines(verdict, language);
}

/** The colour, or what a disc's cell pays. */
function line(verdict: WheelResult, language: Language): (JSX.Element | string)[] {
  if (verdict.colour !== "none")
    return [shape(verdict.colour), colourText(verdict.pocket, verdict.colour)[language]];
  return verdict.pays === null ? [] : [paysText(verdict.pays)[language]];
}

function resultCard(verdict: WheelResult, view: TableView, language: Language) {
  const name = pocketText(verdict, language);
  return h(
    "div",
    { class: "card result" },
    h("div", { class: `pocket pocket-${verdict.colour}`, "data-long": name.length > 2 ? "" : null }, name),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, ...line(verdict, language)),
      h(
        "div",
        { class: "under" },
        spin(view, language),
        h(
          "p",
          null,
          verdict.suertes
            .filter((suerte) => suerte.group !== "colour" && suerte.group !== "cell")
            .map((suerte) => suerte.name[language])
            .concat(verdict.cell === null ? [] : [cellText(verdict.cell, view.wheel ?? "")[language]])
            .join(" · "),
        ),
        certificateLine(verdict, language),
        ...announcer(view, language),
        ...lines(verdict.because, language),
      ),
    ),
  );
}

/** A throw in the line of the last rounds. */
function thrownItem(item: SeriesItem, dice: DiceView, language: Language) {
  const sign = item.kind === "result" ? throwSign(item, dice, language) : null;
  if (sign !== null)
    return h(
      "li",
      { class: `small thrown${item.certified ? "" : " not-certified"}`, "data-round": item.round },
      sign.plate,
    );
  return h(
    "li",
    { class: `small ${item.kind}`, "data-round": item.round },
    ICONS[item.kind === "result" ? "cross" : item.kind](),
  );
}

/** The last rounds in one line. */
export function seriesLine({ view, language, fresh }: Desk) {
  if (view === null || !fresh || view.series.length === 0) return null;
  return h(
    "div",
    null,
    h("h2", null, word("series", language, kindOf(view))),
    h(
      "ol",
      null,
      ...view.series.slice(0, 12).map((item) => {
        if (view.dice !== null) return thrownItem(item, view.dice, language);
        const sign = signOf(item, { main: language, others: [], second: null });
        return sign === null
          ? h("li", { class: `small ${item.kind}` }, iconOr(item.kind, "warn"))
          : h(
              "li",
              {
                class: `small pocket-${sign.shape}${item.certified ? "" : " not-certified"}`,
                "data-long": sign.name.length > 2 ? "" : null,
              },
              sign.name,
            );
      }),
    ),
  );
}
