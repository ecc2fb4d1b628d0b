import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import type { LinkTurn } from "./link.ts";

/**
 * After a silence an adapter, or a computer that stood still, may give everything at once that it held back. A device
 * that stamps its messages shows such a burst: there the device's time runs ahead of the host's. Until its messages come
 * at its own pace again they say what was: but for who it is, nothing of them is told. What stands is in the next
 * heartbeat.
 */
export type Late =
  /** Nothing came since the silence. */
  | "all"
  /** Since this message, which came at `t` and is stamped `ms`, the pace has not been lost again. */
  | { readonly t: MonoUs; readonly ms: number };

/** So long by its own time a device must keep its pace, ms; no heartbeat comes sooner. */
const PACE_MS = 200;

/** Whether the message, stamped `ms` by the device (32 bits), may have been held back. */
export function isLate(turn: LinkTurn, ms: number): boolean {
  const { late } = turn.link;
  if (late === null) return false;
  const passed = late === "all" ? 0 : (ms - late.ms) >>> 0;
  const kept = late !== "all" && 2 * (turn.t - late.t) >= passed * US_PER_MS;
  if (!kept) turn.link = { ...turn.link, late: { t: turn.t, ms } };
  else if (passed >= PACE_MS) turn.link = { ...turn.link, late: null };
  return turn.link.late !== null;
}
