import type { Pack } from "../rules/pack.ts";
import { DICE_CASES } from "./dice-cases.ts";
import type { CaseFamily } from "./family.ts";
import { SHOE_CASES } from "./shoe-cases.ts";
import { WHEEL_CASES } from "./wheel-cases.ts";

/** One row each. */
const FAMILIES: Readonly<Record<Pack["family"], CaseFamily>> = {
  wheel: WHEEL_CASES,
  shoe: SHOE_CASES,
  dice: DICE_CASES,
};

/** How the cases of this pack's game are written. */
export const caseFamilyOf = ({ family }: Pick<Pack, "family">): CaseFamily => FAMILIES[family];
