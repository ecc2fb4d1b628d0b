import { textsOf } from "../../../text/text-of.ts";
import type { FaultText } from "../../fault-text.ts";
import type { Text } from "../../../text/language.ts";
import { POKER_OPEN } from "./poker-open.ts";

/** Why a round of cards is undecided, or only reported. */
export const CARD_BECAUSE: Readonly<Record<string, Text>> = { ...POKER_OPEN, ...textsOf("reasons.cards") };

/** Warnings of a card device (page of the tirada shoe, code table), and what to do. */
export const WARNINGS: Readonly<Record<string, FaultText>> = textsOf("cards.warnings");
