import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";

/** Short names of the reasons that a void of cards is called for: `src/table/void-names.ts`. */
export const CARD_VOID_NAMES: Readonly<Record<string, Text>> = textsOf("void-names.cards");
