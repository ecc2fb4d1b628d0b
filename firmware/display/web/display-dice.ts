/** The stage of a dice table: the dice, what they come to, who wins, where the series of craps stands. */
import type { Qr } from "./link.ts";
import type { TableView } from "../../../src/table/view.ts";
import type { DiceResultView, DiceView } from "../../../src/table/dice/view-types.ts";
import { h, type JSX } from "preact";
import { word, type Text, wordText } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { dieFace, isThrow } from "./die-face.ts";
import { capital, choice, each, nameOf, puckOf } from "./dice-throw.ts";
import { certificate, citeSign, long, short, stepList, type Say } from "./display-parts.ts";
import { peopleSign } from "./playing-card.ts";

/** More than these cannot be read from the other side of the table; they are counted. */
const SHOWN_WINS = 8;
/** Older ones stay on the control page. */
const SHOWN_INCIDENTS = 2;

/** The throw as it was read. Null: what the unit sent is no throw of this game. */
export function diceResultPanel(view: TableView, qr: Qr, say: Say) {
  const { verdict, dice } = view;
  if (dice === null || verdict?.kind !== "dice-result" || !isThrow(verdict, dice)) return null;
  return h(
    "div",
    { class: `panel dice-result${verdict.noLosers ? " no-losers" : ""}`, "data-dice": verdict.faces.length },
    verdict.noLosers ? noLosersBanner(say) : null,
    h(
      "div",
      { class: `dice-field${verdict.manual ? " manual" : ""}`, "data-live-only": "", "data-own-fit": "" },
      h(
        "div",
        { class: "dice-row", "data-dice": verdict.faces.length },
        ...verdict.faces.map((face: string) => dieFace(face, dice.faces, say.main)),
      ),
      sumLine(verdict, say),
      verdict.manual
        ? h(
            "div",
            { class: "dice-manual" },
            h("span", { class: "card-named" }, peopleSign()),
            short(wordText("diceManual"), say, "manual-words"),
          )
        : null,
    ),
    h(
      "div",
      { class: "facts dice-facts" },
      diceStrip(view, say),
      winners(verdict, dice, say),
      verdict.noCategory === null ? null : long(verdict.noCategory.text, say, "special-rule"),
      verdict.noCategory === null ? null : citeSign(verdict.noCategory, say),
      ...diceIncidents(dice, say),
      ...deviations(verdict, dice, say),
      certificate(verdict, qr, say),
    ),
  );
}

function noLosersBanner(say: Say) {
  return h(
    "div",
    { class: "no-losers-banner" },
    ICONS.tick(),
    short(wordText("noLosers"), say, "no-losers-words"),
    long(wordText("noLosersMeans"), say, "no-losers-means"),
  );
}

/** The total as large as it goes, what the throw is called, and whether dice are alike. */
function sumLine(verdict: DiceResultView, say: Say) {
  const name = nameOf(verdict);
  const { equal, total } = verdict;
  const length = name === null ? 0 : name[say.main].length;
  return h(
    "div",
    { class: "dice-sum" },
    total === null
      ? null
      : h(
          "div",
          { class: "dice-total-box" },
          h("span", { class: "label" }, word("total", say.main)),
          h("div", { id: "number", class: "dice-total" }, String(total)),
        ),
    h(
      "div",
      { class: "dice-names", "data-long": length > 22 ? 2 : length > 11 ? 1 : 0 },
      name === null ? null : short(name, say, "dice-name"),
      equal === "none"
        ? null
        : h("div", { class: `equal equal-${equal}` }, short(wordText(equal), say, "equal-words")),
    ),
  );
}

