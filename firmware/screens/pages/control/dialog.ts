/** Questions before a key that cannot be taken back. They close by themselves when the table moves on. */
import { h, type JSX } from "preact";
import type { Key } from "../../../../src/people/keys.ts";
import type { Recall } from "../../../../src/analysis/recall-types.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { answerRow, yesButton } from "./buttons.ts";
import { cardDialogs } from "./card-dialogs.ts";
import {
  isShown,
  mayPress,
  voidsFor,
  type Desk,
  type KeyOf,
  type QuestionBox,
  type ReasonView,
  type ShownDesk,
} from "./desk.ts";
import { diceDialogs } from "./dice-dialogs.ts";
import { disputeDialogs } from "./dispute.ts";
import { recallList, recallWord } from "../recall-list.ts";
import { markMore } from "./more.ts";
import { resolveDialogs } from "./resolve.ts";
import { joinParts, kindOf, roundText, sentenceIn, wordIn, type Word } from "../i18n.ts";
import { drawInto } from "../page.ts";

/** What a list of reasons is for. */
interface Choice {
  /** The round. */
  readonly about: number;
  readonly key: "void" | "declare";
  readonly reasons: readonly ReasonView[];
  readonly title: string;
  readonly sure: string;
  readonly yes: string;
  readonly look: string;
}

