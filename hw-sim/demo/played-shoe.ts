import { openPty, type Pty } from "../lines/pty.ts";
import { ShoeDevice, type ShoeDeviceOptions } from "../models/shoe/device/device.ts";
import type { ShoeEvent } from "../models/shoe/device/events.ts";
import type { MechanicsEvent } from "../people/cards/table-side.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";

/** How often the device goes on: it stamps what happens to it with times of its own. */
const STEP_US = 5 * US_PER_MS;
/** Host bytes that may wait for the device. */
const HOST_LIMIT = 1_024;
/** A terminal that nobody of us took away is put back after so long. */
const HEAL_US = 2 * US_PER_S;

/** The electronics of a simulated shoe on a pseudo-terminal, in a clock's time: to the unit it is a shoe like any other. */
export class PlayedShoe {
  readonly #device: ShoeDevice;
  readonly #pty: Pty;
  readonly #clock: Clock;
  readonly #fromHost: () => string;
  readonly #onTrouble: (line: string) => void;
  readonly #timer: Timer;
  /** Resolves once a host has spoken to it: somebody has opened its port. */
  readonly heard: Promise<void>;
  #onHeard: () => void = () => undefined;
  #plugged = true;
  #healing: Timer | null = null;
  #closed = false;

  private constructor(
    device: ShoeDevice,
    pty: Pty,
    clock: Clock,
    host: { readonly take: () => string; readonly onTrouble: (line: string) => void },
  ) {
    this.#device = device;
    this.#pty = pty;
    this.#clock = clock;
    this.#fromHost = host.take;
    this.#onTrouble = host.onTrouble;
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
    let waiting = "";
    const pty = await openPty({
      path,
      onBytes: (bytes) => (waiting = (waiting + toText(bytes)).slice(0, HOST_LIMIT)),
    });
    const take = (): string => {
      const bytes = waiting;
      waiting = "";
      return bytes;
    };
    return new PlayedShoe(new ShoeDevice({ ...options, wire: "line" }), pty, clock, { take, onTrouble });
  }

  /** Something happens in its mechanics now. */
  happens(event: MechanicsEvent): void {
    this.#step([{ ...event, us: this.#clock.now() }]);
  }

  power(on: boolean): void {
    this.#device.power(on, this.#clock.now());
  }

  /** Pulls the cable, or puts it back. The shoe has a supply of its own. */
  async plug(isIn: boolean): Promise<void> {
    if (this.#closed || isIn === this.#plugged) return;
    this.#plugged = isIn;
    if (!isIn) return this.#pty.unplug();
    await this.#pty.replug();
    this.#fromHost();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.cancel();
    this.#healing?.cancel();
    await this.#pty.close();
  }

  #step(events: readonly ShoeEvent[]): void {
    const host = this.#fromHost();
    if (host !== "") this.#onHeard();
    for (const { bytes } of this.#device.step(this.#clock.now(), events, host))
      // Without a cable bytes go nowhere.
      if (this.#plugged) this.#pty.write(bytes).catch(() => this.#heal());
  }

  /** The terminal is gone, and its cable was not pulled: it is made anew behind the same name. */
  #heal(): void {
    if (!this.#plugged || this.#closed || this.#healing !== null) return;
    this.#onTrouble("demonstration: the simulated shoe lost its terminal; it is made anew");
    this.#healing = this.#clock.after(HEAL_US, "simulated shoe's terminal", () => {
      this.#pty
        .replug()
        .catch((error: unknown) => this.#onTrouble(error instanceof Error ? error.message : String(error)))
        .finally(() => (this.#healing = null));
    });
  }
}
