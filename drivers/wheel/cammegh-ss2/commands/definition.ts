import { READS } from "./definition-reads.ts";
import { CHANGES } from "./definition-changes.ts";
import { CommandArgumentError, type Command, type CommandName, type WheelState } from "./command.ts";
import type { Reply } from "./replies.ts";

/** What a reply means for its command. */
export type Answer = "success" | "refusal";

/** One command of the Cammegh SS2 Developers Guide V2.10 §2.3–2.10. */
export interface Definition<C extends Command> {
  /** The line without its terminator. Throws {@link CommandArgumentError}. */
  readonly encode: (command: C) => string;
  /** States in which the wheel carries a change out, which is never sent again by itself; null: it only asks, in any state, and may be repeated. */
  readonly changesIn: readonly WheelState[] | null;
  /** From the write to the first reply; measured latency is 20–200 ms. */
  readonly timeoutMs: number;
  /** Two commands with one key have replies that cannot be told apart. */
  readonly key: (command: C) => string;
  /** What a reply says about the command; null: it answers something else. */
  readonly judge: (reply: Reply, command: C) => Answer | null;
  /** Set when the reply has several lines: it ends with `isLast`, or when nothing came for `silenceMs`. */
  readonly many?: { readonly silenceMs: number; readonly isLast: (reply: Reply) => boolean };
  /** What to ask when a change stays unanswered, and whether the answer shows the change; null: nothing shows it. */
  readonly readBack?: {
    readonly ask: (command: C) => Command;
    readonly agrees: (reply: Reply, command: C) => boolean | null;
  };
}

export type Definitions<N extends CommandName> = {
  readonly [Name in N]: Definition<Extract<Command, { c: Name }>>;
};

/** Every command, by name. */
export const COMMANDS: Definitions<CommandName> = { ...READS, ...CHANGES };

/** The definition of a command. */
export function definitionOf(command: Command): Definition<Command> {
  return COMMANDS[command.c] as unknown as Definition<Command>;
}

/** The line to send, without terminator, or why the arguments cannot be sent. */
export function encodeCommand(command: Command): { readonly line: string } | { readonly problem: string } {
  try {
    return { line: definitionOf(command).encode(command) };
  } catch (error) {
    if (error instanceof CommandArgumentError) return { problem: error.message };
    throw error;
  }
}

/** What a reply says about a command that is under way; null: it answers something else. */
export function judgeReply(command: Command, reply: Reply): Answer | null {
  return definitionOf(command).judge(reply, command);
}
