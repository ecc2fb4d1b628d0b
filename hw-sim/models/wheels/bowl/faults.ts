import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";

/** Faults of a bowl by name. */
export const BOWL_FAULTS = [
  "out-of-bowl",
  "between-holes",
  "on-the-boss",
  "object-in-bowl",
  "object-in-hole",
  "second-ball",
  "hole-blind",
  "hole-stuck",
  "hole-flickers",
  "chain-blind",
  "lifted-early",
  "weak-launch",
  "sensor-blind",
  "sensor-stuck",
  "track-blind",
  "rim-stuck",
  "hand-over-rim",
  "cover",
  "tamper",
  "reset",
  "unplugged",
  "noise",
] as const;

export type BowlFault = (typeof BOWL_FAULTS)[number];

/** Faults that begin with the launch, or before it: they can only hit a spin that has not begun. */
export const AT_LAUNCH: ReadonlySet<BowlFault> = new Set<BowlFault>(["second-ball", "weak-launch"]);

/** How a fault shows this time. Shares are of the time from the launch to the rest. */
export interface BowlFaultPlan {
  readonly fault: BowlFault;
  /** Nothing of it can happen sooner: the run so far was seen already. */
  readonly notBeforeUs: number;
  readonly share: number;
  readonly seconds: number;
  /** 0 to 17. */
  readonly hole: number;
  readonly first: boolean;
  /** 0 `A`, 1 `B`, 2 `C`. */
  readonly sensor: number;
  readonly laps: number;
}

export function drawFaultPlan(fault: BowlFault, notBeforeUs: number, random: RandomSource): BowlFaultPlan {
  const share = drawBetween(random, 50, 950) / 1_000;
  const common = {
    fault,
    notBeforeUs,
    share,
    seconds: drawBetween(random, 300, 1_600) / 1_000,
    hole: random.below(18),
    first: random.oneIn(2),
    sensor: random.below(3),
    laps: drawBetween(random, 500, 2_900) / 1_000,
  };
  // Sensors fail in a run or have failed before it.
  const isOfSensors = /-(?:blind|stuck)$/.test(fault);
  const since = isOfSensors && (fault === "track-blind" || random.oneIn(2)) ? -1 : share;
  const seconds = fault === "unplugged" ? drawBetween(random, 500, 15_000) / 1_000 : common.seconds;
  return { ...common, share: since, seconds };
}
