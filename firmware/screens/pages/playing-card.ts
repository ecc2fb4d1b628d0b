/** One playing card as a picture: rank and suit, large enough for the other side of the table. */
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import type { Language } from "../../../src/text/language.ts";
import { h, type JSX } from "preact";
import { faceText } from "./game-words.ts";
import { joinParts, wordIn, type Text, type Word } from "./i18n.ts";
import type { HandView } from "../../../src/table/shoe/view-types.ts";

/** Width of a card against its height. */
export const CARD_RATIO = 5 / 7;

/** The four suits, each with an outline of its own, in a square of 100 units. */
const SUITS: Record<string, readonly string[]> = {
  h: [
    "M50 93C21 68 4 51 4 31 4 15 15 5 28 5c9 0 18 6 22 17C54 11 63 5 72 5c13 0 24 10 24 26 0 20-17 37-46 62z",
  ],
  d: ["M50 2C60 24 72 38 87 50 72 62 60 76 50 98 40 76 28 62 13 50 28 38 40 24 50 2z"],
  s: [
    "M50 3C60 24 95 42 95 64c0 13-10 21-21 21-8 0-15-4-19-10 1 9 5 16 12 22H33c7-6 11-13 12-22-4 6-11 10-19 10C15 85 5 77 5 64 5 42 40 24 50 3z",
  ],
  c: [
    "M50 4a20 20 0 1 1-.01 0z",
    "M26 37a20 20 0 1 1-.01 0z",
    "M74 37a20 20 0 1 1-.01 0z",
    "M40 40h20c-3 20-1 42 8 57H32c9-15 11-37 8-57z",
  ],
};

const STAR = "M50 4 61 38H97L68 59 79 94 50 73 21 94 32 59 3 38H39z";
const CROWN = "M6 84 2 26 28 50 50 12 72 50 98 26 94 84z";
const CROWN_PLACE = { transform: "translate(50 53) scale(0.36 0.22)" };

const suitShape = (suit: string, x: number, y: number, size: number) =>
  h(
    "g",
    { transform: `translate(${x} ${y}) scale(${size / 100})`, fill: "currentColor" },
    ...(SUITS[suit] ?? [STAR]).map((d) => h("path", { d })),
  );

/** A suit alone, for keys. */
export const suitSign = (suit: string) =>
  h(
    "svg",
    { viewBox: "0 0 100 100", class: `suit suit-${suit}`, "aria-hidden": "true" },
    suitShape(suit, 0, 0, 100),
  );

function cardPicture(face: string) {
  const suit = face === "joker" ? "joker" : face.slice(-1);
  const rank = face === "joker" ? "★" : face.slice(0, -1);
  const place = rank === "10" ? { x: 4, textLength: 40, lengthAdjust: "spacingAndGlyphs" } : { x: 7 };
  const isCourt = /^[JQK]$/.test(rank);
  return h(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("text", { y: 45, ...place, "font-size": 50, "font-weight": 700, fill: "currentColor" }, rank),
    suitShape(suit, 8, 53, 29),
    isCourt ? h("path", { d: CROWN, ...CROWN_PLACE, fill: "currentColor", opacity: 0.85 }) : null,
    isCourt ? suitShape(suit, 42, 78, 52) : suitShape(suit, 36, 70, rank === "A" ? 62 : 58),
  );
}

/** Two people: they named this card. */
export const peopleSign = () =>
  h(
    "svg",
    { viewBox: "0 0 100 100", class: "named-sign", "aria-hidden": "true" },
    h("circle", { cx: 33, cy: 33, r: 17, fill: "currentColor" }),
    h("circle", { cx: 70, cy: 38, r: 14, fill: "currentColor" }),
    h("path", { d: "M5 88c0-42 56-42 56 0z", fill: "currentColor" }),
    h("path", { d: "M67 88c1-12-3-22-9-28 14-8 37-1 37 28z", fill: "currentColor" }),
  );

/** A card as it lies: its face, its back, or that it was not read. */
export function playingCard({ face, manual, unread }: HandView["cards"][number], language: Language) {
  if (face === null) {
    const words = wordIn(unread ? "cardUnread" : "cardDown", language);
    return h(
      "div",
      { class: `playing-card ${unread ? "card-unread" : "card-back"}`, role: "img", "aria-label": words },
      unread ? h("span", { class: "card-question" }, "?") : null,
    );
  }
  const suit = face === "joker" ? "joker" : face.slice(-1);
  const name = faceText(face)[language];
  return h(
    "div",
    {
      class: `playing-card card-up card-${suit}${manual ? " card-manual" : ""}`,
      "data-face": face,
      role: "img",
      "aria-label": manual ? `${name}, ${wordIn("cardManual", language)}` : name,
    },
    cardPicture(face),
    manual ? h("span", { class: "card-named" }, peopleSign()) : null,
  );
}

/** Where a card is to lie. */
export const cardPlace = () => h("div", { class: "playing-card card-place" });

/** The cards of a hand beside each other; one that is set in two lies with its low hand apart, behind the high one. */
export function cardFan(
  { cards, low }: Pick<HandView, "cards" | "low">,
  language: Language,
  ifEmpty: JSX.Element | null = null,
) {
  const picture = (card: HandView["cards"][number]) => playingCard(card, language);
  if (low === undefined)
    return h("div", { class: "fan" }, ...(cards.length === 0 ? [ifEmpty] : cards.map(picture)));
  const [high, below] = [false, true].map((isLow) => cards.filter((_, at) => low.at.includes(at) === isLow));
  const gap = h("div", { class: "playing-card card-gap", "aria-hidden": "true" });
  return h("div", { class: "fan" }, ...(high ?? []).map(picture), gap, ...(below ?? []).map(picture));
}

/** What a hand is called: `color`, or of one that is set in two `mano alta: color · mano baja: pareja`. Null: nothing. */
export function handWords({ category, low }: Pick<HandView, "category" | "low">): Text | null {
  if (category === null || low === undefined) return category;
  return inEveryLanguage((language) => {
    const part = (word: Word, is: Text) => `${wordIn(word, language)}: ${is[language]}`;
    return joinParts(part("highHand", category), part("lowHand", low.category));
  });
}
