// @ts-check
/** Questions about an undecided round: what was decided about it. Each ends in exactly one key. */
import { h } from "./dom.ts";
import { dicePicks } from "./control-dice-dialogs.js";
import { voidsFor } from "./control-keys.js";
import { roundName } from "./control-words.ts";
import { kindOf, ROLES, sentence, word } from "./i18n.ts";
import { shape } from "./icons.ts";

/** @typedef {import("./i18n.ts").Language} Language */

/** The reasons of the law that this person may call this task's round void for. @param {import("./control.js").Desk} desk @param {any} task */
export function reasonsFor(desk, task) {
  const { view } = desk;
  // Cards of an earlier round are collected: the law's reasons speak of what lies there.
  if (view.cards !== null && task.round !== view.round) return [];
  return voidsFor(desk).filter((/** @type {any} */ one) => task.mayBeCalled.includes(one.rule));
}

/** What somebody made of an undecided round, in one line; null: nobody has. @param {any} resolved @param {Language} language */
export function resolvedLine(resolved, language) {
  if (resolved === null || resolved === undefined) return null;
  const { outcome, announced, by, role } = resolved;
  const what = word(outcome === "void" ? "resolveVoid" : outcome, language);
  const said = announced === null || outcome !== "stands" ? what : `${what}: ${announced[language]}`;
  return `${word("resolvedAs", language)} · ${said} · ${by}, ${ROLES[role][language]}`;
}

/**
 * @param {import("./control-card-dialogs.js").Box} box
 * @param {(round: number) => void} chooseVoid
 */
export function resolveDialogs(box, chooseVoid) {
  const say = (/** @type {string} */ name) => word(name, box.desk().language, kindOf(box.desk().view));
  const spin = (/** @type {any} */ task) =>
    `${roundName(box.desk().view, box.desk().language) ?? say("spin")} ${task.round}`;

  /** @param {() => void} back @param {Node | null} [yes] */
  const answers = (back, yes = null) =>
    h(
      "div",
      { class: "answers" },
      h("button", { class: "plain", "data-answer": "back", click: back }, h("span", {}, say("back"))),
      yes,
    );

  /** The last step. @param {any} task @param {string} outcome @param {string} words @param {() => void} back @param {string} [announced] */
  const sure = (task, outcome, words, back, announced) => {
    const key = {
      key: "resolve",
      round: task.round,
      outcome,
      ...(announced === undefined ? {} : { announced }),
    };
    box.open(
      task.round,
      say("sureResolve"),
      h("p", { class: "about" }, spin(task)),
      h("p", { class: "reason" }, words, h("small", {}, say("resolveMeans"))),
      answers(
        back,
        h(
          "button",
          {
            class: outcome === "void" ? "danger" : "go",
            "data-answer": "yes",
            click: () => box.pressAndClose(key),
          },
          h("span", {}, `${say("yes")}: ${words}`),
        ),
      ),
    );
  };

  /** What was announced, to be picked from what this game knows. @param {any} task @param {string[]} [faces] */
  const chooseAnnounced = (task, faces = []) => {
    const { language, view } = box.desk();
    const { announced } = task.resolve;
    const back = () => chooseAnnounced(task);
    if (announced === null) return sure(task, "stands", say("stands"), () => chooseResolve(task));
    const stands = (/** @type {string} */ said, /** @type {string} */ words) =>
      sure(task, "stands", `${say("stands")}: ${words}`, back, said);
    const title = `${say("whatAnnounced")} · ${spin(task)}`;
    if (announced === "faces") {
      const picks = dicePicks(view.dice, language, faces, (next) => chooseAnnounced(task, next));
      const ready = faces.length === view.dice.dice && !faces.includes("");
      const send = h(
        "button",
        {
          class: "go",
          "data-answer": "yes",
          disabled: !ready,
          click: () => stands(faces.join(" "), picks.said),
        },
        h("span", {}, say("send")),
      );
      box.open(
        task.round,
        title,
        ...picks.rows,
        answers(() => chooseResolve(task), send),
      );
      return;
    }
    box.open(
      task.round,
      title,
      h(
        "div",
        { class: "picks announced" },
        ...announced.map((/** @type {any} */ one) => {
          const words = one.text === null ? one.announced : sentence(one.text, language);
          return h(
            "button",
            { class: "pick", "data-announced": one.announced, click: () => stands(one.announced, words) },
            one.colour === null || one.colour === "none" ? null : shape(one.colour),
            h("span", {}, words),
          );
        }),
      ),
      answers(() => chooseResolve(task)),
    );
  };

  /** The first step: what was decided. @param {any} task */
  const chooseResolve = (task) => {
    const desk = box.desk();
    const { outcomes } = task.resolve;
    const option = (
      /** @type {string} */ name,
      /** @type {string} */ words,
      /** @type {string | null} */ means,
      /** @type {() => void} */ act,
    ) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "plain", "data-outcome": name, click: act },
          h("span", {}, h("strong", {}, words), means === null ? null : h("small", {}, means)),
        ),
      );
    const back = () => chooseResolve(task);
    box.open(
      task.round,
      `${say("howResolved")} · ${spin(task)}`,
      h("p", { class: "means" }, sentence(task.text, desk.language)),
      h(
        "ul",
        { class: "reasons" },
        outcomes.includes("stands") ? option("stands", say("stands"), null, () => chooseAnnounced(task)) : null,
        reasonsFor(desk, task).length === 0
          ? null
          : option("reason", say("byReason"), null, () => chooseVoid(task.round)),
        outcomes.includes("void")
          ? option("void", say("resolveVoid"), say("resolveVoidMeans"), () =>
              sure(task, "void", say("resolveVoid"), back),
            )
          : null,
        outcomes.includes("otherwise")
          ? option("otherwise", say("otherwise"), say("otherwiseMeans"), () =>
              sure(task, "otherwise", say("otherwise"), back),
            )
          : null,
      ),
      answers(box.close),
    );
  };

  return { chooseResolve };
}
