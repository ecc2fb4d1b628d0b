/** Questions about an undecided round: what was decided about it. Each ends in exactly one key. */
import { h } from "preact";
import { dicePicks } from "./control-dice-dialogs.ts";
import { answers } from "./control-answers.ts";
import { voidsFor } from "./control-roles.ts";
import { kindOf, sentence, word, roundName, type Word } from "./i18n.ts";
import { shape } from "./icons.ts";
import type { Key, ResolveOutcome } from "../../../src/people/keys.ts";
import type { TaskView } from "../../../src/table/view.ts";
import type { QuestionBox, ReasonView, ResolvableTask, ShownDesk } from "./control-desk.ts";

/** The reasons of the law that this person may call this task's round void for. */
export function reasonsFor(desk: ShownDesk, task: TaskView): readonly ReasonView[] {
  const { view } = desk;
  // Cards of an earlier round are collected: the law's reasons speak of what lies there.
  if (view.cards !== null && task.round !== view.round) return [];
  return voidsFor(desk).filter((one) => task.mayBeCalled.includes(one.rule));
}

export function resolveDialogs(box: QuestionBox, chooseVoid: (round: number) => void) {
  const say = (name: Word) => word(name, box.desk().language, kindOf(box.desk().view));
  const spin = (task: ResolvableTask) =>
    `${roundName(box.desk().view, box.desk().language) ?? say("spin")} ${task.round}`;

  /** The last step. */
  const sure = (
    task: ResolvableTask,
    outcome: ResolveOutcome,
    words: string,
    back: () => void,
    announced?: string,
  ): void => {
    const key: Key = {
      key: "resolve",
      round: task.round,
      outcome,
      ...(announced === undefined ? {} : { announced }),
    };
    box.open(
      task.round,
      say("sureResolve"),
      h("p", { class: "about" }, spin(task)),
      h("p", { class: "reason" }, words, h("small", null, say("resolveMeans"))),
      answers(
        box,
        back,
        h(
          "button",
          {
            class: outcome === "void" ? "danger" : "go",
            "data-answer": "yes",
            onClick: () => box.pressAndClose(key),
          },
          h("span", null, `${say("yes")}: ${words}`),
        ),
      ),
    );
  };

  /** What was announced, to be picked from what this game knows. */
  const chooseAnnounced = (task: ResolvableTask, faces: readonly string[] = []): void => {
    const { language, view } = box.desk();
    const { announced } = task.resolve;
    const back = () => chooseAnnounced(task);
    if (announced === null) return sure(task, "stands", say("stands"), () => chooseResolve(task));
    const stands = (said: string, words: string) =>
      sure(task, "stands", `${say("stands")}: ${words}`, back, said);
    const title = `${say("whatAnnounced")} · ${spin(task)}`;
    if (announced === "faces") {
      if (view.dice === null) return;
      const picks = dicePicks(view.dice, language, faces, (next) => chooseAnnounced(task, next));
      const ready = faces.length === view.dice.dice && !faces.includes("");
      const send = h(
        "button",
        {
          class: "go",
          "data-answer": "yes",
          disabled: !ready,
          onClick: () => stands(faces.join(" "), picks.said),
        },
        h("span", null, say("send")),
      );
      box.open(
        task.round,
        title,
        ...picks.rows,
        answers(box, () => chooseResolve(task), send),
      );
      return;
    }
    box.open(
      task.round,
      title,
      h(
        "div",
        { class: "picks announced" },
        ...announced.map((one) => {
          const words = one.text === null ? one.announced : sentence(one.text, language);
          return h(
            "button",
            { class: "pick", "data-announced": one.announced, onClick: () => stands(one.announced, words) },
            one.colour === null || one.colour === "none" ? null : shape(one.colour),
            h("span", null, words),
          );
        }),
      ),
      answers(box, () => chooseResolve(task)),
    );
  };

  /** The first step: what was decided. */
  const chooseResolve = (task: ResolvableTask): void => {
    const desk = box.desk();
    const { outcomes } = task.resolve;
    const option = (name: string, words: string, means: string | null, act: () => void) =>
      h(
        "li",
        null,
        h(
          "button",
          { class: "plain", "data-outcome": name, onClick: act },
          h("span", null, h("strong", null, words), means === null ? null : h("small", null, means)),
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
      answers(box, box.close),
    );
  };

  return { chooseResolve };
}
