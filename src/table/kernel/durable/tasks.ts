import type { Durable, SeriesEntry } from "./durable.ts";
import type { UndecidedRecord, KeyRecord } from "../record.ts";
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
  /** Who declared it, by name: it can be taken back. Absent: the machine found it, or it was asked for. */
  readonly declaredBy?: string;
  /** It was declared behind the round's verdict. Absent: before it, or nobody did. */
  readonly isBehind?: true;
}

/** Tasks that can stand at once; the oldest acknowledgement gives way. A void to be called and a decision never do. */
export const TASKS_MAX = 12;

/** Voids to be called and decisions that can stand at once: more than a session of a table whose people call and decide nothing has. */
export const DECISIONS_MAX = 200;

/** What the task of a disputed round is about. */
export const DISPUTED = "disputed";

/** What the task is about with which a configuration that was ordered from afar is accepted. */
export const CONFIGURATION_ORDERED = "configuration-ordered";

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
  if (oldest < 0 && tasks.length <= DECISIONS_MAX) return { ...before, tasks };
  return { ...before, tasks: tasks.toSpliced(Math.max(0, oldest), 1) };
}

/** A task was seen. A round that is still to be decided keeps by whom. */
export function afterAcknowledged(before: Durable, id: string): Durable {
  const task = before.tasks.find((one) => one.id === id);
  const seen = withoutTasks(before, (one) => one.id === id);
  if (task?.about === CONFIGURATION_ORDERED && before.ordered !== undefined)
    return { ...seen, ordered: { ...before.ordered, confirmed: true } };
  if (task?.kind !== "decide" || task.rules === undefined) return seen;
  const { round, rules } = task;
  const keep = (entry: Durable["series"][number]): Durable["series"][number] =>
    entry.round === round && entry.kind === "undecided" ? { ...entry, rules } : entry;
  return { ...seen, series: seen.series.map(keep) };
}

/** The rules that the record names: those that were not judged, or that leave it to somebody. */
export function rulesNamedIn({ seen }: UndecidedRecord): readonly string[] {
  return typeof seen["rules"] === "string" ? seen["rules"].split(", ") : [];
}

/** What somebody decided stands beside the round's own verdict, which does not change. */
export function reduceResolve(before: Durable, { by, resolves, round }: KeyRecord): Durable {
  if (resolves === undefined) return before;
  const decided = { ...resolves, by };
  const isUpheld = before.series.some((one) => one.round === round && one.contested !== undefined);
  const counts =
    round !== null && (resolves.outcome === "stands" || (resolves.outcome === "upheld" && isUpheld));
  return {
    ...before,
    ...(counts ? { lastRounds: roundsLeftAfter(before, { kind: "result", round }) } : {}),
    series: before.series.map((entry) => (entry.round === round ? resolvedEntry(entry, decided) : entry)),
    tasks: before.tasks.filter((other) => other.kind !== "decide" || other.round !== round),
  };
}

/** What was contested and is upheld is again what it was. */
function resolvedEntry(entry: SeriesEntry, resolved: NonNullable<SeriesEntry["resolved"]>): SeriesEntry {
  const { contested, ...rest } = entry;
  // A dispute of what somebody decided: it stands as he decided it.
  if (resolved.outcome === "upheld" && entry.resolved !== undefined) return entry;
  if (resolved.outcome !== "upheld" || contested === undefined) return { ...entry, resolved };
  return { ...rest, kind: "result", ...contested, resolved };
}

/** Rules that somebody has declared of this round, and that leave it to a person who has not decided yet. */
export const askedRules = ({ tasks }: Durable, of: number): readonly string[] =>
  tasks.flatMap(({ kind, round, rules = [] }) => (kind === "decide" && round === of ? rules : []));

/** What a person must decide: of the spin or throw itself, or only something that is to be seen to. */
export function withDeclaredTask(
  before: Durable,
  { round, rule }: { readonly round: number; readonly rule: string },
  { decides }: NonNullable<KeyRecord["attests"]>,
  by: string,
): Durable {
  const entry = before.series.find((one) => one.round === round);
  // Where the round is disputed that alone is decided: a round waits for one decision at a time.
  const isOpen =
    decides === true &&
    (entry === undefined || entry.kind === "result") &&
    !before.tasks.some((other) => other.about === DISPUTED && other.round === round);
  const task = newTask(isOpen ? "decide" : "acknowledge", round, rule, [], isOpen ? [rule] : []);
  const behind = entry === undefined ? {} : { isBehind: true as const };
  return withTask(before, { ...task, declaredBy: by, ...behind });
}
