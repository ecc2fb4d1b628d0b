/** The last cards of a round: which lie elsewhere than the table has them, and whose they are; and the word that is taken back. */
import { h } from "preact";
import type { Key } from "../../../../src/people/keys.ts";
import type { Text } from "../../../../src/text/language.ts";
import { answerRow, pickButton, pickRow, toggleIn, yesButton } from "./buttons.ts";
import type { CardTableView, QuestionBox } from "./desk.ts";
import { sentenceIn, type Word } from "../i18n.ts";
import { playingCard } from "../playing-card.ts";
import type { CardsView } from "../../../../src/table/shoe/view-types.ts";

type Sheet = NonNullable<CardsView["sheet"]>;

export function cardSheetDialogs(box: QuestionBox, table: () => CardTableView) {
  const { wordHere } = box;

  /** What follows on a key is read before it is sent: the table says it. */
  const confirmFollowing = (key: Key & { readonly round: number }, title: Word, back: () => void): void =>
    box.askWhat(key, (will: readonly Text[]) => {
      const { language } = box.desk();
      const onClick = () => box.pressAndClose(key);
      box.open(
        key.round,
        wordHere(title),
        h("ul", { class: "follows" }, ...will.map((line) => h("li", null, sentenceIn(line, language)))),
        answerRow(box, back, yesButton({ look: "go", name: wordHere("yes"), onClick })),
      );
    });

  const cardPick = ({ n, name, face, up }: Sheet["cards"][number], isChosen: boolean, onClick: () => void) => {
    const { language } = box.desk();
    return pickButton(
      { "data-card-pick": String(n) },
      isChosen,
      onClick,
      playingCard({ face: up ? face : null, manual: false, unread: false }, language),
      h("span", null, `${n} · ${sentenceIn(name, language)}`),
    );
  };

  /** @param chosen numbers of cards; of one card nothing else has to be marked */
  const chooseCards = (chosen: readonly number[] | null = null): void => {
    const { language, view } = box.desk();
    const { sheet } = table().cards;
    if (sheet === undefined) return box.close();
    const [only, ...others] = sheet.cards;
    const marked = chosen ?? (only !== undefined && others.length === 0 ? [only.n] : []);
    const mark = (n: number) => chooseCards(toggleIn(marked, n));
    const put = (to: string) => {
      if (marked.length === 0) return;
      const cards = marked.toSorted((a, b) => a - b);
      confirmFollowing({ key: "put-right", round: view.round, cards, to }, "sureCards", () =>
        chooseCards(marked),
      );
    };
    box.open(
      view.round,
      wordHere("cardSheetTitle"),
      h("p", { class: "means" }, wordHere("cardSheetMeans")),
      pickRow(
        " sheet-cards",
        ...sheet.cards.toReversed().map((card) => cardPick(card, marked.includes(card.n), () => mark(card.n))),
      ),
      pickRow(
        " sheet-places",
        ...sheet.places.map(({ id, name }) =>
          h(
            "button",
            { class: "plain", "data-place": id, disabled: marked.length === 0, onClick: () => put(id) },
            sentenceIn(name, language),
          ),
        ),
      ),
      answerRow(box, box.close),
    );
  };

  /** The last word of the round is not so. */
  const takeBack = (): void =>
    confirmFollowing({ key: "take-back", round: box.desk().view.round }, "sureUndo", box.close);

  return { chooseCards: (marked?: readonly number[]) => chooseCards(marked ?? null), takeBack };
}
