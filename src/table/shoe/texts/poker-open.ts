import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";

/** Hands and tables by which no outcome play can settle a round, by its code. */
export const POKER_OPEN: Readonly<Record<string, Text>> = textsOf("reasons.poker");
