import {
  CERTIFICATE_DAYS_LEAST,
  LIST_DAYS_LEAST,
  RENEWAL_DAYS_MOST,
  type CertificatesState,
} from "./certificates.ts";
import { COUNTER_NORMS } from "../../../src/codes/counter-norms.ts";
import type { LastWords } from "../../net/last-words.ts";
import type { FaultText } from "../../../src/table/kernel/view/texts.ts";
import { bytesText } from "../../../src/text/bytes-text.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { inEveryLanguage, sameText } from "../../../src/text/every-language.ts";
import { STORAGE_FULL_PM, STORAGE_SHORT_PM } from "../../unit/evidence/storage-watch.ts";
import { CLOCK_ERROR_MAX_US } from "../../table/clock/chrony.ts";
import type { BaseState } from "../../delivery/releases/base-state.ts";
import type { UnitHealth } from "../../unit/health.ts";
import { OBSTACLE_WORDS } from "../../net/update-questions.ts";
import type { DiskState } from "./disk.ts";
import { driftFindings } from "./drift.ts";
import { absent, faultFinding, finding, measured, unobserved } from "./finding.ts";
import type { Machine } from "./machine.ts";
import type { Observed } from "./observed.ts";
import type { Finding } from "./report.ts";
import type { ScreenPlaces } from "../../screens/server/hub.ts";
import type { OwnScreens } from "./own-screens.ts";
import type { HouseFileState } from "./house-files.ts";

/** From so much of its life on a disk is to be replaced soon, per cent. */
export const LIFE_WORN_PERCENT = 80;
/** From here on a processor is too hot, °C: at 85 a Raspberry Pi slows down. */
export const TEMPERATURE_HIGH = 80;
/** So much of the memory must be free, per mille. */
export const MEMORY_FREE_PM = 100;
/** Losses of ports, and devices that came anew, since a start. */
export const LOSSES_MOST = COUNTER_NORMS.portLosses.most;
/** Requests that may wait for the journal's thread. */
export const WAITING_MOST = 16;
/** The first faults of a device say that it does not talk. */
const LOSSES = ["port-gone", "device-silent", "device-garbled"];

/** What is known of the unit's process. */
export type UnitState =
  | { readonly is: "running"; readonly health: UnitHealth }
  | { readonly is: "mute"; readonly why: string }
  /** `words`: why it ended; null: it left none, as one that was killed. */
  | { readonly is: "stopped"; readonly words: LastWords | null };

/** A port of the configuration that is a file. */
export interface LookedPort {
  readonly device: string;
  readonly path: string;
  readonly isThere: boolean;
  /** The USB adapter behind it, where its kind is known to stop by itself; null, or left out: it is none of them. */
  readonly stops?: string | null;
}

/** Everything that was looked at. */
export interface Looked {
  /** Of people from afar. Null, or left out: nobody comes. */
  readonly certificates?: CertificatesState | null;
  readonly unit: UnitState;
  readonly disk: DiskState;
  readonly second: DiskState | null;
  readonly machine: Machine;
  /** Of the unit's process, bytes. */
  readonly swap: Observed<number>;
  /** What the configuration names, and whether it is there: for a unit that does not run. */
  readonly ports: readonly LookedPort[];
  readonly hasJournal: boolean;
  readonly journalPath: string;
  readonly asksWitness: boolean;
  /** Left out: the configuration was not read, or names no relay. */
  readonly asksRelay?: boolean;
  /** Left out: the configuration was not read, or names no floor. */
  readonly publishes?: boolean;
  readonly asksClock: boolean;
  /** By whose time the law's days begin; left out: the configuration was not read. */
  readonly zone?: string;
  /** Null: nobody was asked. */
  readonly screens: {
    readonly url: string;
    readonly answers: boolean;
    /** Who is connected; null: a unit of an earlier release does not say it. */
    readonly places: ScreenPlaces | null;
  } | null;
  /** Files that the house shows; left out: it names none, or nobody knows where the configuration lies. */
  readonly house?: readonly HouseFileState[];
  /** Of this machine's own monitors. */
  readonly own: OwnScreens;
  /** What the machine says of its base system; null, or left out: it has none of ours. */
  readonly base?: BaseState | null;
  readonly release: { readonly version: string; readonly manifest: string | null };
  /** An updater brings releases to this table; left out: no configuration was read, or none does. */
  readonly hasUpdater?: boolean;
}

