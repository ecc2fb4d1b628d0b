import { CommandArgumentError, type Command, type CommandName, type WheelState } from "./command.ts";
import { judging, REPLY_MS, type ReadName, refused } from "./definition-reads.ts";
import type { Definition, Definitions } from "./definition.ts";
import { decodeMode } from "./mode.ts";
import { formatValues, holdsValues, limitProblem } from "./parameter-values.ts";
import { isParameterLetter } from "./parameters.ts";

/** The commands that change something. Section numbers are those of the Cammegh SS2 Developers Guide V2.10. */
type One<N extends CommandName> = Extract<Command, { c: N }>;

/** Idle, or with no ball on the track: what a setting may be changed in. */
export const SETTING_STATES: readonly WheelState[] = [6, 1, 2];
const MINUTE_MS = 60_000;

/** Sets the game mode, kept over power-off. */
const setMode: Definition<One<"set-mode">> = {
  encode: ({ bits }) => {
    const mode = decodeMode(bits);
    if (mode === null)
      throw new CommandArgumentError("set-mode", `*o: ${bits} is not a whole number from 0 to 65535`);
    if (mode.unnamed !== 0)
      throw new CommandArgumentError("set-mode", `*o: the bits ${mode.unnamed} of ${bits} have no meaning`);
    return `*o ${bits}`;
  },
  changesIn: [6],
  timeoutMs: REPLY_MS,
  key: () => "*o",
  // The wheel answers with the mode it has: another one means that it did not take ours.
  judge: (reply, command) => {
    if (refused(reply, "o")) return "refusal";
    if (reply.r !== "mode") return null;
    return reply.bits === command.bits ? "success" : "refusal";
  },
  readBack: {
    ask: () => ({ c: "read-options" }),
    agrees: (reply, command) => (reply.r === "options" ? reply.mode === command.bits : null),
  },
};

/** All changes of parameters share `*T OK`, which does not say whose it is. */
const PARAMETER_CHANGE = {
  changesIn: SETTING_STATES,
  key: () => "*T OK",
  judge: judging<Command>("T", (reply) => reply.r === "ok" && reply.letter === "T"),
} as const;

/** Small letter; `OK` proves nothing, always read back (captured). */
const writeParameter: Definition<One<"write-parameter">> = {
  ...PARAMETER_CHANGE,
  encode: ({ letter, values }) => {
    if (!isParameterLetter(letter))
      throw new CommandArgumentError("write-parameter", `*T has no parameter "${String(letter)}"`);
    const problem = limitProblem(letter, values);
    if (problem !== null) throw new CommandArgumentError("write-parameter", problem);
    return `*T ${letter} ${formatValues(letter, values)}`;
  },
  timeoutMs: REPLY_MS,
  readBack: {
    ask: ({ letter }) => ({ c: "read-parameter", letter }),
    agrees: (reply, { letter, values }) =>
      reply.r === "parameter" ? holdsValues(letter, values, reply) : null,
  },
};

/** The wheel plays two games, up to five minutes; then a line a fault, or 0. */
const selfTest: Definition<One<"self-test">> = {
  encode: () => "*F",
  changesIn: [6],
  timeoutMs: 6 * MINUTE_MS,
  key: () => "*F",
  judge: judging("F", (reply) => reply.r === "self-test"),
  many: { silenceMs: 2_000, isLast: (reply) => reply.r === "self-test" && reply.code === 0 },
};

export const CHANGES: Definitions<Exclude<CommandName, ReadName>> = {
  "set-mode": setMode,
  "write-parameter": writeParameter,
  "self-test": selfTest,
  // Over power-off.
  "save-parameters": { ...PARAMETER_CHANGE, encode: () => "*T f", timeoutMs: 2_000 },
};
