import type { WheelDoubt, WheelStage } from "../../../../../src/table/wheel/observation.ts";
import type { EmitObservation } from "../tracker.ts";
import type { Ball } from "../roulette/ball.ts";
import type { Rim } from "../roulette/rim.ts";
import { emitOnce, updateSpin } from "../roulette/spin.ts";
import type { Holes } from "./holes.ts";

export interface BowlState {
  /** Edges are known without a gap since this tick; −1: not yet. */
  readonly knownAt: number;
  readonly ball: Ball;
  readonly rim: Rim;
  readonly holes: Holes;
  readonly spin: Spin;
}

/** The ball from the launch to the hand that takes it out. */
export interface Spin {
  readonly stage: Extract<WheelStage, "betting" | "ball-in-rim" | "no-more-bets" | "result">;
  /** `over`: a person decides; the tracker only waits until the ball is taken out. */
  readonly phase: "idle" | "track" | "fall" | "rest" | "over";
  /** What was reported once. */
  readonly said: readonly string[];
  readonly launchedAt: number;
  /** Its last passing on the track, and when it was known to be off. */
  readonly seenAt: number;
  readonly fellAt: number;
  readonly lap: number;
  readonly atLeast: number;
  /** Pulses of the track since its last passing that the ball was not expected to make. */
  readonly odd: number;
  /** There was a gap: edges are missing since the launch. (Recordings name the field so.) */
  readonly holed: boolean;
  /** Something small crossed the rim at this tick; −1: nothing. */
  readonly crossedAt: number;
  /** The last hand over the rim: from and to, −1 while it is there. */
  readonly handFrom: number;
  readonly handTo: number;
  /** Since when a hole has held the ball; −1: none has. */
  readonly layIn: number;
  /** The hole of the number; when it was reported, and since when the hole is empty. */
  readonly hole: number;
  readonly emptyAt: number;
  readonly overAt: number;
}

export const NEW_SPIN: Spin = {
  stage: "betting",
  phase: "idle",
  said: [],
  launchedAt: -1,
  seenAt: -1,
  fellAt: -1,
  lap: 0,
  atLeast: 0,
  odd: 0,
  holed: false,
  crossedAt: -1,
  handFrom: -1,
  handTo: -1,
  layIn: -1,
  hole: -1,
  emptyAt: -1,
  overAt: -1,
};

/** The bowl as it is set up. */
export interface Bowl {
  readonly ring: readonly string[];
  readonly angles: readonly number[];
  /** Hole that is the first of the ring. */
  readonly zero: number;
  readonly dropLap: number;
  readonly calibrated: boolean;
}

/** A step under way: its parts are replaced as they change. */
export type TrackerContext = { -readonly [Key in keyof BowlState]: BowlState[Key] } & {
  readonly bowl: Bowl;
  readonly tick: number;
  readonly emit: EmitObservation;
};

/** `now`: the spin ends here; only the hand that clears the bowl is still expected. */
export function markUncertain(context: TrackerContext, code: WheelDoubt, now: boolean): void {
  emitOnce(context, `${code} ${now}`, { o: "doubt", code, now });
  if (now) endSpin(context);
}

export function endSpin(context: TrackerContext): void {
  updateSpin(context, { phase: "over", overAt: context.tick, emptyAt: -1 });
}

/** Was a hand over the rim at some time between the two? */
export function wasHandBetween({ handFrom, handTo }: Spin, from: number, to: number): boolean {
  return handFrom >= 0 && handFrom <= to && (handTo < 0 || handTo >= from);
}
