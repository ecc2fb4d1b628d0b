// @ts-check
/** The big line of the control page: the phase, or the round's verdict. */
import { h } from "./dom.ts";
import { resolvedLine } from "./control-resolve.js";
import { roundName } from "./control-words.ts";
import { HEALTH, kindOf, phaseText, ROLES, sentence, word } from "./i18n.ts";
import { ICONS, shape } from "./icons.ts";
import { colourText, pocketText } from "./display-parts.ts";
import { cardState } from "./control-cards.js";
import { diceState } from "./control-dice.js";
import { throwSign } from "./dice-throw.ts";
import { signOf } from "./display-series.js";
import { cellText, paysText } from "./wheel-words.ts";

/** @param {import("./control.js").Desk} desk */
export function stateCard(desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) {
    return h(
      "div",
      { class: "card alarm" },
      ICONS.disconnected(),
      h("div", { class: "words" }, h("div", { class: "line" }, word("disconnected", language))),
    );
  }
  if (view.cards !== null) return cardState(desk);
  if (view.dice) return diceState(desk);
  const { verdict } = view;
  const current = verdict !== null && verdict.kind === view.phase;
  if (current && verdict.kind === "result" && view.device.health === "ok") return resultCard(desk);
  const wrong = trouble(view, current ? verdict : null, language);
  const call =
    current && verdict.kind === "void"
      ? verdict.say
      : (view.announcement?.say ?? phaseText(view.phase, view.wheel));
  return h(
    "div",
    { class: `card ${wrong === null ? view.phase : "alarm"}` },
    (wrong === null ? (ICONS[view.phase] ?? ICONS.warn) : ICONS.warn)(),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, wrong ?? resolvedTitle(verdict, language) ?? sentence(call, language)),
      h("div", { class: "under" }, spin(view, language), ...details(view, current, language)),
    ),
  );
}

/** @param {any} view @param {import("./i18n.ts").Language} language */
const spin = (view, language) =>
  view.open ? `${roundName(view, language) ?? word("spin", language)} ${view.round}` : null;

/**
 * A device in trouble, in the words of the big line: nothing is dealt or launched on it, whatever was due. A void or a round that is left
 * to somebody stays in the line: its steps go on. Null: all is well.
 * @param {any} view @param {any} verdict the one that the phase speaks of @param {import("./i18n.ts").Language} language
 */
export function trouble(view, verdict, language) {
  const { health } = view.device;
  if (!view.open || health === "ok" || health === "waiting") return null;
  return verdict === null || verdict.kind.endsWith("result") ? HEALTH[health][language] : null;
}

/**
 * Who announces the result, and what of it. @param {any} view @param {import("./i18n.ts").Language} language @returns {Node[]}
 */
export function announcer({ resultCall }, language) {
  if (resultCall == null) return [];
  const { by, what } = resultCall;
  return [
    h(
      "p",
      { class: "announcer" },
      `${word("announces", language)}: ${ROLES[by][language]} · ${what[language]}`,
    ),
  ];
}

/** An undecided round that somebody resolved is pending no more. @param {any} verdict @param {import("./i18n.ts").Language} language */
export const resolvedTitle = (verdict, language) =>
  verdict?.kind === "undecided" && verdict.resolved != null ? word("resolvedAs", language) : null;

/** What somebody made of an undecided round. @param {any} verdict @param {import("./i18n.ts").Language} language @returns {Node[]} */
export function resolvedNote({ resolved }, language) {
  const line = resolvedLine(resolved, language);
  return line === null ? [] : [h("p", { class: "confirmed" }, ICONS.tick(), line)];
}

/** @param {any} view @param {boolean} current @param {import("./i18n.ts").Language} language */
function details(view, current, language) {
  if (!current) return [];
  const { verdict } = view;
  if (verdict.kind === "result") return [h("p", {}, word("withheld", language, view.wheel))];
  if (verdict.kind === "aborted") return [h("p", {}, sentence(verdict.cause, language))];
  if (verdict.kind === "undecided")
    return [
      ...[...verdict.because, ...verdict.rules.map((/** @type {any} */ rule) => rule.text)].map(
        (/** @type {any} */ why) => h("p", {}, sentence(why, language)),
      ),
      ...resolvedNote(verdict, language),
    ];
  const state = verdict.confirmed ? "confirmed" : "unconfirmed";
  return [
    ...verdict.reasons.map((/** @type {any} */ reason) => h("p", {}, sentence(reason.text, language))),
    h("p", { class: state }, word(state, language)),
  ];
}

/** The colour, or what a disc's cell pays. @param {any} verdict @param {import("./i18n.ts").Language} language */
function line(verdict, language) {
  if (verdict.colour !== "none")
    return [shape(verdict.colour), colourText(verdict.pocket, verdict.colour)[language]];
  return verdict.pays === null ? [] : [paysText(verdict.pays)[language]];
}

/** @param {import("./control.js").Desk} desk */
function resultCard({ view, language }) {
  const { verdict } = view;
  const name = pocketText(verdict, language);
  return h(
    "div",
    { class: "card result" },
    h("div", { class: `pocket pocket-${verdict.colour}`, "data-long": name.length > 2 }, name),
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
          {},
          verdict.suertes
            .filter((/** @type {any} */ suerte) => suerte.group !== "colour" && suerte.group !== "cell")
            .map((/** @type {any} */ suerte) => suerte.name[language])
            .concat(verdict.cell === null ? [] : [cellText(verdict.cell, view.wheel)[language]])
            .join(" · "),
        ),
        h(
          "p",
          { class: verdict.certified ? "certified" : "not-certified" },
          ICONS[verdict.certified ? "certified" : "warn"](),
          `${word(verdict.certified ? "certified" : "notCertified", language)} · ${verdict.certificate.short}`,
        ),
        ...announcer(view, language),
        ...verdict.because.map((/** @type {any} */ why) => h("p", {}, sentence(why, language))),
      ),
    ),
  );
}

/** A throw in the line of the last rounds. @param {any} item @param {any} dice @param {import("./i18n.ts").Language} language */
function thrownItem(item, dice, language) {
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
    (item.kind === "result" ? ICONS.cross : ICONS[item.kind])(),
  );
}

/** The last rounds in one line. @param {import("./control.js").Desk} desk */
export function seriesLine({ view, language, fresh }) {
  if (view === null || !fresh || view.series.length === 0) return null;
  return h(
    "div",
    {},
    h("h2", {}, word("series", language, kindOf(view))),
    h(
      "ol",
      {},
      ...view.series.slice(0, 12).map((/** @type {any} */ item) => {
        if (view.dice) return thrownItem(item, view.dice, language);
        const sign = signOf(item, { main: language, others: [], second: null });
        return sign === null
          ? h("li", { class: `small ${item.kind}` }, (ICONS[item.kind] ?? ICONS.warn)())
          : h(
              "li",
              {
                class: `small pocket-${sign.shape}${item.certified ? "" : " not-certified"}`,
                "data-long": sign.name.length > 2,
              },
              sign.name,
            );
      }),
    ),
  );
}
