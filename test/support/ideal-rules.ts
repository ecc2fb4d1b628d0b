import { familyOf } from "../../src/table/kernel/families.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { idealAbilities } from "../../src/cases/run.ts";
import { coverageOf } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import type { Rule } from "../../src/rules/pack.ts";
import type { TableRules } from "../../src/table/kernel/context.ts";

/**
 * The rulebook of a table whose device can see everything that a fact speaks of. `made`: what a made-up law has in the place of a rule.
 */
export function idealRules(
  rulebook: string,
  houseRules: readonly string[] = [],
  made: (rule: Rule) => readonly Rule[] = (rule) => [rule],
): TableRules {
  const { pack: loaded } = loadPack(rulebook);
  const pack = { ...loaded, rules: loaded.rules.flatMap(made) };
  const abilities = idealAbilities(pack);
  const coverage = coverageOf(pack, abilities, houseRules);
  return {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
}
