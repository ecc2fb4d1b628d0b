import { ROLES, type Role } from "../../../people/roles.ts";
import { callOf } from "../../../rules/declare.ts";
import { verdictOf } from "../../../rules/engine.ts";
import type { TableRules } from "../context.ts";
import type { TableFamily } from "../family.ts";
import { decidersOf } from "./deciders.ts";
import { CONFIGURATION_ORDERED, newTask, type Task } from "../durable/tasks.ts";
import type { AnyPack } from "../family-types.ts";

/** What the roles of a task are found by. */
export interface TaskRules {
  readonly pack: AnyPack;
  readonly houseRules: readonly string[];
  readonly family: Pick<TableFamily, "people">;
}

/** Who sees to what needs nobody's decision. */
const SEE_TO: readonly Role[] = ["jefe-de-mesa", "croupier", "stickman"];

/**
 * Who may do what waits, whom the law names before the others. The screens offer it and the keys take it by this alone, so that
 * nobody is shown a key that is refused, and nothing waits for somebody who has no key.
 */
export function rolesOfTask(task: Task, { pack, houseRules, family }: TaskRules): readonly Role[] {
  switch (task.kind) {
    case "confirm-void": {
      const rule = family.people.callerConfirms ? pack.rules.find(({ id }) => id === task.about) : undefined;
      const call = rule === undefined ? null : callOf(rule, houseRules);
      return [...new Set<Role>([...(call === null ? [] : [call.by]), "jefe-de-mesa"])];
    }
    case "decide":
      return decidersOf(pack, task.rules ?? []);
    case "acknowledge": {
      if (task.about === CONFIGURATION_ORDERED) return ["jefe-de-mesa"];
      const step = task.session === true ? pack.steps.find(({ id }) => id === task.about) : undefined;
      return [...new Set<Role>([...(step === undefined ? [] : [step.who]), ...SEE_TO])];
    }
  }
}

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
