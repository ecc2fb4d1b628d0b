/** The questions by which a round is disputed: its records are kept, or what it came to is contested. */
import { h } from "preact";
import { DISPUTE_WORDS_MAX } from "../../../../src/people/keys.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { answerRow, pickButton, pickRow, yesButton } from "./buttons.ts";
import type { QuestionBox } from "./desk.ts";
import { kindOf } from "../i18n.ts";
import { recallWord, type RecallWord } from "../recall-list.ts";

/** What a key takes: no control characters, and one space where there are many. */
const wordsOf = (text: string): string => text.replace(/[\s\p{C}]+/gu, " ").trim();

/** What is disputed at most tables, and what of the device. A tablet on the unit's own monitor has no letters to type. */
const reasonsAt = ({ cards, dice }: TableView): readonly RecallWord[] => [
  "freezePay",
  "freezeLateBet",
  "freezeBet",
  "freezeCall",
  cards !== null ? "freezeCard" : dice !== null ? "freezeDie" : "freezeBall",
];

export function disputeDialogs(box: QuestionBox) {
  const say = (word: RecallWord): string => recallWord(word, box.desk().language, kindOf(box.desk().view));

  /** `back`: to the round that was read. What is typed is not drawn anew: the letters stay under the finger. */
  const freezeRound = (round: number, back: () => void, text = ""): void => {
    let words = wordsOf(text);
    const field = h("input", {
      id: "dispute-words",
      maxLength: DISPUTE_WORDS_MAX,
      autocomplete: "off",
      value: text,
      onInput: ({ currentTarget }: Event) => {
        if (!(currentTarget instanceof HTMLInputElement)) return;
        words = wordsOf(currentTarget.value);
        const yes = currentTarget.closest("dialog")?.querySelector('[data-answer="yes"]');
        if (yes instanceof HTMLButtonElement) yes.disabled = words === "";
      },
    });
    const reasons = reasonsAt(box.desk().view).map((reason) =>
      pickButton(
        { "data-reason": reason },
        say(reason) === words,
        () => freezeRound(round, back, say(reason)),
        say(reason),
      ),
    );
    box.open(
      null,
      say("freezeTitle"),
      h("p", { class: "about" }, box.roundText(round)),
      h("label", { class: "dispute", for: "dispute-words" }, h("span", null, say("freezeWhy")), field),
      h("p", { class: "about" }, say("freezeCommon")),
      pickRow("", ...reasons),
      h("p", { class: "reason" }, say("freezeMeans")),
      answerRow(
        box,
        back,
        yesButton(
          {
            look: "go",
            name: say("freezeYes"),
            onClick: () => box.pressAndClose({ key: "dispute", round, words }),
          },
          words === "",
        ),
      ),
    );
  };

  /** Somebody contests what a round came to, or refuses a void: the round is undecided until it is resolved. */
  const contest = (about: number, isVoid: boolean) => {
    const { wordHere } = box;
    const onClick = () => box.pressAndClose({ key: "contest", round: about });
    box.open(
      null,
      wordHere(isVoid ? "sureNotVoid" : "sureContest"),
      h("p", { class: "about" }, box.roundText(about)),
      h("p", { class: "reason" }, wordHere("contestMeans")),
      answerRow(box, box.close, yesButton({ look: "go", name: wordHere("yes"), onClick })),
    );
  };
  const contestKey = (about: number) =>
    h(
      "button",
      { class: "plain contest", "data-answer": "contest", onClick: () => contest(about, false) },
      h("span", null, box.wordHere("contest")),
    );

  return { freezeRound, contest, contestKey };
}
