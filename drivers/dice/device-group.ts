import type { FaultCode } from "../../src/codes/faults.ts";
import type { Abilities, Ability } from "../../src/rules/facts.ts";
import type { DiceCommand } from "../../src/table/dice/second-source.ts";
import type { DiceObservation } from "../../src/dice/observation.ts";
import { monoUs, type MonoUs } from "../../src/time/instant.ts";
import { identityAt, type SessionInput, type PortIdentity } from "../session.ts";
import type { DiceSession } from "./session.ts";

/** One device of a dice table and the port that recordings know it by. */
export interface DeviceGroupPart {
  readonly port: string;
  readonly session: DiceSession;
}

/** A fault as records name it. */
export interface StandingFaultOf {
  readonly device: string;
  readonly code: FaultCode;
}

/** Bytes for one of the ports. */
export interface PortWrite {
  readonly port: string;
  readonly bytes: string;
}

export interface DeviceGroupStep {
  readonly state: DeviceGroupState;
  readonly observations: readonly DiceObservation[];
  readonly writes: readonly PortWrite[];
}

/** The sessions' states by port; plain JSON. */
export type DeviceGroupState = Readonly<Record<string, unknown>>;

/** All devices of a dice table as one: each has its own port and session, and no session knows another. */
export interface DeviceGroup {
  /** `tirada-eye`, or `tirada-eye+cup-switch` with more devices, in the order of the parts. */
  readonly device: string;
  /** For each fact the best level that one of the devices offers. */
  readonly abilities: Abilities;
  readonly ports: readonly string[];
  /** Standing faults that its devices report, by device. */
  readonly standingFaults: readonly StandingFaultOf[];
  initial(): DeviceGroupState;
  /** An input of one port; `port` null: of all of them (time alone). */
  step(state: DeviceGroupState, port: string | null, input: SessionInput): DeviceGroupStep;
  applyCommand(state: DeviceGroupState, command: DiceCommand, t: MonoUs): DeviceGroupStep;
  wakeAt(state: DeviceGroupState): MonoUs | null;
  /** Ports whose devices must talk and say nothing. */
  silentPorts(state: DeviceGroupState): readonly string[];
  figures(state: DeviceGroupState): Readonly<Record<string, number>>;
  identities(state: DeviceGroupState): readonly PortIdentity[];
}

const LEVELS = ["none", "bounded", "measured"] as const;

/** Throws a RangeError for two devices on one port, or of one kind. */
export function diceDeviceGroup(parts: readonly DeviceGroupPart[]): DeviceGroup {
  const ports = parts.map(({ port }) => port);
  const kinds = parts.map(({ session }) => session.kind);
  if (new Set(ports).size < ports.length)
    throw new RangeError(`two dice devices on one port: ${ports.join(", ")}`);
  if (new Set(kinds).size < kinds.length)
    throw new RangeError(`a dice table has one device of a kind: ${kinds.join(", ")}`);
  return {
    device: parts.map(({ session }) => session.device).join("+"),
    abilities: bestAbilities(parts.map(({ session }) => session.abilities)),
    ports,
    standingFaults: parts.flatMap(({ session: { kind, standingFaults } }) =>
      standingFaults.map((code) => ({ device: kind, code })),
    ),
    initial: () => Object.fromEntries(parts.map(({ port, session }) => [port, session.initial()])),
    step: (state, port, input) =>
      stepParts(state, parts, (part, own) =>
        port === null || port === part.port ? part.session.step(own, input) : null,
      ),
    applyCommand: (state, command, t) =>
      stepParts(state, parts, ({ session }, own) => session.applyCommand?.(own, command, t) ?? null),
    wakeAt: (state) => {
      const times = parts.flatMap(({ port, session }) => session.wakeAt(state[port]) ?? []);
      return times.length === 0 ? null : monoUs(Math.min(...times));
    },
    silentPorts: (state) =>
      parts.flatMap(({ port, session }) => (session.isSilent?.(state[port]) === true ? [port] : [])),
    figures: (state) => Object.fromEntries(parts.flatMap((part) => figuresOf(part, state))),
    identities: (state) => parts.map(({ port, session }) => identityAt(port, session, state[port])),
  };
}

function stepParts(
  state: DeviceGroupState,
  parts: readonly DeviceGroupPart[],
  act: (part: DeviceGroupPart, own: unknown) => ReturnType<DiceSession["step"]> | null,
): DeviceGroupStep {
  const next: Record<string, unknown> = { ...state };
  const observations: DiceObservation[] = [];
  const writes: PortWrite[] = [];
  for (const part of parts) {
    const step = act(part, state[part.port]);
    if (step === null) continue;
    next[part.port] = step.state;
    observations.push(...step.observations);
    writes.push(...step.writes.map((bytes) => ({ port: part.port, bytes })));
  }
  return { state: next, observations, writes };
}

function figuresOf(
  { port, session }: DeviceGroupPart,
  state: DeviceGroupState,
): readonly (readonly [string, number])[] {
  const figures = session.figures?.(state[port]) ?? {};
  return Object.entries(figures).map(([name, value]) => [`${port}.${name}`, value] as const);
}

/** Merges abilities: for each fact the best level that one of the devices offers. */
export function bestAbilities(all: readonly Abilities[]): Abilities {
  const merged: Record<string, Ability> = {};
  for (const [name, ability] of all.flatMap((one) => Object.entries(one))) {
    const known = merged[name];
    if (known === undefined || LEVELS.indexOf(ability.level) > LEVELS.indexOf(known.level))
      merged[name] = ability;
  }
  return merged;
}