export function askDialog(box: HTMLDialogElement, anyDesk: () => Desk) {
  const getDesk = (): ShownDesk => {
    const desk = anyDesk();
    if (!isShown(desk)) throw new Error("a question is asked before anything is known of the table");
    return desk;
  };
  /** The round that the open question is about; null when it is about none. */
  let round: number | null = null;

  const open: QuestionBox["open"] = (about, title, ...content) => {
    round = about;
    drawInto(box, h("h2", null, title), ...content);
    if (!box.open) box.showModal();
    box.scrollTop = 0;
    markMore(box, getDesk().language);
  };
  const close = () => {
    round = null;
    if (box.open) box.close();
  };
  const wordHere = (name: Word) => wordIn(name, getDesk().language, kindOf(getDesk().view));
  const roundHere = (round: number | null) => roundText(getDesk().view, getDesk().language, round);
  const pressAndClose = (key: Key) => {
    close();
    getDesk().press(key);
  };

  const parts: QuestionBox = {
    desk: getDesk,
    open,
    close,
    pressAndClose,
    askWhat: (key, then) => getDesk().askWhat(key, then),
    wordHere,
    roundText: roundHere,
  };
  const cards = cardDialogs(parts);
  const disputes = disputeDialogs(parts);

  /** Whether a rule is about one hand of a card table. */
  const asksHand = (rule: string) => getDesk().view.incidents.some((one) => one.rule === rule && one.asksHand);

  /** Whether a rule is about one card that has to be named. */
  const asksCard = (rule: string) =>
    getDesk().view.incidents.some((one) => one.rule === rule && one.asksCard === true);

  /** The second step: this reason, for this spin, yes or no; before it whose hand it is, where the rule asks for one. */
  const confirmRule = (choice: Choice, rule: string, fromList: boolean, hand?: string, card?: number): void => {
    const { about, key, reasons, sure, yes, look } = choice;
    const { language, view } = getDesk();
    const reason = reasons.find((each) => each.rule === rule);
    const leave = () => (fromList ? chooseRule(choice) : close());
    if (hand === undefined && reason !== undefined && asksHand(rule))
      return cards.chooseHand(about, reason, (whose) => confirmRule(choice, rule, fromList, whose), leave);
    if (card === undefined && reason !== undefined && asksCard(rule))
      return cards.chooseCard(about, reason, (n) => confirmRule(choice, rule, fromList, hand, n), leave);
    const whose = view.cards?.hands.find((one) => one.id === hand);
    const named = { ...(hand === undefined ? {} : { hand }), ...(card === undefined ? {} : { card }) };
    const onClick = () => pressAndClose({ key, round: about, rule, ...named });
    open(
      about,
      sure,
      h(
        "p",
        { class: "about" },
        joinParts(roundHere(about), whose === undefined ? null : sentenceIn(whose.name, language)),
      ),
      h(
        "p",
        { class: "reason" },
        reason?.short == null ? null : h("strong", null, reason.short[language]),
        h("span", null, reason === undefined ? rule : sentenceIn(reason.text, language)),
        h("small", null, reason?.cite ?? ""),
      ),
      answerRow(parts, leave, yesButton({ look, name: yes, icon: key === "void" ? "void" : null, onClick })),
    );
  };

  /** The first step: the reason. */
  const chooseRule = (choice: Choice): void => {
    const { about, reasons, title } = choice;
    const { language } = getDesk();
    const items = reasons.map(({ rule, short, text, cite }) =>
      h(
        "button",
        { class: "plain", "data-rule": rule, onClick: () => confirmRule(choice, rule, true) },
        h(
          "span",
          null,
          short == null ? null : h("strong", null, short[language]),
          h("span", { class: "law" }, sentenceIn(text, language)),
          h("small", null, cite),
        ),
      ),
    );
    open(
      about,
      `${title} · ${roundHere(about)}`,
      h(
        "ul",
        { class: `reasons${reasons.length > 8 ? " many" : ""}` },
        ...items.map((item) => h("li", null, item)),
      ),
      answerRow(parts, close),
    );
  };

  const chooseVoid = (about: number) => {
    const { view, language } = getDesk();
    chooseRule({
      about,
      key: "void",
      reasons: voidsFor(getDesk()),
      title: wordHere("chooseReason"),
      sure: wordHere("sureVoid"),
      yes: `${wordHere("yes")}: ${view.voidName?.[language] ?? wordHere("voided")}`,
      look: "danger",
    });
  };

  /** @param what is asked about */
  const askKey = (what: JSX.Element | null, question: Word, key: Key, look = "go") => {
    const yes = yesButton({ look, name: wordHere("yes"), onClick: () => pressAndClose(key) });
    open(null, wordHere(question), what, answerRow(parts, close, yes));
  };

  /** What is still open is named, the newest first, before the table is closed over it. */
  const closeTable = () => {
    const { view, language } = getDesk();
    const left = view.tasks
      .filter(({ kind }) => kind !== "acknowledge")
      .toSorted((a, b) => (b.round ?? 0) - (a.round ?? 0));
    const named = h(
      "div",
      { class: "reason open-decisions" },
      h("strong", null, `${wordHere("openDecisions")}: ${left.length}`),
      h(
        "ul",
        null,
        ...left.map((task) => h("li", null, `${roundHere(task.round)} · ${sentenceIn(task.text, language)}`)),
      ),
      h("small", null, wordHere("openDecisionsMeans")),
    );
    const isClean = left.length === 0;
    askKey(isClean ? null : named, "sureClose", { key: "close-table" }, isClean ? "go" : "danger");
  };

  return {
    ...cards,
    ...diceDialogs(parts),
    ...resolveDialogs(parts, chooseVoid),
    chooseVoid,
    contest: disputes.contest,
    closeTable,
    /** An incident that does not void the spin. */
    chooseIncident: (about: number, reasons: readonly ReasonView[]) =>
      chooseRule({
        about,
        key: "declare",
        reasons,
        title: wordHere("chooseIncident"),
        sure: wordHere("sureIncident"),
        yes: wordHere("yes"),
        look: "go",
      }),
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
    /** The last rounds to read; `ask`: another one of them is asked for. */
    showRecall: (recall: Recall, ask: (round: number) => void) => {
      const { language } = getDesk();
      const { round } = recall;
      const onClick = () => round !== null && disputes.freezeRound(round, () => ask(round));
      const freeze = yesButton({ look: "plain freeze", name: recallWord("freeze", language), onClick });
      open(
        null,
        recallWord("title", language),
        recallList(recall, language, ask),
        answerRow(
          parts,
          close,
          round !== null && mayPress(getDesk(), "dispute") ? freeze : null,
          round !== null && mayPress(getDesk(), "contest") ? disputes.contestKey(round) : null,
        ),
      );
    },
    /** A void is asked for one round; if the table has moved on, the question is no longer the right one. */
    viewChanged: (view: TableView) => {
      if (!box.open || round === null) return;
      const asked = view.round === round || view.tasks.some((task) => task.round === round);
      if (asked) return;
      close();
      getDesk().showMessage("refused", wordHere("roundChanged"));
    },
  };
}
