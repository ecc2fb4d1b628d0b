import type { PortWrite, StandingFaultOf } from "../../../../drivers/dice/device-group.ts";
import type { SessionInput, PortIdentity } from "../../../../drivers/session.ts";
import type { Table, TableInput } from "../../../../src/table/kernel/table.ts";
import type { TableCommand } from "../../../../src/table/kernel/context.ts";
import type { MonoUs } from "../../../../src/time/instant.ts";

/**
 * The devices of one table as its pipeline knows them: what their ports receive becomes inputs of the table, and commands of
 * the table become bytes. Their state is plain JSON, so that a recording can start in the middle. Beyond this interface nothing
 * knows which family the devices belong to.
 */
export interface TableDevices<State = unknown> {
  /** As recordings name them: `tirada-shoe+tirada-eye`. */
  readonly device: string;
  /** Every port of the table; segments of the recording are named after the first. */
  readonly ports: readonly string[];
  /** Every standing fault that they report, and whose end they report. */
  readonly standingFaults: readonly StandingFaultOf[];
  initial(): State;
  /** A new table, with what is known of these devices. */
  newTable(): Table;
  step(state: State, heard: DeviceInput): DevicesStep<State>;
  /** Gives the table's commands to the devices. A device without commands ignores them. */
  applyCommands(state: State, commands: readonly TableCommand[], t: MonoUs): DevicesStep<State>;
  /** Refuses the commands that are left when table and devices have answered each other too often at one input. */
  refuse(commands: readonly TableCommand[]): readonly TableInput[];
  /** Commands for a device that has just attached. */
  greeting(input: TableInput): readonly TableCommand[];
  /** When they must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** Ports whose devices must talk and say nothing, though the ports are there. */
  silentPorts(state: State): readonly string[];
  /** What a technician may want to know of lines and devices, by name: whole numbers. */
  figures(state: State): Readonly<Record<string, number>>;
  /** What each device has said of itself, in the order of the ports. */
  identities(state: State): readonly PortIdentity[];
}

export interface DeviceInput {
  /** The port; null: time alone, which is every device's. */
  readonly at: string | null;
  readonly input: SessionInput;
  /** The table must be stepped although nothing was observed. */
  readonly isDue: boolean;
}

/** The result of a step: bytes to send, and inputs for the table, in order. */
export interface DevicesStep<State = unknown> {
  readonly state: State;
  readonly writes: readonly PortWrite[];
  readonly inputs: readonly TableInput[];
}

/** Bytes for one port. */
export const writesTo = (port: string, bytes: readonly string[]): readonly PortWrite[] =>
  bytes.map((one) => ({ port, bytes: one }));
