import type { Condition } from "./pack.ts";

/** A condition in plain English, with facts by their names: `ball-laps fewer than 3, and relaunch`. */
export function conditionText(condition: Condition): string {
  if ("all" in condition) return joined(condition.all, "and");
  if ("any" in condition) return joined(condition.any, "or");
  if ("not" in condition) return `not (${conditionText(condition.not)})`;
  if ("declared" in condition) return `declared by ${condition.declared}`;
  if ("fewerThan" in condition) return `${condition.fact} fewer than ${condition.fewerThan}`;
  if ("atLeast" in condition) return `${condition.fact} at least ${condition.atLeast}`;
  if (condition.is === true) return condition.fact;
  return condition.is === false ? `not ${condition.fact}` : `${condition.fact} is ${condition.is}`;
}

function joined(parts: readonly Condition[], word: "and" | "or"): string {
  const one = (part: Condition): string =>
    "all" in part || "any" in part ? `(${conditionText(part)})` : conditionText(part);
  return parts.map(one).join(` ${word} `);
}
