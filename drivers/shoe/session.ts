import type { Abilities } from "../../src/rules/facts.ts";
import type { ShoeCommand } from "../../src/table/shoe/command.ts";
import type { ShoeObservation } from "../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";

export type { ShoeCommand, ShoeMode } from "../../src/table/shoe/command.ts";

export interface ShoeStep<State> {
  readonly state: State;
  readonly observations: readonly ShoeObservation[];
  /** Bytes to send, in order; one item is one message. */
  readonly writes: readonly string[];
}

/**
 * A card device's session: a pure state machine from port inputs to observations. `State` is plain JSON, so that a
 * recording can start in the middle; it keeps no face, but bytes of a message that is not complete. No clock, no I/O:
 * time comes with every input and never goes back.
 *
 * After `attached` all that stands is told anew: the lid, a jam, warnings, a cut card that is next, a card face up. What
 * is not told then does not stand.
 */
export interface ShoeSession<State = unknown> {
  /** `tirada-shoe` … */
  readonly device: string;
  /** What this device can know, by the name of the fact, and why. */
  readonly abilities: Abilities;
  initial(): State;
  step(state: State, input: SessionInput): ShoeStep<State>;
  /** What the table wants of the device. A command that is not carried out becomes a fault, within 2 s. */
  tell?(state: State, command: ShoeCommand, t: MonoUs): ShoeStep<State>;
  /** When the session must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** What a technician may want to know of line and device, by name: whole numbers, at most 20 of them, and no face. */
  figures?(state: State): Readonly<Record<string, number>>;
}
