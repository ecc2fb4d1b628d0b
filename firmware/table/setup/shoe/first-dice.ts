import type { ThrownDice } from "../dice/thrown-dice.ts";
import { PAI_GOW_DICE } from "../../../../src/rules/pai-gow-first.ts";
import type { DiceConfig, ShoeConfig } from "../../config/config.ts";
import { countOf } from "../../../../src/rules/house-outcome.ts";
import { rulebookName, type CardPack } from "../../../../src/rules/pack.ts";

/** The dice by which a game of cards begins; null: it does not begin with dice. */
export function firstDiceOf(pack: CardPack): ThrownDice | null {
  const count = countOf(pack);
  return count === null
    ? null
    : { ...PAI_GOW_DICE, thrownFrom: count.thrownFrom, rulebook: rulebookName(pack) };
}

/** The devices of its dice as those of a dice table. There is no second source, since people name the dice too. */
export function firstDiceConfig({ dice }: ShoeConfig): DiceConfig | null {
  return dice === undefined ? null : { ...dice, witnessRequired: false };
}
