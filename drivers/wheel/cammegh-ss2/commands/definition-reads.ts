import { CommandArgumentError, type Command, type CommandName } from "./command.ts";
import type { Answer, Definition, Definitions } from "./definition.ts";
import { isParameterLetter } from "./parameters.ts";
import type { Reply } from "./replies.ts";

/** The commands that only ask. Section numbers are those of the Cammegh SS2 Developers Guide V2.10. */
export type ReadName =
  | "read-mode"
  | "read-status"
  | "read-software"
  | "read-version"
  | "read-options"
  | "read-parameter";

export const REPLY_MS = 1_000;

/** `NO` and `BUSY` with the command's own letter refuse it. */
export function refused(reply: Reply, letter: string): boolean {
  return (reply.r === "no" || reply.r === "busy") && reply.letter === letter;
}

/** Success when `right`, refusal on `NO` or `BUSY` with this letter. */
export function judging<C extends Command>(
  letter: string,
  right: (reply: Reply, command: C) => boolean,
): (reply: Reply, command: C) => Answer | null {
  return (reply, command) => {
    if (refused(reply, letter)) return "refusal";
    return right(reply, command) ? "success" : null;
  };
}

/** The parts that all reading commands without argument share. */
function asking<C extends Command>(line: string, kind: Reply["r"]): Definition<C> {
  return {
    encode: () => line,
    changesIn: null,
    timeoutMs: REPLY_MS,
    key: () => line,
    judge: judging<C>(line.charAt(1), (reply) => reply.r === kind),
  };
}

type One<N extends CommandName> = Extract<Command, { c: N }>;

export const READS: Definitions<ReadName> = {
  "read-mode": asking<One<"read-mode">>("*o", "mode"),
  // The answer is a status line, not faster than every 100 ms (§2.5): the queue knows it by `parseStatus`, no reply of `parseReply` fits.
  "read-status": {
    ...asking<One<"read-status">>("*X", "mode"),
    judge: (reply) => (refused(reply, "X") ? "refusal" : null),
  },
  "read-software": asking<One<"read-software">>("*S", "software"),
  "read-version": asking<One<"read-version">>("*V", "version"),
  "read-options": asking<One<"read-options">>("*O", "options"),
  // A capital letter asks.
  "read-parameter": {
    ...asking<One<"read-parameter">>("*T", "parameter"),
    encode: ({ letter }) => {
      if (!isParameterLetter(letter))
        throw new CommandArgumentError("read-parameter", `*T has no parameter "${String(letter)}"`);
      return `*T ${letter.toUpperCase()}`;
    },
    key: ({ letter }) => `*T ${letter}`,
    judge: judging("T", (reply, command) => reply.r === "parameter" && reply.letter === command.letter),
  },
};
