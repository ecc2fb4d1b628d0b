import type { Clock } from "../../../src/time/clock.ts";
import { asRoot } from "../../care/first-setup/table-user.ts";
import { keepAct, IS_KEPT, OWN_CONFIG, ownActs } from "../../care/root-helper/keep-act.ts";

/** Whether a record has to be made of what this process changes as root: at the machine's own table, unless another one makes it. */
export const isToBeKept = (
  configPath: string,
  { uid, isKept }: { readonly uid: number | undefined; readonly isKept: boolean },
): boolean => uid === 0 && configPath === OWN_CONFIG && !isKept;

/** `words`: what it was changed with. Changes something of the table of this configuration, with a record of it as `tirada-root` has them made. */
export async function keptAct<T>(
  verb: string,
  configPath: string,
  clock: Pick<Clock, "wall">,
  change: () => Promise<T>,
  words = "",
): Promise<T> {
  const here = { uid: process.getuid?.(), isKept: process.env[IS_KEPT] !== undefined };
  if (!isToBeKept(configPath, here)) return change();
  // By now it acts as the table's user.
  const { acts, ...parts } = ownActs(process.getegid?.() ?? null, clock);
  const asRoots = {
    requireFewChanges: () => asRoot(() => acts.requireFewChanges()),
    add: (said: Parameters<typeof acts.add>[0]) => asRoot(() => acts.add(said)),
    forget: (number: number) => asRoot(() => acts.forget(number)),
  };
  return keepAct({ verb, arguments: words }, { ...parts, acts: asRoots }, change);
}
