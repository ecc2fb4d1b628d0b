import type { TableFamily } from "./family.ts";
import type { Phase } from "./phase.ts";
import type { Table } from "./table.ts";

/**
 * What a restart of the unit would cost a table, and why it may not be restarted now. A family names its own; what every table has, a
 * round and people who decide, is named here.
 */
export const RESTART_COSTS = [
  /** Bets are open, or the round is being played. */
  "round-open",
  /** Somebody has still to decide or to confirm. */
  "decision-waiting",
  /** A void spin is repeated by the next launch, in the sense that the process knows. */
  "relaunch-due",
  /** The cards in the shoe are known to the process alone (decision 19). */
  "shoe-loaded",
  /** Dice are shaken, roll, or are read. */
  "throw-under-way",
  /** Craps: a point stands. */
  "point-standing",
] as const;
export type RestartCost = (typeof RESTART_COSTS)[number];

const IN_ROUND: readonly Phase[] = ["betting", "ball-in-play", "dealing", "throwing", "no-more-bets"];

/** What a restart would cost now, each once; empty: nothing. */
export function restartCosts(table: Table, { steps }: Pick<TableFamily, "steps">): readonly RestartCost[] {
  const { phase, tasks } = table.durable;
  const isAsked = tasks.some(({ kind }) => kind === "decide" || kind === "confirm-void");
  const costs: readonly RestartCost[] = [
    ...(IN_ROUND.includes(phase) ? ["round-open" as const] : []),
    ...(isAsked || phase === "undecided" ? ["decision-waiting" as const] : []),
    ...steps.restartCosts(table),
  ];
  return RESTART_COSTS.filter((cost) => costs.includes(cost));
}
