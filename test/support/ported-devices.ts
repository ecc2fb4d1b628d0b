import { join } from "node:path";
import { fastBoard } from "../../hw-sim/boards/wheel/fast.ts";
import { CageModel } from "../../hw-sim/models/dice/devices/cage.ts";
import { CupModel } from "../../hw-sim/models/dice/devices/cup.ts";
import { mercuryModel } from "../../hw-sim/models/wheels/mercury-360/model.ts";
import { ss2Model } from "../../hw-sim/models/wheels/ss2/model.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** A modelled device as its line sees it: bytes of the host go in, its own come out. */
export interface SteppedDevice {
  step(us: number, host: string): { readonly bytes: string };
}

/** A device on a pseudo-terminal, in the time of a clock. */
export interface PortedDevice {
  /** The stable name of its port. */
  readonly path: string;
  unplug(): Promise<void>;
  stop(): Promise<void>;
}

const STEP_US = 10 * US_PER_MS;

/** Plugs a modelled device in: its port is a name in `folder`, as `/dev/serial/by-id` has them. `us`: how long it has had its power. */
export async function plugIn(
  folder: string,
  name: string,
  device: SteppedDevice,
  clock: Clock,
  us = 0,
): Promise<PortedDevice> {
  // What it sent before anybody was there is gone.
  device.step(us, "");
  let host = "";
  const pty = await openPty({ path: join(folder, name), onBytes: (bytes) => (host += toText(bytes)) });
  const start = clock.now() - us;
  const timer = clock.every(STEP_US, `${name} on a terminal`, () => {
    const { bytes } = device.step(clock.now() - start, host);
    host = "";
    // Nobody reads while it is unplugged or closed: a real line would lose the bytes too.
    if (bytes !== "") pty.write(bytes).catch(() => undefined);
  });
  return {
    path: pty.path,
    unplug: () => pty.unplug(),
    stop: async () => {
      timer.cancel();
      await pty.close();
    },
  };
}

type Sent = readonly { readonly bytes: string }[];
const joined = (sent: Sent): { readonly bytes: string } => ({ bytes: sent.map(({ bytes }) => bytes).join("") });

/** A wheel that has had its power for as long as its port says. `pockets`: 37 or 38. */
export function steppedSs2(pockets: 37 | 38 = 37): SteppedDevice {
  const model = ss2Model({ seed: "setup", pockets });
  model.power(true, 0);
  return { step: (us, host) => model.step(us, host) };
}

export function steppedMercury(protocol: "basic" | "advanced" | "extended" = "advanced"): SteppedDevice {
  const model = mercuryModel({ seed: "setup", protocol });
  model.power(true, 0);
  return { step: (us, host) => model.step(us, host) };
}

/** `number`: by which it names itself. */
export function steppedShoe(number: number, decks: number): SteppedDevice {
  const random = randomFrom(`shoe ${number}`);
  const device = new ShoeDevice({ wire: "line", kind: 1, device: number, decks, random });
  device.power(true, 0);
  return { step: (us, host) => joined(device.step(us, [], host)) };
}

export function steppedBoard(number: number): SteppedDevice {
  const board = fastBoard({ kind: "roulette", marks: 37, board: number });
  board.power(true, 0);
  return { step: (us, host) => joined(board.step(us, [], host)) };
}

export function steppedCup(number: number): SteppedDevice {
  const model = new CupModel({ device: number });
  model.power(true, 0);
  return { step: (us, host) => joined(model.step(us, host)) };
}

export function steppedCage(number: number): SteppedDevice {
  const model = new CageModel({ device: number, countsPerTurn: 4_096 });
  model.line.start(0);
  return { step: (us, host) => joined(model.step(us, host)) };
}
