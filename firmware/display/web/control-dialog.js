// @ts-check
/** Questions before a key that cannot be taken back. They close by themselves when the table moves on. */
import { h, put } from "./dom.js";
import { sentence, word } from "./i18n.js";
import { ICONS } from "./icons.js";

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
  };
  const close = () => {
    round = null;
    if (box.open) box.close();
  };
  const say = (/** @type {string} */ name) => word(name, getDesk().language);
  const back = (/** @type {() => void} */ act) =>
    h("button", { class: "plain", "data-answer": "back", click: act }, h("span", {}, say("back")));

  /** @param {object} key */
  const pressAndClose = (key) => {
    close();
    getDesk().press(key);
  };

  /** The second step: this reason, for this spin, yes or no. @param {number} about @param {string} rule @param {boolean} fromList */
  const confirmVoid = (about, rule, fromList = false) => {
    const { view, language } = getDesk();
    const reason = view.voidReasons.find((/** @type {any} */ each) => each.rule === rule);
    open(
      about,
      say("sureVoid"),
      h("p", { class: "about" }, `${say("spin")} ${about}`),
      h(
        "p",
        { class: "reason" },
        reason === undefined ? rule : sentence(reason.text, language),
        h("small", {}, reason?.cite ?? ""),
      ),
      h(
        "div",
        { class: "answers" },
        back(() => (fromList ? chooseVoid(about) : close())),
        h(
          "button",
          {
            class: "danger",
            "data-answer": "yes",
            click: () => pressAndClose({ key: "void", round: about, rule }),
          },
          ICONS.void(),
          h("span", {}, `${say("yes")}: ${view.voidName[language]}`),
        ),
      ),
    );
  };

  /** The first step: the reason. @param {number} about */
  const chooseVoid = (about) => {
    const { view, language } = getDesk();
    open(
      about,
      `${say("chooseReason")} · ${say("spin")} ${about}`,
      h(
        "ul",
        { class: "reasons" },
        ...view.voidReasons.map((/** @type {any} */ reason) =>
          h(
            "li",
            {},
            h(
              "button",
              { class: "plain", "data-rule": reason.rule, click: () => confirmVoid(about, reason.rule, true) },
              h("span", {}, sentence(reason.text, language), h("small", {}, reason.cite)),
            ),
          ),
        ),
      ),
      h("div", { class: "answers" }, back(close)),
    );
  };

  return {
    chooseVoid,
    confirmVoid,
    /** @param {string} question word of i18n.js @param {object} key */
    confirm: (question, key) =>
      open(
        null,
        say(question),
        h(
          "div",
          { class: "answers" },
          back(close),
          h(
            "button",
            { class: "go", "data-answer": "yes", click: () => pressAndClose(key) },
            h("span", {}, say("yes")),
          ),
        ),
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
