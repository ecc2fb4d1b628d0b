import { readFileSync } from "node:fs";
import type { BytePort, OpenPort, PortEvents } from "../../../drivers/port.ts";
import { AvrMachine } from "../../../hw-sim/boards/avr/machine.ts";
import { readIntelHex } from "../../../src/load/intel-hex.ts";
import type { FakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";

export type CabledKind = "wheel" | "panel";

const FLASH_BYTES = 32_768;
const BOARDS = new URL("../../../firmware/boards/", import.meta.url);
const APPLICATIONS = { wheel: "wheel/image/wheel-board.hex", panel: "panel/image/panel.hex" } as const;
const hexOf = (path: string): string => readFileSync(new URL(path, BOARDS), "latin1");

/** The application's image of a kind of board, Intel HEX. */
export const applicationHex = (kind: CabledKind): string => hexOf(APPLICATIONS[kind]);

/** The flash of a board that came from the programmer: its boot section, and nothing else. */
export const bootFlash = (kind: CabledKind): Uint8Array =>
  readIntelHex(hexOf(`boot/image/boot-${kind}.hex`), FLASH_BYTES);

export interface CabledOptions {
  readonly clock: FakeClock;
  readonly flash: Uint8Array;
  /** False: the chip begins at 0, as before boards had a boot section. */
  readonly hasBootSection?: boolean;
  /** The adapter resets the board when its port is opened. */
  readonly resetsOnOpen?: boolean;
  /** What becomes of the bytes on their way to the board, and from it. */
  readonly down?: (bytes: string) => string;
  readonly up?: (bytes: string) => string;
}

const STEP_US = 5 * US_PER_MS;
const CYCLES_PER_US = 16;

/** A board on a cable: the real images on an emulated chip, behind a port whose time is a fake clock's. */
export class CabledBoard {
  machine: AvrMachine;
  /** What the board said, one character a byte. */
  heard = "";
  readonly #options: CabledOptions;
  #events: PortEvents | null = null;
  #newest = "";
  #startedUs: number;

  constructor(options: CabledOptions) {
    this.#options = options;
    this.#startedUs = options.clock.now();
    this.machine = this.#powered(options.flash);
  }

  #powered(flash: Uint8Array, eeprom?: Uint8Array): AvrMachine {
    const { hasBootSection = true, clock } = this.#options;
    const machine = new AvrMachine(flash, eeprom, hasBootSection ? "boot" : "no-boot");
    machine.onByte = (byte) => (this.#newest += String.fromCharCode(byte));
    this.#startedUs = clock.now();
    return machine;
  }

  /** The power goes and comes back; `torn` decides on each bit of a page that was being changed. */
  cutPower(torn: (bits: number) => number = () => 0): void {
    this.machine = this.#powered(this.machine.flashAfterCut(torn), this.machine.eeprom);
  }

  /** The cable is pulled: the host's port is lost. */
  unplug(): void {
    const events = this.#events;
    this.#events = null;
    events?.onLost({ why: "unplugged", detail: "the device disappeared" }, this.#options.clock.now());
  }

  readonly open: OpenPort = (events) => {
    this.#events = events;
    if (this.#options.resetsOnOpen === true) this.machine.reset("reset");
    const port: BytePort = {
      name: "/dev/board",
      write: (bytes) => {
        if (this.#events !== events) return Promise.reject(new Error("the port is lost"));
        const text = String.fromCharCode(...bytes);
        this.machine.receive(this.#options.down?.(text) ?? text);
        return Promise.resolve();
      },
      close: () => {
        if (this.#events === events) this.#events = null;
        return Promise.resolve();
      },
    };
    return Promise.resolve(port);
  };

  /** Lets time pass for board and clock, ms. */
  async run(ms: number): Promise<void> {
    for (let left = ms * US_PER_MS; left > 0; left -= STEP_US) await this.#step();
  }

  /** Lets time pass until something is settled. */
  async until<T>(work: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    const settle = (): void => void (state.isSettled = true);
    work.then(settle, settle);
    while (!state.isSettled) await this.#step();
    return work;
  }

  async #step(): Promise<void> {
    const { clock, up } = this.#options;
    await clock.advanceSettling(STEP_US);
    const now = clock.now();
    this.machine.run(Math.floor((now - this.#startedUs) * CYCLES_PER_US));
    const text = this.#newest;
    this.#newest = "";
    if (text === "") return;
    this.heard += text;
    this.#events?.onBytes(Buffer.from(up?.(text) ?? text, "latin1"), now);
  }
}
