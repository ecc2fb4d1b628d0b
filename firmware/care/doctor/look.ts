import { zoneOfTable } from "../../../src/rules/zones.ts";
import { join } from "node:path";
import { z } from "zod";
import { accessSync, isThere, statSync } from "../../files/disk.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { RELEASE_ID } from "../../release.ts";
import { BASE_STATE, readBaseState } from "../../delivery/releases/base-state.ts";
import { askUnit } from "../../net/control.ts";
import { HEALTH_FORMAT, type UnitHealth } from "../../unit/health.ts";
import { lastWordsIn, readLastWords, type LastWords } from "../../net/last-words.ts";
import { lookAtDisk } from "./disk.ts";
import { lookAtMachine, MACHINE_PATHS, swapOf, type MachinePaths } from "./machine.ts";
import { stoppingAdapter } from "./adapters.ts";
import type { Looked, UnitState } from "./judge.ts";
import { lookAtCertificates, type CertificateFiles } from "./certificates.ts";
import { lookAtHouse } from "./house-files.ts";
import { unseen } from "./observed.ts";
import { lookAtOwnScreens } from "./own-screens.ts";

/** The longest a unit or its screens may take to answer, ms. */
const ANSWER_MS = 5_000;

const placeSchema = z.object({ here: z.int().min(0), elsewhere: z.int().min(0) });
/** Of what the screens' server says of itself: who is connected. */
const healthSchema = z.object({ places: z.object({ display: placeSchema, control: placeSchema }) });

/** What is known of a table before anything is looked at. */
export interface TablePlace {
  readonly folder: string;
  /** Of the second copy; null: there is none. */
  readonly second: string | null;
  readonly asksWitness: boolean;
  readonly asksRelay?: boolean;
  readonly publishes?: boolean;
  readonly asksClock: boolean;
  /** By whose time the law's days begin; left out: no configuration was read. */
  readonly zone?: string;
  /** An updater brings releases to it. */
  readonly hasUpdater?: boolean;
  readonly ports: Looked["ports"];
  readonly house?: Looked["house"];
  /** Of people from afar; left out: nobody comes. `log`: name of the table's log. */
  readonly remote?: CertificateFiles & { readonly log: string };
}

/** By its configuration. `configFolder`: where its file lies; null: not known here. */
export function placeOfConfig(config: Config, configFolder: string | null = null): TablePlace {
  const { storage, witness, clock, display } = config;
  return {
    folder: storage.folder,
    second: storage.second?.folder ?? null,
    asksWitness: witness !== undefined,
    asksRelay: config.remote?.relay !== undefined,
    publishes: config.floor !== undefined,
    asksClock: clock !== undefined && (clock.service !== "none" || clock.rtc),
    zone: zoneOfTable(config),
    hasUpdater: config.update !== undefined,
    ports: portsIn(config),
    ...(display.house === undefined || configFolder === null
      ? {}
      : { house: lookAtHouse(display.house, configFolder) }),
    ...(config.remote === undefined ? {} : { remote: { ...config.remote, log: logOf(config) } }),
  };
}

/** By its storage folder alone: what else there is the running unit says. */
export async function placeOfFolder(folder: string): Promise<TablePlace> {
  const unit = await lookAtUnit(folder);
  const health = unit.is === "running" ? unit.health : null;
  return {
    folder,
    second: health?.second?.folder ?? null,
    asksWitness: health !== null && health.witness !== null,
    asksClock: health !== null && health.clock !== null,
    ports: [],
  };
}

/** Looks at a table, its unit and the machine: whatever runs goes on, and nothing is written. */
export async function lookAtTable(place: TablePlace, paths: MachinePaths = MACHINE_PATHS): Promise<Looked> {
  const { folder, second, asksWitness, asksClock, ports } = place;
  const unit = await lookAtUnit(folder);
  const health = unit.is === "running" ? unit.health : null;
  const journalPath = join(folder, "journal.db");
  return {
    unit,
    asksWitness,
    asksClock,
    ports: ports.map((port) => ({ ...port, stops: stoppingAdapter(port.path, paths) })),
    journalPath,
    asksRelay: place.asksRelay ?? false,
    publishes: place.publishes ?? false,
    ...(place.zone === undefined ? {} : { zone: place.zone }),
    hasUpdater: place.hasUpdater ?? false,
    ...(place.house === undefined ? {} : { house: place.house }),
    disk: lookAtDisk(folder, paths),
    second: second === null ? null : lookAtDisk(second, paths),
    machine: lookAtMachine(paths),
    swap: health === null ? unseen("not-running") : swapOf(health.pid, paths),
    hasJournal: isThere(journalPath),
    screens: health === null ? null : await askScreens(health.display),
    own: lookAtOwnScreens(paths),
    base: readBaseState(BASE_STATE),
    release: health?.release ?? RELEASE_ID,
    certificates:
      place.remote === undefined
        ? null
        : await lookAtCertificates(place.remote, { storage: folder, log: place.remote.log }),
  };
}

/** What the unit of this folder says of itself. `words`: where its service leaves why it ended. */
export async function lookAtUnit(folder: string, words = "/run/tirada"): Promise<UnitState> {
  try {
    const answer = await askUnit(folder, { do: "health" }, AbortSignal.timeout(ANSWER_MS));
    if (answer === null) return { is: "stopped", words: wordsOf(folder, words) };
    if (!answer.ok) return { is: "mute", why: answer.why };
    const health = JSON.parse(answer.lines[0] ?? "null") as UnitHealth | null;
    if (health?.format !== HEALTH_FORMAT) return { is: "mute", why: "format" };
    return { is: "running", health };
  } catch (error) {
    return { is: "mute", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Why the table of this folder ended: of all that may have left words there, the one that runs as the folder's user. */
function wordsOf(folder: string, left: string): LastWords | null {
  const owner = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid;
  const of = owner(folder);
  return of !== undefined && owner(lastWordsIn(left)) === of ? readLastWords(left) : null;
}

async function askScreens(url: string): Promise<Looked["screens"]> {
  try {
    const answer = await fetch(new URL("health", url), { signal: AbortSignal.timeout(ANSWER_MS) });
    const read = healthSchema.safeParse(await answer.json());
    return { url, answers: answer.ok, places: read.success ? read.data.places : null };
  } catch {
    return { url, answers: false, places: null };
  }
}

/** Ports of the configuration that are files: `wheel.path`, `dice.eye.path`, `panel.path`. */
function portsIn(config: Config): Looked["ports"] {
  const sections: Readonly<Record<string, unknown>> = {
    wheel: config.wheel,
    shoe: config.shoe,
    dice: config.dice,
    panel: config.panel,
  };
  return pathsIn(sections, "").map(({ device, path }) => ({
    device,
    path,
    isThere: isReachable(path),
  }));
}

function pathsIn(
  value: unknown,
  device: string,
): readonly { readonly device: string; readonly path: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    if (key === "path" && typeof below === "string" && below.startsWith("/dev/"))
      return [{ device, path: below }];
    return pathsIn(below, device === "" ? key : `${device}.${key}`);
  });
}

function isReachable(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
