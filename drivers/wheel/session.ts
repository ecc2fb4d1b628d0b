import type { Abilities } from "../../src/rules/facts.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";

export type { SessionInput } from "../session.ts";

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
  /** What this device can know of each fact of the wheel family (`src/rules/vocabulary/wheel.ts`). */
  readonly abilities: Abilities;
  initial(): State;
  step(state: State, input: SessionInput): SessionStep<State>;
  /** When the session must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** What a technician may want to know of line and device, by name: whole numbers, at most 20 of them. */
  figures?(state: State): Readonly<Record<string, number>>;
}
