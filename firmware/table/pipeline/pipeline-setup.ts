import type { DeviceGroup } from "../../../drivers/dice/device-group.ts";
import type { ShoeSession } from "../../../drivers/shoe/session.ts";
import type { WheelSession } from "../../../drivers/wheel/session.ts";
import type { Deck } from "../../../src/cards/decks.ts";
import type { FamilyPacks } from "../../../src/rules/pack.ts";
import type { DevicesBesideEye } from "../../../src/table/dice/throw.ts";
import type { ShoeCommand } from "../../../src/table/shoe/observation.ts";
import type { TableRules } from "../../../src/table/kernel/context.ts";
import type { TableDevices } from "./devices/table-devices.ts";

/** All that does not change while a table runs, of whatever family. */
export interface PipelineSetup {
  readonly family: keyof FamilyPacks;
  /** The devices as the pipeline knows them. */
  readonly devices: TableDevices;
  readonly rules: TableRules;
  readonly rulebook: string;
  /** The device's port, as recordings name it; at a dice table that of its eye. Segments are named after it. */
  readonly port: string;
  /** The device reads cards of the next round before this one ends, so the recording is unsealed one round later. */
  readonly readsAhead: boolean;
}

export interface WheelPipelineSetup extends PipelineSetup {
  readonly family: "wheel";
  readonly session: WheelSession;
}

export interface ShoePipelineSetup extends PipelineSetup {
  readonly family: "shoe";
  readonly session: ShoeSession;
  /** Commands for the device whenever it attaches. */
  readonly greeting: readonly ShoeCommand[];
  readonly decks: readonly Deck[];
  /** The devices that see, and perhaps throw, the dice with which the game begins; null: people say who is dealt first. */
  readonly dice: { readonly devices: DeviceGroup; readonly has: DevicesBesideEye } | null;
}

export interface DicePipelineSetup extends PipelineSetup {
  readonly family: "dice";
  /** All devices of the table, each on a port of its own. */
  readonly session: DeviceGroup;
  readonly has: DevicesBesideEye;
  /** The game is played in series. */
  readonly craps: boolean;
}
