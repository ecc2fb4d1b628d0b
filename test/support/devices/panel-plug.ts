import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { createDevicePlug, type DevicePlug } from "./device-plug.ts";
import type { PanelModel } from "./panel-model.ts";

/** How often the host's serial driver passes on received bytes. */
const READ_US = US_PER_MS;

/** An emulated panel on a USB plug. */
export function createPanelPlug(panel: PanelModel, clock: Clock): DevicePlug {
  const start = clock.now() - panel.us;
  let waiting: number[] = [];
  panel.onByte = (byte) => waiting.push(byte);
  const device = {
    name: "panel",
    power: (on: boolean) => {
      panel.power(on);
      if (!on) waiting = [];
    },
    receive: (bytes: Uint8Array) => panel.receive(Buffer.from(bytes).toString("latin1")),
    step: () => {
      panel.run(clock.now() - start);
      return Uint8Array.from(waiting.splice(0));
    },
  };
  return createDevicePlug(device, clock, READ_US);
}
