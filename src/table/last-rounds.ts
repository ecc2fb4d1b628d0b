import type { Durable } from "./durable.ts";
import type { VerdictRecord } from "./record.ts";

/** The notice of the last rounds, as it is counted: three as the key is pressed, none when they are played. */

/** Rounds that the notice is good for, as it is pressed. */
export const LAST_ROUNDS = 3;

/** The table after the key. A round that runs already is none of the last ones. */
export function lastCalled(before: Durable): Durable {
  const lastFrom = before.phase === "betting" ? before.round : before.round + 1;
  return { ...before, lastRounds: LAST_ROUNDS, lastFrom, lastCalled: true };
}

/** The table closes: notice and session end. */
export function withoutLast(before: Durable): Durable {
  const { lastFrom, lastCalled: called, ...rest } = before;
  if (lastFrom === undefined && called === undefined && before.lastRounds === null) return before;
  return { ...rest, lastRounds: null };
}

/** Rounds left after a verdict: a result takes one, a result that is taken back gives it back, the first one after them ends the notice. */
export function lastAfter(
  before: Durable,
  { kind, round }: Pick<VerdictRecord, "kind" | "round">,
): number | null {
  const { lastRounds: left, lastFrom = 0, series } = before;
  if (left === null || round < lastFrom) return left;
  const stood = series.some((one) => one.round === round && one.kind === "result");
  if (kind !== "result") return stood ? Math.min(LAST_ROUNDS, left + 1) : left;
  if (stood) return left;
  return left === 0 ? null : left - 1;
}
