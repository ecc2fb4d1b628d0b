import { ROLE_NAMES, type Role } from "../../../src/people/roles.ts";
import { unfilledRoles } from "../../../src/table/kernel/people/task-roles.ts";
import type { Config } from "../../table/config/config.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";

/** Who turns the key of a table panel. */
const AT_PANEL: readonly Role[] = ["croupier", "jefe-de-mesa"];

/** The roles that this table needs and that nobody of its configuration has, at its control pages or at its panel. */
export function unfilledHere(
  { rules }: Pick<TableSetup, "rules">,
  { people, panel }: Pick<Config, "people" | "panel">,
): readonly Role[] {
  const atPanel = panel === undefined ? [] : AT_PANEL.map((role) => ({ role }));
  return unfilledRoles(rules, [...people, ...atPanel]);
}

/** What the law leaves to a role that nobody has waits for ever: said at the start, while somebody can still name one. */
export function unfilledNotices(
  setup: Pick<TableSetup, "rules">,
  config: Pick<Config, "people" | "panel">,
): readonly string[] {
  const roles = unfilledHere(setup, config).map((role) => ROLE_NAMES[role].en);
  const what = "what the rulebook leaves to that role cannot be decided at this table";
  return roles.length === 0 ? [] : [`people: nobody is ${roles.join(", ")}: ${what}; name one and start again`];
}
