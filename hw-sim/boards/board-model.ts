import type { PinEdge } from "../wheels/sensed/sensed-wheel.ts";

/** Bytes that left the board, one character a byte; `us` is true time when the last of them was on the wire. */
export interface Sent {
  readonly us: number;
  readonly bytes: string;
}

/**
 * A sensor board between a wheel's pins and a serial line: the emulated one runs the real firmware image, the fast one
 * is written apart from it. Both start without power.
 */
export interface BoardModel {
  power(on: boolean, us: number): void;
  /** The reset button, or a brown-out. */
  reset(us: number): void;
  /** Advances to `us`. `edges` are those since the last step, in order; `host` are bytes of the host that arrive now. */
  step(us: number, edges: readonly PinEdge[], host?: string): readonly Sent[];
}
