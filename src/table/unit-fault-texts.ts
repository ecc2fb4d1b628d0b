import { textsOf } from "../text/text-of.ts";
import type { FaultText } from "./fault-text.ts";

/** Faults of the unit itself that no device has. */
export const UNIT_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.unit");
