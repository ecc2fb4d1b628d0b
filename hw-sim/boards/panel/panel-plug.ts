import { PortError } from "../../../drivers/port-error.ts";
import type { BytePort, OpenPort, PortEvents } from "../../../drivers/port.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import type { PanelModel } from "./panel-model.ts";

/** An emulated panel on a USB plug, in the time of a clock: no operating system between it and its driver. */
export interface PanelPlug {
  readonly open: OpenPort;
  /** Bytes that come to the host as if the panel had sent them. */
  garble(bytes: Uint8Array): void;
  unplug(): void;
  replug(): void;
  /** Ends the panel's time. */
  stop(): void;
}

/** How often the host's serial driver hands on what came. */
const READ_US = US_PER_MS;

/** The panel has its power from the plug. Plugged in at first. */
export function createPanelPlug(panel: PanelModel, clock: Clock): PanelPlug {
  const start = clock.now() - panel.us;
  let plugged = true;
  let owner: { readonly events: PortEvents } | null = null;
  let waiting: number[] = [];
  panel.power(true);
  panel.onByte = (byte) => waiting.push(byte);
  const timer = clock.every(READ_US, "panel model", () => {
    panel.run(clock.now() - start);
    const bytes = Uint8Array.from(waiting);
    waiting = [];
    if (bytes.length > 0) owner?.events.onBytes(bytes, clock.now());
  });
  const lose = (why: "unplugged" | "closed", detail: string): void => {
    const was = owner;
    owner = null;
    was?.events.onLost({ why, detail }, clock.now());
  };
  const open = (events: PortEvents): Promise<BytePort> => {
    if (!plugged)
      return Promise.reject(new PortError("missing", "no device at panel; check its plug and power"));
    const mine = { events };
    owner = mine;
    return Promise.resolve({
      name: "panel",
      write: (bytes) => {
        if (owner !== mine) return Promise.reject(new Error("not written: the port is lost"));
        panel.receive(Buffer.from(bytes).toString("latin1"));
        return Promise.resolve();
      },
      close: () => {
        if (owner === mine) lose("closed", "panel was closed");
        return Promise.resolve();
      },
    });
  };
  return {
    open,
    garble: (bytes) => owner?.events.onBytes(bytes, clock.now()),
    unplug: () => {
      plugged = false;
      panel.power(false);
      waiting = [];
      lose("unplugged", "the device disappeared: panel");
    },
    replug: () => {
      plugged = true;
      panel.power(true);
    },
    stop: () => timer.cancel(),
  };
}
