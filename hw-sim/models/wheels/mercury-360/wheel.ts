import type { Wear } from "../wear.ts";
import { CammeghWheel, type CammeghWear, type FaultOptions, type PocketCount, type Sense } from "../cammegh.ts";
import type { WheelFactName } from "../../../../src/rules/vocabulary/wheel.ts";
import type { BallInWheel } from "./lines.ts";

export const MERCURY_FAULTS = [
  /** Launched below parameter 6A (50 rpm). */
  "weak-launch",
  /** The ball runs the way of the rotor. */
  "with-rotor",
  /** The ball leaves the wheel after no more bets. */
  "ball-left",
  "rotor-fast",
  "rotor-slow",
  /** The table stands askew: only the wheel's own event list and `*X` tell. */
  "level",
  /** The result waits for the dealer: state 7. */
  "dealer-lock",
] as const;
export type MercuryFault = (typeof MERCURY_FAULTS)[number];

export interface MercuryOptions {
  readonly seed: string;
  readonly pockets?: PocketCount;
  /** The protocol of this port of the break-out box; `advanced` unless given. */
  readonly protocol?: "basic" | "advanced" | "extended";
  /** `*G0`: which errors void a game. 0x1F (both kinds) unless given; the delivered wheel has 0. */
  readonly gameMode?: number;
  readonly faults?: FaultOptions<MercuryFault>;
  readonly wear?: Wear<CammeghWear> | undefined;
}

export interface MercurySpin {
  readonly number: number;
  /** Games played before this one. */
  readonly game: number;
  readonly rotor: Sense;
  readonly ball: Sense;
  /** When the ball was on the track, µs. */
  readonly launchedUs: number;
  readonly launchRpm: number;
  readonly laps: number;
  readonly pocket: string | null;
  readonly announced: string | null;
  readonly fault: MercuryFault | null;
  /** What happened in it that should not (facts of `src/rules/vocabulary/wheel.ts`), and since when, µs. */
  readonly sinceUs: Readonly<Partial<Record<WheelFactName, number>>>;
  /** `respin`: the dealer took the ball and launched again. */
  readonly end: "result" | "respin" | "power-lost";
}

export type MercuryTruth =
  | { readonly e: "power"; readonly t: number; readonly on: boolean }
  | { readonly e: "state"; readonly t: number; readonly state: MercuryState }
  | { readonly e: "spin"; readonly t: number; readonly spin: MercurySpin };

export type MercuryState = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type Spin = { -readonly [K in keyof Omit<MercurySpin, "end">]: MercurySpin[K] };

export class Mercury extends CammeghWheel<MercuryTruth> {
  readonly options: MercuryOptions;
  state: MercuryState = 6;
  game = 0;
  gameMode: number;
  limits = { min10: 100, max10: 300 };
  /** The flight that runs: from an instant at a speed, ending at another. */
  flight: { fromUs: number; toUs: number; rpm: number; endRpm: number } | null = null;
  ball: BallInWheel = { where: "pocket", laps: 0, sense: null, rpm: null, pocket: "0" };
  spin: Spin | null = null;
  asked: MercuryFault | null = null;
  level = { x: 0, y: 0 };
  log: string[] = [];

  constructor(options: MercuryOptions) {
    super(options.seed, options.wear ?? null);
    this.options = options;
    this.gameMode = options.gameMode ?? 0x1f;
  }
}

export function endSpin(m: Mercury, us: number, end: MercurySpin["end"]): void {
  if (m.spin !== null) m.truth.push({ e: "spin", t: us, spin: { ...m.spin, end } });
  m.spin = null;
  m.flight = null;
}

/** Whether the game mode voids a game for an error of the ball (bits 1C) or of the rotor (bits 03). */
export function voidsGame(m: Mercury, what: "ball" | "rotor"): boolean {
  const bits = what === "ball" ? 0x1c : 0x03;
  return (m.gameMode & bits) === bits;
}