/** Words of a fault, in those of the table's family. */
export type FaultWords = (code: string) => FaultText;

/** Makes findings of what was looked at. Pure: the same look gives the same findings. */
export function judge(looked: Looked, wordsOf: FaultWords): readonly Finding[] {
  const health = looked.unit.is === "running" ? looked.unit.health : null;
  return [
    unitFinding(looked.unit),
    ...deviceFindings(looked, health, wordsOf),
    ...driftFindings(health?.drift),
    ...clockFindings(looked, health),
    ...diskFindings(looked.disk),
    ...journalFindings(looked, health),
    ...secondFindings(looked, health),
    ...witnessFindings(looked, health),
    relayFinding(looked, health),
    floorFinding(looked, health),
    ...machineFindings(looked, health),
    ...screenFindings(looked),
    ...houseFindings(looked.house ?? []),
    releaseFinding(looked.release),
    ...baseFindings(looked.base ?? null),
    ...certificateFindings(looked.certificates ?? null),
    ...updateFindings(looked, health),
  ];
}

function updateFindings({ hasUpdater = false }: Looked, health: UnitHealth | null): readonly Finding[] {
  const wait = health?.update ?? null;
  if (wait === null) return hasUpdater ? [] : [absent("repository")];
  const { version, since, obstacles, standing = {} } = wait;
  const what = inEveryLanguage(
    (language) =>
      obstacles
        .map((one) => [OBSTACLE_WORDS[one][language], standing[one]] as const)
        .map(([words, from]) => (from === undefined ? words : `${words} (${from})`))
        .join("; ") || "–",
  );
  return [finding("update-waits", { version, since }, undefined, { what })];
}

function certificateFindings(state: CertificatesState | null): readonly Finding[] {
  if (state === null) return [absent("certificates")];
  if ("why" in state) return [finding("certificates-unusable", { why: state.why })];
  const { days, listDays, waiting } = state;
  const isNear = days < CERTIFICATE_DAYS_LEAST || listDays < LIST_DAYS_LEAST;
  const held = finding(isNear ? "certificates-ending" : "certificates-well", { days, listDays });
  if (waiting === null) return [held];
  // A request that is new is in order: somebody brings it to the authority in time.
  const level = isNear || waiting.days >= RENEWAL_DAYS_MOST ? "attention" : "well";
  return [held, finding("certificates-renewing", { days, since: waiting.since.slice(0, 10) }, level)];
}

function unitFinding(unit: UnitState): Finding {
  if (unit.is === "stopped")
    return unit.words === null ? finding("unit-stopped") : finding("unit-ended", { ...unit.words });
  if (unit.is === "mute") return finding("unit-mute", { why: unit.why });
  return finding("unit-runs", { since: spanText(unit.health.upSeconds) });
}

function deviceFindings({ ports }: Looked, health: UnitHealth | null, wordsOf: FaultWords): readonly Finding[] {
  if (health === null) {
    if (ports.length === 0) return [unobserved("devices", "not-running")];
    return ports.map(({ device, path, isThere }) =>
      finding(isThere ? "device-plugged" : "device-absent", { device, path }),
    );
  }
  const { faults, devices, counters } = health;
  const lost = faults.filter(({ code }) => LOSSES.includes(code)).map(({ device }) => device);
  const well = devices.filter((device) => !lost.includes(device));
  const losses = counters["portLosses"] ?? 0;
  const foreign = foreignFindings(health);
  const isExplained = (fault: UnitHealth["faults"][number]): boolean =>
    foreign.some(({ values, explains }) => values["device"] === fault.device && explains?.includes(fault.code));
  return [
    // The cause comes before what it brings about.
    ...foreign,
    // A device that does not talk certifies nothing.
    ...faults.map((fault) => {
      const refuses = fault.refuses || (LOSSES.includes(fault.code) && devices.includes(fault.device));
      const words = wordsOf(fault.code);
      const said = isExplained(fault) ? { ...words, doThis: sameText("") } : words;
      return faultFinding({ ...fault, refuses }, said);
    }),
    ...ports.flatMap((port) => adapterFindings(port, faults)),
    ...(health.board == null ? [] : [finding("board-behind", { ...health.board })]),
    ...(health.panel == null ? [] : [finding("panel-behind", { ...health.panel })]),
    ...well.map((device) => finding("device-well", { device })),
    ...(losses > LOSSES_MOST ? [finding("device-losses", { device: health.device, count: losses })] : []),
  ];
}

