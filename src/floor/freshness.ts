import { HEARTBEAT_MS } from "./heartbeat.ts";

/** How current what is shown of a table is: `stale` is drawn grey, `gone` says that the table is silent. */
export type Freshness = "fresh" | "stale" | "gone";

/** So much later than due a heartbeat may come, ms. */
export const STALE_MS = 3_000;
export const GONE_MS = 10_000;

/** `heardMs`: how long ago the newest heartbeat was heard; null: none ever was. */
export function freshnessOf(heardMs: number | null): Freshness {
  if (heardMs === null) return "gone";
  const late = heardMs - HEARTBEAT_MS;
  if (late <= STALE_MS) return "fresh";
  return late <= GONE_MS ? "stale" : "gone";
}
