import type { Sent } from "./sent.ts";
import { lineNoise, type LineNoise } from "./line-noise.ts";
import { openPty, type Pty } from "./pty.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { toText } from "../../src/recording/codec.ts";

const NOISE_US = 400_000;
/** Host bytes that may wait for the device. A real one has a buffer of some dozen bytes and loses the rest. */
const HOST_LIMIT = 1_024;

/** The line of a simulated device in real time, with its troubles: a pseudo-terminal, which the unit opens like every port. */
export class DemoLine {
  readonly #pty: Pty;
  readonly #noise: LineNoise;
  readonly #takeHostBytes: () => string;
  #plugged = true;
  #plugging = false;
  #noisyUntil = -1;

  private constructor(pty: Pty, seed: string, takeHostBytes: () => string) {
    this.#pty = pty;
    this.#noise = lineNoise({ oneIn: { flip: 3, drop: 6, cut: 8 } }, randomFrom(`${seed}/noise`));
    this.#takeHostBytes = takeHostBytes;
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(path: string, seed: string): Promise<DemoLine> {
    let waiting = "";
    const pty = await openPty({
      path,
      onBytes: (bytes) => (waiting = (waiting + toText(bytes)).slice(0, HOST_LIMIT)),
    });
    return new DemoLine(pty, seed, () => {
      const bytes = waiting;
      waiting = "";
      return bytes;
    });
  }

  get path(): string {
    return this.#pty.path;
  }

  get plugged(): boolean {
    return this.#plugged;
  }

  /** What the host has sent since the last call. */
  takeHostBytes(): string {
    return this.#takeHostBytes();
  }

  /** Noise begins at `us`, in the time of what is sent. */
  disturb(us: number): void {
    this.#noisyUntil = us + NOISE_US;
  }

  send(sent: readonly Sent[]): void {
    if (!this.#plugged) return;
    for (const { us, bytes } of sent) {
      const noisy = us < this.#noisyUntil;
      const passed = noisy ? this.#noise.pass(Math.ceil(us), bytes).map((one) => one.bytes) : [bytes];
      // Without a cable, or with nobody who reads, bytes go nowhere.
      for (const one of passed) this.#pty.write(one).catch(() => undefined);
    }
  }

  /** Pulls the cable, or puts it back; `onChange` at that instant. Resolves when it is done. */
  async setCable(plugged: boolean, onChange: () => void = () => undefined): Promise<void> {
    if (plugged === this.#plugged || this.#plugging) return;
    this.#plugging = true;
    try {
      if (plugged) await this.#pty.replug();
      onChange();
      this.#plugged = plugged;
      if (!plugged) await this.#pty.unplug();
      this.#takeHostBytes();
    } finally {
      this.#plugging = false;
    }
  }

  close(): Promise<void> {
    return this.#pty.close();
  }
}
