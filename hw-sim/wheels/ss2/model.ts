import { randomFrom } from "../../../src/time/random-source.ts";
import { handleCommand, createReplyQueue } from "./commands.ts";
import type { Ss2Fault } from "./faults.ts";
import { powerOff, powerOn, createWheel, type Ss2Options, type Ss2StateNumber, type Ss2Truth } from "./wheel.ts";

export type { Ss2Options, Ss2StateNumber, Ss2Truth, SpinTruth, SpinEnd } from "./wheel.ts";
export { SS2_FAULTS, type FaultOptions, type Ss2Fault } from "./faults.ts";

/** What came out of the model up to an instant. */
export interface ModelStep {
  /** Bytes to the host, one character a byte. Step at every `wakeAt` to have each line at its own instant. */
  readonly bytes: string;
  /** When the model has something to do next, µs, or null while it is off. */
  readonly wakeAt: number | null;
  readonly truth: readonly Ss2Truth[];
}

/**
 * A Cammegh SlingShot 2 that behaves as the captured one does and speaks its bytes. Deterministic: the same seed and
 * the same bytes at the same instants give the same bytes. Its encoder is its own, so that a mistake in the driver's
 * decoder cannot hide.
 */
export interface Ss2Model {
  /** Goes on to `nowUs` (never back), then takes the host's bytes. */
  step(nowUs: number, bytesIn?: string): ModelStep;
  /** The power switch. */
  power(on: boolean, nowUs: number): void;
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

/** Longest command that the wheel takes; the rest of a longer line is lost. */
const COMMAND_LIMIT = 300;

/** Makes a wheel without power; `power(true, …)` starts it, in state 6 and silent for 3 s. */
export function ss2Model(options: Ss2Options): Ss2Model {
  const w = createWheel(options);
  const replies = randomFrom(options.seed).fork("replies");
  const queue = createReplyQueue(w);
  let line = "";
  let now = 0;
  const advance = (us: number): void => {
    if (us < now) throw new RangeError(`time goes back from ${now} to ${us} µs`);
    now = us;
    w.agenda.run(us);
  };
  const hear = (bytes: string): void => {
    for (const char of bytes) {
      if (char !== "\r" && char !== "\n") {
        if (line.length < COMMAND_LIMIT) line += char;
        continue;
      }
      if (line !== "" && w.on) handleCommand(w, now, line, replies, queue);
      line = "";
    }
  };
  return {
    step: (nowUs, bytesIn = "") => {
      advance(nowUs);
      hear(bytesIn);
      const step = { bytes: w.out, wakeAt: w.agenda.next(), truth: w.truth };
      w.out = "";
      w.truth = [];
      return step;
    },
    power: (on, nowUs) => {
      advance(nowUs);
      line = "";
      if (on) powerOn(w, nowUs);
      else powerOff(w, nowUs);
    },
    inject: (fault) => {
      w.asked = fault;
    },
    look: (nowUs) => {
      advance(nowUs);
      return { on: w.on, state: w.state, rpm10: Math.round(w.rotor.speed(nowUs)), sense: w.rotor.sense() };
    },
  };
}