/** What another device at the cable brings about. */
const OF_FOREIGN = ["device-silent", "device-garbled", "line-noise"];

/** Another device speaks at a port; or lines come of which none is its own: another one is at the cable, or of another kind than is configured. */
function foreignFindings({ faults, foreign = [] }: UnitHealth): readonly Finding[] {
  const stands = (device: string, code: string): boolean =>
    faults.some((one) => one.device === device && one.code === code);
  const named = foreign.map(({ device, is }) => finding("device-exchanged", { device, is }));
  const unnamed = faults
    .filter(({ device, code }) => code === "device-silent" && stands(device, "line-noise"))
    .filter(({ device }) => !foreign.some((one) => one.device === device))
    .map(({ device }) => finding("device-foreign", { device }));
  return [...named, ...unnamed].map((one) => ({ ...one, explains: OF_FOREIGN }));
}

/** A device that says nothing behind an adapter of a kind that is known to stop: it may be the adapter. */
function adapterFindings(
  { device, path, stops }: LookedPort,
  faults: UnitHealth["faults"],
): readonly Finding[] {
  const isSilent = faults.some((one) => one.device === device && one.code === "device-silent");
  return isSilent && stops != null ? [finding("adapter-stopped", { device, path, adapter: stops })] : [];
}

function clockFindings({ asksClock, zone }: Looked, health: UnitHealth | null): readonly Finding[] {
  return [clockFinding(asksClock, health), ...(zone === undefined ? [] : [finding("clock-zone", { zone })])];
}

function clockFinding(asksClock: boolean, health: UnitHealth | null): Finding {
  if (!asksClock) return finding("clock-unvouched");
  if (health === null) return unobserved("clock", "not-running");
  if (health.clock === "synced") return finding("clock-vouched");
  const ahead = health.clockAheadMs ?? 0;
  if (Math.abs(ahead) > CLOCK_ERROR_MAX_US / 1_000)
    return finding(ahead > 0 ? "clock-ahead" : "clock-late", {
      seconds: Math.round(Math.abs(ahead) / 100) / 10,
    });
  return finding(health.clock === "rtc" ? "clock-rtc" : "clock-unvouched");
}

function diskFindings({ folder, isThere, space, lives }: DiskState): readonly Finding[] {
  if (!isThere) return [finding("folder-missing", { path: folder })];
  return [
    spaceFinding(space),
    ...(lives.length === 0 ? [unobserved("life", "no-sensor")] : lives.map(lifeFinding)),
    ...lives.flatMap(errorFindings),
  ];
}

/** A file system that the kernel noted errors in: its disk dies, or was pulled while it was written. */
function errorFindings({ disk, errors }: DiskState["lives"][number]): readonly Finding[] {
  if (errors?.seen !== true || errors.value === 0) return [];
  return [finding("disk-errors", { disk, count: errors.value })];
}

function spaceFinding(space: DiskState["space"]): Finding {
  if (!space.seen) return unobserved("disk", space.why);
  const { usedPm, free, isReadOnly } = space.value;
  const percent = Math.floor(usedPm / 10);
  const found = (code: Parameters<typeof measured>[0]): Finding =>
    measured(code, { free: bytesText(free) }, { percent });
  if (isReadOnly) return found("disk-read-only");
  if (usedPm >= STORAGE_FULL_PM) return found("disk-full");
  return found(usedPm >= STORAGE_SHORT_PM ? "disk-short" : "disk-space");
}

