import { textsOf } from "../../text/text-of.ts";
import type { FaultText } from "../fault-text.ts";

/** Faults of a tirada shoe (docs/devices/tirada-shoe.md). None of them names a card's face. */
export const SHOE_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.shoe");
