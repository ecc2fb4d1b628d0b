import { textsOf } from "../../../text/text-of.ts";
import type { CrapsCall } from "../../../dice/outcome-types.ts";
import type { Text } from "../../../text/language.ts";

/** What a throw of craps is called at the table. No catalogue prints these words but the point's. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = textsOf("dice.craps-calls");
