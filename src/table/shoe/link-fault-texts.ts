import { textsOf } from "../../text/text-of.ts";
import type { FaultText } from "../fault-text.ts";

/** Faults that every device can have, in the words of a card table: what is unplugged there is the shoe or its reader. */
export const CARD_LINK_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.card-link");
