import { bestAbilities } from "../../../../drivers/dice/device-group.ts";
import { EYE_PORT } from "../../../../src/recording/entry.ts";
import { coverageOf } from "../../../../src/rules/coverage.ts";
import { rulebookName, type DicePack } from "../../../../src/rules/pack.ts";
import type { DiceTableConfig } from "../../config/config.ts";
import type { LoadedPack } from "../../rules/load.ts";
import { prepareRules } from "../ready.ts";
import type { DiceTableSetup } from "../setup-types.ts";
import type { UnitFamily } from "../unit-family.ts";
import { deviceNames, diceOptions } from "./configured.ts";
import { diceOptionsOf, flatDice } from "./flat.ts";
import { diceNames, dicePorts } from "./ports.ts";
import {
  diceDevices,
  diceOf,
  diceTypes,
  deviceGroupOf,
  sessionsOfParts,
  type DiceTableOptions,
} from "./thrown-dice.ts";
import { diceTableDevices } from "../../pipeline/devices/dice.ts";

/** Tables of dice: an eye and, where there are such, what throws the dice and a second source, each on a port of its own. */
export const DICE_UNIT: UnitFamily = {
  name: "dice",
  setup: diceSetup,
  coverage({ pack: given }, devices, houseRules) {
    // Whatever each is set to: a device that cannot be set up without a name needs none here.
    const pack = given as DicePack;
    const types = diceTypes(devices);
    const other = types.find(({ throws }) => !throws.includes(pack.dice.thrownFrom));
    if (other !== undefined)
      throw new RangeError(
        `${other.name} does not fit ${rulebookName(pack)}, thrown from a ${pack.dice.thrownFrom}`,
      );
    const abilities = bestAbilities(types.map((type) => type.abilities));
    return coverageOf(pack, abilities, houseRules);
  },
  devices: ({ dice }: DiceTableConfig) => deviceNames(dice),
  problem: () => null,
  configured: ({ table, dice }: DiceTableConfig, loaded) =>
    diceSetup(loaded, deviceNames(dice), table.houseRules, diceOptions(dice, diceOf(loaded.pack as DicePack))),
  portName: ({ dice }: DiceTableConfig) => diceNames(dice),
  ports: (config: DiceTableConfig, { parts }: DiceTableSetup, clock) => dicePorts(config, parts, clock),
  sessions: ({ parts }: DiceTableSetup) => sessionsOfParts(parts),
  flat: (setup: DiceTableSetup) => flatDice(setup),
  recorded: diceOptionsOf,
  codes: () => null,
  dice: ({ dice }: DiceTableConfig, pack: DicePack) => ({ devices: dice, key: "dice", game: diceOf(pack) }),
  acts: async ({ pack }: DiceTableSetup, table) => {
    const { dice } = table.config as DiceTableConfig;
    return (await import("../../acts/eye-acts.ts")).eyeActs(table, dice, diceOf(pack));
  },
  replaysTextLogs: false,
  bootDetail: (setup: DiceTableSetup) => flatDice(setup),
};

function diceSetup(
  { pack: given }: LoadedPack,
  devices: string,
  houseRules: readonly string[],
  options: DiceTableOptions,
): DiceTableSetup {
  const pack = given as DicePack;
  const { parts, has } = diceDevices(diceOf(pack), devices, options);
  const session = deviceGroupOf(parts);
  const craps = pack.dice.craps !== null;
  return {
    family: "dice",
    ...prepareRules(pack, session.abilities, houseRules),
    session,
    devices: diceTableDevices({ session, has, craps }),
    has,
    craps,
    port: EYE_PORT,
    readsAhead: false,
    pack,
    parts,
  };
}
