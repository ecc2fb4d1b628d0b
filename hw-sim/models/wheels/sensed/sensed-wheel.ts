/**
 * A wheel without electronics, as physics and people make it run, and what the sensors around it see. The board model
 * (`hw-sim/boards/wheel`) turns the edges into bytes; nothing here knows a line format or a tracker.
 */

/** Channels as the wiring names them (docs/devices/sensor-board.md). */
export type Pin = "A" | "B" | "C" | "Q" | "R" | "I" | "P" | "X" | "T" | "V" | "W" | "H" | "G";

/** A pin changes. `us` is true time in µs (not whole: physics is finer than a tick), never going back in a run. */
export interface PinEdge {
  readonly us: number;
  readonly pin: Pin;
  readonly on: boolean;
  /** Only `H` and `G`. */
  readonly hole: number;
}

/** What really happened in one spin, whatever anybody saw. */
export interface SpinTruth {
  /** From 1. */
  readonly spin: number;
  readonly fault: string | null;
  readonly launchedUs: number;
  /** Ball at rest for good (disc: stopped), or the instant from which it is certain that it never will be. */
  readonly endUs: number;
  /** Name and place in the ring of the pocket where the ball lies; null when it lies in none, or the spin was broken off. */
  readonly pocket: string | null;
  readonly cell: number | null;
  /**
   * The facts of the wheel family (`src/rules/vocabulary/wheel.ts`) as they truly were: a flag, a word, or the exact count of
   * whole laps or turns. A fact that is missing did not occur (flags: false).
   */
  readonly facts: Readonly<Record<string, boolean | number | string>>;
  /** When each fact in `facts` that can void the spin became true, µs. */
  readonly sinceUs: Readonly<Record<string, number>>;
  /** Facts of `facts` that left no trace on any working sensor: nobody but a person could know them. */
  readonly unseen: readonly string[];
  /** Why the spin cannot be certified, whatever its number (sensor dead, cable out, ball lifted early …); null: it can. */
  readonly spoiled: string | null;
  /** When that happened, where it may be after bets were open again: then it is no matter of this spin. Left out: in its course. */
  readonly disturbedUs?: number | undefined;
}

/** Where everything is, for the bench page. Angles in turns, 0 to 1, clockwise from ball sensor A. */
export interface Picture {
  readonly us: number;
  /** Of the middle of the ring's first name (a disc: clockwise from the pointer). */
  readonly rotorAngle: number;
  /** Roulette: where the pocket reader is. For the bench page alone: no calibration knows it. */
  readonly readerAngle?: number;
  /** Turns per minute, positive clockwise. */
  readonly rotorRpm: number;
  /** `radius` in metres from the axle; null when there is no ball in the wheel. */
  readonly ball: { readonly angle: number; readonly radius: number; readonly where: string } | null;
  readonly objects: readonly { readonly angle: number; readonly radius: number; readonly what: string }[];
  readonly spin: number;
}

/** One table with its people. The same seed and the same calls give the same run, bit for bit. */
export interface SensedWheel {
  /** Goes on to `us` (never back). Edges in order. Each truth comes in the step in which the next spin begins, or at its end. */
  run(us: number): { readonly edges: readonly PinEdge[]; readonly truth: readonly SpinTruth[] };
  /** The instant up to which it is worth running next: the end of the spin that is under way or next. */
  nextUs(): number;
  /** The fault hits the spin that is under way, or the next one when none is. */
  inject(fault: string): void;
  /** Names that `inject` knows. */
  readonly faults: readonly string[];
  look(us: number): Picture;
  /** Calibration that a technician would have learned from this wheel (whole numbers as in a calibration file). */
  readonly calibration: {
    readonly sensorB: number;
    readonly sensorC: number;
    readonly zero: number;
    readonly dropLapUs: number;
    readonly marks: number;
  };
  /** Ring of names, clockwise. */
  readonly ring: readonly string[];
  /** Active pins now, for a board that starts late. */
  levels(): Readonly<Record<string, boolean>>;
  /**
   * Troubles of board or cable that happen at an instant: reset of the board, cable out and in, noise. The caller gets each
   * once.
   */
  lineTroubles(): readonly { readonly us: number; readonly what: "reset" | "unplug" | "replug" | "noise" }[];
}

/** How dirty the world is. `faultPerMille`: spins with a fault of the catalogue. */
export interface Profile {
  readonly name: "clean" | "default" | "rough";
  readonly faultPerMille: number;
}

/** How many of the edges, from `from` on, lie at or before `us`. */
export function countUpTo(edges: readonly PinEdge[], us: number, from: number): number {
  let at = from;
  while (at < edges.length && (edges[at]?.us ?? Infinity) <= us) at++;
  return at;
}
