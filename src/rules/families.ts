import type { z } from "zod";
import { FamilyParts } from "../load/parts.ts";
import type { Fault } from "./condition.ts";
import type { FactSpec } from "./facts.ts";
import type { Pack, Rule } from "./pack.ts";
import type { Path } from "./yaml.ts";

/** What rulebooks of one family of games have of their own. */
export interface RuleFamily {
  /** What the law's people call that which a rule voids, and the scope of a rule that names none. */
  readonly voided: "spin" | "round" | "throw";
  /** Every fact that a rule of such a game may name. */
  readonly facts: Readonly<Record<string, FactSpec>>;
  /** The keys that only packs of this family have. */
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** What the parts of a well-shaped pack's game say of each other that cannot be. */
  faults(pack: Pack): readonly Fault[];
  /** What a rule may not say in such a game. */
  ruleFaults(pack: Pack, rule: Rule, path: Path): readonly Fault[];
}

export const RULE_FAMILIES = new FamilyParts<RuleFamily>("rules");

/** The family of a pack's game. */
export const ruleFamilyOf = ({ family }: Pick<Pack, "family">): RuleFamily => RULE_FAMILIES.get(family);

/** Every fact that a pack of this family may name. */
export function vocabularyOf(family: Pack["family"]): Readonly<Record<string, FactSpec>> {
  return RULE_FAMILIES.get(family).facts;
}

/** The specification of one fact, or null when the family does not know the name. */
export function factSpec(family: Pack["family"], name: string): FactSpec | null {
  const vocabulary = vocabularyOf(family);
  return Object.hasOwn(vocabulary, name) ? (vocabulary[name] ?? null) : null;
}
