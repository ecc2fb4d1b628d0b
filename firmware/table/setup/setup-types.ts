import type { DeviceGroup } from "../../../drivers/dice/device-group.ts";
import type { ShoePlace } from "../../../drivers/shoe/device.ts";
import type { WheelDevice, WheelPlace } from "../../../drivers/wheel/device.ts";
import type { Coverage } from "../../../src/rules/coverage.ts";
import type { CardPack, DicePack, WheelPack } from "../../../src/rules/pack.ts";
import type { ShoeOptions, WheelOptions } from "../config/devices.ts";
import type { DicePipelineSetup, ShoePipelineSetup, WheelPipelineSetup } from "../pipeline/pipeline-setup.ts";
import type { DiceDevices, DicePart, DiceTableOptions } from "./dice/thrown-dice.ts";

/** Tables that are ready to run: rulebook, devices with what they are set to, and what they can see of the rules. */

export interface WheelTableSetup extends WheelPipelineSetup {
  readonly pack: WheelPack;
  readonly coverage: Coverage;
  readonly device: WheelDevice;
  readonly options: WheelPlace & WheelOptions;
}

export interface ShoeTableSetup extends ShoePipelineSetup {
  readonly pack: CardPack;
  readonly coverage: Coverage;
  readonly options: ShoePlace & ShoeOptions;
  readonly dice: FirstDice | null;
}

/** The devices of the dice by which a game of cards begins. */
export interface FirstDice extends DiceDevices {
  readonly devices: DeviceGroup;
}

export interface DiceTableSetup extends DicePipelineSetup {
  readonly pack: DicePack;
  readonly coverage: Coverage;
  readonly parts: readonly DicePart[];
}

/** The tables of each family. A family that is added elsewhere declares its own here. */
export interface FamilySetups {
  readonly wheel: WheelTableSetup;
  readonly shoe: ShoeTableSetup;
  readonly dice: DiceTableSetup;
}

export type TableSetup = FamilySetups[keyof FamilySetups];

/** What the table's configuration, its storage folder or a recording say of the wheel. */
export type TableOptions = Partial<WheelOptions & Pick<WheelPlace, "baud" | "calibration">> & {
  /** The order of this very wheel; absent or null: the rulebook's own. */
  readonly ring?: readonly string[] | null | undefined;
};

/** What they say of a card device. Without `decks` it cannot be set up, without `port` it is plugged in the usual way. */
export type ShoeTableOptions = Partial<ShoePlace & ShoeOptions> & {
  /** Of the dice by which the game begins. */
  readonly firstDice?: DiceTableOptions;
};

/** What they say of a table of any family. */
export type AnyOptions = TableOptions & ShoeTableOptions & DiceTableOptions;
