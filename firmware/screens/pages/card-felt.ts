/** The cloth with the hands on it, as large as their number allows, and the round in one line. */
import type { DealResult, Voice } from "./display-parts.ts";
import { h } from "preact";
import { sentenceIn, wordIn, type Text } from "./i18n.ts";
import { isSeat } from "./headline.ts";
import { iconSign } from "./icons.ts";
import { HAND_STATES } from "./game-words.ts";
import { cardFan, cardPlace } from "./playing-card.ts";
import type { HandView, CardsView } from "../../../src/table/shoe/view-types.ts";

/** How a result looks. */
const LOOKS: Readonly<Record<string, "won" | "lost" | "tied">> = {
  wins: "won",
  "wins-black-jack": "won",
  "paid-by-table": "won",
  loses: "lost",
  "badly-set": "lost",
  folded: "lost",
  surrendered: "lost",
  ties: "tied",
  null: "tied",
  "tie-at-31": "tied",
  "ties-after-war": "tied",
};
const LOOK_ICONS = { won: "tick", lost: "cross", tied: "push" } as const;

/** Order of the hands that are no seats. */
const HOUSE = ["punto", "cloth-1", "banca", "bank", "cloth-2", "row-black", "row-red", "board"];
/** Cards for which a place is kept from the beginning, so that the cloth does not jump. */
const KEPT: Readonly<Record<string, number>> = {
  punto: 3,
  banca: 3,
  "cloth-1": 3,
  "cloth-2": 3,
  board: 5,
  "row-black": 5,
  "row-red": 5,
};

/** Bank before board, seats by number, the second hand of a split beside the first. */
function groupsOf(hands: readonly HandView[]) {
  const house = ({ id }: HandView) => {
    const [first = ""] = id.split(".");
    const at = HOUSE.indexOf(first);
    return at < 0 ? HOUSE.length : at;
  };
  const seat = ({ id }: HandView) => Number(id.slice(5));
  return {
    house: hands.filter(({ id }) => !isSeat(id)).toSorted((a, b) => house(a) - house(b)),
    seats: hands.filter(({ id }) => isSeat(id)).toSorted((a, b) => seat(a) - seat(b)),
  };
}

/** All hands in the order in which they are drawn. */
export function handsInOrder(hands: readonly HandView[]): readonly HandView[] {
  const { house, seats } = groupsOf(hands);
  return [...house, ...seats];
}

const NO_CARDS = { cards: [], total: null, soft: false, category: null, state: "in" } as const;

/** The hands that lie there, and the places of those that are still to come. */
function handsOf(cards: CardsView, withEmpty: boolean): readonly HandView[] {
  if (!withEmpty) return cards.hands;
  const empty = cards.expected
    .filter((one) => !cards.hands.some((hand) => hand.id === one.id))
    .map((one): HandView => ({ ...one, ...NO_CARDS }));
  return [...cards.hands, ...empty];
}

/** A soft total is two counts: with the ace as one, and as eleven. */
const totalText = (total: number, soft: boolean) =>
  soft && total !== 21 ? `${total - 10}/${total}` : String(total);

/** A name with its number apart: where there is room for one of them alone the number is drawn. */
const nameParts = (name: string) =>
  name
    .split(/(\d+)/)
    .filter((part) => part !== "")
    .map((part) => h("span", { class: /\d/.test(part) ? "hand-number" : "hand-word" }, part));

/** What a hand is; of one that is set in two what each of them is. */
function combinationSign({ category, low }: HandView, { main }: Voice) {
  if (category === null) return null;
  const words = (text: Text) => h("span", { class: "hand-category" }, sentenceIn(text, main));
  if (low === undefined) return words(category);
  const half = (name: "highHand" | "lowHand", is: Text) =>
    h("div", { class: "hand-half" }, h("span", { class: "label" }, wordIn(name, main)), words(is));
  return h("div", { class: "hand-set" }, half("highHand", category), half("lowHand", low.category));
}

function handBox(
  hand: HandView,
  { due, results }: { due: boolean; results: DealResult["results"] },
  voice: Voice,
) {
  const { main } = voice;
  const [first] = results;
  const look = first === undefined ? null : (LOOKS[first.word] ?? null);
  const gone = HAND_STATES[hand.state];
  const words = results.map(({ is }) => sentenceIn(is, main)).join(" · ");
  const foot = [
    combinationSign(hand, voice),
    words === ""
      ? gone === null
        ? null
        : h("span", { class: "hand-result lost" }, wordIn(gone, main))
      : h(
          "span",
          { class: `hand-result ${look ?? "told"}` },
          look === null ? null : iconSign(LOOK_ICONS[look]),
          words,
        ),
  ].filter((part) => part !== null);
  // The two hands of one that is set lie apart.
  const places = hand.cards.length + (hand.low === undefined ? 0 : 1);
  const classes = ["hand", due ? "due" : "", look ?? "", gone === null ? "" : "gone"].filter(Boolean).join(" ");
  return h(
    "div",
    { class: classes, "data-hand": hand.id, "data-cards": Math.max(places, KEPT[hand.id] ?? 2) },
    h(
      "div",
      { class: "hand-head" },
      h(
        "div",
        { class: "hand-name" },
        h("span", { class: "main", lang: main }, ...nameParts(sentenceIn(hand.name, main))),
      ),
      hand.total === null ? null : h("div", { class: "hand-total" }, totalText(hand.total, hand.soft)),
    ),
    cardFan(hand, main, cardPlace()),
    foot.length === 0 ? null : h("div", { class: "hand-foot" }, ...foot),
  );
}

/** More hands than these have no room for their names. */
const FEW_HANDS = 4;

/** Whether one hand of the house stands against many of the players: it is drawn in the line that says what it has. */
export const isBankAlone = ({ hands }: CardsView): boolean =>
  hands.length > FEW_HANDS && hands.filter(({ id }) => !isSeat(id)).length === 1;

/**
 * @param results of a verdict, empty before it
 * @param withEmpty places of hands that have no card yet are shown too
 * @param only the hands of the house, or those of the seats, alone
 */
export function feltOf(
  cards: CardsView,
  results: DealResult["results"],
  voice: Voice,
  { withEmpty = false, only = "all" }: { withEmpty?: boolean; only?: "all" | "house" | "seats" } = {},
) {
  const hands = handsOf(cards, withEmpty);
  const { house, seats } = groupsOf(hands);
  const many = hands.length > FEW_HANDS;
  const box = (hand: HandView) => {
    const due = withEmpty && cards.dutyHand === hand.id;
    return handBox(hand, { due, results: results.filter((one) => one.hand === hand.id) }, voice);
  };
  const row = (name: string, group: readonly HandView[]) =>
    group.length === 0 ? null : h("div", { class: `felt-row ${name}` }, ...group.map(box));
  return h(
    "div",
    { class: `felt felt-of-${only}`, "data-many": many ? "" : null },
    only === "seats" ? null : row("house-hands", house),
    only === "house" ? null : row("seats", seats),
  );
}
