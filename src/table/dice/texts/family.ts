import type { FamilyTexts } from "../../family.ts";
import { DICE_BECAUSE } from "./because.ts";
import { DICE_LINK_TEXTS, EYE_FAULT_TEXTS } from "./fault-texts.ts";
import { THROWER_FAULT_TEXTS } from "./thrower-fault-texts.ts";

/** What is told in its own words at a dice table. */
export const DICE_TEXTS: FamilyTexts = {
  because: DICE_BECAUSE,
  faults: { ...THROWER_FAULT_TEXTS, ...EYE_FAULT_TEXTS, ...DICE_LINK_TEXTS },
};
