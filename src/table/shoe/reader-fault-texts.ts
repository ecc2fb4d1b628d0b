import { textsOf } from "../../text/text-of.ts";
import type { FaultText } from "../fault-text.ts";

/** Faults of card readers: bar code, radio tags, camera. */
export const READER_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.reader");
