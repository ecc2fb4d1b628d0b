import { type BytePort, type OpenPort, type PortEvents, PortError } from "../../../drivers/port.ts";
import type { Clock } from "../../../src/time/clock.ts";

/** A modelled device as its plug sees it. It has its power from the plug. */
export interface PluggedDevice {
  /** For the port's name and its errors. */
  readonly name: string;
  power(on: boolean): void;
  receive(bytes: Uint8Array): void;
  /** Goes on to the clock's now, and gives what came for the host since the last call. */
  step(): Uint8Array;
}

/** A modelled device on its plug, in the time of a clock: no operating system between it and its driver. Plugged in at first. */
export interface DevicePlug {
  readonly open: OpenPort;
  /** Bytes that come to the host as if the device had sent them. */
  garble(bytes: Uint8Array): void;
  unplug(): void;
  replug(): void;
  /** Ends the device's time. */
  stop(): void;
}

/** `readUs`: how often the host reads. */
export function createDevicePlug(device: PluggedDevice, clock: Clock, readUs: number): DevicePlug {
  const { name } = device;
  let isPlugged = true;
  let owner: { readonly events: PortEvents } | null = null;
  const deliver = (bytes: Uint8Array): void => owner?.events.onBytes(bytes, clock.now());
  device.power(true);
  const timer = clock.every(readUs, `${name} model`, () => {
    const bytes = device.step();
    if (bytes.length > 0) deliver(bytes);
  });
  const losePort = (why: "unplugged" | "closed", detail: string): void => {
    const was = owner;
    owner = null;
    was?.events.onLost({ why, detail }, clock.now());
  };
  const open = (events: PortEvents): Promise<BytePort> => {
    if (!isPlugged)
      return Promise.reject(new PortError("missing", `no device at ${name}; check its plug and power`));
    if (owner !== null)
      return Promise.reject(new PortError("busy", `${name} is taken; close it before it is opened again`));
    const mine = { events };
    owner = mine;
    return Promise.resolve({
      name,
      write: (bytes) => {
        if (owner !== mine) return Promise.reject(new Error("not written: the port is lost"));
        device.receive(bytes);
        return Promise.resolve();
      },
      close: () => {
        if (owner === mine) losePort("closed", `${name} was closed`);
        return Promise.resolve();
      },
    });
  };
  return {
    open,
    garble: deliver,
    unplug: () => {
      isPlugged = false;
      device.power(false);
      losePort("unplugged", `the device disappeared: ${name}`);
    },
    replug: () => {
      isPlugged = true;
      device.power(true);
    },
    stop: () => timer.cancel(),
  };
}
