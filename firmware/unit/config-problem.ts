import type { Config } from "../config/config.ts";
import { isPinHash } from "../display/sign-in.ts";
import type { ConfigProblem } from "../setup/unit-family.ts";
import { houseRuleProblems } from "../../src/rules/coverage.ts";
import type { Path } from "../../src/rules/yaml.ts";
import { editionsOf, readPack } from "../rules/load.ts";

/** What is wrong with the people of a configuration: a name that stands twice, a PIN that is no value of `tirada pin`; or null. */
export function peopleProblem({ people }: Pick<Config, "people">): ConfigProblem | null {
  const names = new Set<string>();
  for (const [at, { name, pin }] of people.entries()) {
    if (names.has(name))
      return {
        path: ["people", at, "name"],
        message: `people: "${name}" is there twice; give each person one name`,
      };
    if (!isPinHash(pin))
      return {
        path: ["people", at, "pin"],
        message: `people: the pin of "${name}" cannot be used; make a new one with: tirada pin`,
      };
    names.add(name);
  }
  return null;
}

/** What is wrong with house rules, and with the first of them that is wrong by itself. */
interface Wrong {
  readonly path: Path;
  readonly message: string;
}

/**
 * A house rule of a configuration that the law does not leave open, or that contradicts another, with its place in the file;
 * null: none. Where the day is to choose the edition, what one of them leaves open is no problem yet. A rulebook that is not there
 * is somebody else's to tell.
 */
export function houseRuleProblem({ table }: Config): Wrong | null {
  const { rulebook, houseRules } = table;
  const [id = "", edition] = rulebook.split("@", 2);
  const names = editionsOf(id).filter((name) => edition === undefined || name === rulebook);
  const wrong = names.map((name) => wrongIn(name, houseRules));
  return wrong.includes(null) ? null : (wrong.at(-1) ?? null);
}

function wrongIn(name: string, houseRules: readonly string[]): Wrong | null {
  const read = readPack(name);
  if (houseRules.length === 0 || !read.ok) return null;
  for (const [index, rule] of houseRules.entries()) {
    const [problem] = houseRuleProblems(read.pack, [rule]);
    if (problem !== undefined)
      return { path: ["table", "houseRules", index], message: `${problem}; take it out or write one of those` };
  }
  const [problem] = houseRuleProblems(read.pack, houseRules);
  return problem === undefined ? null : { path: ["table", "houseRules"], message: problem };
}
