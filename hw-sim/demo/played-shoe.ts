import { DeviceTerminal } from "../lines/terminal.ts";
import { ShoeDevice, type ShoeDeviceOptions } from "../models/shoe/device/device.ts";
import type { ShoeEvent } from "../models/shoe/device/events.ts";
import type { MechanicsEvent } from "../people/cards/table-side.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** How often the device goes on: it stamps what happens to it with times of its own. */
const STEP_US = 5 * US_PER_MS;

/** The electronics of a simulated shoe on a pseudo-terminal, in a clock's time: to the unit it is a shoe like any other. */
export class PlayedShoe {
  readonly #device: ShoeDevice;
  readonly #terminal: DeviceTerminal;
  readonly #clock: Clock;
  readonly #timer: Timer;
  /** Resolves once a host has spoken to it: somebody has opened its port. */
  readonly heard: Promise<void>;
  #onHeard: () => void = () => undefined;

  private constructor(device: ShoeDevice, terminal: DeviceTerminal, clock: Clock) {
    this.#device = device;
    this.#terminal = terminal;
    this.#clock = clock;
    this.heard = new Promise((resolve) => (this.#onHeard = resolve));
    device.power(true, clock.now());
    this.#timer = clock.every(STEP_US, "simulated shoe", () => this.#step([]));
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(
    options: Omit<ShoeDeviceOptions, "wire">,
    path: string,
    clock: Clock,
    onTrouble: (line: string) => void,
  ): Promise<PlayedShoe> {
    const healing = { clock, device: "the simulated shoe", onTrouble };
    const terminal = await DeviceTerminal.open({ path, healing });
    return new PlayedShoe(new ShoeDevice({ ...options, wire: "line" }), terminal, clock);
  }

  /** Something happens in its mechanics now. */
  happens(event: MechanicsEvent): void {
    this.#step([{ ...event, us: this.#clock.now() }]);
  }

  power(on: boolean): void {
    this.#device.power(on, this.#clock.now());
  }

  /** Pulls the cable, or puts it back. The shoe has a supply of its own. */
  plug(isIn: boolean): Promise<void> {
    return this.#terminal.setCable(isIn);
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#terminal.close();
  }

  #step(events: readonly ShoeEvent[]): void {
    const host = this.#terminal.takeHostBytes();
    if (host !== "") this.#onHeard();
    for (const { bytes } of this.#device.step(this.#clock.now(), events, host)) this.#terminal.send(bytes);
  }
}
