import type { DriftReport } from "../../src/analysis/drift/drift-report.ts";
import { refusesResults } from "../../src/codes/faults.ts";
import type { ReleaseId } from "../../src/record/chain.ts";
import type { Mode } from "../../src/record/mode.ts";
import type { Pack } from "../../src/rules/pack.ts";
import type { Phase } from "../../src/table/kernel/phase.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import type { ClockQuality } from "../table/clock/clock-quality.ts";
import type { Config } from "../table/config/config.ts";
import type { FloorState, SecondCopyState, WitnessState } from "../screens/server/messages.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { EpochRead } from "../journal/epochs/epoch-readers.ts";
import { boardBehind, type BoardBehind } from "../table/boards/board-behind.ts";
import type { HeadState } from "../evidence/log/head-file.ts";
import type { MetricsInput } from "../table/log/metrics.ts";
import { RELEASE_ID } from "../release.ts";
import { portName } from "../table/setup/config-setup.ts";
import type { ForeignSpeaker } from "./foreign-speakers.ts";
import type { RelayState } from "./remote-parts.ts";
import type { Unit } from "./unit.ts";
import { updateWaitOf, type UpdateWait } from "./updates/update-wait.ts";

export const HEALTH_FORMAT = "tirada-health/1";
/** Memory is given in steps of this size: how much a table takes to the byte tells what it works on. */
export const MEMORY_STEP = 16 * 1024 * 1024;

/**
 * What a running unit says of itself to the doctor: here, for an order, for a fleet. At a table of cards nothing in it depends on a card
 * that lies face down: it holds what the screens show, and counts.
 */
export interface UnitHealth {
  readonly format: typeof HEALTH_FORMAT;
  readonly release: ReleaseId;
  readonly name: string;
  readonly log: string;
  readonly mode: Mode;
  readonly rulebook: string;
  readonly family: Pack["family"];
  /** Cards lie hidden at this table. */
  readonly keepsSecrets: boolean;
  readonly pid: number;
  /** Its ports, for people. */
  readonly device: string;
  /** Address of the screens. */
  readonly display: string;
  readonly upSeconds: number;
  readonly phase: Phase;
  /** Names of the devices, as faults have them. */
  readonly devices: readonly string[];
  readonly faults: readonly {
    readonly device: string;
    readonly code: string;
    readonly since: string;
    readonly refuses: boolean;
  }[];
  /** Null: the configuration names nothing that vouches for the time of day. */
  readonly clock: ClockQuality | null;
  /** How far its time of day is ahead of what another clock says, ms; null: nothing says it. Left out by a unit of an earlier release. */
  readonly clockAheadMs?: number | null;
  readonly journal: {
    readonly records: number;
    readonly epoch: number;
    readonly from: number;
    readonly waiting: number;
    readonly head: HeadState;
    readonly notes: readonly string[];
    /** An epoch that cannot be closed because a program reads it; null: none waits. */
    readonly read: EpochRead | null;
  };
  readonly second: SecondCopyState | null;
  readonly witness: WitnessState | null;
  /** Null: the table asks none. Left out by a unit of an earlier release. */
  readonly relay?: RelayState | null;
  /** Null: the table publishes to no floor. Left out by a unit of an earlier release. */
  readonly floor?: FloorState | null;
  /** Resident memory of the process, bytes, in steps of `MEMORY_STEP`. */
  readonly memory: number;
  readonly counters: Readonly<Record<string, number>>;
  /** Ports at which another device speaks than the configured one. Left out by a unit of an earlier release. */
  readonly foreign?: readonly ForeignSpeaker[];
  /** A board that runs an earlier image than the release brings; null: none does. Left out by a unit of an earlier release. */
  readonly board?: BoardBehind | null;
  /** The panel, where it does. Left out by a unit of an earlier release. */
  readonly panel?: BoardBehind | null;
  /** What left its band; null: the unit has not looked yet. Left out by a unit of an earlier release. */
  readonly drift?: DriftReport | null;
  /** A release that waits; null: none does. Left out by a unit of an earlier release. */
  readonly update?: UpdateWait | null;
}

export interface HealthParts {
  readonly config: Config;
  readonly journal: Journal;
  readonly unit: Unit;
  readonly clock: Clock;
  readonly startedAt: MonoUs;
  readonly display: string;
  readonly witness: () => WitnessState | null;
  readonly relay?: () => RelayState | null;
  readonly floor?: () => FloorState | null;
  readonly drift?: () => DriftReport | null;
  readonly foreign?: () => readonly ForeignSpeaker[];
  /** The firmware that the panel told; null: none, or none of ours. */
  readonly panelFirmware?: () => string | null;
  /** Resident memory, bytes. */
  readonly memory?: () => number;
}

/** What the unit says of itself, as figures for a monitor. `screens`: what the screens counted; null: not known here. */
export function figuresOf(health: UnitHealth, screens: Readonly<Record<string, number>> | null): MetricsInput {
  const { release, mode, upSeconds, faults, journal, second, witness, floor = null, memory, counters } = health;
  const { records, epoch } = journal;
  return {
    release: release.version,
    mode,
    upSeconds,
    faults,
    records,
    epoch,
    second,
    witness,
    floor,
    memory,
    counters,
    screens,
  };
}

/** A board that runs an earlier image than this release brings; null: it said nothing yet, or there is none. */
function boardOf({ setup, pipeline }: Unit): BoardBehind | null {
  const all = setup.devices.identities(pipeline.state.session);
  const board = all.find(({ device }) => device === "sensor-board")?.identity ?? null;
  return board === null || board === "never" || board.firmware === null
    ? null
    : boardBehind("wheel", board.firmware);
}

function panelOf({ panelFirmware }: HealthParts): BoardBehind | null {
  const runs = panelFirmware?.() ?? null;
  return runs === null ? null : boardBehind("panel", runs);
}

/** What is so now. */
export function healthOf(parts: HealthParts): UnitHealth {
  const { config, journal, unit, clock, startedAt, display } = parts;
  const { setup } = unit;
  const { durable } = unit.shown;
  const { number: epoch, from } = journal.epoch;
  const memory = parts.memory?.() ?? process.memoryUsage.rss();
  return {
    format: HEALTH_FORMAT,
    release: RELEASE_ID,
    name: config.table.name,
    log: journal.head().log,
    mode: journal.mode,
    rulebook: setup.rulebook,
    family: setup.family,
    keepsSecrets: setup.rules.family.keepsSecrets,
    pid: process.pid,
    device: `${setup.devices.device} ${portName(config)}`,
    display,
    upSeconds: Math.floor((clock.now() - startedAt) / US_PER_S),
    phase: durable.phase,
    devices: setup.devices.ports,
    faults: durable.faults.map(({ device, code, since }) => ({
      device,
      code,
      since,
      refuses: refusesResults(code),
    })),
    clock: unit.clockQuality,
    clockAheadMs: unit.clockAheadMs,
    journal: {
      records: journal.head().seq,
      epoch,
      from,
      waiting: journal.waitingCount,
      head: journal.headState,
      notes: journal.notes,
      read: journal.looked.read,
    },
    second: unit.second,
    witness: parts.witness(),
    relay: parts.relay?.() ?? null,
    floor: parts.floor?.() ?? null,
    memory: Math.ceil(memory / MEMORY_STEP) * MEMORY_STEP,
    counters: unit.counters,
    board: boardOf(unit),
    panel: panelOf(parts),
    foreign: parts.foreign?.() ?? [],
    drift: parts.drift?.() ?? null,
    update: updateWaitOf(parts),
  };
}
