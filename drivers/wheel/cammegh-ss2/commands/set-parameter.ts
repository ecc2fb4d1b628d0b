import type { Command, WheelState } from "./command.ts";
import { SETTING_STATES } from "./definition-changes.ts";
import { formatValues, holdsValues, limitProblem, type Reading } from "./parameter-values.ts";
import { isParameterLetter, PARAMETERS, type ParameterLetter } from "./parameters.ts";
import type { QueueOutcome } from "./queue-state.ts";

/**
 * The safe way to change a parameter of a SlingShot 2: limits first, then write, read back, save, read back again.
 * The wheel answers `OK` to values that it ignores and to values that wreck it (captured), so that its word alone
 * counts for nothing. A pure sequence: it hands commands to the queue and is given their outcomes.
 */
export interface SetParameterRequest {
  /** Unique; the ids of the commands begin with it. */
  readonly id: string;
  readonly letter: ParameterLetter;
  /** Whole numbers, or whole tenths for `s` and `m`. */
  readonly values: readonly number[];
  /** The technician has read {@link PARAMETERS}`[letter].danger` and wants it all the same. */
  readonly confirmed: boolean;
}

type Step = "write" | "read-back" | "save" | "read-again" | "done";

/** All plain JSON. */
export interface SetParameterState {
  readonly request: SetParameterRequest;
  readonly step: Step;
}

export type SetParameterEnd =
  /** Written, read back, saved, read again. */
  | "set"
  | "no-such-parameter"
  | "out-of-limits"
  | "needs-confirmation"
  | "wheel-not-ready"
  | "write-refused"
  /** `OK` or silence, and the old value is still there. */
  | "not-taken"
  | "write-unanswered"
  | "read-back-failed"
  /** The new value works until the wheel is switched off. */
  | "not-saved"
  | "changed-by-saving"
  | "queue-refused"
  | "another-host"
  | "lost";

export interface SetParameterResult {
  readonly end: SetParameterEnd;
  /** One line for the technician: what happened and what to do. */
  readonly say: string;
  /** What the wheel said last about the parameter, as it came; null when it said nothing. */
  readonly now: string | null;
}

export interface SequenceStep<State, Result> {
  readonly state: State;
  /** Commands for the queue, in order. */
  readonly submit: readonly { readonly id: string; readonly command: Command }[];
  /** Not null: the sequence is over. */
  readonly result: Result | null;
}

export type SetParameterStep = SequenceStep<SetParameterState, SetParameterResult>;

/** Begins. `wheel` is the state of the last status line, or null when none has come. */
export function startSetParameter(request: SetParameterRequest, wheel: WheelState | null): SetParameterStep {
  const state: SetParameterState = { request, step: "write" };
  const { letter, values } = request;
  if (!isParameterLetter(letter))
    return end(state, "no-such-parameter", `*T has no parameter "${String(letter)}"; nothing was sent`);
  const problem = limitProblem(letter, values);
  if (problem !== null) return end(state, "out-of-limits", `${problem}; nothing was sent`);
  const { danger } = PARAMETERS[letter];
  if (danger !== null && !request.confirmed)
    return end(
      state,
      "needs-confirmation",
      `${name(state)} is dangerous: ${danger}; say --yes to write it all the same`,
    );
  if (wheel === null || !SETTING_STATES.includes(wheel)) {
    const seen = wheel === null ? "has not said its state" : `is in state ${wheel}`;
    return end(
      state,
      "wheel-not-ready",
      `${name(state)} not written: the wheel ${seen}; wait for state ${SETTING_STATES.join(", ")}`,
    );
  }
  return next(state, "write");
}

/** Goes on with the outcome of one of its commands; outcomes of others leave it as it is. */
export function setParameterStep(state: SetParameterState, outcome: QueueOutcome): SetParameterStep {
  const { step } = state;
  if (step === "done" || outcome.id !== idOf(state, step)) return { state, submit: [], result: null };
  const broken = interrupted(state, outcome);
  if (broken !== null) return broken;
  switch (step) {
    case "write":
      return written(state, outcome);
    case "save":
      return saved(state, outcome);
    case "read-back":
    case "read-again":
      return readBack(state, step, outcome);
  }
}

