import { cardFaults } from "./card-check.ts";
import { cardRuleFaults } from "./card-rule-check.ts";
import type { Fault } from "./condition.ts";
import { diceFaults, diceRuleFaults } from "./dice-check.ts";
import type { CardPack, DicePack, Pack, Rule, WheelPack } from "./pack.ts";
import { wheelFaults, wheelRuleFaults } from "./wheel-check.ts";
import type { Path } from "./yaml.ts";

/** What rulebooks of one family of games have of their own, beside their facts (`vocabulary/`). */
export interface RuleFamily {
  /** What the law's people call that which a rule voids, for messages. */
  readonly voided: string;
  /** What the parts of a well-shaped pack's game say of each other that cannot be. */
  faults(pack: Pack): readonly Fault[];
  /** What a rule may not say in such a game. */
  ruleFaults(pack: Pack, rule: Rule, path: Path): readonly Fault[];
}

const FAMILIES: Readonly<Record<Pack["family"], RuleFamily>> = {
  wheel: {
    voided: "spin",
    faults: (pack: WheelPack) => wheelFaults(pack),
    ruleFaults: (_, rule, path) => wheelRuleFaults(rule, path),
  },
  shoe: {
    voided: "round",
    faults: (pack: CardPack) => cardFaults(pack),
    ruleFaults: (pack: CardPack, rule: Rule, path: Path) => cardRuleFaults(pack, rule, path),
  },
  dice: {
    voided: "throw",
    faults: (pack: DicePack) => diceFaults(pack),
    ruleFaults: (pack: DicePack, rule: Rule, path: Path) => diceRuleFaults(pack, rule, path),
  },
};

/** The family of a pack's game. */
export const ruleFamilyOf = ({ family }: Pick<Pack, "family">): RuleFamily => FAMILIES[family];
