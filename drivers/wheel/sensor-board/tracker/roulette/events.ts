import { TICKS_PER_S } from "../../edge.ts";
import { CALM_TICKS, HAND_TICKS as WIDEST_CROSSING } from "./rim.ts";
import { markUncertain, emitOnce, updateSpin, type TrackerContext } from "./spin.ts";

/**
 * Incidents that void a spin only while the ball runs. While the ball is on the track this is certain. After it has left the
 * track, the instant at which it came to rest is known only later, so the incidents wait until then.
 */
export interface SpinIncident {
  readonly what: "irregular" | "stopped" | "reversed" | "crossed" | "thing";
  /** Between these two instants. */
  readonly from: number;
  readonly to: number;
  /** Speeds before and after, tenths of rpm; 0 for an incident without speeds. */
  readonly was: number;
  readonly is: number;
}

/** The least time from a ball's last passing to its rest. */
export const FALL_TICKS_LEAST = 0.6 * TICKS_PER_S;
/** A ball that was seen in its pocket is at rest this much later. */
export const RATTLE_TICKS = 0.7 * TICKS_PER_S;
const INCIDENTS_MAX = 8;

export function recordIncident(context: TrackerContext, event: SpinIncident): void {
  const { spin } = context;
  // Edges were missing: perhaps the next spin is being prepared.
  if (spin.lost) return;
  if (
    spin.said.includes(observationKeyOf(event)) ||
    spin.waits.some(({ what }) => what === event.what && what !== "crossed")
  )
    return;
  const certain = spin.phase === "track" || event.to <= spin.seenAt + FALL_TICKS_LEAST;
  if (certain && event.what !== "crossed") return emitIncident(context, event);
  updateSpin(context, { waits: [...spin.waits, event].slice(-INCIDENTS_MAX) });
}

function observationKeyOf({ what }: SpinIncident): string {
  return what === "crossed" || what === "thing" ? "foreign" : what;
}

export function emitIncident(context: TrackerContext, event: SpinIncident): void {
  switch (event.what) {
    case "irregular":
      return emitOnce(context, "irregular", {
        o: "rotor-irregular",
        from: event.was,
        to: event.is,
        what: "speed",
      });
    case "reversed":
      emitOnce(context, "irregular", { o: "rotor-irregular", from: event.was, to: event.is, what: "reversal" });
      return emitOnce(context, "stopped", { o: "rotor-stopped" });
    case "stopped":
      return emitOnce(context, "stopped", { o: "rotor-stopped" });
    case "crossed":
    case "thing":
      return emitOnce(context, "foreign", { o: "foreign-object" });
  }
}

/**
 * The ball came to rest at some instant between the two: incidents before are reported, incidents after are dropped, and
 * incidents between them make the number uncertain.
 */
export function resolveIncidents(context: TrackerContext, from: number, to: number): void {
  const { waits } = context.spin;
  updateSpin(context, { waits: [] });
  for (const event of waits) {
    if (event.to <= from) emitIncident(context, event);
    else if (event.from < to)
      markUncertain(context, isRimIncident(event) ? "rim-crossed" : "rotor-disturbed", false);
  }
}

/** Whether the incident is at the rim (a hand, a thing that fell in); the others are of the rotor. */
export function isRimIncident({ what }: SpinIncident): boolean {
  return what === "crossed" || what === "thing";
}

/**
 * The ball was seen on the track after something had crossed the rim: so it was not the ball that crossed, and the beam does
 * not flicker. The crossing is reported.
 */
export function emitEarlyCrossing(context: TrackerContext): void {
  const { waits, seenAt } = context.spin;
  const sure = waits.find(
    ({ what, to }) => what === "crossed" && to < seenAt - WIDEST_CROSSING && context.tick - to > CALM_TICKS,
  );
  if (sure === undefined) return;
  updateSpin(context, { waits: waits.filter((event) => event !== sure) });
  emitIncident(context, sure);
}

/** The beam flickers: the crossings were none, and are dropped. */
export function forgetCrossings(context: TrackerContext): void {
  updateSpin(context, { waits: context.spin.waits.filter(({ what }) => what !== "crossed"), crossedAt: -1 });
}
