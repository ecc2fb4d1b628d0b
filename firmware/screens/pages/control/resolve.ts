/** Questions about an undecided round: what was decided about it. Each ends in exactly one key. */
import { h } from "preact";
import type { ResolveOutcome } from "../../../../src/people/keys.ts";
import type { TaskView } from "../../../../src/table/kernel/view/view.ts";
import { dicePicks } from "./dice-dialogs.ts";
import { answerRow, pickButton, pickRow, yesButton } from "./buttons.ts";
import { voidsFor, type QuestionBox, type ReasonView, type ResolvableTask, type ShownDesk } from "./desk.ts";
import { sentenceIn } from "../i18n.ts";
import { shapeSign } from "../icons.ts";

/** The reasons of the law that this person may call this task's round void for. */
export function reasonsFor(desk: ShownDesk, task: TaskView): readonly ReasonView[] {
  const { view } = desk;
  // Cards of an earlier round are collected: the law's reasons speak of what lies there.
  if (view.cards !== null && task.round !== view.round) return [];
  return voidsFor(desk).filter((one) => task.mayBeCalled.includes(one.rule));
}

export function resolveDialogs(box: QuestionBox, chooseVoid: (round: number) => void) {
  const { wordHere, roundText } = box;

  /** The last step. */
  const confirmOutcome = (
    { round }: ResolvableTask,
    outcome: ResolveOutcome,
    words: string,
    back: () => void,
    announced: { readonly announced?: string } = {},
  ): void => {
    const yes = yesButton({
      look: outcome === "void" ? "danger" : "go",
      name: `${wordHere("yes")}: ${words}`,
      onClick: () => box.pressAndClose({ key: "resolve", round, outcome, ...announced }),
    });
    box.open(
      round,
      wordHere("sureResolve"),
      h("p", { class: "about" }, roundText(round)),
      h(
        "p",
        { class: "reason" },
        words,
        outcome === "upheld" ? null : h("small", null, wordHere("resolveMeans")),
      ),
      answerRow(box, back, yes),
    );
  };

  /** What was announced, to be picked from what this game knows. */
  const chooseAnnounced = (task: ResolvableTask, faces: readonly string[] = []): void => {
    const { language, view } = box.desk();
    const { announced } = task.resolve;
    const toStart = () => chooseResolve(task);
    if (announced === null) return confirmOutcome(task, "stands", wordHere("stands"), toStart);
    const back = () => chooseAnnounced(task);
    const confirm = (name: string, words: string) =>
      confirmOutcome(task, "stands", `${wordHere("stands")}: ${words}`, back, { announced: name });
    const title = `${wordHere("whatAnnounced")} · ${roundText(task.round)}`;
    if (announced === "faces") {
      if (view.dice === null) return;
      const picks = dicePicks(view.dice, language, faces, (next) => chooseAnnounced(task, next));
      const ready = faces.length === view.dice.dice && !faces.includes("");
      const onClick = () => confirm(faces.join(" "), picks.said);
      const send = yesButton({ look: "go", name: wordHere("send"), onClick }, !ready);
      return box.open(task.round, title, ...picks.rows, answerRow(box, toStart, send));
    }
    const picks = announced.map(({ announced: name, text, colour }) => {
      const words = text === null ? name : sentenceIn(text, language);
      const sign = colour === null || colour === "none" ? null : shapeSign(colour);
      return pickButton(
        { "data-announced": name },
        null,
        () => confirm(name, words),
        sign,
        h("span", null, words),
      );
    });
    box.open(task.round, title, pickRow(" announced", ...picks), answerRow(box, toStart));
  };

  /** The first step: what was decided. */
  const chooseResolve = (task: ResolvableTask): void => {
    const desk = box.desk();
    const { outcomes } = task.resolve;
    const option = (
      isOffered: boolean,
      name: string,
      words: string,
      act: () => void,
      means: string | null = null,
    ) => {
      const content = h(
        "span",
        null,
        h("strong", null, words),
        means === null ? null : h("small", null, means),
      );
      return isOffered
        ? h("li", null, h("button", { class: "plain", "data-outcome": name, onClick: act }, content))
        : null;
    };
    const confirm = (outcome: ResolveOutcome, words: string) => () =>
      confirmOutcome(task, outcome, words, () => chooseResolve(task));
    const [upheld, isVoid, otherwise] = [wordHere("upheld"), wordHere("resolveVoid"), wordHere("otherwise")];
    box.open(
      task.round,
      `${wordHere("howResolved")} · ${roundText(task.round)}`,
      h("p", { class: "means" }, sentenceIn(task.text, desk.language)),
      h(
        "ul",
        { class: "reasons" },
        option(
          outcomes.includes("upheld"),
          "upheld",
          upheld,
          confirm("upheld", upheld),
          wordHere("upheldMeans"),
        ),
        option(outcomes.includes("stands"), "stands", wordHere("stands"), () => chooseAnnounced(task)),
        option(reasonsFor(desk, task).length > 0, "reason", wordHere("byReason"), () => chooseVoid(task.round)),
        option(
          outcomes.includes("void"),
          "void",
          isVoid,
          confirm("void", isVoid),
          wordHere("resolveVoidMeans"),
        ),
        option(
          outcomes.includes("otherwise"),
          "otherwise",
          otherwise,
          confirm("otherwise", otherwise),
          wordHere("otherwiseMeans"),
        ),
      ),
      answerRow(box, box.close),
    );
  };

  return { chooseResolve };
}
