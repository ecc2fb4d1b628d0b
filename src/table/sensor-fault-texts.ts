import { textsOf } from "../text/text-of.ts";
import type { FaultText } from "./fault-text.ts";

/** Faults of tirada's own sensor board. */
export const SENSOR_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.sensors");
