/** What waits for a person: the current round on top, then the newest first, one line each. A task for another role is shown, but its keys are off. */
import { h, type JSX } from "preact";
import { ballNotices } from "./balls.ts";
import { keyButton } from "./buttons.ts";
import {
  awayNotice,
  cardNotices,
  diceNotices,
  stepItems,
  taskLine,
  titleAndLine,
  joiningNotice,
  unfilledNotice,
  updateNotice,
} from "./notices.ts";
import { reasonsFor } from "./resolve.ts";
import { joinParts, ROLES, sentenceIn, wordIn, roundText } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import type { TableView, TaskView } from "../../../../src/table/kernel/view/view.ts";
import {
  isResolvable,
  isShown,
  showsOnlyUseful,
  voidsFor,
  type Desk,
  type KeyName,
  type ShownDesk,
} from "./desk.ts";

const URGENCY = ["confirm-void", "decide", "acknowledge"];

/** Of the current round first, then the newest; within a round what is to be called before what is to be seen. */
const inOrder = ({ tasks, round }: TableView): readonly TaskView[] =>
  tasks.toSorted(
    (a, b) =>
      Number(b.round === round) - Number(a.round === round) ||
      (b.round ?? 0) - (a.round ?? 0) ||
      URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind),
  );

/** Whether it is this person's to do. */
const isTheirs = ({ person }: ShownDesk, task: TaskView): boolean =>
  person === null ? task.kind === "acknowledge" : (task.by ?? [task.for]).includes(person.role);

function taskItem(desk: ShownDesk, task: TaskView) {
  const { language, view } = desk;
  const keys = showsOnlyUseful(view) && !isTheirs(desk, task) ? [] : keysOf(desk, task);
  const isNow = task.round === view.round;
  const whose = `${wordIn("onlyFor", language)}: ${ROLES[task.for][language]}`;
  const means = joinParts(
    task.round === null ? null : roundText(view, language, task.round),
    isNow ? task.cite : null,
    whose,
  );
  return taskLine(
    `task-${task.kind} ${isNow ? "task-now" : "task-line"}`,
    titleAndLine(sentenceIn(task.text, language), means),
    keys,
    { "data-task": task.id, "data-of": task.round },
  );
}

/** One key for each task; an undecided round asks what was decided, where the law knows a void too its reasons are asked first. */
function keysOf(desk: ShownDesk, task: TaskView): readonly JSX.Element[] {
  const { language, dialog, view } = desk;
  const { round } = task;
  if (task.kind === "confirm-void" && round !== null) {
    const press = () => desk.press({ key: "confirm-void", round, rule: task.id });
    const refuse = () => dialog.contest(round, true);
    return [
      taskButton(desk, "confirm-void", wordIn("confirmVoid", language), "void", press),
      taskButton(desk, "contest", wordIn("notVoid", language), "undecided", refuse, isTheirs(desk, task)),
    ];
  }
  if (isResolvable(task)) {
    const ask = () => dialog.chooseResolve(task);
    return [taskButton(desk, "resolve", wordIn("resolve", language), "undecided", ask, isTheirs(desk, task))];
  }
  const see = () => desk.press({ key: "acknowledge", what: task.id });
  const isVoidable = task.kind === "decide" && round !== null && reasonsFor(desk, task).length > 0;
  const voids = isVoidable ? [voidKey(desk, round)] : [];
  // A series of craps cannot go on until its undecided throw is resolved, so seeing it is not enough.
  const inSeries = view.dice?.puck && (round === view.round || isResolvedWith(view, round));
  // Whether a result was announced is answered by the keys of the moment.
  const isAnswered = view.dice?.keys.some(({ key }) => key.key === "declare" && key.round === round);
  const hangs = task.awaitsAnswer === true || (task.kind === "decide" && (inSeries || isAnswered));
  return hangs
    ? voids
    : [
        ...voids,
        taskButton(desk, "acknowledge", wordIn("acknowledge", language), "tick", see, isTheirs(desk, task)),
      ];
}

