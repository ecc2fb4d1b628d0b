import { clear, stand } from "../../link/faults.ts";
import { identifyStep, startIdentify, type Identity, type IdentifyState } from "./commands/identify.ts";
import { queueStep } from "./commands/queue.ts";
import { QUEUE_START, type QueueInput, type QueueState } from "./commands/queue-state.ts";
import { set, type Turn } from "./turn.ts";

/**
 * Once after each connection the unit asks the wheel what it is: version, mode, pockets and the parameters that rules
 * lean on. It only asks; tirada never drives a wheel. What does not fit the table is a fault, and a wheel with another
 * number of pockets than its rulebook lets no number be certified.
 */
export interface SetupCheck {
  readonly queue: QueueState;
  readonly identify: IdentifyState | null;
}

export const SETUP_CHECK_START: SetupCheck = { queue: QUEUE_START, identify: null };

/** `t` is the turn's own. */
type Untimed<I> = I extends QueueInput ? Omit<I, "t"> : never;

/** Hands one input to the command queue and follows up its outcomes. Does nothing in a listen-only session. */
export function check(turn: Turn, input: Untimed<QueueInput>): void {
  if (!turn.options.ask) return;
  const step = queueStep(turn.s.setup.queue, { ...input, t: turn.t });
  set(turn, { setup: { ...turn.s.setup, queue: step.state } });
  turn.writes.push(...step.writes);
  for (const outcome of step.outcomes) {
    const { identify } = turn.s.setup;
    if (identify === null) continue;
    const next = identifyStep(identify, outcome);
    set(turn, { setup: { ...turn.s.setup, identify: next.result === null ? next.state : null } });
    if (next.result !== null) compare(turn, next.result);
  }
}

/** The wheel speaks for the first time on this connection. */
export function askOnce(turn: Turn): void {
  if (!turn.options.ask || turn.s.setup.identify !== null) return;
  const first = startIdentify("identify");
  set(turn, { setup: { ...turn.s.setup, identify: first.state } });
  for (const { id, command } of first.submit) check(turn, { i: "submit", id, command });
}

function compare(turn: Turn, wheel: Identity): void {
  const { pockets } = turn.options;
  if (wheel.pockets !== null && wheel.pockets !== pockets)
    stand(turn, "wheel-pockets", { wheel: wheel.pockets, rulebook: pockets });
  else clear(turn, "wheel-pockets", {});
  const problems = [...wheel.warnings];
  const unknown = wheel.missing.map(({ piece }) => piece);
  if (unknown.length > 0) problems.push(`no answer: ${unknown.join(", ")}`);
  const { rotorVariationRpm10 } = turn.options;
  if (wheel.rotorVariationRpm10 !== null && wheel.rotorVariationRpm10 !== rotorVariationRpm10)
    problems.push(
      `*T m is ${wheel.rotorVariationRpm10} tenths of rpm, the table is set to ${rotorVariationRpm10}`,
    );
  if (problems.length > 0)
    stand(turn, "wheel-setup", { version: wheel.version ?? "", problems: problems.join("; ").slice(0, 900) });
  else clear(turn, "wheel-setup", {});
}
