import { cardFaults } from "./card-check.ts";
import { cardRuleFaults } from "./card-rule-check.ts";
import { cardGameSchema } from "./card-schema.ts";
import type { RuleFamily } from "./families.ts";
import type { CardPack, Rule } from "./pack.ts";
import { SHOE_FACTS } from "./vocabulary/shoe.ts";
import type { Path } from "./yaml.ts";

/** Rulebooks of games of cards. */
export const CARD_RULES: RuleFamily = {
  voided: "round",
  facts: SHOE_FACTS,
  shape: { cards: cardGameSchema },
  faults: (pack: CardPack) => cardFaults(pack),
  ruleFaults: (pack: CardPack, rule: Rule, path: Path) => cardRuleFaults(pack, rule, path),
};
