import type { Config } from "../config/config.ts";
import { isPinHash } from "../display/sign-in.ts";
import type { ConfigProblem } from "../setup/unit-family.ts";

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