function lifeFinding({ disk, usedPercent }: DiskState["lives"][number]): Finding {
  if (!usedPercent.seen) return unobserved("life", usedPercent.why);
  const percent = usedPercent.value;
  return finding(percent >= LIFE_WORN_PERCENT ? "disk-worn" : "disk-life", { disk, percent });
}

function journalFindings(
  { hasJournal, journalPath, disk }: Looked,
  health: UnitHealth | null,
): readonly Finding[] {
  if (!disk.isThere) return [unobserved("journal", "no-sensor")];
  if (!hasJournal) return [finding("journal-missing", { path: journalPath })];
  if (health === null) return [unobserved("journal", "not-running")];
  const { records, epoch, from, waiting, notes } = health.journal;
  return [
    finding("journal-well", { records, epoch, from }),
    ...notes.map((note) => finding("journal-notes", { note })),
    ...(waiting > WAITING_MOST ? [finding("journal-behind", { waiting })] : []),
    ...readFindings(health.journal.read ?? null),
  ];
}

/** An epoch that waits to be closed: by whom it is read, where that can be seen. */
function readFindings(read: UnitHealth["journal"]["read"]): readonly Finding[] {
  if (read === null) return [];
  const { epoch, by } = read;
  const minutes = Math.floor(read.seconds / 60);
  if (by.length > 0) return [finding("journal-read", { epoch, minutes, by: by.join(", ") })];
  // A unit of an earlier release does not say it.
  const code = read.isBySecond ? "journal-read-second" : "journal-read-unseen";
  return [finding(code, { epoch, minutes })];
}

function secondFindings({ second }: Looked, health: UnitHealth | null): readonly Finding[] {
  if (second === null) return [absent("second")];
  const space = second.isThere ? [spaceFinding(second.space)] : [];
  if (health?.second == null)
    return second.isThere
      ? [unobserved("second", "not-running"), ...space]
      : [finding("second-lost", { why: second.folder })];
  const { lost, behind, required } = health.second;
  if (lost !== null) return [finding("second-lost", { why: lost.detail }, required ? "stops" : "attention")];
  return [behind > 0 ? finding("second-behind", { behind }) : finding("second-well"), ...space];
}

function witnessFindings({ asksWitness }: Looked, health: UnitHealth | null): readonly Finding[] {
  if (!asksWitness) return [absent("witness")];
  if (health?.witness == null) return [unobserved("witness", "not-running")];
  const { name, size, time, minutes, why } = health.witness;
  if (why !== null) return [finding("witness-trouble", { name, why })];
  if (minutes > 0) return [finding("witness-late", { name, minutes })];
  return [finding("witness-well", { name, size, time: time ?? "–" })];
}

function relayFinding({ asksRelay = false }: Looked, health: UnitHealth | null): Finding {
  if (health?.relay == null) return asksRelay ? unobserved("relay", "not-running") : absent("relay");
  const { url, answered, trouble } = health.relay;
  if (trouble !== null) return finding("relay-silent", { url, why: trouble, time: answered ?? "–" });
  return answered === null ? finding("relay-unasked", { url }) : finding("relay-well", { url, time: answered });
}

function floorFinding({ publishes = false }: Looked, health: UnitHealth | null): Finding {
  if (health?.floor == null) return publishes ? unobserved("floor", "not-running") : absent("floor");
  const { collector, behind, answered, trouble, why, since, joining } = health.floor;
  if (joining !== null) return finding("floor-joining", { collector, ...joining });
  if (trouble !== null) {
    const words = textsOf("pages.technician.floor.troubles")[trouble];
    const whole = inEveryLanguage((language) => [words[language], why].filter((one) => one).join(": "));
    return finding("floor-trouble", { collector, since: since ?? "–" }, undefined, { why: whole });
  }
  if (answered === null) return finding("floor-unasked", { collector });
  return behind > 0
    ? finding("floor-behind", { collector, behind, time: answered })
    : finding("floor-in-step", { collector, time: answered });
}

