import type { Abilities } from "../../src/rules/facts.ts";
import type { DiceCommand } from "../../src/table/dice/command.ts";
import type { DiceDevice, DiceObservation } from "../../src/dice/observation.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";

export type { DiceCommand } from "../../src/table/dice/command.ts";

export interface DiceStep<State> {
  readonly state: State;
  readonly observations: readonly DiceObservation[];
  /** Bytes to send, in order; one item is one message. */
  readonly writes: readonly string[];
}

/**
 * The session of one device of a dice table: a pure state machine from port inputs to observations. `State` is plain JSON,
 * so that a recording can start in the middle. No clock, no I/O: time comes with every input and never goes back.
 * After `attached` all that stands is told anew; what is not told then does not stand.
 */
export interface DiceSession<State = unknown> {
  /** `tirada-eye`, `shaker-line` … */
  readonly device: string;
  readonly kind: DiceDevice;
  /** What this device can know of each fact of the dice family, and why. */
  readonly abilities: Abilities;
  initial(): State;
  step(state: State, input: SessionInput): DiceStep<State>;
  /** What the table wants of the device. A command that is not carried out becomes a fault. */
  tell?(state: State, command: DiceCommand, t: MonoUs): DiceStep<State>;
  /** When the session must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** For the technician: whole numbers by name, at most 20. */
  figures?(state: State): Readonly<Record<string, number>>;
}
