import type { WheelSetup } from "../wheel-setup.ts";
import { bowlTracker } from "./bowl/tracker.ts";
import { discTracker } from "./disc/tracker.ts";
import { rouletteTracker } from "./roulette/tracker.ts";
import type { Tracker } from "./tracker.ts";

/** The tracker of a wheel of this kind. The session stores its state and never reads it. */
export function trackerOf(setup: WheelSetup): Tracker {
  switch (setup.kind) {
    case "roulette":
      return rouletteTracker(setup);
    case "bowl":
      return bowlTracker(setup);
    case "disc":
      return discTracker(setup);
  }
}
