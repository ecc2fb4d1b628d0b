import { coverageOf, type Coverage } from "../../../src/rules/coverage.ts";
import { judge } from "../../../src/rules/engine.ts";
import type { Abilities } from "../../../src/rules/facts.ts";
import { rulebookName, type Pack } from "../../../src/rules/pack.ts";
import { familyOf } from "../../../src/table/kernel/families.ts";
import type { TableRules } from "../../../src/table/kernel/context.ts";

/** Prepares a rulebook to judge what devices of these abilities report. */
export function prepareRules(
  pack: Pack,
  abilities: Abilities,
  houseRules: readonly string[],
): { readonly rules: TableRules; readonly rulebook: string; readonly coverage: Coverage } {
  const coverage = coverageOf(pack, abilities, houseRules);
  const rules: TableRules = {
    pack,
    coverage,
    abilities,
    family: familyOf(pack),
    judge: (facts, moment) => judge(pack, coverage, facts, moment),
  };
  return { rules, rulebook: rulebookName(pack), coverage };
}
