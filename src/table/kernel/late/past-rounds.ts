import type { CrapsState } from "../../../dice/outcome-types.ts";
import { after, US_PER_S, type MonoUs } from "../../../time/instant.ts";
import type { Durable } from "../durable/durable.ts";
import type { RecordBody, VerdictRecord } from "../record.ts";

/**
 * The rounds that are over and may still be judged anew: what each came to, and when. It is live, not durable: its instants are of
 * the monotonic clock, which a restart begins anew. Of what was played before a restart the rounds of the series are known, and
 * their time counts from the restart.
 */
export interface PastRounds {
  /** When the unit started; null: it did not since the table was made. */
  readonly since: MonoUs | null;
  /** Oldest first, at most PAST_MAX. */
  readonly rounds: readonly PastRound[];
}

export interface PastRound {
  readonly round: number;
  readonly kind: VerdictRecord["kind"];
  /** When its first verdict came: a later one doesn't begin the time anew. */
  readonly endedAt: MonoUs;
  /** Somebody contests it: what it was until then. */
  readonly contested?: VerdictRecord["kind"];
  /** Craps: where the series stood before it. Absent: not known, or the game is played in none. */
  readonly before?: CrapsState;
  /** Craps: what the result made of the series. */
  readonly craps?: CrapsChange;
  /** Craps: a result behind which it was asked where the series stands, and somebody has said so. Absent: nobody has. */
  readonly isAnswered?: true;
  /** The session in which it was played is over, and its series with it. Absent: it is not. */
  readonly isOver?: true;
}

interface CrapsChange {
  readonly after: CrapsState;
  /** The seven that loses: the dice pass on. */
  readonly isLost: boolean;
}

export const NO_PAST: PastRounds = { since: null, rounds: [] };

/** Rounds that are remembered at once. */
export const PAST_MAX = 512;

const MINUTE_US = 60 * US_PER_S;

/**
 * The rounds that are over, after one record; those that may not be judged any more for so many minutes are forgotten. `series`: where
 * a series of craps stood before the record; `isAsked`: whether that was asked.
 */
export function pastAfter(
  before: PastRounds,
  body: RecordBody,
  series: CrapsState | null,
  { minutes, t, isAsked }: { readonly minutes: number; readonly t: MonoUs; readonly isAsked: boolean },
): PastRounds {
  switch (body.kind) {
    case "result":
    case "void":
    case "undecided":
    case "aborted": {
      const known = before.rounds.find(({ round }) => round === body.round);
      const { round, kind } = body;
      const craps = (body.kind === "result" ? crapsOf(body) : known?.craps) ?? null;
      const stood = known === undefined || body.kind === "result" ? stoodBefore(body, series) : known.before;
      const next: PastRound = {
        round,
        kind,
        endedAt: known?.endedAt ?? t,
        ...(body.kind === "undecided" && body.contestedBy !== undefined && known !== undefined
          ? { contested: known.kind }
          : {}),
        ...(stood === undefined ? {} : { before: stood }),
        ...(craps === null ? {} : { craps }),
        ...(known?.isAnswered === true ? { isAnswered: true as const } : {}),
        ...(known?.isOver === true ? { isOver: true as const } : {}),
      };
      const others = before.rounds.filter((one) => one.round !== round && isWithin(one, minutes, t));
      const rounds = [...others, next].toSorted((a, b) => a.round - b.round).slice(-PAST_MAX);
      return { ...before, rounds };
    }
    case "dice-set":
      return body.event === "point-marked" && isAsked ? answered(before) : before;
    case "phase":
      if (body.phase !== "closed") return before;
      return { ...before, rounds: before.rounds.map((one) => ({ ...one, isOver: true as const })) };
    case "key":
      return body.resolves?.outcome === "upheld" ? upheld(before, body.round) : before;
    default:
      return before;
  }
}

function answered(before: PastRounds): PastRounds {
  const rounds = before.rounds.map((one) =>
    one.kind === "result" || one.contested === "result" ? { ...one, isAnswered: true as const } : one,
  );
  return { ...before, rounds };
}

function upheld(before: PastRounds, round: number | null): PastRounds {
  const rounds = before.rounds.map((one) => {
    const { contested, ...rest } = one;
    return one.round === round && contested !== undefined ? { ...rest, kind: contested } : one;
  });
  return { ...before, rounds };
}

function crapsOf({ result }: VerdictRecord & { kind: "result" }): CrapsChange | null {
  if (!("faces" in result) || result.craps === null) return null;
  const { after: then, call } = result.craps;
  return { after: then, isLost: call === "seven-out" };
}

function stoodBefore(body: VerdictRecord, series: CrapsState | null): CrapsState | undefined {
  const result = body.kind === "result" && "faces" in body.result ? body.result : null;
  return result?.craps?.before ?? series ?? undefined;
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
