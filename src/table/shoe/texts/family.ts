import type { FamilyTexts } from "../../family.ts";
import { CARD_LINK_TEXTS } from "../link-fault-texts.ts";
import { CARD_DEVICE_BECAUSE, CARD_FAULTS } from "./device.ts";

/** What is told in its own words at a card table. */
export const SHOE_TEXTS: FamilyTexts = {
  because: CARD_DEVICE_BECAUSE,
  faults: { ...CARD_FAULTS, ...CARD_LINK_TEXTS },
};
