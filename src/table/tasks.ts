import type { Durable } from "./durable.ts";
import type { UndecidedRecord } from "./record.ts";

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

/** The table is opened or closed: what the law wants done as it is, in the place of what was to be done before. */
export function withSession(before: Durable, duties: readonly string[]): Durable {
  const { tasks, round } = before;
  const left = tasks.some(({ session }) => session === true)
    ? { ...before, tasks: tasks.filter(({ session }) => session !== true) }
    : before;
  return duties.reduce(
    (table, about) => withTask(table, { ...newTask("acknowledge", round, about, []), session: true }),
    left,
  );
}

export function withTask(before: Durable, next: Task): Durable {
  const tasks = [...before.tasks.filter((other) => other.id !== next.id), next];
  if (tasks.length <= TASKS_MAX) return { ...before, tasks };
  const givesWay = Math.max(
    0,
    tasks.findIndex((other) => other.kind === "acknowledge"),
  );
  return { ...before, tasks: tasks.toSpliced(givesWay, 1) };
}

/** The rules that the record names: those that were not judged, or that leave it to somebody. */
export function rulesOf({ seen }: UndecidedRecord): readonly string[] {
  return typeof seen["rules"] === "string" ? seen["rules"].split(", ") : [];
}
