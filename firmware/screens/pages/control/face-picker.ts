/** Which card it is: rank and suit, in order. */
import { h, type JSX } from "preact";
import { RANKS, type Face, type Rank, type Suit } from "../../../../src/cards/card.ts";
import { faceText, SUIT_NAMES } from "../game-words.ts";
import { sentenceIn, wordIn, type Language } from "../i18n.ts";
import { cardPlace, playingCard, suitSign } from "../playing-card.ts";
import { pickButton, pickRow } from "./buttons.ts";
import type { CardTableView } from "./desk.ts";

/** Reds before blacks, as they stand on the keys. */
const SUITS: readonly Suit[] = ["h", "d", "c", "s"];

/** What was picked of a card so far. */
export interface PickedFace {
  readonly rank?: Rank | "joker";
  readonly suit?: Suit;
}

export const pickedFace = ({ rank, suit }: PickedFace): Face | null =>
  rank === "joker" ? "joker" : rank !== undefined && suit !== undefined ? `${rank}${suit}` : null;

export function facePicker(
  { cards }: CardTableView,
  language: Language,
  chosen: PickedFace,
  then: (next: PickedFace) => void,
): JSX.Element {
  const { rank, suit } = chosen;
  const face = pickedFace(chosen);
  const pick = (name: string, isChosen: boolean, more: PickedFace, shown: JSX.Element | string): JSX.Element =>
    pickButton(
      { "data-pick": name, "aria-label": SUIT_NAMES[name]?.[language] ?? name },
      isChosen,
      () => then({ ...chosen, ...more }),
      shown,
    );
  const joker = pick("joker", rank === "joker", { rank: "joker" }, wordIn("joker", language));
  return h(
    "div",
    { class: "face-picker" },
    pickRow(
      "",
      ...RANKS.map((each) => pick(each, rank === each, { rank: each }, each)),
      cards.jokers === false ? null : joker,
    ),
    pickRow(
      " suit-picks",
      ...SUITS.map((each) => pick(each, rank !== "joker" && suit === each, { suit: each }, suitSign(each))),
    ),
    h(
      "div",
      { class: "face-shown" },
      face === null ? cardPlace() : playingCard({ face, manual: false, unread: false }, language),
      h("span", null, face === null ? "" : sentenceIn(faceText(face), language)),
    ),
  );
}
