import { textsOf } from "../../../text/text-of.ts";
import type { FaultText } from "../../fault-text.ts";

/** Faults of shakers, cages, cup switches and second sources. */
export const THROWER_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.thrower");
