import type { Durable } from "./durable.ts";
import type { UndecidedRecord, KeyRecord } from "./record.ts";
import { roundsLeftAfter } from "./last-rounds.ts";

/** Something that waits for a person. `id` is unique among the standing ones. */
export interface Task {
  readonly id: string;
  readonly kind: "confirm-void" | "decide" | "acknowledge";
  readonly round: number;
  /** Rule, reason code or abort cause, for the text. */
  readonly about: string;
  readonly mayBeCalled: readonly string[];
  /** A decision: the rules that leave it to somebody. Absent: none is known. */
  readonly rules?: readonly string[];
  /** Of the session that begins or ends, not of a round: over with the next opening or closing. */
  readonly session?: true;
}

/** Tasks that can stand at once; the oldest acknowledgement gives way. */
export const TASKS_MAX = 12;

export function newTask(
  kind: Task["kind"],
  round: number,
  about: string,
  calls: readonly string[],
  rules: readonly string[] = [],
): Task {
  const id = `${kind}/${round}/${about}`;
  return { id, kind, round, about, mayBeCalled: calls, ...(rules.length > 0 ? { rules } : {}) };
}

/** The table is opened or closed: what the law wants done then takes the place of what was to be done before. */
export function withSessionTasks(before: Durable, duties: readonly string[]): Durable {
  return duties.reduce(
    (table, about) => withTask(table, { ...newTask("acknowledge", before.round, about, []), session: true }),
    withoutTasks(before, ({ session }) => session === true),
  );
}

/** The table without the tasks that are over; the very same where none is. */
export function withoutTasks(before: Durable, isOver: (task: Task) => boolean): Durable {
  const tasks = before.tasks.filter((task) => !isOver(task));
  return tasks.length === before.tasks.length ? before : { ...before, tasks };
}

export function withTask(before: Durable, next: Task): Durable {
  const tasks = [...before.tasks.filter((other) => other.id !== next.id), next];
  if (tasks.length <= TASKS_MAX) return { ...before, tasks };
  const oldest = tasks.findIndex((other) => other.kind === "acknowledge");
  return { ...before, tasks: tasks.toSpliced(Math.max(0, oldest), 1) };
}

/** The rules that the record names: those that were not judged, or that leave it to somebody. */
export function rulesNamedIn({ seen }: UndecidedRecord): readonly string[] {
  return typeof seen["rules"] === "string" ? seen["rules"].split(", ") : [];
}

/** What somebody decided stands beside the round's own verdict, which does not change. */
export function reduceResolve(before: Durable, { by, resolves, round }: KeyRecord): Durable {
  if (resolves === undefined) return before;
  const decided = { ...resolves, by };
  const counts = resolves.outcome === "stands" && round !== null;
  return {
    ...before,
    ...(counts ? { lastRounds: roundsLeftAfter(before, { kind: "result", round }) } : {}),
    series: before.series.map((entry) => (entry.round === round ? { ...entry, resolved: decided } : entry)),
    tasks: before.tasks.filter((other) => other.kind !== "decide" || other.round !== round),
  };
}

/** Whether this task asks something about a throw whose result stands. */
export function isQuestionOf({ series }: Durable, { kind, round }: Task, of: number): boolean {
  return kind === "decide" && round === of && series.find((one) => one.round === of)?.kind === "result";
}

/** What a person must decide: of the spin or throw itself, or only something that is to be seen to. */
export function withDeclaredTask(
  before: Durable,
  { round, rule }: { readonly round: number; readonly rule: string },
  { decides }: NonNullable<KeyRecord["attests"]>,
): Durable {
  const isOver = before.series.some((one) => one.round === round && one.kind !== "result");
  const isOpen = decides === true && !isOver;
  return withTask(before, newTask(isOpen ? "decide" : "acknowledge", round, rule, [], isOpen ? [rule] : []));
}
