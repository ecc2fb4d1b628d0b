import {
  CLOCK_FIELDS,
  CommandArgumentError,
  type Command,
  type CommandName,
  type WheelState,
} from "./command.ts";
import { ANY_STATE, judging, REPLY_MS, type ReadName, refused } from "./definition-reads.ts";
import type { Definition, Definitions } from "./definition.ts";
import { decodeMode } from "./mode.ts";
import { formatValues, holdsValues, limitProblem } from "./parameter-values.ts";
import { isParameterLetter } from "./parameters.ts";
import type { OkLetter } from "./replies.ts";

/** The commands that change something. Section numbers are those of the Cammegh SS2 Developers Guide V2.10. */
type One<N extends CommandName> = Extract<Command, { c: N }>;

/** Idle, or with no ball on the track: what a setting may be changed in. */
export const SETTING_STATES: readonly WheelState[] = [6, 1, 2];
const MINUTE_MS = 60_000;

/** A command whose reply is `OK` or `NO` with its letter: a setting, unless it says otherwise. */
function confirmed<C extends Command>(
  letter: OkLetter,
  own: Pick<Definition<C>, "about" | "encode" | "allowedIn"> & Partial<Definition<C>>,
): Definition<C> {
  return {
    effect: "setting",
    timeoutMs: REPLY_MS,
    key: () => `*${letter} OK`,
    judge: judging<C>(letter, (reply) => reply.r === "ok" && reply.letter === letter),
    ...own,
  };
}

/** Makes the wheel do something; the options (`*O`) say afterwards what became of it. */
function action<C extends Command>(
  letter: OkLetter,
  about: string,
  allowedIn: readonly WheelState[],
  encode: (command: C) => string,
): Definition<C> {
  // The state follows seconds later, so that the options alone prove nothing: the caller looks at the status lines.
  const readBack = { ask: (): Command => ({ c: "read-options" }), agrees: () => null };
  return confirmed(letter, { about, encode, allowedIn, effect: "action", readBack });
}

/** Largest value of each field of `*d s`. */
const CLOCK_RANGE = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  year: [0, 99],
} as const;

const setMode: Definition<One<"set-mode">> = {
  about: "sets the game mode; idle only, kept over power-off",
  encode: ({ bits }) => {
    const mode = decodeMode(bits);
    if (mode === null)
      throw new CommandArgumentError("set-mode", `*o: ${bits} is not a whole number from 0 to 65535`);
    if (mode.unnamed !== 0)
      throw new CommandArgumentError("set-mode", `*o: the bits ${mode.unnamed} of ${bits} have no meaning`);
    return `*o ${bits}`;
  },
  allowedIn: [6],
  effect: "setting",
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

const writeParameter = confirmed<One<"write-parameter">>("T", {
  about: "writes a parameter: small letter; `OK` proves nothing, always read back (captured)",
  encode: ({ letter, values }) => {
    if (!isParameterLetter(letter))
      throw new CommandArgumentError("write-parameter", `*T has no parameter "${String(letter)}"`);
    const problem = limitProblem(letter, values);
    if (problem !== null) throw new CommandArgumentError("write-parameter", problem);
    return `*T ${letter} ${formatValues(letter, values)}`;
  },
  allowedIn: SETTING_STATES,
  readBack: {
    ask: ({ letter }) => ({ c: "read-parameter", letter }),
    agrees: (reply, { letter, values }) =>
      reply.r === "parameter" ? holdsValues(letter, values, reply) : null,
  },
});

const setClock = confirmed<One<"set-clock">>("d", {
  about: "sets one field of the wheel's clock",
  encode: ({ field, value }) => {
    const [min, max] = CLOCK_RANGE[field];
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new CommandArgumentError("set-clock", `*d s: ${field} ${value} is not from ${min} to ${max}`);
    }
    return `*d s ${CLOCK_FIELDS.indexOf(field)} ${value}`;
  },
  allowedIn: [6],
  readBack: { ask: () => ({ c: "read-clock" }), agrees: () => null },
});

const selfTest: Definition<One<"self-test">> = {
  about: "self-test: the wheel plays two games; idle only, up to 5 minutes",
  encode: () => "*F",
  allowedIn: [6],
  effect: "action",
  timeoutMs: 6 * MINUTE_MS,
  key: () => "*F",
  judge: judging("F", (reply) => reply.r === "self-test"),
  many: { silenceMs: 2_000, silenceEnds: true, isLast: (reply) => reply.r === "self-test" && reply.code === 0 },
};

