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
