import { TICKS_PER_S } from "../../edge.ts";
import { CALM, HAND_AFTER as WIDEST_CROSSING } from "./rim.ts";
import { markUncertain, once, updateState, type TrackerContext } from "./spin.ts";

/**
 * Things that void a spin only while the ball runs. On the track that is plain; once it has left the track, the instant
 * at which it came to rest is known only afterwards, so they wait until it is.
 */
export interface Happening {
  readonly what: "irregular" | "stopped" | "reversed" | "crossed" | "thing";
  /** Between these two instants. */
  readonly from: number;
  readonly to: number;
  /** Speeds before and after, tenths of rpm; 0 for what is no speed. */
  readonly was: number;
  readonly is: number;
}

/** No ball comes from its last passing to its rest in less than this. */
export const REST_MIN = 0.6 * TICKS_PER_S;
/** A ball that was seen in its pocket is at rest this much later. */
export const RATTLES = 0.7 * TICKS_PER_S;
const KEPT = 8;

export function happened(context: TrackerContext, event: Happening): void {
  const { spin } = context;
  // Edges were missing: perhaps the next spin is being prepared.
  if (spin.lost) return;
  if (
    spin.said.includes(factOf(event)) ||
    spin.waits.some(({ what }) => what === event.what && what !== "crossed")
  )
    return;
  const certain = spin.phase === "track" || event.to <= spin.seenAt + REST_MIN;
  if (certain && event.what !== "crossed") return tell(context, event);
  updateState(context, { waits: [...spin.waits, event].slice(-KEPT) });
}

function factOf({ what }: Happening): string {
  return what === "crossed" || what === "thing" ? "foreign" : what;
}

export function tell(context: TrackerContext, event: Happening): void {
  switch (event.what) {
    case "irregular":
      return once(context, "irregular", { o: "rotor-irregular", from: event.was, to: event.is, what: "speed" });
    case "reversed":
      once(context, "irregular", { o: "rotor-irregular", from: event.was, to: event.is, what: "reversal" });
      return once(context, "stopped", { o: "rotor-stopped" });
    case "stopped":
      return once(context, "stopped", { o: "rotor-stopped" });
    case "crossed":
    case "thing":
      return once(context, "foreign", { o: "foreign-object" });
  }
}

/**
 * The ball is at rest since some instant between the two: says what happened before, forgets what happened after, and
 * holds against the number what lies between.
 */
export function settleEvents(context: TrackerContext, from: number, to: number): void {
  const { waits } = context.spin;
  updateState(context, { waits: [] });
  for (const event of waits) {
    if (event.to <= from) tell(context, event);
    else if (event.from < to) markUncertain(context, isOfRim(event) ? "rim-crossed" : "rotor-disturbed", false);
  }
}

/** Of the rim and what fell in over it; the others are of the rotor. */
export function isOfRim({ what }: Happening): boolean {
  return what === "crossed" || what === "thing";
}

/** The ball was seen on the track after something had crossed the rim: that was something else, and it does not flicker. */
export function crossedBefore(context: TrackerContext): void {
  const { waits, seenAt } = context.spin;
  const sure = waits.find(
    ({ what, to }) => what === "crossed" && to < seenAt - WIDEST_CROSSING && context.tick - to > CALM,
  );
  if (sure === undefined) return;
  updateState(context, { waits: waits.filter((event) => event !== sure) });
  tell(context, sure);
}

/** The beam breaks for moments again and again: nothing crossed. */
export function notCrossed(context: TrackerContext): void {
  updateState(context, { waits: context.spin.waits.filter(({ what }) => what !== "crossed"), crossedAt: -1 });
}
