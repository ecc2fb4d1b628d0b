import { sameText } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import type { FaultText } from "./fault-text.ts";
import type { Pack } from "../rules/pack.ts";
import { DICE_LINK_TEXTS, EYE_FAULT_TEXTS } from "./dice/texts/fault-texts.ts";
import { THROWER_FAULT_TEXTS } from "./dice/texts/thrower-fault-texts.ts";
import { CARD_LINK_TEXTS } from "./shoe/link-fault-texts.ts";
import { CARD_FAULTS } from "./shoe/texts/device.ts";

export type { FaultText } from "./fault-text.ts";

/** Every fault code that a device or the unit can record, in the languages of the table. */
export const FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  ...textsOf("faults.wheel"),
  ...textsOf("faults.unit"),
  ...textsOf("faults.sensors"),
  ...textsOf("faults.reader"),
  ...textsOf("faults.shoe"),
};

/** `family`: of the table; what every device can have is told of its own kind. An unknown code stands for itself. */
export function faultText(code: string, family: Pack["family"] = "wheel"): FaultText {
  return (
    (family === "dice"
      ? (DICE_LINK_TEXTS[code] ?? EYE_FAULT_TEXTS[code] ?? THROWER_FAULT_TEXTS[code])
      : undefined) ??
    (family === "shoe" ? (CARD_LINK_TEXTS[code] ?? CARD_FAULTS[code]) : undefined) ??
    FAULT_TEXTS[code] ?? { text: sameText(code), doThis: textOf("faults.unknown.doThis") }
  );
}
