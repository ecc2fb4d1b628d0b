import type { LifeRecord } from "../record.ts";
import type { Durable } from "./durable.ts";

/** A device as it said what it is; null: of that it says nothing. */
export interface KnownDevice {
  /** As recordings name it: `tirada-shoe`. */
  readonly device: string;
  readonly serial: string | null;
  readonly firmware: string | null;
}

export type KnownDevices = Readonly<Record<string, KnownDevice>>;

/**
 * What a record `device` says of the device at a port (`is`):
 * - `first`: nobody had said so much of it before; from here on it is this table's.
 * - `known`: it is the table's, in another start.
 * - `other`: it is not what the table's was, or says no more what it is. It is the table's once a person lets it be.
 * - `let-be`: a person did.
 */
export const DEVICE_RECORDS = ["first", "known", "other", "let-be"] as const;
export type DeviceRecord = (typeof DEVICE_RECORDS)[number];

/** Those that change what device the table plays with. */
const BINDING: readonly unknown[] = ["first", "let-be"] satisfies readonly DeviceRecord[];

export function reduceDevice(before: Durable, { detail }: LifeRecord): Durable {
  const { port, device, serial = null, firmware = null, is } = detail;
  if (!BINDING.includes(is) || typeof port !== "string" || typeof device !== "string") return before;
  const known = { device, serial: textOf(serial), firmware: textOf(firmware) };
  return { ...before, devices: { ...before.devices, [port]: known } };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
