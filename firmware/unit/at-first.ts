import type { KeeperListener } from "../../drivers/transport/port-keeper.ts";
import { EXIT, Problem } from "../problem.ts";

/**
 * Without `wait` a device that cannot be opened at the start ends the start; later losses are always waited out. `word`:
 * what the device is, for people.
 */
export function atFirst(
  listener: KeeperListener,
  { wait, word }: { readonly wait: boolean; readonly word: string },
  fail: (problem: Problem) => void,
): KeeperListener {
  let opened = wait;
  return {
    ...listener,
    onOpened: (name, tries, at) => {
      opened = true;
      listener.onOpened(name, tries, at);
    },
    onMissing: (missing, at) => {
      if (opened) listener.onMissing(missing, at);
      else fail(new Problem(EXIT.device, `${word}: ${missing.detail}`));
    },
  };
}
