import { textOf, textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";
import { DICE_BECAUSE } from "../../dice/texts/because.ts";
import { sameText } from "../../../text/every-language.ts";

/** Why a throw of the dice that begin a round does not say who is dealt first. */
const FIRST_DICE: Readonly<Record<string, Text>> = textsOf("reasons.first-dice");

export function firstDiceText(code: string): Text {
  return FIRST_DICE[code] ?? DICE_BECAUSE[code] ?? sameText(code);
}

/** Who has the bank when no player does. */
export const CROUPIER = textOf("cards.banker-is-croupier");

/** The count in words, for the screens. `{}` is who has the bank. */
export const COUNT_TEXTS = textsOf("cards.count");
