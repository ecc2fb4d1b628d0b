/** Questions of a card table: which seats, which cards, which face, whose hand. Each ends in exactly one key. */
import { h, type JSX } from "preact";
import { RANKS, type Face, type Rank, type Suit } from "../../../../src/cards/card.ts";
import { cardSheetDialogs } from "./card-sheet.ts";
import { faceText, SUIT_NAMES } from "../game-words.ts";
import { sentenceIn } from "../i18n.ts";
import { cardFan, cardPlace, playingCard, suitSign } from "../playing-card.ts";
import { answerRow, pickButton, pickRow, sendAnswers, toggleIn } from "./buttons.ts";
import { isCardTable, type CardTableView, type KeyOf, type QuestionBox, type ReasonView } from "./desk.ts";
import type { CardKeyView, HandView } from "../../../../src/table/shoe/view-types.ts";

/** Reds before blacks, as they stand on the keys. */
const SUITS: readonly Suit[] = ["h", "d", "c", "s"];

/** What was picked of a card so far. */
interface PickedFace {
  readonly rank?: Rank | "joker";
  readonly suit?: Suit;
}

const pickedFace = ({ rank, suit }: PickedFace): Face | null =>
  rank === "joker" ? "joker" : rank !== undefined && suit !== undefined ? `${rank}${suit}` : null;

const inOrder = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

export function cardDialogs(box: QuestionBox) {
  const { wordHere } = box;
  const table = (): CardTableView => {
    const { view } = box.desk();
    if (!isCardTable(view)) throw new Error("a question about cards at another table");
    return view;
  };

  const chooseSeats = (key: KeyOf<"seats">, chosen: readonly number[] = key.seats): void => {
    const all = Array.from({ length: table().cards.places ?? 0 }, (_, at) => at + 1);
    const pick = (seat: number) =>
      pickButton(
        { class: "pick seat-pick", "data-seat": seat },
        chosen.includes(seat),
        () => chooseSeats(key, toggleIn(chosen, seat)),
        String(seat),
      );
    const everySeat = pickButton(
      { "data-seat": "all" },
      null,
      () => chooseSeats(key, all),
      wordHere("allSeats"),
    );
    box.open(
      null,
      wordHere("chooseSeats"),
      pickRow("", ...all.map(pick), everySeat),
      sendAnswers(box, chosen.length > 0 ? { ...key, seats: inOrder(chosen) } : null),
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
    const choose = (at: number) => {
      const isFull = !chosen.includes(at) && chosen.length >= atMost;
      choosePositions(offered, isFull ? chosen : toggleIn(chosen, at));
    };
    const picks = (hand?.cards ?? []).map((card, at) =>
      pickButton(
        { "data-at": at },
        chosen.includes(at),
        () => choose(at),
        playingCard(card, language),
        h("span", { class: "pick-number" }, String(at + 1)),
      ),
    );
    const most = atLeast === atMost ? String(atMost) : `${atLeast}–${atMost}`;
    const isReady = chosen.length >= atLeast && chosen.length <= atMost;
    box.open(
      key.round,
      `${sentenceIn(offered.text, language)} · ${wordHere("chooseCards")}: ${most}`,
      pickRow(" card-picks", ...picks),
      sendAnswers(box, isReady ? { ...key, cards: inOrder(chosen) } : null),
    );
  };

  const chooseFace = (key: KeyOf<"card-is">, chosen: PickedFace = {}): void => {
    const { language } = box.desk();
    const { rank, suit } = chosen;
    const face = pickedFace(chosen);
    const pick = (name: string, isChosen: boolean, more: PickedFace, shown: JSX.Element | string) =>
      pickButton(
        { "data-pick": name, "aria-label": SUIT_NAMES[name]?.[language] ?? name },
        isChosen,
        () => chooseFace(key, { ...chosen, ...more }),
        shown,
      );
    const joker = pick("joker", rank === "joker", { rank: "joker" }, wordHere("joker"));
    box.open(
      key.round,
      wordHere("chooseFace"),
      h("p", { class: "means" }, wordHere("faceMeans")),
      h(
        "div",
        { class: "face-picker" },
        pickRow(
          "",
          ...RANKS.map((each) => pick(each, rank === each, { rank: each }, each)),
          table().cards.jokers === false ? null : joker,
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
      ),
      sendAnswers(box, face === null ? null : { ...key, face }),
    );
  };

  const handPick = (hand: HandView, onClick: () => void) => {
    const { language } = box.desk();
    const name = h("strong", null, sentenceIn(hand.name, language));
    return pickButton({ "data-hand-pick": hand.id }, null, onClick, name, cardFan(hand, language));
  };

  /** Which hand is void, of a deal that waits for somebody to say so. */
  const chooseVoidHand = (key: KeyOf<"resolve">): void => {
    const hands = table().cards.hands.filter(({ id, state }) => /^(?:seat|cloth)-/.test(id) && state === "in");
    const picks = hands.map((hand) => handPick(hand, () => box.pressAndClose({ ...key, hand: hand.id })));
    box.open(key.round, wordHere("chooseHand"), pickRow(" hand-picks", ...picks), answerRow(box, box.close));
  };

  /** Whose hand an incident is about. */
  const chooseHand = (
    about: number,
    reason: ReasonView,
    then: (hand: string) => void,
    back: () => void,
  ): void => {
    const { language } = box.desk();
    const of = table().incidents.find(({ rule }) => rule === reason.rule)?.asksHandOf;
    const picks = table()
      .cards.hands.filter(({ id }) => of === undefined || id.startsWith(of === "seats" ? "seat-" : "cloth-"))
      .map((hand) => handPick(hand, () => then(hand.id)));
    box.open(
      about,
      wordHere("chooseHand"),
      h("p", { class: "reason" }, sentenceIn(reason.text, language), h("small", null, reason.cite)),
      picks.length === 0 ? h("p", { class: "means" }, wordHere("noCards")) : pickRow(" hand-picks", ...picks),
      answerRow(box, back),
    );
  };

  /** Which card an incident is about: the last ones, the newest first, with where each is booked. */
  const chooseCard = (about: number, reason: ReasonView, then: (n: number) => void, back: () => void): void => {
    const { language } = box.desk();
    const lying = (table().cards.sheet?.cards ?? []).filter(({ hand }) => hand !== "burnt");
    const picks = lying.map(({ n, name, face, up }) =>
      pickButton(
        { "data-card-pick": String(n) },
        null,
        () => then(n),
        h("strong", null, `${n} · ${sentenceIn(name, language)}`),
        playingCard({ face: up ? face : null, manual: false, unread: false }, language),
      ),
    );
    box.open(
      about,
      wordHere("chooseCard"),
      h("p", { class: "reason" }, sentenceIn(reason.text, language), h("small", null, reason.cite)),
      picks.length === 0 ? h("p", { class: "means" }, wordHere("noCards")) : pickRow(" hand-picks", ...picks),
      answerRow(box, back),
    );
  };

  return {
    ...cardSheetDialogs(box, table),
    chooseCard,
    chooseVoidHand,
    chooseSeats,
    choosePositions,
    chooseFace,
    chooseHand,
  };
}
