/** Questions before a key that cannot be taken back. They close by themselves when the table moves on. */
import { h, type JSX } from "preact";
import type { Key } from "../../../../src/people/keys.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { ballDialogs } from "./ball-dialogs.ts";
import { answerRow, yesButton } from "./buttons.ts";
import { cardDialogs } from "./card-dialogs.ts";
import { openDecisions } from "./decisions.ts";
import { isShown, type Desk, type KeyOf, type QuestionBox, type ShownDesk } from "./desk.ts";
import { diceDialogs } from "./dice-dialogs.ts";
import { disputeDialogs } from "./dispute.ts";
import { markMore } from "./more.ts";
import { reasonDialogs } from "./reasons.ts";
import { recallDialogs } from "./recall-dialogs.ts";
import { reliefDialogs } from "./relief.ts";
import { resolveDialogs } from "./resolve.ts";
import { secondPersonDialogs } from "./second-person.ts";
import { kindOf, roundText, wordIn, type Word } from "../i18n.ts";
import { drawInto } from "../page.ts";

/** The box itself: one question at a time, which is closed when it is about a round that the table has left. */
function questionBox(box: HTMLDialogElement, getDesk: () => ShownDesk) {
  /** The round that the open question is about; null when it is about none. */
  let round: number | null = null;
  let shownTitle = "";

  const open: QuestionBox["open"] = (about, title, ...content) => {
    const isSame = box.open && title === shownTitle;
    const scrolled = box.scrollTop;
    [round, shownTitle] = [about, title];
    drawInto(box, h("h2", null, title), ...content);
    if (!box.open) box.showModal();
    // A question that is drawn again stays where it is; the next one begins at its top, and at its first answer.
    box.scrollTop = isSame ? scrolled : 0;
    if (!box.contains(document.activeElement) || document.activeElement === box)
      box.querySelector<HTMLElement>("button:not(:disabled):not(.more), input")?.focus({ preventScroll: true });
    markMore(box, getDesk().language);
  };
  const close = (): void => {
    round = null;
    if (box.open) box.close();
  };
  const pressAndClose: QuestionBox["pressAndClose"] = (key, then) => {
    close();
    getDesk().press(key, then);
  };
  const parts: QuestionBox = {
    desk: getDesk,
    open,
    close,
    pressAndClose,
    pressBeside: (key, by, then) => getDesk().pressBeside(key, by, then),
    askWhat: (key, then) => getDesk().askWhat(key, then),
    wordHere: (name) => wordIn(name, getDesk().language, kindOf(getDesk().view)),
    roundText: (of) => roundText(getDesk().view, getDesk().language, of),
  };
  /** A void is asked for one round; if the table has moved on, the question is no longer the right one. */
  const viewChanged = (view: TableView): void => {
    if (!box.open || round === null) return;
    const asked = view.round === round || view.tasks.some((task) => task.round === round);
    if (asked) return;
    close();
    getDesk().showMessage("refused", parts.wordHere("roundChanged"));
  };
  return { parts, viewChanged };
}

export function askDialog(element: HTMLDialogElement, anyDesk: () => Desk) {
  const getDesk = (): ShownDesk => {
    const desk = anyDesk();
    if (!isShown(desk)) throw new Error("a question is asked before anything is known of the table");
    return desk;
  };
  const { parts, viewChanged } = questionBox(element, getDesk);
  const { open, close, pressAndClose, wordHere } = parts;
  const second = secondPersonDialogs(parts);
  const cards = cardDialogs(parts, second.nameAgain);
  const balls = ballDialogs(parts, second.nameAgain);
  const disputes = disputeDialogs(parts);
  const reasons = reasonDialogs(parts, cards);

  /** @param what is asked about */
  const askKey = (what: JSX.Element | null, question: Word, key: Key, look = "go") => {
    const yes = yesButton({ look, name: wordHere("yes"), onClick: () => pressAndClose(key) });
    open(null, wordHere(question), what, answerRow(parts, close, yes));
  };

  return {
    ...cards,
    ...diceDialogs(parts, second.nameAgain),
    ...balls,
    ...resolveDialogs(parts, reasons.chooseVoid),
    ...reasons,
    ...recallDialogs(parts, disputes, balls.writeActa),
    ...reliefDialogs(parts, second),
    nameAgain: second.nameAgain,
    contest: disputes.contest,
    /** What is still open is named, the newest first, before the table is closed over it. */
    closeTable: (): void => {
      const left = openDecisions(getDesk());
      askKey(left, "sureClose", { key: "close-table" }, left === null ? "go" : "danger");
    },
    /** `question`: one of the pages' words; `about`: what is asked about. */
    confirm: (question: Word, key: Key, about?: string) =>
      askKey(about === undefined ? null : h("p", { class: "reason" }, about), question, key),
    /** Which of the law's notices is announced. */
    chooseNotice: (notices: readonly { readonly name: string; readonly key: KeyOf<"last-three-spins"> }[]) =>
      open(
        null,
        wordHere("sureLastCall"),
        h(
          "div",
          { class: "reasons" },
          ...notices.map(({ name, key }) =>
            h(
              "button",
              { class: "plain", "data-notice": name, onClick: () => pressAndClose(key) },
              h("strong", null, `«${name}»`),
            ),
          ),
        ),
        answerRow(parts, close),
      ),
    close,
    viewChanged: (view: TableView): void => {
      viewChanged(view);
      second.viewChanged(view);
    },
  };
}
