/** What the table display says to the players of a round that was cut off and of the last ones that were announced. */
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { wordText } from "./i18n.ts";

const CUT_OFF = textsOf("pages.cut-off");

/**
 * The round that was cut off, as a sentence.
 * @param kind what is played (`kindOf`)
 */
export const cutOff = (round: number, kind: string | undefined): Text =>
  fillText(CUT_OFF[kind === "cards" || kind === "dice" ? kind : "wheel"], { round });

/** How many of the announced last rounds are left. */
export const roundsLeft = (left: number): Text =>
  left === 1 ? wordText("lastRoundNow") : fillText(wordText("roundsLeft"), { left });
