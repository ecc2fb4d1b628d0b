/** The stage of a dice table: the dice, what they come to, who wins, where the series of craps stands. */
import type { Qr } from "../link.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import type { DiceResultView, DiceView } from "../../../../src/table/dice/view-types.ts";
import { h, type JSX } from "preact";
import { inEveryLanguage } from "../../../../src/text/every-language.ts";
import { asSentence, wordIn, wordText } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { dieFace, isThrow } from "../die-face.ts";
import { choiceSign, throwName, puckOf } from "../dice-throw.ts";
import {
  certificateSign,
  citeSign,
  deviationSign,
  incidentSign,
  lengthClass,
  longText,
  shortText,
  type Voice,
} from "../display-parts.ts";
import { peopleSign } from "../playing-card.ts";

/** More than these cannot be read from the other side of the table; they are counted. */
const SHOWN_WINS = 8;
/** Older ones stay on the control page. */
const SHOWN_INCIDENTS = 2;

/** The throw as it was read. Null: what the unit sent is no throw of this game. */
export function diceResultPanel(view: TableView, qr: Qr, voice: Voice) {
  const { verdict, dice } = view;
  if (dice === null || verdict?.kind !== "dice-result" || !isThrow(verdict, dice)) return null;
  return h(
    "div",
    { class: `panel dice-result${verdict.noLosers ? " no-losers" : ""}`, "data-dice": verdict.faces.length },
    verdict.noLosers ? noLosersBanner(voice) : null,
    h(
      "div",
      { class: `dice-field${verdict.manual ? " manual" : ""}`, "data-live-only": "", "data-own-fit": "" },
      h(
        "div",
        { class: "dice-row", "data-dice": verdict.faces.length },
        ...verdict.faces.map((face) => dieFace(face, dice.faces, voice.main)),
      ),
      sumLine(verdict, voice),
      verdict.manual
        ? h(
            "div",
            { class: "dice-manual" },
            h("span", { class: "card-named" }, peopleSign()),
            shortText(wordText("diceManual"), voice, "manual-words"),
          )
        : null,
    ),
    h(
      "div",
      { class: "facts dice-facts" },
      diceStrip(view, voice),
      winnerList(verdict, dice, voice),
      verdict.noCategory === null ? null : longText(verdict.noCategory.text, voice, "special-rule"),
      verdict.noCategory === null ? null : citeSign(verdict.noCategory, voice),
      ...diceIncidents(dice, voice),
      ...diceDeviations(verdict, dice, voice),
      certificateSign(verdict, qr, voice),
    ),
  );
}

function noLosersBanner(voice: Voice) {
  return h(
    "div",
    { class: "no-losers-banner" },
    iconSign("tick"),
    shortText(wordText("noLosers"), voice, "no-losers-words"),
    longText(wordText("noLosersMeans"), voice, "no-losers-means"),
  );
}

/** The total as large as it goes, what the throw is called, and whether dice are alike. */
function sumLine(verdict: DiceResultView, voice: Voice) {
  const name = throwName(verdict);
  const { equal, total } = verdict;
  return h(
    "div",
    { class: "dice-sum" },
    total === null
      ? null
      : h(
          "div",
          { class: "dice-total-box" },
          h("span", { class: "label" }, wordIn("total", voice.main)),
          h("div", { id: "number", class: "dice-total" }, String(total)),
        ),
    h(
      "div",
      { class: "dice-names", "data-long": lengthClass(name, voice, 11, 20) },
      name === null ? null : shortText(name, voice, "dice-name"),
      equal === "none"
        ? null
        : h("div", { class: `equal equal-${equal}` }, shortText(wordText(equal), voice, "equal-words")),
    ),
  );
}

/** What wins, in the law's words; what is a push after it. */
function winnerList({ suertes }: DiceResultView, dice: DiceView, voice: Voice) {
  const wins = suertes.filter(({ is }) => is === "wins");
  const pushes = suertes.filter(({ is }) => is === "push");
  const shown = [...wins, ...pushes].slice(0, SHOWN_WINS);
  const more = Math.max(0, wins.length - SHOWN_WINS);
  return h(
    "section",
    { class: "wins" },
    shortText(wordText(wins.length > 0 ? "wins" : "noWinner"), voice, "label"),
    h(
      "ul",
      {
        class: "suertes dice-suertes",
        "data-many": shown.length > 6 ? "most" : shown.length > 4 ? "" : null,
        "data-few": shown.length < 3 ? "" : null,
      },
      ...shown.map((suerte) => suerteItem(suerte, dice, voice)),
    ),
    more === 0 ? null : h("div", { class: "more-wins" }, `+${more} ${wordIn("moreWin", voice.main)}`),
  );
}

function suerteItem(suerte: DiceResultView["suertes"][number], dice: DiceView, voice: Voice) {
  return h(
    "li",
    { class: `suerte suerte-${suerte.is}`, "data-suerte": suerte.id },
    shortText(asSentence(suerte.name), voice, "suerte-name"),
    suerte.what.length === 0
      ? null
      : h("div", { class: "choices" }, ...suerte.what.map((what) => choiceSign(what, dice, voice.main))),
    suerte.is === "push"
      ? h("div", { class: "push-mark" }, iconSign("push"), wordIn("pushes", voice.main))
      : null,
  );
}

/**
 * Craps: the puck and the shooter's place; everywhere: what is due, but while a result stands, which has the room. Null: nothing to
 * voice.
 */
export function diceStrip({ dice, phase }: TableView, voice: Voice) {
  if (dice == null) return null;
  const parts = [
    dice.puck === null ? null : puckSign(dice.puck, voice),
    dice.shooter === null ? null : shooterSign(dice.shooter, voice),
    ...(phase === "result" ? [] : dice.duties)
      .slice(0, 2)
      .map((duty) =>
        h("div", { class: "dice-duty" }, iconSign("bang"), shortText(asSentence(duty), voice, "duty-text")),
      ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : h("div", { class: "dice-strip" }, ...parts);
}

function puckSign(puck: NonNullable<DiceView["puck"]>, voice: Voice) {
  const { is, point } = puckOf(puck);
  const words = wordText(is === "on" ? "point" : is === "off" ? "noPoint" : "puckUnknown");
  return h(
    "div",
    { class: `puck puck-${is}`, "data-live-only": "" },
    h("div", { class: "puck-disc" }, is === "unknown" ? "?" : is.toUpperCase()),
    shortText(words, voice, "puck-words"),
    point === null ? null : h("div", { class: "puck-point" }, String(point)),
  );
}

function shooterSign(seat: number, voice: Voice) {
  const text = inEveryLanguage((language) => {
    const [who, where] = [wordIn("shooter", language), wordIn("seat", language)];
    return language === "eu" ? `${who}: ${seat}. ${where}` : `${who}: ${where} ${seat}`;
  });
  return h("div", { class: "shooter" }, shortText(text, voice, "shooter-words"));
}

/** What happened in this throw, newest first, and what follows. */
export const diceIncidents = (dice: DiceView, voice: Voice): JSX.Element[] =>
  dice.happened.slice(0, SHOWN_INCIDENTS).map((one) => incidentSign(one, "dice", voice));

/** Broken duties that the law does not answer, once each. */
function diceDeviations(verdict: DiceResultView, dice: DiceView, voice: Voice): JSX.Element[] {
  const shown = dice.happened.slice(0, SHOWN_INCIDENTS).map((one) => one.rule.rule);
  return verdict.deviations.filter((one) => !shown.includes(one.rule)).map((one) => deviationSign(one, voice));
}
