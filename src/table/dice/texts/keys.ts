import { fillText } from "../../../text/every-language.ts";
import { textOf, textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";

/** What is written on the keys of a dice table, but for the calls, whose words are in the rulebook. */
export const DICE_KEY_TEXTS: Readonly<Record<string, Text>> = textsOf("keys.dice");

export const DUTY_TEXTS = textsOf("dice.duties");

/** What reminds people that the dice in play, or the croupier who throws, are due to be changed. */
export const CLOCK_TEXTS = textsOf("dice.clock");

/** The answers to whether a result was announced before its dice were touched. */
export const WAS_ANNOUNCED = textsOf("dice.was-announced");

/** To whom the dice go after a seven that loses: `next` where the law does not say which way. */
const PASSES = textsOf("dice.passes");

/** The duty after a seven that loses. `from`: the place of the shooter who lost; null: it was not said. */
export function passText(from: number | null, to: keyof typeof PASSES): Text {
  const passes = PASSES[to];
  if (from === null) return fillText(textOf("dice.seven"), { passes });
  return fillText(textOf("dice.seven-of-place"), { from, passes });
}
