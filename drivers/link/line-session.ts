import { monoUs, type MonoUs } from "../../src/time/instant.ts";
import { frame, type FramerState } from "../line-framer.ts";
import type { DeviceStep, SessionInput } from "../session.ts";
import { passing } from "./faults.ts";
import {
  bytesCame,
  damaged,
  opened,
  portLost,
  quiet,
  silentAt,
  type LinkRules,
  type LinkState,
  type LinkTurn,
} from "./link.ts";

/**
 * What one device on a serial line adds to what all of them share. `Turn` is a step under way: the state being made, and
 * what was observed; it lives no longer than the step, so the session stays pure.
 */
export interface LineDevice<State, Turn extends LinkTurn, Observation> {
  /** Of all times, or of what the device does now: of a step under way, and of the state between two steps. */
  readonly link: LinkRules<Turn> | ((now: State | Turn) => LinkRules<Turn>);
  beginTurn(state: State, t: MonoUs): Turn;
  /** The step's result: the turn as plain JSON again. */
  endTurn(turn: Turn): DeviceStep<State, Observation>;
  /** The port is open anew. `isJoined`: nobody said so, bytes came: a recording may begin with the port open. */
  begin(turn: Turn, isJoined: boolean): void;
  /** False: bytes alone do not open a port, though they are taken. */
  readonly isJoining?: boolean;
  /** Bytes came, one character a byte; see `receiveLines` for a device that sends lines. */
  receive(turn: Turn, bytes: string): void;
  /** `lost` bytes were lost before anyone read them: what was under way must not grow together with what comes. */
  overrun(turn: Turn, lost: number): void;
  /** False: an overrun is no damage of the line, since what was lost is asked for again. */
  readonly isOverrunDamage?: boolean;
  /** False: an overrun is not reported as a fault of its own; it is unless given. */
  isOverrunReported?(turn: Turn): boolean;
  /** Time has come to `turn.t`; called at every step, after the silence timer and before the input. */
  checkTime?(turn: Turn): void;
  /** After the port was lost, for the reason that the system gave. */
  portLost?(turn: Turn, why: string): void;
  /** The instant that a timer asked for has come; for a device whose timers are no part of `checkTime`. */
  tick?(turn: Turn): void;
  /** Somebody wrote these bytes to the device. */
  sent?(turn: Turn, bytes: string): void;
  /** The last thing of every step: what is due is written. */
  finish?(turn: Turn): void;
  /** When the device's own timers run out; null: they do not run. */
  timers?(state: State): readonly (MonoUs | null)[];
}

/** The frame of a line device's session: the losses of its port, overruns and timers. */
export interface LineSession<State, Observation> {
  step(state: State, input: SessionInput): DeviceStep<State, Observation>;
  wakeAt(state: State): MonoUs | null;
}

/** Makes the frame of a session; name, abilities and commands are the driver's. */
export function defineLineSession<
  State extends { readonly link: Pick<LinkState, "up" | "heardAt" | "loss"> },
  Turn extends LinkTurn,
  Observation,
>(device: LineDevice<State, Turn, Observation>): LineSession<State, Observation> {
  return {
    step: (state, input) => {
      const turn = device.beginTurn(state, input.t);
      const rules = rulesOf(device, turn);
      quiet(turn, rules);
      device.checkTime?.(turn);
      takeInput(turn, input, device, rules);
      device.finish?.(turn);
      return device.endTurn(turn);
    },
    wakeAt: (state) =>
      earliest([silentAt(state.link, rulesOf(device, state).silenceUs), ...(device.timers?.(state) ?? [])]),
  };
}

function rulesOf<State, Turn extends LinkTurn, Observation>(
  { link }: LineDevice<State, Turn, Observation>,
  now: State | Turn,
): LinkRules<Turn> {
  return typeof link === "function" ? link(now) : link;
}

function takeInput<State, Turn extends LinkTurn, Observation>(
  turn: Turn,
  input: SessionInput,
  device: LineDevice<State, Turn, Observation>,
  rules: LinkRules<Turn>,
): void {
  switch (input.i) {
    case "opened":
      opened(turn, rules);
      device.begin(turn, false);
      break;
    case "lost":
      portLost(turn, input.why, rules);
      device.portLost?.(turn, input.why);
      break;
    case "bytes":
      if (!turn.link.up && (device.isJoining ?? true)) {
        opened(turn, rules);
        device.begin(turn, true);
      }
      device.receive(turn, input.bytes);
      break;
    case "overrun":
      if (device.isOverrunReported?.(turn) ?? true) passing(turn, "recording-overrun", { bytes: input.lost });
      if (device.isOverrunDamage ?? true) damaged(turn, rules);
      device.overrun(turn, input.lost);
      break;
    case "sent":
      device.sent?.(turn, input.bytes);
      break;
    case "tick":
      device.tick?.(turn);
      break;
  }
}

/** The first of the instants, or null when there is none. */
export function earliest(instants: readonly (MonoUs | null)[]): MonoUs | null {
  const due = instants.filter((at) => at !== null);
  return due.length === 0 ? null : monoUs(Math.min(...due));
}

/** A framer that lost bytes: the rest of the line under way is thrown away, and the next one is not taken as whole. */
export const FRAMER_LOST: FramerState = { partial: "", skipping: true, synced: false };

export interface LineRules<Turn extends LinkTurn> {
  /** The longest line in bytes, terminator not counted. */
  readonly limit: number;
  readonly link: LinkRules<Turn>;
  onLine(turn: Turn, text: string): void;
  /** A line whose head may be missing, as the first one after opening; passed over unless given. */
  onTail?(turn: Turn, text: string): void;
  /** False: bytes without a good line are no nonsense yet, only damaged lines are: others may speak on the line. */
  readonly areBytesNonsense?: boolean;
}

/**
 * Cuts bytes into lines, counts overlong ones as damage and gives the whole ones on, in order. Returns the framer's next
 * state. The first line after opening may be the tail of a cut one: that is no damage, and it is not taken as a whole one.
 */
export function receiveLines<Turn extends LinkTurn>(
  turn: Turn,
  framer: FramerState,
  bytes: string,
  rules: LineRules<Turn>,
): FramerState {
  if (rules.areBytesNonsense ?? true) bytesCame(turn);
  const framed = frame(framer, bytes, rules.limit);
  if (framed.overlong > 0) damaged(turn, rules.link, framed.overlong);
  for (const { whole, text } of framed.lines) {
    if (whole) rules.onLine(turn, text);
    else rules.onTail?.(turn, text);
  }
  return framed.state;
}