/** What ends every step alike. */
function interrupted(state: SetParameterState, outcome: QueueOutcome): SetParameterStep | null {
  const active = state.step === "write" ? "" : "; the new value may be active, read it before the wheel plays";
  if (outcome.ended === "lost") {
    const unsure = outcome.sent || state.step !== "write" ? "; read the parameter when the wheel is back" : "";
    return end(
      state,
      "lost",
      `${name(state)}: the port was lost during ${state.step} (${outcome.why})${unsure}`,
    );
  }
  if (outcome.ended === "another-host") {
    return end(
      state,
      "another-host",
      `${name(state)}: another program writes to the wheel; stop it, then read the parameter`,
    );
  }
  if (outcome.ended !== "not-sent") return null;
  const notReady = outcome.why === "wheel-state" || outcome.why === "state-unknown";
  return end(state, notReady ? "wheel-not-ready" : "queue-refused", `${outcome.say}${active}`);
}

function written(state: SetParameterState, outcome: QueueOutcome): SetParameterStep {
  if (outcome.ended === "answered") return next(state, "read-back");
  if (outcome.ended === "refused-by-wheel") {
    return end(
      state,
      "write-refused",
      `${name(state)}: the wheel refused it; put the wheel in state 6 (*P 0) and try again`,
    );
  }
  if (outcome.ended === "unconfirmed" && outcome.matches === true) return next(state, "read-back");
  const readBack =
    outcome.ended === "unconfirmed" && outcome.readBack?.r === "parameter" ? outcome.readBack : null;
  if (readBack !== null) return notTaken(state, readBack);
  return end(
    state,
    "write-unanswered",
    `${name(state)}: the wheel did not answer; read the parameter before it plays`,
  );
}

function readBack(
  state: SetParameterState,
  step: "read-back" | "read-again",
  outcome: QueueOutcome,
): SetParameterStep {
  const reply = outcome.ended === "answered" ? outcome.replies[0] : undefined;
  if (reply?.r !== "parameter") {
    return end(
      state,
      "read-back-failed",
      `${name(state)}: written, but the wheel does not say what it holds; read it before the wheel plays`,
    );
  }
  const { letter, values } = state.request;
  const ok = holdsValues(letter, values, reply);
  if (step === "read-back") return ok ? next(state, "save") : notTaken(state, reply);
  if (ok) return end(state, "set", `${name(state)}: set and saved, the wheel holds ${reply.text}`, reply.text);
  return end(
    state,
    "changed-by-saving",
    `${name(state)}: the wheel holds ${reply.text} after saving; write it again`,
    reply.text,
  );
}

function saved(state: SetParameterState, outcome: QueueOutcome): SetParameterStep {
  if (outcome.ended === "answered") return next(state, "read-again");
  const { letter, values } = state.request;
  const say = `${name(state)}: active, but saving (*T f) was not confirmed; it is lost at power-off, save again`;
  return end(state, "not-saved", say, formatValues(letter, values));
}

/** The wheel holds something else, although it may have said `OK`. */
function notTaken(state: SetParameterState, reading: Reading): SetParameterStep {
  const unsafe = reading.values === null || limitProblem(reading.letter, reading.values) !== null;
  const alarm = unsafe ? ", which is UNSAFE: do not let it play" : "";
  return end(
    state,
    "not-taken",
    `${name(state)}: not taken, the wheel holds ${reading.text}${alarm}; check and write again`,
    reading.text,
  );
}

function name({ request: { letter, values } }: SetParameterState): string {
  return `*T ${letter} ${formatValues(letter, values)}`;
}

function idOf(state: SetParameterState, step: Step): string {
  return `${state.request.id}/${step}`;
}

function next(state: SetParameterState, step: Exclude<Step, "done">): SetParameterStep {
  const { letter, values } = state.request;
  const command: Command =
    step === "write"
      ? { c: "write-parameter", letter, values }
      : step === "save"
        ? { c: "save-parameters" }
        : { c: "read-parameter", letter };
  return { state: { ...state, step }, submit: [{ id: idOf(state, step), command }], result: null };
}

function end(
  state: SetParameterState,
  how: SetParameterEnd,
  say: string,
  now: string | null = null,
): SetParameterStep {
  return { state: { ...state, step: "done" }, submit: [], result: { end: how, say, now } };
}
