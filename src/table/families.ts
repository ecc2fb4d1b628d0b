import type { Pack } from "../rules/pack.ts";
import { DICE_FAMILY } from "./dice/family.ts";
import type { TableFamily } from "./family.ts";
import { SHOE_FAMILY } from "./shoe/family.ts";
import { WHEEL_FAMILY } from "./wheel/family.ts";

/** Every family of tables: one row each. */
const FAMILIES: Readonly<Record<Pack["family"], TableFamily>> = {
  wheel: WHEEL_FAMILY,
  shoe: SHOE_FAMILY,
  dice: DICE_FAMILY,
};

/** The family of a rulebook's tables. */
export const familyOf = ({ family }: Pick<Pack, "family">): TableFamily => FAMILIES[family];
