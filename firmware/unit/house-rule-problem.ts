import type { Config } from "../../src/config/config.ts";
import { houseRuleProblems } from "../../src/rules/coverage.ts";
import type { Path } from "../../src/rules/yaml.ts";
import { packIds } from "../rules/library.ts";
import { readPack } from "../rules/load.ts";

/**
 * A house rule of a configuration that the law does not leave open, or that contradicts another, with its place in the file;
 * null: none. A rulebook that is not there is somebody else's to tell.
 */
export function houseRuleProblem({ table }: Config): { readonly path: Path; readonly message: string } | null {
  const { rulebook, houseRules } = table;
  if (houseRules.length === 0 || !packIds().includes(rulebook)) return null;
  const read = readPack(rulebook);
  if (!read.ok) return null;
  for (const [index, rule] of houseRules.entries()) {
    const [problem] = houseRuleProblems(read.pack, [rule]);
    if (problem !== undefined)
      return { path: ["table", "houseRules", index], message: `${problem}; take it out or write one of those` };
  }
  const [problem] = houseRuleProblems(read.pack, houseRules);
  return problem === undefined ? null : { path: ["table", "houseRules"], message: problem };
}
