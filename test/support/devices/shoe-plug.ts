import type { Sent } from "../../../hw-sim/lines/sent.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { createDevicePlug, type DevicePlug } from "./device-plug.ts";
import type { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../../hw-sim/models/shoe/device/events.ts";

/**
 * A modelled shoe on its plug. On USB each report is handed on as one byte with its length and then the report, as a HID port
 * does it; on a line, as it is.
 */
export interface ShoePlug extends DevicePlug {
  /** Adds an event of the mechanics; an event in the past happens now. */
  addEvent(event: ShoeEvent): void;
  /** Drops this many reports that the host did not read in time. */
  dropReports(reports: number): void;
}

export interface ShoePlugOptions {
  readonly clock: Clock;
  /** For the port's name; `SIM-0001` unless given. */
  readonly serial?: string;
  /** How often the host reads, µs; 1 ms unless given. */
  readonly readUs?: number;
}

export function createShoePlug(shoe: ShoeDevice, { clock, serial, readUs }: ShoePlugOptions): ShoePlug {
  let coming: ShoeEvent[] = [];
  let host = "";
  const device = {
    name: `${shoe.wire === "hid" ? "hid" : "line"}:${serial ?? "SIM-0001"}`,
    power: (on: boolean) => {
      if (!on) host = "";
      shoe.power(on, clock.now());
    },
    receive: (bytes: Uint8Array) => {
      host += hostBytesOf(shoe, bytes);
    },
    step: () => {
      const now = clock.now();
      const due = coming.filter(({ us }) => us <= now);
      coming = coming.filter(({ us }) => us > now);
      const sent = shoe.step(now, due, host);
      host = "";
      return portBytesOf(shoe, sent);
    },
  };
  const plug = createDevicePlug(device, clock, readUs ?? US_PER_MS);
  return {
    ...plug,
    addEvent: (event) => coming.push(event),
    dropReports: (reports) => plug.garble(Uint8Array.from([0, (reports >> 8) & 0xff, reports & 0xff])),
  };
}

const hostBytesOf = ({ wire }: ShoeDevice, bytes: Uint8Array): string =>
  wire === "hid" ? removeLengths(bytes) : Buffer.from(bytes).toString("latin1");

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
