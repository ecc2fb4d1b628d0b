import { TICKS_PER_S } from "../../edge.ts";
import { endSpin, updateSpin, type TrackerContext } from "./spin.ts";

/**
 * A ball that hangs on a deflector or lies on the fret ring: it is told as soon as that is certain, and watched on. It may fall by itself,
 * and then it has its number; how long it may hang is the rulebook's word.
 */

/** Nobody waits for a ball for so long; what is seen after that is of no spin. */
export const HUNG_WATCH_TICKS = 600 * TICKS_PER_S;

export const isHung = ({ spin: { hungAt } }: TrackerContext): boolean => hungAt >= 0;

export function emitHung(context: TrackerContext): void {
  if (isHung(context)) return;
  updateSpin(context, { hungAt: context.tick });
  context.emit({ o: "ball-suspended", now: "hangs" });
}

/** It is seen in a pocket, and no hand was there. */
export function emitFallen(context: TrackerContext): void {
  if (!isHung(context)) return;
  updateSpin(context, { hungAt: -1, fellAt: context.tick });
  context.emit({ o: "ball-suspended", now: "fell" });
}

/** A hand came for it, or nobody ever did. */
export function endHung(context: TrackerContext): void {
  context.emit({ o: "ball-suspended", now: "taken" });
  endSpin(context);
}
