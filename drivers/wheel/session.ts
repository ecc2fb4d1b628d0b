import type { Abilities } from "../../src/rules/facts.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { MonoUs } from "../../src/time/instant.ts";

/** What happens to a device session. `bytes` holds one character a byte (Latin-1). */
export type SessionInput =
  | { readonly i: "opened"; readonly t: MonoUs }
  | { readonly i: "lost"; readonly t: MonoUs; readonly why: string }
  | { readonly i: "bytes"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes that somebody wrote to the device: our own queue, or another host in an old log. */
  | { readonly i: "sent"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes came and were lost before anyone read them. */
  | { readonly i: "overrun"; readonly t: MonoUs; readonly lost: number }
  /** The instant that `wakeAt` asked for has come. */
  | { readonly i: "tick"; readonly t: MonoUs };

export interface SessionStep<State> {
  readonly state: State;
  readonly observations: readonly WheelObservation[];
  /** Bytes to send, in order; empty in a listen-only session. */
  readonly writes: readonly string[];
}

/**
 * A wheel's device session: a pure state machine from port inputs to observations. `State` is plain JSON, so that a
 * recording can start in the middle. No clock, no I/O: time comes with every input and never goes back.
 */
export interface WheelSession<State = unknown> {
  /** `cammegh-ss2`, `cammegh-mercury-360`, `sensor-board` … */
  readonly device: string;
  /** What this device can know of each fact of the wheel family (`src/table/wheel/facts.ts`). */
  readonly abilities: Abilities;
  initial(): State;
  step(state: State, input: SessionInput): SessionStep<State>;
  /** When the session must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
}
