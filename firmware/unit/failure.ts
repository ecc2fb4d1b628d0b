import { PortError } from "../../drivers/port-error.ts";
import type { KeeperListener } from "../../drivers/transport/port-keeper.ts";
import type { TableFamily } from "../../src/table/family.ts";
import { DisplayError } from "../display/client.ts";
import { JournalError } from "../journal/errors.ts";
import { EXIT, Problem } from "../problem.ts";

/** Errors whose words are our own: they name files, ports and people, never what a table took in. */
const OUR_WORDS = [JournalError, PortError, DisplayError, Problem];

/**
 * What is told of the error that ended a unit. At a card table the words of any other error stay inside: a defect may quote
 * what it stumbled over, and that may be a card that lies face down. Where it happened is told.
 */
export function unitFailure(error: unknown, { keepsSecrets }: Pick<TableFamily, "keepsSecrets">): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  if (!keepsSecrets || OUR_WORDS.some((kind) => known instanceof kind)) return known;
  const at = /\(?([^\s()]+:\d+:\d+)\)?$/m.exec(
    known.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "",
  );
  const failure = new Error(
    `a defect of tirada (${known.name} at ${at?.[1] ?? "an unknown place"}); start again and tell the makers`,
  );
  // A trace would begin with the words.
  failure.stack = failure.message;
  return failure;
}

/**
 * Without `wait` a device that cannot be opened at the start ends the start; later losses are always waited out. `word`:
 * what the device is, for people.
 */
export function requireAtStart(
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
