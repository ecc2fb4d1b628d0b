import type { DealStep } from "../../../rules/card-game.ts";
import type { ShoeMode } from "../command.ts";

/**
 * The deal as a machine of this mode gives it. One that gives packets deals every step that says how (`ifPackets`) so: each
 * portion at once. Null: the catalogue does not have this game dealt in packets, a machine set to them must not be used. A
 * game whose cards leave in packets only (`packets`) is not dealt one by one: null too.
 */
export function stepsFor(deal: readonly DealStep[], mode: ShoeMode): readonly DealStep[] | null {
  if (mode === "sort") return null;
  const isPackets = mode === "packets";
  const deals = deal.filter((step) => step.step === "deal");
  if (isPackets && !deals.some((step) => step.ifPackets !== undefined || step.packets === true)) return null;
  if (!isPackets && deals.some((step) => step.packets === true)) return null;
  return deal.map((step) => {
    if (step.step !== "deal" || step.ifPackets === undefined) return step;
    const { ifPackets, ...rest } = step;
    return isPackets ? { ...rest, to: ifPackets, times: 1, packets: true } : rest;
  });
}
