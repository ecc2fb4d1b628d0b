import { ROLES, type Role } from "../../../people/roles.ts";
import { verdictOf } from "../../../rules/engine.ts";
import type { TableRules } from "../context.ts";
import { decidersOf } from "./deciders.ts";
import { rolesOfTask } from "./task-roles.ts";
import { newTask } from "../durable/tasks.ts";

type NeededBy = Pick<TableRules, "pack" | "coverage" | "family">;

/**
 * The roles that this table's law needs and of which nobody is named, each as the law names it first: who decides what a rule leaves to a
 * person, who calls a void, who sees to what happened, who says what no device sees. Empty: everything that can wait can be done.
 */
export function unfilledRoles(rules: NeededBy, people: readonly { readonly role: Role }[]): readonly Role[] {
  const named = people.map(({ role }) => role);
  const lacking = new Set(
    neededRoles(rules).flatMap((any) => (any.some((role) => named.includes(role)) ? [] : any.slice(0, 1))),
  );
  return ROLES.filter((role) => lacking.has(role));
}

/** What somebody must be there for: the roles of which each time one is enough. */
function neededRoles({ pack, coverage: { houseRules }, family }: NeededBy): readonly (readonly Role[])[] {
  const rules = { pack, houseRules, family };
  const isVerdict = (verdict: "person-decides" | "void") =>
    pack.rules.filter((rule) => verdictOf(rule, houseRules) === verdict).map(({ id }) => id);
  return [
    decidersOf(pack, []),
    ...isVerdict("person-decides").map((id) => decidersOf(pack, [id])),
    ...isVerdict("void").map((id) => rolesOfTask(newTask("confirm-void", 1, id, []), rules)),
    rolesOfTask(newTask("acknowledge", 1, "", []), rules),
    ...pack.rules.flatMap(({ declaredBy }) => (declaredBy === undefined ? [] : [[declaredBy]])),
  ];
}
