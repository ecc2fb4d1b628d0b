import { CommandArgumentError, type Command, type CommandName, type WheelState } from "./command.ts";
import type { Answer, Definition, Definitions } from "./definition.ts";
import { isParameterLetter } from "./parameters.ts";
import type { Reply } from "./replies.ts";

/** The commands that only ask. Section numbers are those of the Cammegh SS2 Developers Guide V2.10. */
export type ReadName =
  | "read-mode"
  | "read-status"
  | "read-software"
  | "read-version"
  | "read-encoder"
  | "read-clock"
  | "read-options"
  | "read-chi-square"
  | "read-wins"
  | "read-misfires"
  | "read-page-count"
  | "read-page"
  | "read-parameter"
  | "read-licence";

export const ANY_STATE: readonly WheelState[] = [1, 2, 3, 4, 5, 6, 7];
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
function asking<C extends Command>(line: string, about: string, kind: Reply["r"]): Definition<C> {
  const letter = line.charAt(1);
  return {
    about,
    encode: () => line,
    allowedIn: ANY_STATE,
    effect: "none",
    timeoutMs: REPLY_MS,
    key: () => line,
    judge: judging<C>(letter, (reply) => reply.r === kind),
  };
}

type One<N extends CommandName> = Extract<Command, { c: N }>;

/** A list is its total and then at most one line a pocket. */
const LIST = { silenceMs: 500, silenceEnds: true, isLast: () => false };

export const READS: Definitions<ReadName> = {
  "read-mode": asking<One<"read-mode">>("*o", "the game mode (captured bare query)", "mode"),
  // The answer is a status line: the queue knows it by `parseStatus`, no reply of `parseReply` fits.
  "read-status": {
    ...asking<One<"read-status">>("*X", "one status line; not faster than every 100 ms (§2.5)", "mode"),
    judge: (reply) => (refused(reply, "X") ? "refusal" : null),
  },
  "read-software": asking<One<"read-software">>("*S", "firmware version", "software"),
  "read-version": asking<One<"read-version">>("*V", "firmware version and name", "version"),
  "read-encoder": asking<One<"read-encoder">>("*A", "pockets since the encoder's datum", "encoder"),
  "read-clock": asking<One<"read-clock">>("*d g", "the wheel's clock", "clock"),
  "read-options": asking<One<"read-options">>(
    "*O",
    "state, enabled, games per hour, mode (captured)",
    "options",
  ),
  "read-chi-square": {
    ...asking<One<"read-chi-square">>("*w", "chi-square of the wins", "chi-square"),
    allowedIn: [5, 6],
  },
  "read-wins": {
    ...asking<One<"read-wins">>("*W", "wins: total, then each pocket", "count"),
    judge: judging("W", (reply) => reply.r === "count" && reply.of === "wins"),
    allowedIn: [5, 6],
    many: LIST,
  },
  "read-misfires": {
    ...asking<One<"read-misfires">>("*M", "misfires: total, then each pocket", "count"),
    judge: judging("M", (reply) => reply.r === "count" && reply.of === "misfires"),
    allowedIn: [5, 6],
    many: LIST,
  },
  "read-page-count": {
    ...asking<One<"read-page-count">>("*s t", "pages of the statistics log in use", "page-count"),
    allowedIn: [6],
  },
  "read-page": {
    about: "one page of the statistics log, with its checksum",
    encode: ({ page }) => {
      if (!Number.isInteger(page) || page < 0 || page > 65_535) {
        throw new CommandArgumentError("read-page", `*s r: page ${page} is not a whole number from 0 to 65535`);
      }
      return `*s r ${page}`;
    },
    allowedIn: [6],
    effect: "none",
    timeoutMs: 2_000,
    key: ({ page }) => `*s r ${page}`,
    judge: judging("s", (reply, command) => reply.r === "page" && reply.page === command.page),
  },
  "read-parameter": {
    about: "a parameter: capital letter asks",
    encode: ({ letter }) => {
      if (!isParameterLetter(letter))
        throw new CommandArgumentError("read-parameter", `*T has no parameter "${String(letter)}"`);
      return `*T ${letter.toUpperCase()}`;
    },
    allowedIn: ANY_STATE,
    effect: "none",
    timeoutMs: REPLY_MS,
    key: ({ letter }) => `*T ${letter}`,
    judge: judging("T", (reply, command) => reply.r === "parameter" && reply.letter === command.letter),
  },
  "read-licence": asking<One<"read-licence">>("*y", "days left of the bonus licence (§6)", "licence"),
};
