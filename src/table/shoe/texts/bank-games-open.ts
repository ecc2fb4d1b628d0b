import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";

/** Why cards and law alone do not settle a round against a bank, by the codes of the outcome plays. */
export const BANK_GAMES_OPEN: Readonly<Record<string, Text>> = textsOf("reasons.bank-games");
