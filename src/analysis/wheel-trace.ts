/** What a wheel's device told in its last spins, for a page that draws it as an oscilloscope does. */

export const INSIDE_FORMAT = "tirada-inside/1";

/** One channel of a sensor board as on an oscilloscope: when each pulse began, and how long it was, in tenths of a millisecond. */
export interface ChannelTrace {
  readonly channel: string;
  readonly pulses: readonly (readonly [at: number, width: number])[];
}

/** A value at an instant, tenths of a millisecond. */
export type Sample = readonly [at: number, value: number];

/** What a sensor of the wheel seems to have, told by what the others saw in the same spins. */
export interface SensorHint {
  readonly code: "sensor-misses" | "sensor-dead" | "sensor-flickers";
  readonly channel: string;
  /** Pulses that it missed, or had too many. */
  readonly count: number;
  /** Pulses that it should have had; of one that flickers, spins. */
  readonly of: number;
}

/** One spin that is over, as its device told it. */
export interface SpinTrace {
  readonly round: number;
  /** When it ended, RFC 3339. */
  readonly at: string;
  readonly end: string;
  /** What it came to; empty: to nothing. */
  readonly outcome: string;
  /** Tenths of a millisecond. */
  readonly span: number;
  /** Of a sensor board; empty: another wheel. */
  readonly channels: readonly ChannelTrace[];
  /** Tenths of a revolution a minute. */
  readonly rotor: readonly Sample[];
  /** Laps of the ball, ms. */
  readonly laps: readonly Sample[];
  /** Stages of the wheel's game, as a wheel with electronics tells them. */
  readonly stages: readonly (readonly [at: number, stage: string])[];
}

/** What the technician's page shows of a wheel's last spins. */
export interface InsideReport {
  readonly format: typeof INSIDE_FORMAT;
  readonly at: string;
  /** Null: the table has no wheel. Newest first. */
  readonly spins: readonly SpinTrace[] | null;
  readonly hints: readonly SensorHint[];
}
