/** The big line of the control page: the phase, or the round's verdict. */
import { h, type JSX } from "preact";
import {
  announcerLine,
  certificateLine,
  endLines,
  lineAndUnder,
  textLines,
  resolvedTitle,
  troubleText,
} from "./lines.ts";
import { joinParts, kindOf, phaseText, sentenceIn, wordIn, roundText, type Language } from "../i18n.ts";
import { iconSign, iconOr, shapeSign } from "../icons.ts";
import { colourText, pocketText, type WheelResult } from "../display-parts.ts";
import { ballsState } from "./balls.ts";
import { cardState } from "./cards.ts";
import { diceState } from "./dice.ts";
import { throwSign } from "../dice-throw.ts";
import { signOf } from "../display-series.ts";
import { cellText, paysText } from "../game-words.ts";
import type { DiceView } from "../../../../src/table/dice/view-types.ts";
import type { SeriesItem, TableView, VerdictView } from "../../../../src/table/kernel/view/view.ts";
import { isBallTable, isCardTable, isDiceTable, type Desk } from "./desk.ts";

export function stateCard(desk: Desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) {
    return h(
      "div",
      { class: "card alarm" },
      iconSign("disconnected"),
      h("div", { class: "words" }, h("div", { class: "line" }, wordIn("disconnected", language))),
    );
  }
  if (isCardTable(view)) return cardState(view, language);
  if (isDiceTable(view)) return diceState(view, language);
  if (isBallTable(view)) return ballsState(view, language);
  const { verdict } = view;
  const current = verdict?.kind === view.phase ? verdict : null;
  if (current?.kind === "result" && view.device.health === "ok") return resultCard(current, view, language);
  const wrong = troubleText(view, current, language);
  const call =
    current?.kind === "void" ? current.say : (view.announcement?.say ?? phaseText(view.phase, kindOf(view)));
  return h(
    "div",
    { class: `card ${wrong === null ? view.phase : "alarm"}` },
    iconOr(wrong === null ? view.phase : "warn", "warn"),
    lineAndUnder(
      [wrong ?? resolvedTitle(verdict, language) ?? sentenceIn(call, language)],
      [openRound(view, language), ...endingLines(view, current, language)],
    ),
  );
}

const openRound = (view: TableView, language: Language) => (view.open ? roundText(view, language) : null);

/** Why a wheel's round ended so; nothing while one runs. */
function endingLines(view: TableView, verdict: VerdictView | null, language: Language): JSX.Element[] {
  if (verdict?.kind === "result") return [h("p", null, wordIn("withheld", language, kindOf(view)))];
  return endLines(verdict, language);
}

/** The colour, or what a disc's cell pays. */
function colourLine(verdict: WheelResult, language: Language): (JSX.Element | string)[] {
  if (verdict.colour !== "none")
    return [shapeSign(verdict.colour), colourText(verdict.pocket, verdict.colour)[language]];
  return verdict.pays === null ? [] : [paysText(verdict.pays)[language]];
}

function resultCard(verdict: WheelResult, view: TableView, language: Language) {
  const name = pocketText(verdict, language);
  const suertes = verdict.suertes
    .filter(({ group }) => group !== "colour" && group !== "cell")
    .map((suerte) => suerte.name[language]);
  const cell = verdict.cell === null ? null : cellText(verdict.cell, view.wheel ?? "")[language];
  return h(
    "div",
    { class: "card result" },
    h("div", { class: `pocket pocket-${verdict.colour}`, "data-long": name.length > 2 ? "" : null }, name),
    lineAndUnder(colourLine(verdict, language), [
      openRound(view, language),
      h("p", null, joinParts(...suertes, cell)),
      certificateLine(verdict, language),
      ...announcerLine(view, language),
      ...textLines(verdict.because, language),
    ]),
  );
}

/** A round in the line of the last ones. */
function seriesItem(item: SeriesItem, dice: DiceView | null, language: Language) {
  const uncertified = item.certified ? "" : " not-certified";
  if (dice !== null) {
    const sign = item.kind === "result" ? throwSign(item, dice, language) : null;
    return h(
      "li",
      { class: `small ${sign === null ? item.kind : `thrown${uncertified}`}`, "data-round": item.round },
      sign === null ? iconSign(item.kind === "result" ? "cross" : item.kind) : sign.plate,
    );
  }
  const sign = signOf(item, { main: language });
  if (sign === null) return h("li", { class: `small ${item.kind}` }, iconOr(item.kind, "warn"));
  const isLong = sign.name.length > 2;
  return h(
    "li",
    { class: `small pocket-${sign.shape}${uncertified}`, "data-long": isLong ? "" : null },
    sign.name,
  );
}

/** The last rounds in one line. */
export function seriesLine({ view, language, fresh }: Desk) {
  if (view === null || !fresh || view.series.length === 0) return null;
  const items = view.series.slice(0, 12).map((item) => seriesItem(item, view.dice, language));
  return h("div", null, h("h2", null, wordIn("series", language, kindOf(view))), h("ol", null, ...items));
}
