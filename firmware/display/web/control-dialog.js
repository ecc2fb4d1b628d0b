// @ts-check
/** Questions before a key that cannot be taken back. They close by themselves when the table moves on. */
import { h, put } from "./dom.ts";
import { voidsFor } from "./control-keys.js";
import { kindOf, sentence, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { markMore } from "./control-more.ts";
import { resolveDialogs } from "./control-resolve.js";
import { roundName } from "./control-words.ts";
import { cardDialogs } from "./control-card-dialogs.js";
import { diceDialogs } from "./control-dice-dialogs.js";

/** @typedef {import("./control.js").Desk} Desk */

/**
 * @param {HTMLDialogElement} box
 * @param {() => Desk} getDesk
 */
export function askDialog(box, getDesk) {
  /** The round that the open question is about; null when it is about none. @type {number | null} */
  let round = null;

  /** @param {number | null} about @param {string} title @param {...(Node | null)} content */
  const open = (about, title, ...content) => {
    round = about;
    put(box, h("h2", {}, title), ...content);
    if (!box.open) box.showModal();
    box.scrollTop = 0;
    markMore(box, getDesk().language);
  };
  const close = () => {
    round = null;
    if (box.open) box.close();
  };
  const say = (/** @type {string} */ name) => word(name, getDesk().language, kindOf(getDesk().view));
  const roundOf = (/** @type {number} */ of) =>
    `${roundName(getDesk().view, getDesk().language) ?? say("spin")} ${of}`;
  const back = (/** @type {() => void} */ act) =>
    h("button", { class: "plain", "data-answer": "back", click: act }, h("span", {}, say("back")));

  /** @param {object} key */
  const pressAndClose = (key) => {
    close();
    getDesk().press(key);
  };

  const parts = { desk: getDesk, open, close, pressAndClose };
  const cards = cardDialogs(parts);

  /** What a list of reasons is for. @typedef {{ about: number, key: string, reasons: any[], title: string, sure: string, yes: string, look: string }} Choice */

  /** Whether a rule is about one hand of a card table. @param {string} rule */
  const asksHand = (rule) =>
    getDesk().view.incidents.some((/** @type {any} */ one) => one.rule === rule && one.asksHand);

  /**
   * The second step: this reason, for this spin, yes or no; before it whose hand it is, where the rule asks for one.
   * @param {Choice} choice @param {string} rule @param {boolean} fromList @param {string} [hand]
   */
  const confirmRule = (choice, rule, fromList, hand) => {
    const { about, key, reasons, sure, yes, look } = choice;
    const { language, view } = getDesk();
    const reason = reasons.find((each) => each.rule === rule);
    const leave = () => (fromList ? chooseRule(choice) : close());
    if (hand === undefined && reason !== undefined && asksHand(rule))
      return cards.chooseHand(about, reason, (whose) => confirmRule(choice, rule, fromList, whose), leave);
    const whose = view.cards?.hands.find((/** @type {any} */ one) => one.id === hand);
    open(
      about,
      sure,
      h(
        "p",
        { class: "about" },
        `${roundOf(about)}${whose === undefined ? "" : ` · ${sentence(whose.name, language)}`}`,
      ),
      h(
        "p",
        { class: "reason" },
        reason?.short == null ? null : h("strong", {}, reason.short[language]),
        h("span", {}, reason === undefined ? rule : sentence(reason.text, language)),
        h("small", {}, reason?.cite ?? ""),
      ),
      h(
        "div",
        { class: "answers" },
        back(leave),
        h(
          "button",
          {
            class: look,
            "data-answer": "yes",
            click: () => pressAndClose({ key, round: about, rule, ...(hand === undefined ? {} : { hand }) }),
          },
          key === "void" ? ICONS.void() : null,
          h("span", {}, yes),
        ),
      ),
    );
  };

  /** The first step: the reason. @param {Choice} choice */
  const chooseRule = (choice) => {
    const { language } = getDesk();
    open(
      choice.about,
      `${choice.title} · ${roundOf(choice.about)}`,
      h(
        "ul",
        { class: `reasons${choice.reasons.length > 8 ? " many" : ""}` },
        ...choice.reasons.map((reason) =>
          h(
            "li",
            {},
            h(
              "button",
              { class: "plain", "data-rule": reason.rule, click: () => confirmRule(choice, reason.rule, true) },
              h(
                "span",
                {},
                reason.short == null ? null : h("strong", {}, reason.short[language]),
                h("span", { class: "law" }, sentence(reason.text, language)),
                h("small", {}, reason.cite),
              ),
            ),
          ),
        ),
      ),
      h("div", { class: "answers" }, back(close)),
    );
  };

  /** @param {number} about @returns {Choice} */
  const voidChoice = (about) => {
    const { view, language } = getDesk();
    return {
      about,
      key: "void",
      reasons: voidsFor(getDesk()),
      title: say("chooseReason"),
      sure: say("sureVoid"),
      yes: `${say("yes")}: ${view.voidName?.[language] ?? say("voided")}`,
      look: "danger",
    };
  };

  const chooseVoid = (/** @type {number} */ about) => chooseRule(voidChoice(about));

  /** @param {Node | null} what is asked about @param {string} question @param {object} key @param {string} [look] */
  const askKey = (what, question, key, look = "go") =>
    open(
      null,
      say(question),
      what,
      h(
        "div",
        { class: "answers" },
        back(close),
        h(
          "button",
          { class: look, "data-answer": "yes", click: () => pressAndClose(key) },
          h("span", {}, say("yes")),
        ),
      ),
    );

  /** What is still open is named, the newest first, before the table is closed over it. */
  const closeTable = () => {
    const { view, language } = getDesk();
    const left = view.tasks
      .filter((/** @type {any} */ { kind }) => kind !== "acknowledge")
      .toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.round - a.round);
    const named = h(
      "div",
      { class: "reason open-decisions" },
      h("strong", {}, `${say("openDecisions")}: ${left.length}`),
      h(
        "ul",
        {},
        ...left.map((/** @type {any} */ task) =>
          h("li", {}, `${roundOf(task.round)} · ${sentence(task.text, language)}`),
        ),
      ),
      h("small", {}, say("openDecisionsMeans")),
    );
    askKey(
      left.length === 0 ? null : named,
      "sureClose",
      { key: "close-table" },
      left.length === 0 ? "go" : "danger",
    );
  };

  return {
    ...cards,
    ...diceDialogs(parts),
    ...resolveDialogs(parts, chooseVoid),
    chooseVoid,
    closeTable,
    /** An incident that does not void the spin. @param {number} about @param {any[]} reasons */
    chooseIncident: (about, reasons) =>
      chooseRule({
        about,
        key: "declare",
        reasons,
        title: say("chooseIncident"),
        sure: say("sureIncident"),
        yes: say("yes"),
        look: "go",
      }),
    /** @param {string} question word of i18n.js @param {object} key @param {string} [about] what is asked about */
    confirm: (question, key, about) =>
      askKey(about === undefined ? null : h("p", { class: "reason" }, about), question, key),
    /** Which of the law's notices is announced. @param {{ name: string, key: object }[]} notices */
    chooseNotice: (notices) =>
      open(
        null,
        say("sureLastCall"),
        h(
          "div",
          { class: "reasons" },
          ...notices.map(({ name, key }) =>
            h(
              "button",
              { class: "plain", "data-notice": name, click: () => pressAndClose(key) },
              h("strong", {}, `«${name}»`),
            ),
          ),
        ),
        h("div", { class: "answers" }, back(close)),
      ),
    close,
    /** A void is asked for one round; if the table has moved on, the question is no longer the right one. @param {any} view */
    viewChanged: (view) => {
      if (!box.open || round === null) return;
      const asked = view.round === round || view.tasks.some((/** @type {any} */ task) => task.round === round);
      if (asked) return;
      close();
      getDesk().say("refused", say("roundChanged"));
    },
  };
}
