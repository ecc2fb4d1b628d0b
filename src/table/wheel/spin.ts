import type { MonoUs } from "../../time/instant.ts";
import type { Fact } from "../../rules/facts.ts";
import type { Direction, WheelStage } from "./observation.ts";
import type { WheelFactName, WheelFacts } from "../../rules/vocabulary/wheel.ts";
import type { WheelReason } from "../../codes/reasons.ts";

/** The live state of a wheel table: what its device reports of the spin that runs. */
export interface WheelLive {
  readonly stage: WheelStage;
  /** The device's game of the newest spin, over or not; null: none since the table was opened or the unit started. */
  readonly spinGame: number | null;
  readonly deviceGame: number | null;
  readonly rotor: { readonly rpm10: number; readonly direction: Direction | null; readonly at: MonoUs } | null;
  readonly spin: Spin | null;
  /** Millionths of a rotor turn since the last void, or null when none is being counted. */
  readonly turnsMicro: number | null;
  /** The rotor's sense in the void spin that the next launch repeats. Absent: not known, or no void waits. */
  readonly voidRotor?: Direction;
  /** Spins may have been played that tirada did not see, since the last valid one. */
  readonly unseen: boolean;
  /** When lines of the running spin began to be missing, or null. */
  readonly gapAt: MonoUs | null;
  /** When a jump of the device outside every spin was last recorded, or null. */
  readonly jumpAt: MonoUs | null;
}

/** A spin from the first sign of it to its verdict. */
export interface Spin {
  readonly round: number;
  readonly deviceGame: number | null;
  readonly direction: Direction | null;
  /** The ball has been seen on the track; before that it is only a launch. */
  readonly running: boolean;
  /** Watched from the open bets on, without a gap. */
  readonly watched: boolean;
  /** Codes of what went unseen or cannot be true. */
  readonly doubts: readonly WheelReason[];
  readonly facts: WheelFacts;
  /** Since when the ball hangs in no pocket. Absent: it does not, or it has hung for so long that it counts as suspended. */
  readonly hungAt?: MonoUs;
  /** The number that the device gave, once the spin is at rest. */
  readonly number: {
    readonly pocket: string;
    readonly witnesses: readonly string[];
    readonly cell: number | null;
  } | null;
  /** The round has its verdict; what comes after belongs to no round. */
  readonly judged: boolean;
  /** The device aborted it: its next launch is another spin. */
  readonly over: boolean;
}

export const NEW_WHEEL_LIVE: WheelLive = {
  stage: "unknown",
  spinGame: null,
  deviceGame: null,
  rotor: null,
  spin: null,
  turnsMicro: null,
  unseen: false,
  gapAt: null,
  jumpAt: null,
};

/** The direction is not taken from earlier lines: they may be of another launch, or from before a gap. */
export function newSpin(round: number, watched: boolean, live: WheelLive): Spin {
  return {
    round,
    deviceGame: live.deviceGame,
    direction: null,
    running: false,
    watched,
    doubts: [],
    facts: {},
    number: null,
    judged: false,
    over: false,
  };
}

export function withFact(spin: Spin, name: WheelFactName, fact: Fact): Spin {
  return { ...spin, facts: { ...spin.facts, [name]: fact } };
}

export function withDoubt(spin: Spin, doubt: WheelReason): Spin {
  return spin.doubts.includes(doubt) ? spin : { ...spin, doubts: [...spin.doubts, doubt] };
}

export const flagFact = (value: boolean | null): Fact => ({ is: "flag", value });
export const wordFact = (value: string | null): Fact => ({ is: "word", value });
export const countFact = (atLeast: number, atMost: number | null): Fact => ({ is: "count", atLeast, atMost });
