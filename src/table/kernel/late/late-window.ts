import type { TableRules } from "../context.ts";

/** For how long a round that is over may be judged anew. */

/** Minutes where neither the law nor the house says how long. */
export const LATE_MINUTES = 60;

/** The law's own time where the rulebook has one, else the house's. */
export const lateMinutes = ({ pack, lateMinutes: ofHouse }: Pick<TableRules, "pack" | "lateMinutes">): number =>
  pack.afterResult?.minutes ?? ofHouse ?? LATE_MINUTES;
