import type { Durable } from "./durable.ts";
import { lastAfter } from "./last-rounds.ts";
import type { KeyRecord } from "./record.ts";
import { newTask, withTask, type Task } from "./tasks.ts";

/** What people are asked to decide, and what they decided, as the durable table keeps it. */

/** What somebody decided stands beside the round's own verdict, which stays what it was. */
export function resolved(before: Durable, { by, resolves, round }: KeyRecord): Durable {
  if (resolves === undefined) return before;
  const decided = { ...resolves, by };
  const counts = resolves.outcome === "stands" && round !== null;
  return {
    ...before,
    ...(counts ? { lastRounds: lastAfter(before, { kind: "result", round }) } : {}),
    series: before.series.map((entry) => (entry.round === round ? { ...entry, resolved: decided } : entry)),
    tasks: before.tasks.filter((other) => other.kind !== "decide" || other.round !== round),
  };
}

/** Whether this task asks something about a throw whose result stands. */
export function isAskedOf({ series }: Durable, { kind, round }: Task, of: number): boolean {
  return kind === "decide" && round === of && series.find((one) => one.round === of)?.kind === "result";
}

/** What a person must decide: of the spin or throw itself, or only something that is to be seen to. */
export function withDeclared(
  before: Durable,
  { round, rule }: { readonly round: number; readonly rule: string },
  { decides }: NonNullable<KeyRecord["attests"]>,
): Durable {
  const isDone = before.series.some((one) => one.round === round && one.kind !== "result");
  return withTask(
    before,
    decides === true && !isDone
      ? newTask("decide", round, rule, [], [rule])
      : newTask("acknowledge", round, rule, []),
  );
}
