import { openPty, type Pty } from "./pty.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** The line between a demonstrated table and a simulated device. */
export interface DeviceLine {
  /** What the table has sent since the last call. */
  takeHostBytes(): string;
  /** What the device sends. */
  send(bytes: string): void;
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly path: string;
  /** Host bytes that may wait for the device. A real one has a buffer of some dozen bytes and loses the rest. */
  readonly hostLimit?: number;
  /** Makes it anew when it is lost and nobody pulled its cable; without, bytes then go nowhere. */
  readonly healing?: {
    readonly clock: Clock;
    /** As the line for whoever started the demonstration names it: `the simulated shoe`. */
    readonly device: string;
    readonly onTrouble: (line: string) => void;
  };
}

const HOST_LIMIT = 1_024;
/** A terminal that nobody of us took away is put back after so long. */
const HEAL_US = 2 * US_PER_S;

/** A simulated device's line in real time: a pseudo-terminal, which the unit opens like every port. */
export class DeviceTerminal implements DeviceLine {
  readonly #pty: Pty;
  readonly #fromHost: { bytes: string };
  readonly #healing: TerminalOptions["healing"];
  #plugged = true;
  #plugging = false;
  #heals: Timer | null = null;
  #isOver = false;

  private constructor(pty: Pty, fromHost: { bytes: string }, healing: TerminalOptions["healing"]) {
    this.#pty = pty;
    this.#fromHost = fromHost;
    this.#healing = healing;
  }

  /** Rejects in one line when the terminal cannot be made. */
  static async open({ path, hostLimit = HOST_LIMIT, healing }: TerminalOptions): Promise<DeviceTerminal> {
    const fromHost = { bytes: "" };
    const onBytes = (bytes: Uint8Array): void => {
      fromHost.bytes = (fromHost.bytes + toText(bytes)).slice(0, hostLimit);
    };
    return new DeviceTerminal(await openPty({ path, onBytes }), fromHost, healing);
  }

  get path(): string {
    return this.#pty.path;
  }

  get plugged(): boolean {
    return this.#plugged;
  }

  takeHostBytes(): string {
    const { bytes } = this.#fromHost;
    this.#fromHost.bytes = "";
    return bytes;
  }

  /** Without a cable, or with nobody who reads, bytes go nowhere. */
  send(bytes: string): void {
    if (this.#plugged && !this.#isOver) this.#pty.write(bytes).catch(() => this.#heal());
  }

  /** Pulls the cable, or puts it back; `onChange` at that instant. Resolves when it is done. */
  async setCable(plugged: boolean, onChange: () => void = () => undefined): Promise<void> {
    if (this.#isOver || plugged === this.#plugged || this.#plugging) return;
    this.#plugging = true;
    try {
      if (plugged) await this.#pty.replug();
      onChange();
      this.#plugged = plugged;
      if (!plugged) await this.#pty.unplug();
      this.takeHostBytes();
    } finally {
      this.#plugging = false;
    }
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#heals?.cancel();
    await this.#pty.close();
  }

  /** The terminal is gone, and its cable was not pulled: it is made anew behind the same name. */
  #heal(): void {
    if (this.#healing === undefined || !this.#plugged || this.#isOver || this.#heals !== null) return;
    const { clock, device, onTrouble } = this.#healing;
    onTrouble(`demonstration: ${device} lost its terminal; it is made anew`);
    this.#heals = clock.after(HEAL_US, `${device}'s terminal`, () => {
      this.#pty
        .replug()
        .catch((error: unknown) =>
          onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => (this.#heals = null));
    });
  }
}
