import { TICKS_PER_S } from "../../edge.ts";
import { CALM, HAND_AFTER as WIDEST_CROSSING } from "./rim.ts";
import { doubt, once, set, type Turn } from "./spin.ts";

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

export function happened(turn: Turn, event: Happening): void {
  const { spin } = turn;
  // Edges were missing: perhaps the next spin is being prepared.
  if (spin.lost) return;
  if (
    spin.said.includes(factOf(event)) ||
    spin.waits.some(({ what }) => what === event.what && what !== "crossed")
  )
    return;
  const certain = spin.phase === "track" || event.to <= spin.seenAt + REST_MIN;
  if (certain && event.what !== "crossed") return tell(turn, event);
  set(turn, { waits: [...spin.waits, event].slice(-KEPT) });
}

function factOf({ what }: Happening): string {
  return what === "crossed" || what === "thing" ? "foreign" : what;
}

export function tell(turn: Turn, event: Happening): void {
  switch (event.what) {
    case "irregular":
      return once(turn, "irregular", { o: "rotor-irregular", from: event.was, to: event.is, what: "speed" });
    case "reversed":
      once(turn, "irregular", { o: "rotor-irregular", from: event.was, to: event.is, what: "reversal" });
      return once(turn, "stopped", { o: "rotor-stopped" });
    case "stopped":
      return once(turn, "stopped", { o: "rotor-stopped" });
    case "crossed":
    case "thing":
      return once(turn, "foreign", { o: "foreign-object" });
  }
}

/**
 * The ball is at rest since some instant between the two: says what happened before, forgets what happened after, and
 * holds against the number what lies between.
 */
export function settle(turn: Turn, from: number, to: number): void {
  const { waits } = turn.spin;
  set(turn, { waits: [] });
  for (const event of waits) {
    if (event.to <= from) tell(turn, event);
    else if (event.from < to) doubt(turn, isOfRim(event) ? "rim-crossed" : "rotor-disturbed", false);
  }
}

/** Of the rim and what fell in over it; the others are of the rotor. */
export function isOfRim({ what }: Happening): boolean {
  return what === "crossed" || what === "thing";
}

/** The ball was seen on the track after something had crossed the rim: that was something else, and it does not flicker. */
export function crossedBefore(turn: Turn): void {
  const { waits, seenAt } = turn.spin;
  const sure = waits.find(
    ({ what, to }) => what === "crossed" && to < seenAt - WIDEST_CROSSING && turn.tick - to > CALM,
  );
  if (sure === undefined) return;
  set(turn, { waits: waits.filter((event) => event !== sure) });
  tell(turn, sure);
}

/** The beam breaks for moments again and again: nothing crossed. */
export function notCrossed(turn: Turn): void {
  set(turn, { waits: turn.spin.waits.filter(({ what }) => what !== "crossed"), crossedAt: -1 });
}
