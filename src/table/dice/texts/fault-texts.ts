import { textsOf } from "../../../text/text-of.ts";
import type { FaultText } from "../../fault-text.ts";

/** Faults that every device can have, in the words of a dice table. */
export const DICE_LINK_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.dice-link");

/** Faults that the eye itself finds. */
export const EYE_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.eye");
