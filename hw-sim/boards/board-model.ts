import type { Sent } from "../lines/sent.ts";
import type { PinEdge } from "../models/wheels/sensed/sensed-wheel.ts";

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
