import type { Pack } from "../../src/rules/pack.ts";
import type { Config } from "../config/config.ts";
import { DICE_UNIT } from "./dice/family.ts";
import { SHOE_UNIT } from "./shoe/family.ts";
import type { FlatOptions } from "./recorded-head.ts";
import type { TableSetup } from "./setup-types.ts";
import type { UnitFamily } from "./unit-family.ts";
import { WHEEL_UNIT } from "./wheel/family.ts";

/** Every family of tables as a unit knows it: one row each. */
const FAMILIES: Readonly<Record<Pack["family"], UnitFamily>> = {
  wheel: WHEEL_UNIT,
  shoe: SHOE_UNIT,
  dice: DICE_UNIT,
};

/** The family of this name. */
export const unitFamily = (name: Pack["family"]): UnitFamily => FAMILIES[name];

/** The family whose section a configuration has. */
export function familyOfConfig(config: Config): UnitFamily {
  const found = Object.values(FAMILIES).find(({ name }) => config[name] !== undefined);
  if (found === undefined) throw new TypeError("a configuration has a section of devices");
  return found;
}

/** What a table is set to, as boot records and heads of recordings hold it: all that a replay needs to read its lines as the unit did. */
export const flatOptions = (setup: TableSetup): FlatOptions => unitFamily(setup.family).flat(setup);