const calibrate: Definition<One<"calibrate-sensors">> = {
  about: "finds the sensors' positions; idle only, ball fixed in 0, in 00 on a double-zero rotor",
  encode: () => "*C",
  allowedIn: [6],
  effect: "action",
  timeoutMs: 2 * MINUTE_MS,
  key: () => "*C",
  judge: (reply) => {
    if (refused(reply, "C")) return "refusal";
    if (reply.r !== "calibration") return null;
    return reply.step === "failed" ? "refusal" : "success";
  },
  many: {
    silenceMs: 2 * MINUTE_MS,
    silenceEnds: false,
    isLast: (reply) => reply.r === "calibration" && reply.step === "completed",
  },
};

/** What a technician may type behind `*i` and `*j`: a small letter and up to four numbers. */
const SERVICE_TEXT = /^[a-z](?: \d{1,5}){0,4}$/;

const service: Definition<One<"service">> = {
  about: "pocket fire times `*i` and jet test `*j`, as typed; replies are shown as they come",
  encode: ({ letter, text }) => {
    const known = (letter as string) === "i" || (letter as string) === "j";
    if (!known || !SERVICE_TEXT.test(text)) {
      throw new CommandArgumentError(
        "service",
        `"*${letter} ${text}": a small letter and up to four numbers are wanted`,
      );
    }
    return `*${letter} ${text}`;
  },
  allowedIn: [6],
  effect: "action",
  timeoutMs: 5_000,
  key: ({ letter }) => `*${letter}`,
  judge: (reply, { letter }) => {
    if (refused(reply, letter)) return "refusal";
    return reply.r === "service" && reply.letter === letter ? "success" : null;
  },
  many: { silenceMs: 1_000, silenceEnds: true, isLast: () => false },
};

export const CHANGES: Definitions<Exclude<CommandName, ReadName>> = {
  "set-mode": setMode,
  "write-parameter": writeParameter,
  "set-clock": setClock,
  "self-test": selfTest,
  "calibrate-sensors": calibrate,
  service,
  "power-on": action(
    "P",
    "opens the wheel: 6 to 1; `NO` when it is open already (captured)",
    [6],
    () => "*P 1",
  ),
  "power-off": action(
    "P",
    "closes the wheel; state 6 follows after 3–5 s (captured)",
    [1, 2, 3, 4, 5, 7],
    () => "*P 0",
  ),
  "restart-game": action("R", "back to state 1; acknowledges a void (§4.1)", [1, 2, 3, 4, 5, 7], () => "*R"),
  "game-key": {
    ...action<One<"game-key">>("K", "starts a game; `CAM` when idle", [2, 6], () => "*K"),
    judge: (reply) => {
      if (refused(reply, "K") || reply.r === "idle-key") return "refusal";
      return reply.r === "ok" && reply.letter === "K" ? "success" : null;
    },
  },
  // In state 1 it is answered OK and starts nothing (captured); counter-clockwise needs V2.52.
  start: action("u", "launches; state 3 follows after 7–10 s", [2], ({ direction }) =>
    direction === "cw" ? "*u 1" : "*u 3",
  ),
  "sensor-events": {
    about: "sensor events on or off; port 1 only",
    encode: ({ on }) => (on ? "*I 4" : "*I 0"),
    allowedIn: ANY_STATE,
    effect: "setting",
    timeoutMs: REPLY_MS,
    key: () => "*I",
    judge: judging("I", (reply, { on }) => reply.r === "sensor-events" && reply.on === on),
  },
  "status-lines": confirmed("q", {
    about: "mutes (`*q 0`) or unmutes (`*q 1`) the status lines (§2.5)",
    encode: ({ on }) => (on ? "*q 1" : "*q 0"),
    allowedIn: ANY_STATE,
  }),
  "erase-statistics": {
    about: "erases the statistics log; idle only",
    encode: () => "*s e",
    allowedIn: [6],
    effect: "action",
    timeoutMs: 10_000,
    key: () => "*s e",
    judge: judging("s", (reply) => reply.r === "erased"),
    readBack: {
      ask: () => ({ c: "read-page-count" }),
      agrees: (reply) => (reply.r === "page-count" ? reply.pages === 0 : null),
    },
  },
  "save-parameters": confirmed("T", {
    about: "saves all parameters over power-off",
    encode: () => "*T f",
    allowedIn: SETTING_STATES,
    timeoutMs: 2_000,
  }),
};
