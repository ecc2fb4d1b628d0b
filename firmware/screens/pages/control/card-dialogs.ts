/** Questions of a card table: which seats, which cards, which face, whose hand. Each ends in exactly one key. */
import { h } from "preact";
import { cardSheetDialogs } from "./card-sheet.ts";
import { sentenceIn } from "../i18n.ts";
import { cardFan, playingCard } from "../playing-card.ts";
import { facePicker, pickedFace, type PickedFace } from "./face-picker.ts";
import { answerRow, pickButton, pickRow, sendAnswers, toggleIn, yesButton } from "./buttons.ts";
import { isCardTable, type CardTableView, type KeyOf, type QuestionBox, type ReasonView } from "./desk.ts";
import type { CardKeyView, HandView } from "../../../../src/table/shoe/view-types.ts";

const inOrder = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** `nameAgain`: a second person is asked to name the card. */
export function cardDialogs(box: QuestionBox, nameAgain: (key: KeyOf<"card-is">) => void) {
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
    const { language, person } = box.desk();
    const face = pickedFace(chosen);
    // Somebody else has named one already: this name is the second.
    const isSecond =
      table().cards.named?.some(({ n, by }) => n === key.n && by !== null && by !== person?.name) === true;
    const send = (): void => {
      if (face !== null) box.pressAndClose({ ...key, face }, isSecond ? undefined : () => nameAgain(key));
    };
    box.open(
      key.round,
      wordHere("chooseFace"),
      h("p", { class: "means" }, wordHere("faceMeans")),
      facePicker(table(), language, chosen, (next) => chooseFace(key, next)),
      answerRow(
        box,
        box.close,
        yesButton({ look: "go", name: wordHere("send"), onClick: send }, face === null),
      ),
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
