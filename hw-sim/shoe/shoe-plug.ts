import { PortError } from "../../drivers/port-error.ts";
import type { BytePort, OpenPort, PortEvents } from "../../drivers/port.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import type { ShoeDevice } from "./device/device.ts";
import type { ShoeEvent } from "./device/events.ts";
import type { Sent } from "./device/message-sender.ts";

/**
 * A modelled shoe on its plug, in the time of a clock: no operating system between it and its driver. On USB each report
 * is handed on as one byte with its length and then the report, as a HID port does it; on a line, as it is.
 */
export interface ShoePlug {
  readonly open: OpenPort;
  /** What the mechanics do; an event that lies in the past happens now. */
  happens(event: ShoeEvent): void;
  /** Bytes that come to the host as if the device had sent them. */
  garble(bytes: Uint8Array): void;
  /** The host did not take so many reports in time. */
  overflow(reports: number): void;
  unplug(): void;
  replug(): void;
  /** Ends the device's time. */
  stop(): void;
}

export interface ShoePlugOptions {
  readonly clock: Clock;
  /** For the port's name; `SIM-0001` unless told. */
  readonly serial?: string;
  /** How often the host looks what came, µs; 1 ms unless told. */
  readonly readUs?: number;
}

/** The device has its power from the plug. Plugged in at first. */
export function createShoePlug(device: ShoeDevice, options: ShoePlugOptions): ShoePlug {
  const { clock } = options;
  const name = `${device.wire === "hid" ? "hid" : "line"}:${options.serial ?? "SIM-0001"}`;
  let plugged = true;
  let owner: { readonly events: PortEvents } | null = null;
  let coming: ShoeEvent[] = [];
  let host = "";
  const run = (): void => {
    const now = clock.now();
    const due = coming.filter(({ us }) => us <= now);
    coming = coming.filter(({ us }) => us > now);
    const sent = device.step(now, due, host);
    host = "";
    if (sent.length > 0) hand(portBytesOf(device, sent));
  };
  const hand = (bytes: Uint8Array): void => owner?.events.onBytes(bytes, clock.now());
  device.power(true, clock.now());
  const timer = clock.every(options.readUs ?? US_PER_MS, "shoe model", run);
  const lose = (why: "unplugged" | "closed", detail: string): void => {
    const was = owner;
    owner = null;
    was?.events.onLost({ why, detail }, clock.now());
  };
  const open = (events: PortEvents): Promise<BytePort> => {
    if (!plugged) return rejectOpening("missing", `no device at ${name}; check its plug and power`);
    if (owner !== null) return rejectOpening("busy", `${name} is taken; close it before it is opened again`);
    const mine = { events };
    owner = mine;
    return Promise.resolve({
      name,
      write: (bytes) => {
        if (owner !== mine) return Promise.reject(new Error("not written: the port is lost"));
        host += hostBytesOf(device, bytes);
        return Promise.resolve();
      },
      close: () => {
        if (owner === mine) lose("closed", `${name} was closed`);
        return Promise.resolve();
      },
    });
  };
  return {
    open,
    happens: (event) => coming.push(event),
    garble: hand,
    overflow: (reports) => hand(Uint8Array.from([0, (reports >> 8) & 0xff, reports & 0xff])),
    unplug: () => {
      plugged = false;
      host = "";
      device.power(false, clock.now());
      lose("unplugged", `the device disappeared: ${name}`);
    },
    replug: () => {
      plugged = true;
      device.power(true, clock.now());
    },
    stop: () => timer.cancel(),
  };
}

const hostBytesOf = ({ wire }: ShoeDevice, bytes: Uint8Array): string =>
  wire === "hid" ? removeLengths(bytes) : Buffer.from(bytes).toString("latin1");

const rejectOpening = (code: "missing" | "busy", text: string): Promise<never> =>
  Promise.reject(new PortError(code, text));

/** The reports without the lengths before them. */
function removeLengths(bytes: Uint8Array): string {
  let reports = "";
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    reports += Buffer.from(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0))).toString("latin1");
  return reports;
}

/** What left the device as the bytes of its port. */
function portBytesOf({ wire }: ShoeDevice, sent: readonly Sent[]): Uint8Array {
  const frames = sent.map(({ bytes }) => (wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes));
  return Buffer.from(frames.join(""), "latin1");
}
