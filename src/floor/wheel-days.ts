import { chiSquareCritical, chiSquareTail, LEAST_EXPECTED } from "../analysis/chi-square.ts";
import { BIAS_RISK } from "./wheel-bias.ts";

/** What the floor's store has of the days of some wheels. Days are named as in `2026-11-30`. */
export interface DaysStored {
  readonly numbers: readonly {
    readonly log: string;
    readonly day: string;
    readonly spins: number;
    readonly statistic: number;
  }[];
  readonly voids: readonly { readonly log: string; readonly day: string; readonly count: number }[];
  readonly measured: readonly {
    readonly log: string;
    readonly day: string;
    readonly measure: string;
    readonly part: string;
    readonly value: number;
  }[];
}

/** A day of a wheel. */
export interface WheelDay {
  readonly day: string;
  /** Certified numbers. */
  readonly spins: number;
  /** Rounds that ended without a number. */
  readonly voids: number;
  /** Pearson's statistic of its numbers, and how often chance alone gives one as large; null: too few numbers to say. */
  readonly statistic: number | null;
  readonly p: number | null;
  /** By the name of the measure, with its part behind a space where it has one. */
  readonly measured: Readonly<Record<string, number>>;
  /** Behind which sensor the ball left its track most often; null: nobody saw. */
  readonly dropPart: string | null;
}

/** A wheel by its days, the oldest first. */
export interface WheelDays {
  readonly log: string;
  readonly days: readonly WheelDay[];
}

/** Wheels of one kind, day by day. */
export interface KindDays {
  /** A statistic that a fair wheel passes on one day in a hundred; null: a ring of one pocket. */
  readonly limit: number | null;
  readonly wheels: readonly WheelDays[];
}

const DROP_ZONE = "drop-zone";

/** Days of wheels of one kind. `shares`: of each pocket of their ring. */
export function wheelDays(
  logs: readonly string[],
  shares: Readonly<Record<string, number>>,
  { numbers, voids, measured }: DaysStored,
): KindDays {
  const freedom = Object.keys(shares).length - 1;
  const least = Math.min(...Object.values(shares));
  const keyOf = ({ log, day }: { readonly log: string; readonly day: string }): string => `${log} ${day}`;
  const counted = new Map(numbers.map((one) => [keyOf(one), one]));
  const lost = new Map(voids.map((one) => [keyOf(one), one.count]));
  const values = Map.groupBy(measured, keyOf);
  const days = Map.groupBy([...numbers, ...voids, ...measured], ({ log }) => log);
  const dayOf = (log: string, day: string): WheelDay => {
    const key = keyOf({ log, day });
    const { spins = 0, statistic = 0 } = counted.get(key) ?? {};
    const isEnough = freedom > 0 && spins * least >= LEAST_EXPECTED;
    const own = values.get(key) ?? [];
    return {
      day,
      spins,
      voids: lost.get(key) ?? 0,
      statistic: isEnough ? statistic : null,
      p: isEnough ? chiSquareTail(statistic, freedom) : null,
      measured: Object.fromEntries(own.map(({ measure, part, value }) => [nameOf(measure, part), value])),
      dropPart: own.find(({ measure }) => measure === DROP_ZONE)?.part ?? null,
    };
  };
  return {
    limit: freedom > 0 ? chiSquareCritical(BIAS_RISK, freedom) : null,
    wheels: logs.map((log) => {
      const own = [...new Set((days.get(log) ?? []).map(({ day }) => day))].toSorted();
      return { log, days: own.map((day) => dayOf(log, day)) };
    }),
  };
}

/** The sensor of the drop zone is what was measured, not which one was. */
const nameOf = (measure: string, part: string): string =>
  measure === DROP_ZONE || part === "" ? measure : `${measure} ${part}`;
