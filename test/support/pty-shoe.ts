import { openPty } from "../../hw-sim/lines/pty.ts";
import type { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** A modelled shoe on a pseudo-terminal, in the time of a clock. */
export interface PtyShoe {
  readonly path: string;
  happens(event: ShoeEvent): void;
  unplug(): Promise<void>;
  stop(): Promise<void>;
}

/** How often the device's bytes are handed to the terminal. */
const STEP_US = 2 * US_PER_MS;

/** The device has its power from the start. */
export async function ptyShoe(device: ShoeDevice, path: string, clock: Clock): Promise<PtyShoe> {
  let coming: ShoeEvent[] = [];
  let host = "";
  const pty = await openPty({ path, onBytes: (bytes) => (host += Buffer.from(bytes).toString("latin1")) });
  device.power(true, clock.now());
  const timer = clock.every(STEP_US, "shoe on a terminal", () => {
    const sent = device.step(clock.now(), coming, host);
    coming = [];
    host = "";
    const bytes = sent.map((one) => one.bytes).join("");
    // Nobody reads while it is unplugged: a real line would lose the bytes too.
    if (bytes !== "") pty.write(bytes).catch(() => undefined);
  });
  return {
    path,
    happens: (event) => coming.push(event),
    unplug: () => pty.unplug(),
    stop: async () => {
      timer.cancel();
      await pty.close();
    },
  };
}
