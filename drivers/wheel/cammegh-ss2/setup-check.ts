import { clearFault, raiseFault } from "../../link/link.ts";
import { isMercuryAnswer, quoted } from "../cammegh.ts";
import { identifyStep, startIdentify, type Identity, type IdentifyState } from "./commands/identify.ts";
import type { WheelState } from "./commands/command.ts";
import { queueStep } from "./commands/queue.ts";
import { QUEUE_START, type QueueInput, type QueueOutcome, type QueueState } from "./commands/queue-state.ts";
import { updateState, type SessionContext } from "./context.ts";

/**
 * After each connection the unit asks the wheel what it is: version, mode, pockets and the parameters that rules depend on; once, and again
 * in each game while the wheel has not said its firmware. It only asks; tirada never drives a wheel. A difference from the table is a fault,
 * and with another number of pockets than in the rulebook no number is certified.
 */
export interface SetupCheck {
  readonly queue: QueueState;
  readonly identify: IdentifyState | null;
  /** The firmware that the wheel gave on this connection; null: it was asked and gave none. Absent: it has not been asked to the end. */
  readonly firmware?: string | null;
}

/** The wheel's state "place your bets" (§2.5). */
const PLACE_BETS = 2;

export const SETUP_CHECK_START: SetupCheck = { queue: QUEUE_START, identify: null };

/** `t` is the context's own. */
type Untimed<I> = I extends QueueInput ? Omit<I, "t"> : never;

/** Gives one input to the command queue and handles its outcomes. Does nothing in a listen-only session. */
export function stepQueue(context: SessionContext, input: Untimed<QueueInput>): void {
  if (!context.options.ask) return;
  const step = queueStep(context.s.setup.queue, { ...input, t: context.t });
  updateState(context, { setup: { ...context.s.setup, queue: step.state } });
  context.writes.push(...step.writes);
  for (const outcome of step.outcomes) takeOutcome(context, outcome);
}

function takeOutcome(context: SessionContext, outcome: QueueOutcome): void {
  if (outcome.ended === "answered" && outcome.command.c === "read-software") {
    updateState(context, { told: true });
    clearFault(context, "wheel-other");
  }
  const { setup } = context.s;
  // A port that is lost has answered nothing: the next connection asks anew.
  if (setup.identify === null || outcome.ended === "lost")
    return updateState(context, { setup: { ...setup, identify: null } });
  const { state, result } = identifyStep(setup.identify, outcome);
  if (result === null) return updateState(context, { setup: { ...setup, identify: state } });
  updateState(context, { setup: { ...setup, identify: null, firmware: result.version } });
  compareWithTable(context, result);
}

/** Whether a wheel that did not say its firmware is asked anew: once a game, as bets are placed. `before`: its state until now. */
export const isAskedAgain = (
  { s: { setup, wheel } }: SessionContext,
  before: WheelState | undefined,
): boolean => setup.firmware === null && wheel?.state === PLACE_BETS && before !== PLACE_BETS;

/** Starts the identification, unless it is under way: at the wheel's first status line on this connection, and when it is asked again. */
export function identifyWheel(context: SessionContext): void {
  if (!context.options.ask || context.s.setup.identify !== null) return;
  const first = startIdentify("identify");
  updateState(context, { setup: { ...context.s.setup, identify: first.state } });
  for (const { id, command } of first.submit) stepQueue(context, { i: "submit", id, command });
}

/** Whether a line is the answer of another wheel to what was asked here: its status lines look alike and mean other things. */
export function takeOtherAnswer(context: SessionContext, text: string): boolean {
  if (!context.options.ask || context.s.told || !isMercuryAnswer(text)) return false;
  raiseFault(context, "wheel-other", { answers: quoted(text) });
  return true;
}

function compareWithTable(context: SessionContext, wheel: Identity): void {
  const { pockets } = context.options;
  // A wheel that does not say its pockets may still have the wrong number of them.
  if (wheel.pockets === pockets) clearFault(context, "wheel-pockets");
  else if (wheel.pockets !== null)
    raiseFault(context, "wheel-pockets", { wheel: wheel.pockets, rulebook: pockets });
  const problems = [...wheel.warnings];
  const unknown = wheel.missing.map(({ piece }) => piece);
  if (unknown.length > 0) problems.push(`no answer: ${unknown.join(", ")}`);
  const { rotorVariationRpm10 } = context.options;
  if (wheel.rotorVariationRpm10 !== null && wheel.rotorVariationRpm10 !== rotorVariationRpm10)
    problems.push(
      `*T m is ${wheel.rotorVariationRpm10} tenths of rpm, the table is set to ${rotorVariationRpm10}`,
    );
  if (problems.length > 0)
    raiseFault(context, "wheel-setup", {
      version: wheel.version ?? "",
      problems: problems.join("; ").slice(0, 900),
    });
  else clearFault(context, "wheel-setup");
}
