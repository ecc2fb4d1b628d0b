import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { randomFrom } from "../../src/time/random-source.ts";

const STEP_US = 5_000;
const DECKS = 8;

/** The section of a configuration with this shoe, and its decks. */
export const TAUGHT_SHOE = {
  shoe: {
    device: "tirada-shoe",
    path: "/dev/none",
    wait: true,
    decks: Array.from({ length: DECKS }, (_, at) => ({ id: `0000000${at + 1}`, back: "red" })),
  },
};

type Happening = ShoeEvent extends infer Event ? (Event extends ShoeEvent ? Omit<Event, "us"> : never) : never;

/** A modelled shoe on a port in memory, in a technician's or a croupier's hands. */
export class TaughtShoe {
  readonly #clock: Clock;
  readonly #device: ShoeDevice;
  readonly #timer: Timer;
  #events: PortEvents | null = null;
  #coming: ShoeEvent[] = [];
  #host = "";
  #isIn = true;

  constructor(clock: Clock) {
    const random = randomFrom("taught shoe");
    this.#clock = clock;
    this.#device = new ShoeDevice({ wire: "line", kind: 1, device: 1, decks: DECKS, random });
    this.#device.power(true, clock.now());
    this.#timer = clock.every(STEP_US, "taught shoe", () => this.#step());
  }

  open: OpenPort = (events) => {
    if (!this.#isIn) return Promise.reject(new Error("there is no such port"));
    this.#events = events;
    return Promise.resolve({
      name: "taught shoe",
      write: (bytes) => {
        this.#host += toText(bytes);
        return Promise.resolve();
      },
      close: () => {
        this.#lose({ why: "closed", detail: "the port was closed" });
        return Promise.resolve();
      },
    });
  };

  happens(event: Happening): void {
    this.#coming.push({ ...event, us: this.#clock.now() });
  }

  /** The cable is pulled, or put back. */
  plug(isIn: boolean): void {
    this.#isIn = isIn;
    if (!isIn) this.#lose({ why: "unplugged", detail: "the device disappeared" });
  }

  stop(): void {
    this.#timer.cancel();
  }

  #lose(loss: Parameters<PortEvents["onLost"]>[0]): void {
    const events = this.#events;
    this.#events = null;
    events?.onLost(loss, this.#clock.now());
  }

  #step(): void {
    const sent = this.#device.step(this.#clock.now(), this.#coming, this.#host);
    this.#coming = [];
    this.#host = "";
    const bytes = sent.map((one) => one.bytes).join("");
    if (bytes !== "") this.#events?.onBytes(toBytes(bytes), this.#clock.now());
  }
}
