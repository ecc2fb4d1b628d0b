import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import type { LinkContext } from "./link.ts";

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
export function isLate(context: LinkContext, ms: number): boolean {
  const { late } = context.link;
  if (late === null) return false;
  const passed = late === "all" ? 0 : (ms - late.ms) >>> 0;
  const kept = late !== "all" && 2 * (context.t - late.t) >= passed * US_PER_MS;
  if (!kept) context.link = { ...context.link, late: { t: context.t, ms } };
  else if (passed >= PACE_MS) context.link = { ...context.link, late: null };
  return context.link.late !== null;
}
