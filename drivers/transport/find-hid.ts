import { PortError } from "../port.ts";

/** What an enumeration says of one top-level collection of a HID device; what the system does not know is missing. */
export interface HidEntry {
  readonly path?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly product?: string | undefined;
  readonly usagePage?: number | undefined;
  readonly usage?: number | undefined;
  /** The USB socket in which its device is, as the kernel names it: `1-1.2`. */
  readonly socket?: string | undefined;
}

/** Where a HID device is: its serial number, or `usb:` and its socket, for one that has no number of its own. */
export type HidAddress = string;

const BY_SOCKET = "usb:";
/** A USB socket as the kernel names it: the bus, and the ports on the way. */
export const SOCKET = /^\d{1,3}-\d{1,3}(?:\.\d{1,3}){0,6}$/;

export const addressOfSocket = (socket: string): HidAddress => `${BY_SOCKET}${socket}`;
/** The socket that an address names; null: it is a serial number. */
export const socketOfAddress = (address: HidAddress): string | null =>
  address.startsWith(BY_SOCKET) ? address.slice(BY_SOCKET.length) : null;

/** By what kind of device something is looked for: never by vendor and product number. */
export interface HidUsage {
  readonly usagePage: number;
  readonly usage: number;
}

export interface FindHidOptions extends HidUsage {
  /** The device that is wanted; null: the only one there is. */
  readonly address: HidAddress | null;
}

export interface FoundHid {
  /** For people and records: `hid:<serial number>`, or `hid:usb:<socket>`. */
  readonly name: string;
  /** Of each of its collections of this usage: a scanner may type through two. */
  readonly paths: readonly [string, ...string[]];
  readonly serial: string;
}

/**
 * The one device of an enumeration. Throws PortError `missing` (naming what is there), `ambiguous` (naming both, and how to tell them
 * apart) or `unusable` (a device without a serial number whose socket is not known either).
 */
export function findHid(entries: readonly HidEntry[], wanted: FindHidOptions): FoundHid {
  const ours = devicesOf(entries, wanted);
  const { address } = wanted;
  const socket = address === null ? null : socketOfAddress(address);
  const fitting = ours.filter((one) =>
    address === null ? true : socket === null ? one.serial === address : one.socket === socket,
  );
  const [first, second] = fitting;
  const what = `HID device with usage page ${hex(wanted.usagePage)}, usage ${hex(wanted.usage)}`;
  if (first === undefined) {
    const by = socket === null ? `serial number ${address ?? ""}` : `USB socket ${socket}`;
    const which = address === null ? what : `${what} and ${by}`;
    const there = ours.length === 0 ? "none of its kind" : ours.map(describeDevice).join(", ");
    throw new PortError("missing", `no ${which}; check its plug and power. There is ${there}`);
  }
  if (second !== undefined) {
    const both = `${describeDevice(first)} and ${describeDevice(second)}`;
    const byNumber = first.serial === second.serial ? "" : " by its serial number, or";
    const sockets = [first, second].flatMap((one) => one.socket ?? []).join(" or ");
    const cure = `unplug one of them, or name one${byNumber} by its USB socket${sockets === "" ? "" : ` (${sockets})`}`;
    throw new PortError("ambiguous", `more than one ${what}: ${both}; ${cure}`);
  }
  const { serial, paths } = first;
  const name = addressOf(first, ours);
  if (name === null)
    throw new PortError("unusable", `${what} at ${paths[0]} has no serial number; give it one, or replace it`);
  return { name: `hid:${name}`, paths, serial };
}

/** Whether the device that was found is still there, under the same paths. */
export function isStillThere(entries: readonly HidEntry[], wanted: HidUsage, found: FoundHid): boolean {
  const there = devicesOf(entries, wanted).filter(({ serial }) => serial === found.serial);
  return found.paths.every((path) => there.some(({ paths }) => paths.includes(path)));
}

/** The devices of a usage, each once: by its serial number, or by its socket where it has none of its own. */
export function addressesOf(entries: readonly HidEntry[], usage: HidUsage): readonly HidAddress[] {
  const all = devicesOf(entries, usage);
  const found = all.map((one) => addressOf(one, all)).filter((address) => address !== null);
  return [...new Set(found)].sort();
}

interface Device {
  /** In their order; never empty. */
  readonly paths: readonly [string, ...string[]];
  readonly serial: string;
  readonly socket: string | null;
}

/** Null: it has no number of its own, and its socket is not known. */
function addressOf(device: Device, all: readonly Device[]): HidAddress | null {
  const { serial, socket } = device;
  const isOwn = serial !== "" && all.every((one) => one === device || one.serial !== serial);
  if (isOwn) return serial;
  return socket === null ? (serial === "" ? null : serial) : addressOfSocket(socket);
}

function devicesOf(entries: readonly HidEntry[], wanted: HidUsage): readonly Device[] {
  const found = new Map<string, Device>();
  const ours = entries.filter(
    ({ usagePage, usage }) => usagePage === wanted.usagePage && usage === wanted.usage,
  );
  for (const { path = "", serialNumber = "", socket = null } of ours.toSorted(byPath)) {
    if (path === "") continue;
    // The serial number goes into messages, so it is made printable and is cut.
    const serial = serialNumber.replace(/[^\x21-\x7e]/g, "").slice(0, 64);
    const key = socket ?? path;
    const known = found.get(key);
    if (known === undefined) found.set(key, { paths: [path], serial, socket });
    else if (!known.paths.includes(path)) found.set(key, { ...known, paths: [...known.paths, path] });
  }
  return [...found.values()];
}

const byPath = (a: HidEntry, b: HidEntry): number => ((a.path ?? "") < (b.path ?? "") ? -1 : 1);

const describeDevice = ({ paths, serial, socket }: Device): string =>
  `${serial === "" ? "(no serial number)" : serial} at ${paths[0]}${socket === null ? "" : ` in USB socket ${socket}`}`;

const hex = (value: number): string => `${value.toString(16).toUpperCase().padStart(4, "0")}h`;
