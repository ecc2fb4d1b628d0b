import { randomFrom } from "../../../../src/time/random-source.ts";
import { createLineModel, type LineModel } from "../cammegh.ts";
import { handleCommand, createReplyQueue } from "./commands.ts";
import type { Ss2Fault } from "./faults.ts";
import { powerOff, powerOn, Wheel, type Ss2Options, type Ss2StateNumber, type Ss2Truth } from "./wheel.ts";

export type { Ss2Options, Ss2StateNumber, Ss2Truth, SpinTruth, SpinEnd } from "./wheel.ts";
export { SS2_FAULTS, type Ss2Fault } from "./faults.ts";

/**
 * A Cammegh SlingShot 2 that behaves as the captured one does and speaks its bytes. Deterministic: the same seed and
 * the same bytes at the same instants give the same bytes. Its encoder is its own, so that a mistake in the driver's
 * decoder cannot hide.
 */
export interface Ss2Model extends LineModel<Ss2Truth> {
  /** The next spin, or for `motor-dead` the next start, has this fault. */
  inject(fault: Ss2Fault): void;
  /** What a person standing beside the wheel sees. */
  look(nowUs: number): {
    readonly on: boolean;
    readonly state: Ss2StateNumber;
    readonly rpm10: number;
    readonly sense: 0 | 1;
  };
}

/** Makes a wheel without power; `power(true, …)` starts it, in state 6 and silent for 3 s. */
export function ss2Model(options: Ss2Options): Ss2Model {
  const w = new Wheel(options);
  const replies = randomFrom(options.seed).fork("replies");
  const queue = createReplyQueue(w);
  const { step, power, advance } = createLineModel(
    w,
    (us, line) => handleCommand(w, us, line, replies, queue),
    (on, us) => (on ? powerOn : powerOff)(w, us),
  );
  return {
    step,
    power,
    inject: (fault) => {
      w.asked = fault;
    },
    look: (nowUs) => {
      advance(nowUs);
      return { on: w.on, state: w.state, rpm10: Math.round(w.rotor.speed(nowUs)), sense: w.rotor.sense };
    },
  };
}
