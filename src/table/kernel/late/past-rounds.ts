import { after, US_PER_S, type MonoUs } from "../../../time/instant.ts";
import type { TableRules } from "../context.ts";
import type { Durable } from "../durable/durable.ts";
import type { AnyFamily, FamilyTypes } from "../family-types.ts";
import type { FamilyReducer } from "../family.ts";
import type { RecordBody, VerdictRecord } from "../record.ts";

/**
 * The rounds that are over and may still be judged anew: what each came to, and when. It is live, not durable: its instants are of
 * the monotonic clock, which a restart begins anew. Of what was played before a restart the rounds of the series are known, and
 * their time counts from the restart.
 */
export interface PastRounds<Family extends FamilyTypes = AnyFamily> {
  /** When the unit started; null: it did not since the table was made. */
  readonly since: MonoUs | null;
  /** Oldest first, at most PAST_MAX. */
  readonly rounds: readonly PastRound<Family>[];
}

export type PastRound<Family extends FamilyTypes = AnyFamily> = PastOfAll & Family["past"];

interface PastOfAll {
  readonly round: number;
  readonly kind: VerdictRecord["kind"];
  /** When its first verdict came: a later one doesn't begin the time anew. */
  readonly endedAt: MonoUs;
  /** Somebody contests it: what it was until then. */
  readonly contested?: VerdictRecord["kind"];
  /** Something was asked behind its result, and somebody has answered it. Absent: nobody has. */
  readonly isAnswered?: true;
  /** The session in which it was played is over. Absent: it is not. */
  readonly isOver?: true;
}

export const NO_PAST: PastRounds = { since: null, rounds: [] };

/** Rounds that are remembered at once. */
export const PAST_MAX = 512;

/** Minutes for which a round that is over may be judged anew where neither the law nor the house says how long. */
export const LATE_MINUTES = 60;

/** The law's own time where the rulebook has one, else the house's. */
export const lateMinutes = ({ pack, lateMinutes: ofHouse }: Pick<TableRules, "pack" | "lateMinutes">): number =>
  pack.afterResult?.minutes ?? ofHouse ?? LATE_MINUTES;

const MINUTE_US = 60 * US_PER_S;

/** The rounds that are over, after one record; those that may not be judged any more for so many minutes are forgotten. `table`: before it. */
export function pastAfter(
  before: PastRounds,
  body: RecordBody,
  table: Durable,
  { minutes, t, reducer }: { readonly minutes: number; readonly t: MonoUs; readonly reducer: FamilyReducer },
): PastRounds {
  switch (body.kind) {
    case "result":
    case "void":
    case "undecided":
    case "aborted": {
      const known = before.rounds.find(({ round }) => round === body.round);
      const { round, kind } = body;
      const next: PastRound = {
        round,
        kind,
        endedAt: known?.endedAt ?? t,
        ...(body.kind === "undecided" && body.contestedBy !== undefined && known !== undefined
          ? { contested: known.kind }
          : {}),
        ...reducer.pastOf?.(body, known, table),
        ...(known?.isAnswered === true ? { isAnswered: true as const } : {}),
        ...(known?.isOver === true ? { isOver: true as const } : {}),
      };
      const others = before.rounds.filter((one) => one.round !== round && isWithin(one, minutes, t));
      const rounds = [...others, next].toSorted((a, b) => a.round - b.round).slice(-PAST_MAX);
      return { ...before, rounds };
    }
    case "phase":
      if (body.phase !== "closed") return before;
      return { ...before, rounds: before.rounds.map((one) => ({ ...one, isOver: true as const })) };
    case "key":
      return body.resolves?.outcome === "upheld" ? markUpheld(before, body.round) : before;
    default:
      return reducer.answersPast?.(body, table) === true ? markAnswered(before) : before;
  }
}

function markAnswered(before: PastRounds): PastRounds {
  const rounds = before.rounds.map((one) =>
    one.kind === "result" || one.contested === "result" ? { ...one, isAnswered: true as const } : one,
  );
  return { ...before, rounds };
}

function markUpheld(before: PastRounds, round: number | null): PastRounds {
  const rounds = before.rounds.map((one) => {
    const { contested, ...rest } = one;
    return one.round === round && contested !== undefined ? { ...rest, kind: contested } : one;
  });
  return { ...before, rounds };
}

/** What is known of a round that is over; null: nothing any more, or it is not over. */
export function pastRound({ since, rounds }: PastRounds, { series }: Durable, round: number): PastRound | null {
  const known = rounds.find((one) => one.round === round);
  if (known !== undefined) return known;
  const entry = series.find((one) => one.round === round);
  return entry === undefined || since === null ? null : { round, kind: entry.kind, endedAt: since };
}

/** Whether a round may still be judged anew at `t`. */
export const isWithin = ({ endedAt }: PastRound, minutes: number, t: MonoUs): boolean =>
  t <= after(endedAt, minutes * MINUTE_US);
