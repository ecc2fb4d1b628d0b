import type { PortWrite } from "../../../drivers/dice/device-group.ts";
import type { SessionInput } from "../../../drivers/session.ts";
import type { Table, TableInput } from "../../../src/table/table.ts";
import type { TableCommand } from "../../../src/table/context.ts";
import type { MonoUs } from "../../../src/time/instant.ts";

/**
 * The devices of one table as its pipeline knows them: what their ports bring becomes inputs of the table, what the table wants becomes
 * bytes. Their state is plain JSON, so that a recording can start in the middle. Which family of devices it is ends here.
 */
export interface TableDevices<State = unknown> {
  /** As recordings name them: `tirada-shoe+tirada-eye`. */
  readonly device: string;
  /** Every port of the table; segments of the recording are named after the first. */
  readonly ports: readonly string[];
  initial(): State;
  /** A new table, with what is known of these devices. */
  newTable(): Table;
  step(state: State, heard: DeviceInput): DevicesStep<State>;
  /** What the table wants of its devices. One that takes no orders has nothing to carry out. */
  tell(state: State, commands: readonly TableCommand[], t: MonoUs): DevicesStep<State>;
  /** Table and devices went back and forth too often at one input: what is still wanted is refused. */
  refuse(commands: readonly TableCommand[]): readonly TableInput[];
  /** Commands for a device that has just attached. */
  greeting(input: TableInput): readonly TableCommand[];
  /** When they must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** What a technician may want to know of lines and devices, by name: whole numbers. */
  figures(state: State): Readonly<Record<string, number>>;
}

export interface DeviceInput {
  /** The port; null: time alone, which is every device's. */
  readonly at: string | null;
  readonly input: SessionInput;
  /** The table wants to be asked although nothing was observed. */
  readonly isDue: boolean;
}

/** What the devices made of something: bytes to send, and what the table is to hear, in order. */
export interface DevicesStep<State = unknown> {
  readonly state: State;
  readonly writes: readonly PortWrite[];
  readonly inputs: readonly TableInput[];
}

/** Bytes for one port. */
export const writesTo = (port: string, bytes: readonly string[]): readonly PortWrite[] =>
  bytes.map((one) => ({ port, bytes: one }));
