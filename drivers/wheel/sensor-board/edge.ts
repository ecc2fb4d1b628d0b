/** Channels of the sensor board (docs/devices/sensor-board.md, "Channels"). */
export const CHANNELS = ["A", "B", "C", "Q", "R", "I", "P", "X", "T", "V", "W", "H", "G"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * One edge as the board stamped it. `tick` is the board's time in 0.5 µs, unwrapped from 32 bits: it never goes back
 * between two resets of the board and is a safe integer.
 */
export interface Edge {
  readonly tick: number;
  readonly channel: Channel;
  readonly on: boolean;
  /** Only `H` and `G`: which hole, from 0. */
  readonly hole: number;
}

/** Ticks of the board in a second and in a millisecond. */
export const TICKS_PER_S = 2_000_000;
export const TICKS_PER_MS = 2_000;