/** What wins, in the law's words; what is a push after it. */
function winners({ suertes }: DiceResultView, dice: DiceView, say: Say) {
  const of = (is: string) => suertes.filter((one) => one.is === is);
  const [wins, pushes] = [of("wins"), of("push")];
  const shown = [...wins, ...pushes].slice(0, SHOWN_WINS);
  const more = Math.max(0, wins.length - SHOWN_WINS);
  return h(
    "section",
    { class: "wins" },
    short(wordText(wins.length > 0 ? "wins" : "noWinner"), say, "label"),
    h(
      "ul",
      {
        class: "suertes dice-suertes",
        "data-many": shown.length > 4 ? "" : null,
        "data-few": shown.length < 3 ? "" : null,
      },
      ...shown.map((suerte) => suerteItem(suerte, dice, say)),
    ),
    more === 0 ? null : h("div", { class: "more-wins" }, `+${more} ${word("moreWin", say.main)}`),
  );
}

function suerteItem(suerte: DiceResultView["suertes"][number], dice: DiceView, say: Say) {
  return h(
    "li",
    { class: `suerte suerte-${suerte.is}`, "data-suerte": suerte.id },
    short(capital(suerte.name), say, "suerte-name"),
    suerte.what.length === 0
      ? null
      : h("div", { class: "choices" }, ...suerte.what.map((what: string) => choice(what, dice, say.main))),
    suerte.is === "push" ? h("div", { class: "push-mark" }, ICONS.push(), word("pushes", say.main)) : null,
  );
}

/**
 * Craps: the puck and the shooter's place; everywhere: what is due, but while a result stands, which has the room. Null: nothing to
 * say.
 */
export function diceStrip({ dice, phase }: TableView, say: Say) {
  if (dice == null) return null;
  const parts = [
    dice.puck === null ? null : puckSign(dice.puck, say),
    dice.shooter === null ? null : shooterSign(dice.shooter, say),
    ...(phase === "result" ? [] : dice.duties)
      .slice(0, 2)
      .map((duty: Text) =>
        h("div", { class: "dice-duty" }, ICONS.bang(), short(capital(duty), say, "duty-text")),
      ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : h("div", { class: "dice-strip" }, ...parts);
}

function puckSign(puck: NonNullable<DiceView["puck"]>, say: Say) {
  const { is, point } = puckOf(puck);
  const words = wordText(is === "on" ? "point" : is === "off" ? "noPoint" : "puckUnknown");
  return h(
    "div",
    { class: `puck puck-${is}`, "data-live-only": "" },
    h("div", { class: "puck-disc" }, is === "unknown" ? "?" : is.toUpperCase()),
    short(words, say, "puck-words"),
    point === null ? null : h("div", { class: "puck-point" }, String(point)),
  );
}

function shooterSign(seat: number, say: Say) {
  const text = each((language) => {
    const [who, where] = [word("shooter", language), word("seat", language)];
    return language === "eu" ? `${who}: ${seat}. ${where}` : `${who}: ${where} ${seat}`;
  });
  return h("div", { class: "shooter" }, short(text, say, "shooter-words"));
}

/** What happened in this throw, newest first, and what follows. */
export function diceIncidents(dice: DiceView, say: Say): JSX.Element[] {
  return dice.happened.slice(0, SHOWN_INCIDENTS).map(({ rule, then, verdict }) =>
    h(
      "section",
      { class: `incident incident-${verdict}` },
      h("div", { class: "label" }, ICONS.warn(), word("happened", say.main, "dice")),
      long(rule.text, say, "incident-text"),
      citeSign(rule, say),
      short(wordText(INCIDENT_VERDICTS[verdict], "dice"), say, "incident-verdict"),
      // What stands asks nothing of the players: its steps are on the control page.
      verdict === "stands" ? null : stepList(then, say),
    ),
  );
}

/** Broken duties that the law does not answer, once each. */
function deviations(verdict: DiceResultView, dice: DiceView, say: Say): JSX.Element[] {
  const told = dice.happened.slice(0, SHOWN_INCIDENTS).map((one) => one.rule.rule);
  return verdict.deviations
    .filter((one) => !told.includes(one.rule))
    .map((one) =>
      h(
        "div",
        { class: "deviation" },
        h("span", { class: "label" }, word("deviation", say.main)),
        long(one.text, say, "why"),
        citeSign(one, say, "span"),
      ),
    );
}
