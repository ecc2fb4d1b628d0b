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
  readonly link: LinkRules<Turn>;
  beginTurn(state: State, t: MonoUs): Turn;
  /** The step's result: the turn as plain JSON again. */
  endTurn(turn: Turn): DeviceStep<State, Observation>;
  /** The port is open anew. `isJoined`: nobody said so, bytes came: a recording may begin with the port open. */
  begin(turn: Turn, isJoined: boolean): void;
  /** Bytes came, one character a byte; see `receiveLines` for a device that sends lines. */
  receive(turn: Turn, bytes: string): void;
  /** `lost` bytes were lost before anyone read them: what was under way must not grow together with what comes. */
  overrun(turn: Turn, lost: number): void;
  /** False: an overrun is no damage of the line, since what was lost is asked for again. */
  readonly isOverrunDamage?: boolean;
  /** Time has come to `turn.t`; called at every step, after the silence timer and before the input. */
  checkTime?(turn: Turn): void;
  /** After the port was lost. */
  portLost?(turn: Turn): void;
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
  State extends { readonly link: LinkState },
  Turn extends LinkTurn,
  Observation,
>(device: LineDevice<State, Turn, Observation>): LineSession<State, Observation> {
  return {
    step: (state, input) => {
      const turn = device.beginTurn(state, input.t);
      quiet(turn, device.link);
      device.checkTime?.(turn);
      takeInput(turn, input, device);
      device.finish?.(turn);
      return device.endTurn(turn);
    },
    wakeAt: (state) =>
      earliest([silentAt(state.link, device.link.silenceUs), ...(device.timers?.(state) ?? [])]),
  };
}

function takeInput<State, Turn extends LinkTurn, Observation>(
  turn: Turn,
  input: SessionInput,
  device: LineDevice<State, Turn, Observation>,
): void {
  switch (input.i) {
    case "opened":
      opened(turn, device.link);
      device.begin(turn, false);
      break;
    case "lost":
      portLost(turn, input.why, device.link);
      device.portLost?.(turn);
      break;
    case "bytes":
      if (!turn.link.up) {
        opened(turn, device.link);
        device.begin(turn, true);
      }
      device.receive(turn, input.bytes);
      break;
    case "overrun":
      passing(turn, "recording-overrun", { bytes: input.lost });
      if (device.isOverrunDamage ?? true) damaged(turn, device.link);
      device.overrun(turn, input.lost);
      break;
    case "sent":
      device.sent?.(turn, input.bytes);
      break;
    case "tick":
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
}

/**
 * Cuts bytes into lines, counts overlong ones as damage and gives the whole ones on, in order. Returns the framer's next
 * state. The first line after opening may be the tail of a cut one: that is no damage, and it is not taken either.
 */
export function receiveLines<Turn extends LinkTurn>(
  turn: Turn,
  framer: FramerState,
  bytes: string,
  rules: LineRules<Turn>,
): FramerState {
  bytesCame(turn);
  const framed = frame(framer, bytes, rules.limit);
  if (framed.overlong > 0) damaged(turn, rules.link, framed.overlong);
  for (const line of framed.lines) if (line.whole) rules.onLine(turn, line.text);
  return framed.state;
}