function machineFindings({ machine, swap }: Looked, health: UnitHealth | null): readonly Finding[] {
  const { temperature, isVoltageLow, usbAgain } = machine;
  return [
    ...memoryFindings(machine.memory, swap, health),
    temperature.seen
      ? finding(temperature.value >= TEMPERATURE_HIGH ? "temperature-high" : "temperature-well", {
          celsius: temperature.value,
        })
      : unobserved("temperature", temperature.why),
    isVoltageLow.seen
      ? finding(isVoltageLow.value ? "voltage-low" : "voltage-well")
      : unobserved("voltage", isVoltageLow.why),
    usbAgain.seen
      ? finding(usbAgain.value > LOSSES_MOST ? "usb-resets" : "usb-well", { count: usbAgain.value })
      : unobserved("usb", usbAgain.why),
  ];
}

function memoryFindings(
  memory: Machine["memory"],
  swap: Observed<number>,
  health: UnitHealth | null,
): readonly Finding[] {
  if (!memory.seen) return [unobserved("memory", memory.why)];
  const { free, total } = memory.value;
  const used = health === null ? sameText("–") : bytesText(health.memory);
  const isShort = free * 1_000 < total * MEMORY_FREE_PM;
  const words = { free: bytesText(free), total: bytesText(total), used };
  const isSwapped = health?.keepsSecrets === true && swap.seen && swap.value > 0;
  return [
    measured(isShort ? "memory-short" : "memory-well", words),
    ...(isSwapped ? [measured("memory-swap", { used: bytesText(swap.value) })] : []),
  ];
}

function screenFindings({ screens, own }: Looked): readonly Finding[] {
  const missing =
    own.missing.length === 0 ? [] : [finding("screens-own-missing", { packages: own.missing.join(" ") })];
  if (screens === null) return [unobserved("screens", "not-running"), ...missing];
  const { url, answers, places } = screens;
  const found = finding(answers ? "screens-well" : "screens-gone", { url });
  if (!answers || places === null) return [found, ...missing];
  return [found, connectedFinding(url, places), ...ownFindings(own, places), ...missing];
}

function houseFindings(files: readonly HouseFileState[]): readonly Finding[] {
  const wrong = files.flatMap(({ key, problem }) =>
    problem === null ? [] : [finding("house-file", { key, why: problem })],
  );
  const there = files.flatMap(({ path, size }) => (size === null ? [] : [{ path, size: bytesText(size) }]));
  const named = inEveryLanguage((language) =>
    there.map(({ path, size }) => `${path} (${size[language]})`).join(", "),
  );
  return there.length === 0 ? wrong : [...wrong, measured("house-files", { files: named })];
}

function connectedFinding(url: string, { display, control }: ScreenPlaces): Finding {
  const displays = display.here + display.elsewhere;
  if (displays === 0) return finding("screens-none", { url });
  const controls = control.here + control.elsewhere;
  const values = { displays, here: display.here, controls, local: control.here };
  return finding("screens-connected", values);
}

/** A machine that could show the table itself, and does not. */
function ownFindings({ missing, monitors }: OwnScreens, { display }: ScreenPlaces): readonly Finding[] {
  if (missing.length > 0 || display.here > 0) return [];
  if (!monitors.seen) return [unobserved("screens", monitors.why)];
  const named = monitors.value.length === 0 ? "–" : monitors.value.join(", ");
  return [finding("screens-own-dark", { monitors: named })];
}

function baseFindings(base: BaseState | null): readonly Finding[] {
  if (base === null) return [];
  const { version, slot, isTrial } = base;
  return [finding(isTrial ? "base-trial" : "base-kept", { version, slot })];
}

function releaseFinding({ version, manifest }: Looked["release"]): Finding {
  const release = manifest === null ? version : `${version} ${manifest.slice(0, 8)}`;
  return finding(manifest === null ? "release-source" : "release-known", { release });
}

/** `3 d 4 h`, `12 min`, `40 s`. */
export function spanText(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
