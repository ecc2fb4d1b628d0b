/** The dice by which a round of cards begins (pai gow): what was thrown, whom it names, and by which rule. */
import { h } from "preact";
import { citeSign, longText, shortText, type Voice } from "./display-parts.ts";
import { dieFace, facesOf, isFaceList } from "./die-face.ts";
import { asSentence, sentenceIn, wordIn, type Text, type Language, wordText } from "./i18n.ts";
import { iconSign } from "./icons.ts";
import type { CardsView, FirstDiceView } from "../../../src/table/shoe/view-types.ts";

const DICE = 3;

/**
 * What can be shown of a throw: its faces only when they are three of a die's and make the total that was sent with them.
 * @param thrown the view's `cards.firstDice`
 */
export function firstFaces(
  thrown: FirstDiceView,
): { readonly faces: readonly string[]; readonly total: number } | null {
  const { faces, total } = thrown;
  const known: readonly string[] = facesOf("pips");
  if (!isFaceList(faces) || faces.length !== DICE || !faces.every((face) => known.includes(face))) return null;
  const sum = faces.reduce((all, face) => all + Number(face), 0);
  return sum === total ? { faces, total: sum } : null;
}

/** Faces were sent that are impossible; they name no hand either. */
const isBroken = (thrown: FirstDiceView) => thrown.faces !== null && firstFaces(thrown) === null;

/** `Primera mano: plaza 3`, or null. */
export function firstLine(thrown: FirstDiceView, language: Language) {
  if (thrown.first === null || isBroken(thrown)) return null;
  return `${wordIn("firstHand", language)}: ${thrown.first[language]}`;
}

/** Why the dice decide nothing. */
export const firstReasons = (thrown: FirstDiceView): readonly Text[] =>
  isBroken(thrown) ? [wordText("dataUnreadable")] : thrown.because;

/** The three dice and their total, as small as `--d` says. */
export function firstThrow(thrown: FirstDiceView, language: Language) {
  const shown = firstFaces(thrown);
  if (shown === null) return null;
  return h(
    "div",
    { class: "first-throw", "data-live-only": "" },
    ...shown.faces.map((face) => dieFace(face, "pips", language)),
    h("span", { class: "first-total" }, String(shown.total)),
  );
}

/**
 * On the table display.
 * @param cards the view's `cards`
 */
export function firstDicePanel(cards: CardsView, voice: Voice) {
  const thrown = cards.firstDice ?? null;
  if (thrown === null) return null;
  const { main } = voice;
  const reasons = firstReasons(thrown);
  const first = firstLine(thrown, main) === null ? null : thrown.first;
  const names = first !== null;
  return h(
    "section",
    { class: `first-dice ${names ? "decides" : "open"}` },
    h("div", { class: "label" }, names ? null : iconSign("warn"), wordIn("firstDice", main)),
    firstThrow(thrown, main),
    names
      ? h(
          "div",
          { class: "first-hand", "data-live-only": "" },
          shortText(asSentence(first), voice, "first-words"),
          h(
            "span",
            { class: "first-count" },
            `${wordIn("firstHand", main)} · ${wordIn("firstCount", main)} ${thrown.position}`,
          ),
        )
      : null,
    ...reasons.map((why) => longText(why, voice, "first-why")),
    h("div", { class: "first-rule" }, sentenceIn(thrown.rule, main)),
    citeSign(thrown, voice),
  );
}
