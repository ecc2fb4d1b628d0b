import type { OpenPort } from "../../../drivers/port.ts";
import type { ActName, ActValues } from "../../../src/people/acts.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { KnownDevice } from "../../../src/table/kernel/durable/known-devices.ts";
import type { Text } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Config } from "../config/config.ts";
import type { TablePanel } from "../panel/start.ts";
import type { AskedTechnician } from "./technician.ts";

/** What technicians have done to a device at its table: an act, what it may use while it goes on, what it came to. */

/** What a record says of an act. */
export type ActDetail = (Entry & { k: "event" })["detail"];

/** What an act came to, where it did not fail. */
export interface ActDone {
  /** What its last record says besides. */
  readonly detail?: ActDetail;
}

/** What an act may use while it goes on. */
export interface ActContext {
  readonly values: ActValues;
  readonly person: AskedTechnician;
  /** Who began it. */
  readonly by: Person;
  /** Somebody else, who has signed in beside them and wants it too. */
  readonly second: (prompt: Text) => Promise<Person>;
  /** Aborted with the reason when the act has ended before it was done. */
  readonly signal: AbortSignal;
  /**
   * From here on what was learned counts: a record says so before anything is changed, and nobody gives the act up any more. Rejects when
   * it has ended.
   */
  readonly commit: (detail: ActDetail) => Promise<void>;
  /** Makes a record of what was seen in a step. */
  readonly note: (seen: ActDetail) => Promise<void>;
}

export type RunAct = (context: ActContext) => Promise<ActDone>;

/** The device was no more there. `words`: what is known of it in every language; null: what the system says alone. */
export class DeviceLost extends Error {
  readonly words: Text | null;
  constructor(message: string | Text) {
    super(typeof message === "string" ? message : message.en);
    this.words = typeof message === "string" ? null : message;
  }
}

/** An act cannot begin: why, for people. */
export class ActRefusal extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** A device that says what it is, and the one that the table knows in its place; null: it knows none. */
export type SaidDevice = KnownDevice & { readonly was: KnownDevice | null };

/** The devices at a table's ports, and what they say they are. */
export interface DevicesOfTable {
  /** The device at a port; null: it has not said what it is, or may not stand here. */
  said(port: string): SaidDevice | null;
  /** A person lets this device at a port be the table's. @returns false: it is no more there, and nothing was done */
  letBe(port: string, device: KnownDevice, by: Person): Promise<boolean>;
}

/** What acts reach of a running table. */
export interface ActTable {
  readonly config: Config;
  readonly clock: Clock;
  readonly unit: {
    /** The line of a device, which the table goes on to hear. */
    lend(port: string): OpenPort;
    /** Has the table let go of a device that has one owner. @returns what takes it back */
    letGo(port: string): Promise<() => void>;
    readonly devices: DevicesOfTable;
  };
  readonly panel: Pick<TablePanel, "testLamps" | "watchSwitches" | "letGo"> | null;
  /** Ends the table between its rounds, where somebody starts it again. @returns whether somebody does */
  readonly restart: (why: string) => boolean;
}

/** What the devices of one family have for technicians to do. */
export interface FamilyActs {
  /** The acts of this very table. */
  readonly acts: readonly ActName[];
  /** Begins one of them. Throws ActRefusal where a value is missing. */
  readonly run: (act: ActName, values: ActValues) => RunAct;
  /** The test of the device at a port; null: it is only listened to. */
  readonly test: (port: string) => RunAct | null;
}

/** Devices that have nothing for technicians to do. */
export const NO_ACTS: FamilyActs = {
  acts: [],
  run: (act) => {
    throw new RangeError(`the table has no act ${act}`);
  },
  test: () => null,
};
