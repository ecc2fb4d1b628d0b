import { sameText } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import type { FamilyTexts } from "./family.ts";
import type { FaultText } from "./fault-text.ts";

export type { FaultText } from "./fault-text.ts";

/** Every fault code that a device or the unit can record, in the languages of the table. */
export const FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  ...textsOf("faults.wheel"),
  ...textsOf("faults.unit"),
  ...textsOf("faults.sensors"),
  ...textsOf("faults.reader"),
  ...textsOf("faults.shoe"),
};

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function faultText(code: string, own?: FamilyTexts): FaultText {
  return (
    own?.faults[code] ?? FAULT_TEXTS[code] ?? { text: sameText(code), doThis: textOf("faults.unknown.doThis") }
  );
}
