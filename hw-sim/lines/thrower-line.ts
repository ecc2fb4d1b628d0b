import { openPty, type Pty } from "./pty.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** The line between a demonstrated table and the simulated device that throws its dice. */
export interface ThrowerLine {
  /** What the table has sent since the last call. */
  takeHostBytes(): string;
  /** What the device sends. */
  send(bytes: string): void;
  close(): Promise<void>;
}

/** Host bytes that may wait for the device. */
const HOST_LIMIT = 4_096;
/** A lost terminal is made again after this time. */
const HEAL_US = 2 * US_PER_S;

/** A device on a serial line: a pseudo-terminal, which is made anew when it is lost. */
export class ThrowerTerminal implements ThrowerLine {
  readonly #pty: Pty;
  readonly #clock: Clock;
  readonly #onTrouble: (line: string) => void;
  readonly #takeHostBytes: () => string;
  #isHealing = false;
  #isOver = false;

  private constructor(pty: Pty, clock: Clock, onTrouble: (line: string) => void, takeHostBytes: () => string) {
    this.#pty = pty;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
    this.#takeHostBytes = takeHostBytes;
  }

  /** Rejects in one line when the terminal cannot be made. */
  static async open(path: string, clock: Clock, onTrouble: (line: string) => void): Promise<ThrowerTerminal> {
    let waiting = "";
    const onBytes = (bytes: Uint8Array): void => {
      waiting = (waiting + toText(bytes)).slice(0, HOST_LIMIT);
    };
    return new ThrowerTerminal(await openPty({ path, onBytes }), clock, onTrouble, () => {
      const bytes = waiting;
      waiting = "";
      return bytes;
    });
  }

  takeHostBytes(): string {
    return this.#takeHostBytes();
  }

  send(bytes: string): void {
    this.#pty.write(bytes).catch(() => this.#reopen());
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#pty.close();
  }

  /** The terminal is gone: it is made anew behind the same name. */
  #reopen(): void {
    if (this.#isOver || this.#isHealing) return;
    this.#isHealing = true;
    this.#onTrouble("demonstration: a simulated device lost its terminal; it is made anew");
    this.#clock.after(HEAL_US, "simulated device's terminal", () => {
      // The demonstration is over: nobody would remove a terminal that is made now.
      if (this.#isOver) return;
      this.#pty
        .replug()
        .catch((error: unknown) =>
          this.#onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => (this.#isHealing = false));
    });
  }
}
