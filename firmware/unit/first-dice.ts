import type { ThrownDice } from "./dice-setup.ts";
import { PAI_GOW_DICE, PAI_GOW_THROWN_FROM } from "../../src/dice/pai-gow-first.ts";
import type { DiceConfig, ShoeConfig } from "../../src/config/config.ts";
import { rulebookName, type CardPack } from "../../src/rules/pack.ts";

/** The dice by which a game of cards begins; null: it does not begin with dice. */
export function firstDiceOf(pack: CardPack): ThrownDice | null {
  const isByDice = pack.cards.deal.some((step) => step.step === "first-seat" && step.by === "dice");
  const known: Readonly<Record<string, ThrownDice["thrownFrom"]>> = PAI_GOW_THROWN_FROM;
  const thrownFrom = Object.hasOwn(known, pack.jurisdiction) ? known[pack.jurisdiction] : undefined;
  if (!isByDice || thrownFrom === undefined) return null;
  return { ...PAI_GOW_DICE, thrownFrom, rulebook: rulebookName(pack) };
}

/** Its devices as those of a dice table. A second source they have none: people are one. */
export function firstDiceConfig({ dice }: ShoeConfig): DiceConfig | null {
  return dice === undefined ? null : { ...dice, witnessRequired: false };
}
