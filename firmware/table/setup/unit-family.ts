import type { OpenPort } from "../../../drivers/port.ts";
import type { DeviceSession } from "../../../drivers/session.ts";
import type { Codes } from "../../../drivers/shoe/device.ts";
import type { Coverage } from "../../../src/rules/coverage.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Text } from "../../../src/text/language.ts";
import type { Path } from "../../../src/rules/yaml.ts";
import type { LifeRecord } from "../../../src/table/kernel/record.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { ActTable, FamilyActs } from "../acts/act.ts";
import type { Config, DiceConfig } from "../config/config.ts";
import type { ThrownDice } from "./dice/thrown-dice.ts";
import type { LoadedPack } from "../rules/load.ts";
import type { FlatOptions } from "./recorded-head.ts";
import type { AnyOptions, TableSetup } from "./setup-types.ts";

/**
 * What a unit does for one family of tables (wheel, shoe, dice) and not for the others: how configuration, recording and command line
 * become a table, and how its devices are reached. The rest of the unit asks nothing about a family but through this object and the
 * table's own (`src/table/kernel/family.ts`).
 */
export interface UnitFamily {
  /** As rulebooks name it, and the section of a configuration that holds its devices. */
  readonly name: Pack["family"];
  /** Throws an Error of one line when the devices do not fit the rulebook or what they are set to. */
  setup(loaded: LoadedPack, device: string, houseRules: readonly string[], options: AnyOptions): TableSetup;
  /** What the devices can see of a rulebook, without a table. Throws an Error of one line when they do not fit. */
  coverage(loaded: LoadedPack, device: string, houseRules: readonly string[], options: AnyOptions): Coverage;
  /** The devices of a configuration together, as recordings name them: `tirada-shoe+tirada-eye`. */
  devices(config: Config): string;
  /** What is wrong with the devices of a configuration beside its rulebook, or null. */
  problem(config: Config, pack: Pack): ConfigProblem | null;
  /** The table of a configuration, with what its storage folder knows of the devices. Throws Problem when it cannot be set up. */
  configured(config: Config, loaded: LoadedPack): TableSetup;
  /** What the ports are called, for people: a path, a serial number, a broker. */
  portName(config: Config): string;
  /** How each device is reached, by the names that recordings have for the ports. */
  ports(config: Config, setup: TableSetup, clock: Clock): ReadonlyMap<string, DevicePort>;
  /** The session of each device, by the names that recordings have for the ports. */
  sessions(setup: TableSetup): ReadonlyMap<string, AnySession>;
  /** The options of the devices, as heads of recordings hold them, and back again. Throws RangeError for an unknown option. */
  flat(setup: TableSetup): FlatOptions;
  recorded(flat: FlatOptions, codes: Codes | null): AnyOptions;
  /** The table of codes by which a recording of this table is read; null: it needs none. */
  codes(setup: TableSetup): Codes | null;
  /** The dice that an eye of this table looks at, and where its configuration says so; null: it has none. */
  dice(config: Config, pack: Pack): WatchedDice | null;
  /** What technicians can have done to the devices. The code is read with them. */
  acts(setup: TableSetup, table: ActTable): Promise<FamilyActs>;
  /** A key that a person pressed, with what this unit's files say of it. Absent: they say nothing of any. */
  completeKey?(setup: TableSetup, key: Key): Key;
  /** Logs of such a device by other programs can be replayed. */
  readonly replaysTextLogs: boolean;
  /** The details of the devices in a boot record. */
  bootDetail(setup: TableSetup): LifeRecord["detail"];
}

/** A session of any device, as far as what it says is only listened to. */
export type AnySession = DeviceSession<unknown, { readonly o: string }>;

/** Dice under an eye. */
export interface WatchedDice {
  readonly devices: DiceConfig;
  /** Where they stand in the configuration: `dice`, `shoe.dice`. */
  readonly key: string;
  readonly game: ThrownDice;
}

/** A problem of a configuration that shows only together with its rulebook, and its place in the configuration. */
export interface ConfigProblem {
  readonly path: Path;
  readonly message: string | Text;
}

/** How one of a table's devices is reached. */
export interface DevicePort {
  readonly open: OpenPort;
  /** Without it a device that cannot be opened at the start ends the start. */
  readonly wait: boolean;
  /** Waits between tries to open it, µs. */
  readonly backOffUs: readonly number[];
}
