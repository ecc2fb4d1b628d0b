import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";
import type { FaultText } from "../../fault-text.ts";
import { WARNINGS } from "./because.ts";

/** What every device can do to a round, said of a round of cards. */
export const CARD_DEVICE_BECAUSE: Readonly<Record<string, Text>> = textsOf("reasons.card-device");

/** Faults that the table itself finds with its cards, and the device's warnings. */
export const CARD_FAULTS: Readonly<Record<string, FaultText>> = {
  ...textsOf("faults.cards"),
  ...Object.fromEntries(Object.entries(WARNINGS).map(([code, warning]) => [`warning-${code}`, warning])),
};
