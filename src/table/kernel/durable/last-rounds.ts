import type { KeyNamed } from "../people/key-of.ts";
import type { AnnouncedPhase } from "../../../rules/pack.ts";
import type { Durable } from "./durable.ts";
import type { VerdictRecord } from "../record.ts";
import type { AnyPack } from "../family-types.ts";

/** The notice of the last rounds, as it is counted: all as the key is pressed, none when they are played. */

/** Rounds that a notice is good for that says no other number. */
const LAST_ROUNDS = 3;

/** Rounds that the notice was good for as it was pressed. */
export const announcedRounds = ({ lastOf = LAST_ROUNDS }: Durable): number => lastOf;

/** The table after the key. A round that runs already is none of the last ones. */
export function reduceLastCall(before: Durable, { notice, rounds }: KeyNamed<"last-three-spins">): Durable {
  const lastFrom = before.phase === "betting" ? before.round : before.round + 1;
  const { lastIs, lastOf, ...rest } = before;
  const is =
    notice === undefined ? {} : { lastIs: notice === "last-shoe" ? ("shoe" as const) : ("game" as const) };
  return {
    ...(lastIs === undefined && lastOf === undefined ? before : rest),
    lastRounds: rounds ?? LAST_ROUNDS,
    ...(rounds === undefined ? {} : { lastOf: rounds }),
    lastFrom,
    lastCalled: true,
    ...is,
  };
}

/**
 * Rounds left of those that a notice of the last ones has announced, the running one among them; 0: they are played; null: none.
 * The last game is one, which is counted from the same number; how many a last shoe has nobody knows.
 */
export function roundsLeft({ lastRounds: left, lastIs }: Durable, { announcements }: AnyPack): number | null {
  const has = (phase: AnnouncedPhase): boolean => announcements.some((one) => one.phase === phase);
  if (left === null || lastIs === "shoe" || !(has("last-three-spins") || has("last-game"))) return null;
  if (lastIs !== "game" && has("last-three-spins")) return left;
  return left === LAST_ROUNDS ? 1 : 0;
}

/** The table closes: notice and session end. */
export function withoutLastRounds(before: Durable): Durable {
  const { lastFrom, lastCalled: called, lastIs, lastOf, ...rest } = before;
  const isUnsaid = [lastFrom, called, lastIs, lastOf].every((one) => one === undefined);
  if (isUnsaid && before.lastRounds === null) return before;
  return { ...rest, lastRounds: null };
}

/** Rounds left after a verdict: a result takes one, a result that is taken back gives it back, the first one after them ends the notice. */
export function roundsLeftAfter(
  before: Durable,
  { kind, round }: Pick<VerdictRecord, "kind" | "round">,
): number | null {
  const { lastRounds: left, lastFrom = 0, lastIs, series } = before;
  if (left === null || round < lastFrom) return left;
  const stood = series.some((one) => one.round === round && one.kind === "result");
  if (kind !== "result") return stood ? Math.min(announcedRounds(before), left + 1) : left;
  if (stood) return left;
  if (lastIs === "shoe") return LAST_ROUNDS - 1;
  const isPlayed = lastIs === "game" ? left < LAST_ROUNDS : left === 0;
  return isPlayed ? null : left - 1;
}
