import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";

/** Faults of a bowl by name, and what they are. */
export const BOWL_FAULTS = {
  "out-of-bowl": "the ball jumps out of the bowl",
  "between-holes": "the ball stops between the holes",
  "on-the-boss": "the ball stops on the boss",
  "object-in-bowl": "a chip falls into the bowl while the ball runs, and lies beside the holes",
  "object-in-hole": "a chip falls into a hole while the ball runs",
  "second-ball": "a second ball is launched",
  "hole-blind": "one sensor of the hole in which the ball lies sees nothing",
  "hole-stuck": "one sensor of another hole sees something that is not there",
  "hole-flickers": "one sensor of the hole in which the ball lies comes and goes",
  "chain-blind": "one of the two chains of hole sensors sees nothing any more",
  "lifted-early": "the ball is taken out before it has lain for two seconds",
  "weak-launch": "the ball is launched for less than three laps",
  "sensor-blind": "a ball sensor on the track sees nothing any more",
  "sensor-stuck": "a ball sensor on the track sees something that is not there",
  "track-blind": "no ball sensor on the track sees anything",
  "rim-stuck": "the light curtain of the rim stays broken",
  "hand-over-rim": "a hand comes over the rim while the ball runs",
  cover: "the cover is put on while the ball runs",
  tamper: "the sensors' housing is opened while the ball runs",
  reset: "the board is reset while the ball runs",
  unplugged: "the board's cable is pulled while the ball runs",
  noise: "the line is disturbed while the ball runs",
} as const;

export type BowlFault = keyof typeof BOWL_FAULTS;

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
