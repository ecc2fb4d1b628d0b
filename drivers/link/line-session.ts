import { monoUs, type MonoUs } from "../../src/time/instant.ts";
import { frame, type FramerState } from "../line-framer.ts";
import type { DeviceStep, SessionInput } from "../session.ts";
import {
  raiseMomentaryFault,
  markBytesReceived,
  countDamagedLines,
  onPortOpened,
  onPortLost,
  checkSilence,
  silenceDeadline,
  type LinkRules,
  type LinkState,
  type LinkContext,
} from "./link.ts";

/**
 * What one device on a serial line adds to what all of them share. `Context` is a step under way: the state being made, and
 * what was observed; it lives no longer than the step, so the session stays pure.
 */
export interface LineDevice<State, Context extends LinkContext, Observation> {
  /** The link rules: always the same, or chosen by the state, during a step and between two steps. */
  readonly link: LinkRules<Context> | ((now: State | Context) => LinkRules<Context>);
  beginStep(state: State, t: MonoUs): Context;
  /** The step's result: the context as plain JSON again. */
  endStep(context: Context): DeviceStep<State, Observation>;
  /** The port was opened again. `isJoined`: there was no message about it, bytes arrived: a recording may begin with the port open. */
  startSession(context: Context, isJoined: boolean): void;
  /** False: bytes alone do not open a port, though they are taken. */
  readonly isJoining?: boolean;
  /** Bytes came, one character a byte; see `receiveLines` for a device that sends lines. */
  receive(context: Context, bytes: string): void;
  /** `lost` bytes were dropped before they were read: a line under way must not be joined with the bytes that follow. */
  onOverrun(context: Context, lost: number): void;
  /** False: an overrun is no damage of the line, since what was lost is asked for again. */
  readonly isOverrunDamage?: boolean;
  /** False: an overrun is not reported as a fault of its own; it is unless given. */
  isOverrunReported?(context: Context): boolean;
  /** Time has come to `context.t`; called at every step, after the silence timer and before the input. */
  checkTime?(context: Context): void;
  /** After the port was lost, for the reason that the system gave. */
  onPortLost?(context: Context, why: string): void;
  /** The instant that a timer asked for has come; for a device whose timers are no part of `checkTime`. */
  onTick?(context: Context): void;
  /** Somebody wrote these bytes to the device. */
  onSent?(context: Context, bytes: string): void;
  /** Called at the end of every step, to write what must be sent now. */
  finish?(context: Context): void;
  /** When the device's own timers run out; null: they do not run. */
  timersOf?(state: State): readonly (MonoUs | null)[];
}

/** What the sessions of all line devices share: the losses of the port, overruns and timers. */
export interface LineSession<State, Observation> {
  step(state: State, input: SessionInput): DeviceStep<State, Observation>;
  wakeAt(state: State): MonoUs | null;
  isSilent(state: State): boolean;
}

/** Makes the shared part of a session; the driver adds name, abilities and commands. */
export function defineLineSession<
  State extends { readonly link: Pick<LinkState, "up" | "heardAt" | "loss"> },
  Context extends LinkContext,
  Observation,
>(device: LineDevice<State, Context, Observation>): LineSession<State, Observation> {
  return {
    step: (state, input) => {
      const context = device.beginStep(state, input.t);
      const rules = rulesOf(device, context);
      checkSilence(context, rules);
      device.checkTime?.(context);
      handleInput(context, input, device, rules);
      device.finish?.(context);
      return device.endStep(context);
    },
    wakeAt: (state) =>
      earliest([
        silenceDeadline(state.link, rulesOf(device, state).silenceUs),
        ...(device.timersOf?.(state) ?? []),
      ]),
    isSilent: ({ link: { loss } }) => loss === "device-silent",
  };
}

function rulesOf<State, Context extends LinkContext, Observation>(
  { link }: LineDevice<State, Context, Observation>,
  now: State | Context,
): LinkRules<Context> {
  return typeof link === "function" ? link(now) : link;
}

function handleInput<State, Context extends LinkContext, Observation>(
  context: Context,
  input: SessionInput,
  device: LineDevice<State, Context, Observation>,
  rules: LinkRules<Context>,
): void {
  switch (input.i) {
    case "opened":
      onPortOpened(context, rules);
      device.startSession(context, false);
      break;
    case "lost":
      onPortLost(context, input.why, rules);
      device.onPortLost?.(context, input.why);
      break;
    case "bytes":
      if (!context.link.up && (device.isJoining ?? true)) {
        onPortOpened(context, rules);
        device.startSession(context, true);
      }
      device.receive(context, input.bytes);
      break;
    case "overrun":
      if (device.isOverrunReported?.(context) ?? true)
        raiseMomentaryFault(context, "recording-overrun", { bytes: input.lost });
      if (device.isOverrunDamage ?? true) countDamagedLines(context, rules);
      device.onOverrun(context, input.lost);
      break;
    case "sent":
      device.onSent?.(context, input.bytes);
      break;
    case "tick":
      device.onTick?.(context);
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

export interface LineRules<Context extends LinkContext> {
  /** The longest line in bytes, terminator not counted. */
  readonly limit: number;
  readonly link: LinkRules<Context>;
  onLine(context: Context, text: string): void;
  /** A line whose head may be missing, as the first one after opening; passed over unless given. */
  onTail?(context: Context, text: string): void;
  /** False: bytes without a good line do not count as garbled, only damaged lines do: other devices may use the line. */
  readonly areBytesNonsense?: boolean;
}

/**
 * Cuts bytes into lines, counts overlong ones as damage and gives the whole ones on, in order. Returns the framer's next
 * state. The first line after opening may be the tail of a cut one: that is no damage, and it is not taken as a whole one.
 */
export function receiveLines<Context extends LinkContext>(
  context: Context,
  framer: FramerState,
  bytes: string,
  rules: LineRules<Context>,
): FramerState {
  if (rules.areBytesNonsense ?? true) markBytesReceived(context);
  const framed = frame(framer, bytes, rules.limit);
  if (framed.overlong > 0) countDamagedLines(context, rules.link, framed.overlong);
  for (const { whole, text } of framed.lines) {
    if (whole) rules.onLine(context, text);
    else rules.onTail?.(context, text);
  }
  return framed.state;
}
