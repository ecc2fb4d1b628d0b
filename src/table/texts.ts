import { sameText } from "../text/every-language.ts";
import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";
import { BECAUSE } from "./because-texts.ts";
import type { FamilyTexts } from "./family.ts";
import type { Refusal } from "./keys.ts";
import { BANK_GAMES_OPEN } from "./shoe/texts/bank-games-open.ts";
import { CARD_BECAUSE } from "./shoe/texts/because.ts";
import { POKER_OPEN } from "./shoe/texts/poker-open.ts";

export { BECAUSE } from "./because-texts.ts";

/** What people at the table read about everything that is not law: why a round is aborted or refused; why it is undecided: `because-texts.ts`. */

/** Causes of an aborted game. */
export const ABORTED: Readonly<Record<string, Text>> = textsOf("reasons.aborted");

/** Why a key was refused. */
export const REFUSALS: Readonly<Record<Refusal, Text>> = textsOf("refusals");

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function becauseText(code: string, own?: FamilyTexts): Text {
  return (
    own?.because[code] ??
    BECAUSE[code] ??
    CARD_BECAUSE[code] ??
    POKER_OPEN[code] ??
    BANK_GAMES_OPEN[code] ??
    ABORTED[code] ??
    sameText(code)
  );
}

export function abortText(code: string, own?: FamilyTexts): Text {
  return own?.because[code] ?? ABORTED[code] ?? sameText(code);
}
