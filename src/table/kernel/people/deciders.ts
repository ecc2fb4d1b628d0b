import type { Role } from "../../../people/roles.ts";
import { stepsAfter } from "../../../rules/engine.ts";
import type { AnyPack } from "../family-types.ts";

/** Steps of the packs in which somebody decides begin so: `decide-problem`, `judge-throw`. */
const DECIDING = /^(decide|judge)-/;

/** Who may decide what a deal waits for: whom the law names, and where it is silent the inspector too. */
export function answeringRoles(pack: AnyPack, rules: readonly string[]): readonly Role[] {
  const known = rules.filter((id) => pack.rules.some((rule) => rule.id === id));
  const named = decidersOf(pack, known);
  return known.length > 0 || named.includes("inspector") ? named : [...named, "inspector"];
}

/** Who may resolve a round that these rules left to a person, the first before the others: the jefe de mesa where the law names nobody. */
export function decidersOf(pack: AnyPack, rules: readonly string[]): readonly Role[] {
  const left = rules.filter((id) => pack.rules.find((rule) => rule.id === id)?.verdict === "person-decides");
  const steps = stepsAfter(pack, left, []);
  const deciding = steps.filter(({ step }) => DECIDING.test(step)).map(({ who }) => who);
  const named =
    deciding.length > 0 ? deciding : steps.map(({ who }) => who).filter((who) => who === "inspector");
  const above: readonly Role[] = named.includes("inspector") ? [] : ["jefe-de-mesa"];
  return [...new Set([...named, ...above])];
}
