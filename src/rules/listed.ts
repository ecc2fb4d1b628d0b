import type { Rule } from "./pack.ts";
import type { Fault } from "./condition.ts";
import type { Path } from "./yaml.ts";

/** A fault for each thing of a list whose name was there before. */
export function duplicateFaults<T>(
  list: readonly T[],
  where: string,
  what: string,
  name: (item: T) => string,
  key = "id",
): readonly Fault[] {
  return list.flatMap((item, index) =>
    list.findIndex((other) => name(other) === name(item)) === index
      ? []
      : [{ path: [where, index, key], message: `${what} "${name(item)}" is there twice` }],
  );
}

/** A fault for each word of a list that was there before. */
export function repeatedWordFaults(list: readonly string[], path: Path, what: string): readonly Fault[] {
  return list.flatMap((item, index) =>
    list.indexOf(item) === index
      ? []
      : [{ path: [...path, index], message: `${what} "${item}" is there twice` }],
  );
}

/** Reports what a rule of another family may not say: it is for card games alone. */
export function reportCardKeys(rule: Rule, report: (key: string, message: string) => unknown): void {
  if (rule.verdict === "corrected") report("verdict", "only in card games the round goes on corrected");
  for (const key of ["effect", "deem", "asks", "hand", "card", "window", "seen"] as const)
    if (rule[key] !== undefined) report(key, `"${key}" is for card games`);
}
