import { sameText } from "../text/every-language.ts";
import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";
import type { Pack } from "../rules/pack.ts";
import { DICE_BECAUSE } from "./dice/texts/because.ts";
import { BECAUSE } from "./because-texts.ts";
import type { Refusal } from "./keys.ts";
import { BANK_GAMES_OPEN } from "./shoe/texts/bank-games-open.ts";
import { CARD_BECAUSE } from "./shoe/texts/because.ts";
import { CARD_DEVICE_BECAUSE } from "./shoe/texts/device.ts";
import { POKER_OPEN } from "./shoe/texts/poker-open.ts";

export { BECAUSE } from "./because-texts.ts";

/** What people at the table read about everything that is not law: why a round is aborted or refused; why it is undecided: `because-texts.ts`. */

/** Causes of an aborted game. */
export const ABORTED: Readonly<Record<string, Text>> = textsOf("reasons.aborted");

/** Why a key was refused. */
export const REFUSALS: Readonly<Record<Refusal, Text>> = textsOf("refusals");

/** `family`: of the table; what every device can have is told of its own kind. An unknown code stands for itself. */
export function becauseText(code: string, family: Pack["family"] = "wheel"): Text {
  return (
    (family === "dice" ? DICE_BECAUSE[code] : undefined) ??
    (family === "shoe" ? CARD_DEVICE_BECAUSE[code] : undefined) ??
    BECAUSE[code] ??
    CARD_BECAUSE[code] ??
    POKER_OPEN[code] ??
    BANK_GAMES_OPEN[code] ??
    ABORTED[code] ??
    sameText(code)
  );
}

export function abortText(code: string, family: Pack["family"] = "wheel"): Text {
  const dice = family === "dice" ? DICE_BECAUSE[code] : undefined;
  return dice ?? (family === "shoe" ? CARD_DEVICE_BECAUSE[code] : undefined) ?? ABORTED[code] ?? sameText(code);
}
