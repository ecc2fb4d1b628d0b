import { PortError } from "../../drivers/port.ts";
import type { KeeperListener } from "../../drivers/transport/port-keeper.ts";
import type { TableFamily } from "../../src/table/kernel/family.ts";
import { DisplayError } from "../screens/server/client.ts";
import { JournalError } from "../files/errors.ts";
import { errorText, EXIT, Problem, usageProblem, rightRefused } from "../problem.ts";

/** Errors whose words are our own: they name files, ports and people, never what a table took in. */
const OUR_WORDS = [JournalError, PortError, DisplayError, Problem];

/**
 * The error that ended a unit, as it may be printed. At a card table the text of a foreign error is left out: a defect may quote
 * its input, and that may be a card that lies face down. The place of the error is given.
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

/** What the file system says when a folder cannot be used. */
const FOLDER_FAULTS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "ENOENT", "EIO"];

/** Any failure as one line with its exit status. */
export function asProblem(error: unknown, where = ""): Problem {
  if (error instanceof Problem) return error;
  const message = errorText(error);
  if (error instanceof JournalError && error.code === "refused") return usageProblem(message, error);
  if (error instanceof JournalError) return new Problem(EXIT.storage, message, { cause: error });
  if (error instanceof DisplayError) return new Problem(EXIT.display, message, { cause: error });
  if (error instanceof PortError) return new Problem(EXIT.device, message, { cause: error });
  const refused = where === "" ? rightRefused(error) : null;
  if (refused !== null) return refused;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && FOLDER_FAULTS.includes(code)) {
    return new Problem(
      EXIT.storage,
      `cannot use the storage folder ${where}: ${message}; name a writable folder in storage.folder`,
    );
  }
  return new Problem(EXIT.internal, message, { cause: error });
}
