import type { Role } from "../../../people/roles.ts";
import { callOf } from "../../../rules/declare.ts";
import type { TableFamily } from "../family.ts";
import { decidersOf } from "./deciders.ts";
import { CONFIGURATION_ORDERED, type Task } from "../durable/tasks.ts";
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
