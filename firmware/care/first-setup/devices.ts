import type { OpenPort } from "../../../drivers/port.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { WITNESS_PORT } from "../../../src/recording/entry.ts";
import type { Config, DiceConfig } from "../../table/config/config.ts";
import { lookUpDevice } from "../../table/config/devices.ts";
import { devicePorts } from "../../table/setup/config-setup.ts";
import { unitFamily } from "../../table/setup/families.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { slotsOf, valueAt, withAddress, withValue, type Draft, type Slot, type SlotKind } from "./draft.ts";
import type { Checked } from "./check.ts";
import { onlyRight, SILENT_READERS, tryAddresses, type Candidate, type DeviceFolders } from "./find-devices.ts";
import type { AnySession } from "../../table/setup/unit-family.ts";

export interface DeviceSearch {
  /** Makes the table of a draft, with a device plugged in in this way. */
  readonly check: (draft: Draft, kinds: Readonly<Record<string, SlotKind>>) => Promise<Checked>;
  readonly folders: DeviceFolders;
  readonly clock: Clock;
  readonly language: Language;
  /** Says which device is looked for, and where it was found. */
  readonly onLooking: (slot: Slot) => void;
  readonly onFound: (slot: Slot, found: Candidate) => void;
  /** Gives the right to open what is at these addresses, and is called before one of them is. */
  readonly grant: (slot: Slot, kind: SlotKind, addresses: readonly string[]) => void;
  /** The one of the candidates that belongs to this table. Rejects with a Problem when none does; null: look again. */
  readonly choose: (slot: Slot, tried: readonly Candidate[]) => Promise<Candidate | null>;
}

/**
 * Finds every device of a draft by what it answers, one after the other; the draft with their addresses. A table that is set up is there
 * again after a power cut, whatever of its devices comes later: it waits for them, unless the draft says something else. Nothing is enabled.
 */
export async function findDevices(draft: Draft, search: DeviceSearch): Promise<Draft> {
  let found = draft;
  const taken: string[] = [];
  for (const slot of slotsOf(draft)) {
    const { address, kind } = await findOne(found, slot, taken, search);
    if (kind !== "camera" || isLinuxCamera(found, slot)) found = withAddress(found, slot, kind, address);
    if (kind !== "panel" && valueAt(found, [...slot.path, "wait"]) === undefined)
      found = withValue(found, [...slot.path, "wait"], true);
    taken.push(address);
  }
  return found;
}

const isLinuxCamera = (draft: Draft, { path }: Slot): boolean =>
  valueAt(draft, [...path, "camera", "source"]) === "v4l2";

async function findOne(
  draft: Draft,
  slot: Slot,
  taken: readonly string[],
  search: DeviceSearch,
): Promise<Candidate> {
  search.onLooking(slot);
  for (;;) {
    const tried: Candidate[] = [];
    for (const kind of slot.kinds) tried.push(...(await tryKind(draft, slot, kind, taken, search)));
    const chosen = await search.choose(slot, tried);
    if (chosen === null) continue;
    search.onFound(slot, chosen);
    return chosen;
  }
}

/**
 * Asks every device on a serial line once more what it is, where the draft says that it stands. Rejects with a Problem `device` for one
 * that does not say so. A reader that speaks only when a card passes is left to its table.
 */
export async function confirmDevices(draft: Draft, search: Omit<DeviceSearch, "choose">): Promise<void> {
  for (const slot of slotsOf(draft)) {
    const [kind] = slot.kinds;
    if (kind !== "serial" || slot.given === null || SILENT_READERS.includes(slot.device)) continue;
    onlyRight({ slot, language: search.language }, await tryKind(draft, slot, kind, [], search));
  }
}

async function tryKind(
  draft: Draft,
  slot: Slot,
  kind: SlotKind,
  taken: readonly string[],
  { check, folders, clock, grant, language }: Omit<DeviceSearch, "choose">,
): Promise<readonly Candidate[]> {
  const { config, setup } = await check(draft, { [slot.name]: kind });
  const camera = kind === "camera" ? cameraOf(config, slot) : null;
  return tryAddresses({
    slot,
    kind,
    folders,
    clock,
    taken,
    camera,
    language,
    grant: (addresses) => grant(slot, kind, addresses),
    session: kind === "panel" || kind === "camera" ? null : sessionOf(setup, slot),
    baudRate: baudOf(config, slot),
    serial: (path, baudRate) => openSerial({ path, baudRate, clock }),
    open: kind === "mqtt" ? openOf(config, setup, slot, clock) : null,
  });
}

/** Name of the port in recordings: a second eye is a second source. */
const portOf = ({ name }: Slot): string => (name === "second" ? WITNESS_PORT : name);

function sessionOf(setup: TableSetup, slot: Slot): AnySession {
  const session = unitFamily(setup.family).sessions(setup).get(portOf(slot));
  if (session === undefined) throw new TypeError(`the table has no port ${slot.name}`);
  return session;
}

function openOf(config: Config, setup: TableSetup, slot: Slot, clock: Clock): OpenPort {
  const port = devicePorts(config, setup, clock).get(portOf(slot));
  if (port === undefined) throw new TypeError(`the table has no port ${slot.name}`);
  return port.open;
}

const diceOf = ({ dice, shoe }: Config): Partial<DiceConfig> => dice ?? shoe?.dice ?? {};

function cameraOf(config: Config, { name }: Slot): CameraConfig | null {
  const { eye, second } = diceOf(config);
  return (name === "second" ? second : eye)?.camera ?? null;
}

function baudOf(config: Config, { name, device }: Slot): number {
  const { wheel, shoe, panel } = config;
  const dice = diceOf(config);
  const said: Readonly<Record<string, { readonly baud?: number } | undefined>> = {
    wheel,
    shoe,
    panel,
    eye: dice.eye,
    second: dice.second,
    thrower: dice.thrower,
    witness: dice.witness,
  };
  return said[name]?.baud ?? lookUpDevice(device)?.baudRate ?? 9_600;
}
