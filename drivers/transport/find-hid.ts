import { PortError } from "../port-error.ts";

/** What an enumeration says of one top-level collection of a HID device; what the system does not know is missing. */
export interface HidEntry {
  readonly path?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly product?: string | undefined;
  readonly usagePage?: number | undefined;
  readonly usage?: number | undefined;
}

export interface FindHidOptions {
  /** Devices are found by their usage, never by vendor and product number. */
  readonly usagePage: number;
  readonly usage: number;
  /** Serial number of the device that is wanted; null: the only one there is. */
  readonly serial: string | null;
}

export interface FoundHid {
  /** For people and records: `hid:<serial number>`. */
  readonly name: string;
  readonly path: string;
  readonly serial: string;
}

/**
 * The one device of an enumeration. Throws PortError `missing` (naming what is there), `ambiguous` (naming both serial
 * numbers) or `unusable` (a device without a serial number cannot be told from its like).
 */
export function findHid(entries: readonly HidEntry[], wanted: FindHidOptions): FoundHid {
  const ours = collectionsOf(entries, wanted);
  const fitting = wanted.serial === null ? ours : ours.filter(({ serial }) => serial === wanted.serial);
  const [first, second] = fitting;
  const what = `HID device with usage page ${hex(wanted.usagePage)}, usage ${hex(wanted.usage)}`;
  if (first === undefined) {
    const which = wanted.serial === null ? what : `${what} and serial number ${wanted.serial}`;
    const there = ours.length === 0 ? "none of its kind" : ours.map(describeCollection).join(", ");
    throw new PortError("missing", `no ${which}; check its plug and power. There is ${there}`);
  }
  if (second !== undefined) {
    const both = `${describeCollection(first)} and ${describeCollection(second)}`;
    const cure =
      first.serial === second.serial
        ? "unplug one of them: serial numbers must differ"
        : "unplug one of them, or give the serial number";
    throw new PortError("ambiguous", `more than one ${what}: ${both}; ${cure}`);
  }
  if (first.serial === "")
    throw new PortError(
      "unusable",
      `${what} at ${first.path} has no serial number; give it one, or replace it`,
    );
  return { name: `hid:${first.serial}`, path: first.path, serial: first.serial };
}

/** Whether the device that was found is still there, under the same path. */
export function isStillThere(entries: readonly HidEntry[], wanted: FindHidOptions, found: FoundHid): boolean {
  return collectionsOf(entries, wanted).some(
    ({ path, serial }) => path === found.path && serial === found.serial,
  );
}

/** The serial numbers of the devices of a usage, each once; one without a number is left out. */
export function serialsOf(
  entries: readonly HidEntry[],
  usage: Pick<FindHidOptions, "usagePage" | "usage">,
): readonly string[] {
  const serials = collectionsOf(entries, usage).map(({ serial }) => serial);
  return [...new Set(serials)].filter((serial) => serial !== "");
}

interface Collection {
  readonly path: string;
  readonly serial: string;
}

function collectionsOf(
  entries: readonly HidEntry[],
  wanted: Pick<FindHidOptions, "usagePage" | "usage">,
): Collection[] {
  const found = new Map<string, Collection>();
  for (const { path, serialNumber, usagePage, usage } of entries) {
    if (path === undefined || path === "" || usagePage !== wanted.usagePage || usage !== wanted.usage) continue;
    // The serial number goes into messages, so it is made printable and is cut.
    const serial = (serialNumber ?? "").replace(/[^\x21-\x7e]/g, "").slice(0, 64);
    found.set(path, { path, serial });
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const describeCollection = ({ path, serial }: Collection): string =>
  `${serial === "" ? "(no serial number)" : serial} at ${path}`;

const hex = (value: number): string => `${value.toString(16).toUpperCase().padStart(4, "0")}h`;
