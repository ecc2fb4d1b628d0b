/** Questions of a card table: which seats, which cards, which face, whose hand. Each ends in exactly one key. */
import { h, type JSX } from "preact";
import { faceText, SUIT_NAMES } from "./card-words.ts";
import { sentence, word, type Word } from "./i18n.ts";
import { playingCard, suitSign } from "./playing-card.ts";
import type { Face, Rank, Suit } from "../../../src/cards/card.ts";
import { sendAnswers } from "./control-answers.ts";
import type { CardKeyView } from "../../../src/table/view.ts";
import {
  isCardTable,
  type CardTableView,
  type KeyOf,
  type QuestionBox,
  type ReasonView,
} from "./control-desk.ts";

const RANKS: readonly Rank[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: readonly Suit[] = ["h", "d", "c", "s"];

/** What was picked of a card so far. */
interface PickedFace {
  readonly rank?: Rank | "joker";
  readonly suit?: Suit;
}

export function cardDialogs(box: QuestionBox) {
  const table = (): CardTableView => {
    const { view } = box.desk();
    if (!isCardTable(view)) throw new Error("a question about cards at another table");
    return view;
  };
  const say = (name: Word) => word(name, box.desk().language, "cards");

  const chooseSeats = (key: KeyOf<"seats">, chosen: readonly number[] = key.seats): void => {
    const all = Array.from({ length: table().cards.places ?? 0 }, (_, at) => at + 1);
    const flip = (seat: number) =>
      chooseSeats(key, chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat]);
    box.open(
      null,
      say("chooseSeats"),
      h(
        "div",
        { class: "picks" },
        ...all.map((seat) =>
          h(
            "button",
            {
              class: "pick seat-pick",
              "data-seat": seat,
              "aria-pressed": String(chosen.includes(seat)),
              onClick: () => flip(seat),
            },
            String(seat),
          ),
        ),
        h(
          "button",
          { class: "pick", "data-seat": "all", onClick: () => chooseSeats(key, all) },
          say("allSeats"),
        ),
      ),
      sendAnswers(box, chosen.length > 0 ? { ...key, seats: chosen.toSorted((a, b) => a - b) } : null),
    );
  };

  /** @param chosen positions, from 0 */
  const choosePositions = (
    offered: CardKeyView & { readonly key: KeyOf<"move"> },
    chosen: readonly number[] = [],
  ): void => {
    const { key, atLeast = 1, atMost = 1 } = offered;
    const { language } = box.desk();
    const hand = table().cards.hands.find(({ id }) => id === key.who);
    const flip = (at: number) =>
      choosePositions(
        offered,
        chosen.includes(at)
          ? chosen.filter((one) => one !== at)
          : chosen.length < atMost
            ? [...chosen, at]
            : chosen,
      );
    const most = atLeast === atMost ? String(atMost) : `${atLeast}–${atMost}`;
    box.open(
      key.round,
      `${sentence(offered.text, language)} · ${say("chooseCards")}: ${most}`,
      h(
        "div",
        { class: "picks card-picks" },
        ...(hand?.cards ?? []).map((card, at: number) =>
          h(
            "button",
            {
              class: "pick",
              "data-at": at,
              "aria-pressed": String(chosen.includes(at)),
              onClick: () => flip(at),
            },
            playingCard(card, language),
            h("span", { class: "pick-number" }, String(at + 1)),
          ),
        ),
      ),
      sendAnswers(
        box,
        chosen.length >= atLeast && chosen.length <= atMost
          ? { ...key, cards: chosen.toSorted((a, b) => a - b) }
          : null,
      ),
    );
  };

  const chooseFace = (key: KeyOf<"card-is">, chosen: PickedFace = {}): void => {
    const { language } = box.desk();
    const { rank, suit } = chosen;
    const face: Face | null =
      rank === "joker" ? "joker" : rank !== undefined && suit !== undefined ? `${rank}${suit}` : null;
    const pick = (name: string, on: boolean, more: PickedFace, shown: JSX.Element | string) =>
      h(
        "button",
        {
          class: "pick",
          "data-pick": name,
          "aria-pressed": String(on),
          "aria-label": SUIT_NAMES[name]?.[language] ?? name,
          onClick: () => chooseFace(key, { ...chosen, ...more }),
        },
        shown,
      );
    box.open(
      key.round,
      say("chooseFace"),
      h("p", { class: "means" }, say("faceMeans")),
      h(
        "div",
        { class: "face-picker" },
        h(
          "div",
          { class: "picks" },
          ...RANKS.map((each) => pick(each, rank === each, { rank: each }, each)),
          table().cards.jokers === false
            ? null
            : pick("joker", rank === "joker", { rank: "joker" }, say("joker")),
        ),
        h(
          "div",
          { class: "picks suit-picks" },
          ...SUITS.map((each) => pick(each, rank !== "joker" && suit === each, { suit: each }, suitSign(each))),
        ),
        h(
          "div",
          { class: "face-shown" },
          face === null
            ? h("div", { class: "playing-card card-place" })
            : playingCard({ face, manual: false, unread: false }, language),
          h("span", null, face === null ? "" : sentence(faceText(face), language)),
        ),
      ),
      sendAnswers(box, face === null ? null : { ...key, face }),
    );
  };

  /** Whose hand an incident is about. */
  const chooseHand = (
    about: number,
    reason: ReasonView,
    then: (hand: string) => void,
    back: () => void,
  ): void => {
    const { language } = box.desk();
    const { hands } = table().cards;
    box.open(
      about,
      say("chooseHand"),
      h("p", { class: "reason" }, sentence(reason.text, language), h("small", null, reason.cite)),
      hands.length === 0
        ? h("p", { class: "means" }, say("noCards"))
        : h(
            "div",
            { class: "picks hand-picks" },
            ...hands.map((hand) =>
              h(
                "button",
                { class: "pick", "data-hand-pick": hand.id, onClick: () => then(hand.id) },
                h("strong", null, sentence(hand.name, language)),
                h("div", { class: "fan" }, ...hand.cards.map((card) => playingCard(card, language))),
              ),
            ),
          ),
      h(
        "div",
        { class: "answers" },
        h("button", { class: "plain", "data-answer": "back", onClick: back }, h("span", null, say("back"))),
      ),
    );
  };

  return { chooseSeats, choosePositions, chooseFace, chooseHand };
}
