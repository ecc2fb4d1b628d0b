import type { FaultCode } from "../src/codes/faults.ts";
import type { Abilities } from "../src/rules/facts.ts";
import type { DeviceIdentity } from "./acceptance.ts";
import type { MonoUs } from "../src/time/instant.ts";

/** What happens to a device session. `bytes` holds one character a byte (Latin-1). */
export type SessionInput =
  | { readonly i: "opened"; readonly t: MonoUs }
  | { readonly i: "lost"; readonly t: MonoUs; readonly why: string }
  | { readonly i: "bytes"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes that somebody wrote to the device: our own queue, or another host in an old log. */
  | { readonly i: "sent"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes came and were lost before anyone read them. */
  | { readonly i: "overrun"; readonly t: MonoUs; readonly lost: number }
  /** The instant that `wakeAt` asked for has come. */
  | { readonly i: "tick"; readonly t: MonoUs };

/** What one step of a session gives: the state after it, and what was observed and is to be sent meanwhile. */
export interface DeviceStep<State, Observation> {
  readonly state: State;
  readonly observations: readonly Observation[];
  /** Bytes to send, in order, one item a message; empty in a session that only listens. */
  readonly writes: readonly string[];
}

/** The parts of a step context that make the next state, in the order of the start state: recordings keep that order. */
export function stateFrom<State extends object>(context: State, start: State): State {
  // For every line of every device: a list of pairs would take twice as long.
  const state: Partial<State> = {};
  for (const key of Object.keys(start) as (keyof State)[]) state[key] = context[key];
  return state as State;
}

/** Self-tests of a device: how many, and what failed in the newest; null: there was none. */
export interface SelfTests {
  readonly count: number;
  readonly bad: string | null;
}

/**
 * The session of one device of any family: a pure state machine from port inputs to observations. `State` is plain JSON, so
 * that a recording can start in the middle. No clock, no I/O: time comes with every input and never goes back. After `attached`
 * the session reports every active fault and state again; what it does not report then is not active.
 */
export interface DeviceSession<State, Observation, Command = never> {
  /** `cammegh-ss2`, `tirada-shoe`, `cup-switch` … */
  readonly device: string;
  /** What this device can know of each fact of its family, and why. */
  readonly abilities: Abilities;
  /**
   * Every standing fault that this session reports, and whose end it reports: after `attached` at the latest. Another one that stands
   * in the records of its table is a former device's.
   */
  readonly standingFaults: readonly FaultCode[];
  initial(): State;
  step(state: State, input: SessionInput): DeviceStep<State, Observation>;
  /** Handles a command of the table to the device. A command that is not carried out becomes a fault, within 2 s. */
  applyCommand?(state: State, command: Command, t: MonoUs): DeviceStep<State, Observation>;
  /** When the session must be woken although nothing comes, or null. */
  wakeAt(state: State): MonoUs | null;
  /** A device that must talk says nothing, though its port is there. Left out: it may be silent for ever. */
  isSilent?(state: State): boolean;
  /** What the device has said of itself on this connection; null: nothing yet. Left out: its protocol has no word for it. */
  identity?(state: State): DeviceIdentity | null;
  /** The self-tests that it told of since the unit's start. Left out: it has none that a running table asks for. */
  selfTest?(state: State): SelfTests;
  /** What a technician may want to know of line and device, by name: whole numbers, at most 20 of them, and no face. */
  figures?(state: State): Readonly<Record<string, number>>;
}

/** A device of a table and what it has said of itself. */
export interface PortIdentity {
  readonly port: string;
  /** As recordings name it: `tirada-shoe`. */
  readonly device: string;
  /** Null: nothing on this connection. `never`: its protocol has no word for it. */
  readonly identity: DeviceIdentity | "never" | null;
  /** Absent: it has none. */
  readonly selfTest?: SelfTests;
}

/** What the device at a port has said of itself. */
export const identityAt = <State>(
  port: string,
  session: Pick<DeviceSession<State, never>, "device" | "identity" | "selfTest">,
  state: State,
): PortIdentity => ({
  port,
  device: session.device,
  identity: session.identity === undefined ? "never" : session.identity(state),
  ...(session.selfTest === undefined ? {} : { selfTest: session.selfTest(state) }),
});
