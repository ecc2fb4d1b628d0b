import type { DiceCommand } from "../../src/table/dice/command.ts";
import type { DiceDevice, DiceObservation } from "../../src/dice/observation.ts";
import type { DeviceSession, DeviceStep } from "../session.ts";

export type { DiceCommand } from "../../src/table/dice/command.ts";

export type DiceStep<State> = DeviceStep<State, DiceObservation>;

/** The session of one device of a dice table. */
export interface DiceSession<State = unknown> extends DeviceSession<State, DiceObservation, DiceCommand> {
  readonly kind: DiceDevice;
}