/** Another decision about this round has keys of its own, and ends this one too. */
const isResolvedWith = ({ tasks }: TableView, of: number | null): boolean =>
  tasks.some(({ round, resolve }) => round === of && (resolve ?? null) !== null);

/** The reasons are behind one key: none of them can be pressed by mistake for another round. */
function voidKey(desk: ShownDesk, round: number) {
  const ask = () => desk.dialog.chooseVoid(round);
  return taskButton(
    desk,
    "void",
    `${wordIn("callVoid", desk.language)}…`,
    "void",
    ask,
    voidsFor(desk).length > 0,
  );
}

const taskButton = (
  desk: ShownDesk,
  key: KeyName,
  name: string,
  icon: "void" | "undecided" | "tick",
  onClick: () => void,
  isTheirKey = true,
): JSX.Element =>
  keyButton(desk, key, { look: icon === "void" ? "danger" : "plain", name, icon, onClick, isOff: !isTheirKey });

/** What is done now after a void or an undecided round, step by step. At a card table an incident has its steps beside it. */
function nowSteps({ view, language }: ShownDesk) {
  const { verdict, cards } = view;
  const then = verdict !== null && "then" in verdict ? verdict.then : [];
  if (then.length === 0 || verdict?.kind !== view.phase || (cards?.happened.length ?? 0) > 0) return null;
  return taskLine("task-steps-now", [
    h("strong", null, wordIn("whatNow", language)),
    stepItems(then, language),
  ]);
}

/** What waits of earlier rounds: one stands as it is; more are folded to their count, and a tap lays them open whole. */
function earlierItems(desk: ShownDesk, others: readonly TaskView[]): readonly JSX.Element[] {
  const { language, view, isUnfolded } = desk;
  const items = (): JSX.Element[] => others.map((one) => taskItem(desk, one));
  if (others.length < 2) return items();
  const rounds = others.flatMap(({ round }) => (round === null ? [] : [round]));
  const [first, last] = [Math.min(...rounds), Math.max(...rounds)];
  const which =
    rounds.length === 0 ? null : `${roundText(view, language, first)}${first === last ? "" : `–${last}`}`;
  const calls = others.filter(({ kind }) => kind === "confirm-void").length;
  const key = h(
    "button",
    {
      class: "plain fold",
      "data-fold": "earlier",
      "aria-expanded": String(isUnfolded),
      onClick: () => desk.unfold(!isUnfolded),
    },
    h("strong", null, `${isUnfolded ? "▾" : "▸"} ${wordIn("earlier", language)}: ${others.length}`),
    h("span", null, joinParts(which, calls === 0 ? null : `${wordIn("confirmVoid", language)}: ${calls}`)),
  );
  return [h("li", { class: "folded" }, key), ...(isUnfolded ? items() : [])];
}

export function taskList(desk: Desk): JSX.Element[] {
  if (!isShown(desk) || !desk.fresh) return [];
  const { language, view } = desk;
  const { tasks } = view;
  const notices = [
    ...awayNotice(desk),
    ...unfilledNotice(desk),
    ...cardNotices(desk),
    ...diceNotices(desk),
    ...ballNotices(desk),
    ...updateNotice(desk),
    ...joiningNotice(desk),
  ];
  const { warnings = [], unread = [] } = view.cards ?? {};
  const count = tasks.length + warnings.length + unread.length + (view.dice?.duties.length ?? 0);
  const ordered = inOrder(view);
  const now = ordered.filter((one) => one.round === view.round);
  const others = ordered.filter((one) => one.round !== view.round);
  const what = nowSteps(desk);
  return [
    h("h2", null, wordIn("tasks", language), count === 0 ? null : h("span", { class: "count" }, String(count))),
    tasks.length + notices.length === 0 && what === null
      ? h("p", { class: "nothing" }, iconSign("tick"), wordIn("noTasks", language))
      : h(
          "ul",
          null,
          ...now.map((one) => taskItem(desk, one)),
          ...notices,
          ...earlierItems(desk, others),
          what,
        ),
  ];
}
