import { diceFaults, diceRuleFaults } from "./dice-check.ts";
import { diceGameSchema } from "./dice-schema.ts";
import type { RuleFamily } from "./families.ts";
import type { DicePack, Rule } from "./pack.ts";
import { DICE_FACTS } from "./vocabulary/dice.ts";
import type { Path } from "./yaml.ts";

/** Rulebooks of games of dice. */
export const DICE_RULES: RuleFamily = {
  voided: "throw",
  facts: DICE_FACTS,
  shape: { dice: diceGameSchema },
  faults: (pack: DicePack) => diceFaults(pack),
  ruleFaults: (pack: DicePack, rule: Rule, path: Path) => diceRuleFaults(pack, rule, path),
};
