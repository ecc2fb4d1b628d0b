// @ts-check
/** The dice by which a round of cards begins (pai gow): what was thrown, whom it names, and by which rule. */
import { h } from "./dom.ts";
import { each } from "./card-headline.js";
import { citeSign, long, own, short } from "./display-parts.js";
import { dieFace, facesOf } from "./die-face.ts";
import { sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";

/** @typedef {import("./display-parts.js").Say} Say */
/** @typedef {import("./i18n.ts").Text} Text */
/** @typedef {import("./i18n.ts").Language} Language */

const DICE = 3;

/**
 * What can be shown of a throw: its faces only when they are three of a die's and make the total that was sent with them.
 * @param {any} thrown the view's `cards.firstDice`
 * @returns {{ faces: string[], total: number } | null}
 */
export function firstFaces(thrown) {
  const { faces, total } = thrown;
  const known = facesOf("pips");
  if (!Array.isArray(faces) || faces.length !== DICE || !faces.every((face) => known.includes(face)))
    return null;
  return faces.reduce((sum, face) => sum + Number(face), 0) === total ? { faces, total } : null;
}

/** Faces were sent that cannot be: then nobody is named by them either. @param {any} thrown */
const isBroken = (thrown) => thrown.faces !== null && firstFaces(thrown) === null;

/** `Primera mano: plaza 3`, or null. @param {any} thrown @param {Language} language */
export function firstLine(thrown, language) {
  if (thrown.first === null || isBroken(thrown)) return null;
  return `${word("firstHand", language)}: ${thrown.first[language]}`;
}

/** Why the dice decide nothing. @param {any} thrown @returns {Text[]} */
export const firstReasons = (thrown) => (isBroken(thrown) ? [own("dataUnreadable")] : thrown.because);

/** The three dice and their total, as small as `--d` says. @param {any} thrown @param {Language} language */
export function firstThrow(thrown, language) {
  const shown = firstFaces(thrown);
  if (shown === null) return null;
  return h(
    "div",
    { class: "first-throw", "data-live-only": true },
    ...shown.faces.map((face) => dieFace(face, "pips", language)),
    h("span", { class: "first-total" }, String(shown.total)),
  );
}

/** On the table display. @param {any} cards the view's `cards` @param {Say} say */
export function firstDicePanel(cards, say) {
  const thrown = cards.firstDice ?? null;
  if (thrown === null) return null;
  const { main } = say;
  const reasons = firstReasons(thrown);
  const names = firstLine(thrown, main) !== null;
  return h(
    "section",
    { class: `first-dice ${names ? "decides" : "open"}` },
    h("div", { class: "label" }, names ? null : ICONS.warn(), word("firstDice", main)),
    firstThrow(thrown, main),
    names
      ? h(
          "div",
          { class: "first-hand", "data-live-only": true },
          short(
            each((language) => sentence(thrown.first, language)),
            say,
            "first-words",
          ),
          h(
            "span",
            { class: "first-count" },
            `${word("firstHand", main)} · ${word("firstCount", main)} ${thrown.position}`,
          ),
        )
      : null,
    ...reasons.map((why) => long(why, say, "first-why")),
    h("div", { class: "first-rule" }, sentence(thrown.rule, main)),
    citeSign(thrown, say),
  );
}
