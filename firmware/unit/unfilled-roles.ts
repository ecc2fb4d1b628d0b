import { ROLE_NAMES } from "../../src/people/roles.ts";
import { unfilledRoles } from "../../src/table/needed-roles.ts";
import type { UnitParts } from "./parts.ts";

/** What the law leaves to a role that nobody has waits for ever: said while somebody can still name one. */
export function unfilledNotices({ setup, config }: Pick<UnitParts, "setup" | "config">): readonly string[] {
  const roles = unfilledRoles(setup.rules, config.people).map((role) => ROLE_NAMES[role].en);
  const what = "what the rulebook leaves to that role cannot be decided at this table";
  return roles.length === 0 ? [] : [`people: nobody is ${roles.join(", ")}: ${what}; name one and start again`];
}
