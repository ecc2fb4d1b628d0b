import type { WheelSetup } from "../wheel-setup.ts";
import { bowlTracker } from "./bowl/tracker.ts";
import { discTracker } from "./disc/tracker.ts";
import { rouletteTracker } from "./roulette/tracker.ts";
import type { Tracker } from "./tracker.ts";

/** The tracker of a wheel of this kind. The session keeps its state and never looks into it. */
export function trackerOf(rig: WheelSetup): Tracker {
  switch (rig.kind) {
    case "roulette":
      return rouletteTracker(rig);
    case "bowl":
      return bowlTracker(rig);
    case "disc":
      return discTracker(rig);
  }
}
