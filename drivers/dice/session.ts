import type { DiceDevice, DiceLoss, DiceObservation } from "../../src/dice/observation.ts";
import type { DiceCommand } from "../../src/table/dice/second-source.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import type { FaultObservation, LinkContext } from "../link/link.ts";
import type { DeviceSession, DeviceStep } from "../session.ts";

export type { DiceCommand } from "../../src/table/dice/second-source.ts";

export type DiceStep<State> = DeviceStep<State, DiceObservation>;

/** The session of one device of a dice table. */
export interface DiceSession<State = unknown> extends DeviceSession<State, DiceObservation, DiceCommand> {
  readonly kind: DiceDevice;
}

/** The observations of one step. Faults of the link name no device: they are added as faults of this one. */
export interface ObservationList {
  readonly all: readonly DiceObservation[];
  push(observation: DiceObservation | FaultObservation): unknown;
}

/** One step of a session under way: the state that it makes, and what it gives out. Local to a step, so the session stays pure. */
export type StepContext<State, Settings = unknown> = { -readonly [Key in keyof State]: State[Key] } & {
  readonly settings: Settings;
  readonly out: ObservationList;
  readonly writes: string[];
  readonly t: MonoUs;
};

const NOT_STATE: ReadonlySet<string> = new Set(["settings", "out", "writes", "t"]);

export function beginStep<State, Settings>(
  state: State,
  t: MonoUs,
  device: DiceDevice,
  settings: Settings,
): StepContext<State, Settings> {
  return { ...state, settings, out: observationsOf(device), writes: [], t };
}

export function endStep<State>(context: StepContext<State>): DiceStep<State> {
  const state = Object.fromEntries(Object.entries(context).filter(([name]) => !NOT_STATE.has(name))) as State;
  return { state, observations: context.out.all, writes: context.writes };
}

function observationsOf(device: DiceDevice): ObservationList {
  const all: DiceObservation[] = [];
  return {
    all,
    push: (observation) =>
      all.push("device" in observation || !isFault(observation) ? observation : { ...observation, device }),
  };
}

function isFault(observation: DiceObservation | FaultObservation): observation is FaultObservation {
  return observation.o === "fault" || observation.o === "fault-cleared";
}

/** A part of what the device sent is missing: nothing is known of it until it is attached anew. `lostMs`: for how long already. */
export function emitGap(
  context: { attached: boolean; readonly out: ObservationList },
  device: DiceDevice,
  why: DiceLoss,
  lostMs?: number,
): void {
  if (context.attached)
    context.out.push({ o: "gap", device, why, ...(lostMs === undefined ? {} : { lostMs }) });
  context.attached = false;
}

/** For how long the device was not heard, ms; undefined: nobody knows. */
export const unheardMs = ({ link, t }: Pick<LinkContext, "link" | "t">): number | undefined =>
  link.heardAt === null ? undefined : Math.round((t - link.heardAt) / US_PER_MS);

/** Adds to a figure for the technician, counted since the unit's start. */
export function addFigure<Name extends string>(
  context: { figures: Readonly<Record<Name, number>> },
  name: Name,
  more = 1,
): void {
  context.figures = { ...context.figures, [name]: context.figures[name] + more };
}
