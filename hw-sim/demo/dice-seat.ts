import { openPty, type Pty } from "../pty.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Durable } from "../../src/table/durable.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import type { LineModel } from "../sim/dice/world.ts";
import type { PlayedUnit } from "../../firmware/cli/laboratory.ts";
import { DiceDemoOver } from "./over.ts";

/** How often the device goes on. */
const STEP_US = 20 * US_PER_MS;
/** From making up one's mind to a key that is pressed. */
const REACH_US = 400 * US_PER_MS;
/** Host bytes that may wait for the device. */
const HOST_LIMIT = 4_096;
/** A lost terminal is made again after this time. */
const HEAL_US = 2 * US_PER_S;

export interface DiceSeatParts {
  readonly clock: Clock;
  /** How many times faster than people play. */
  readonly speed: number;
  readonly onTrouble: (line: string) => void;
  /** Path of the terminal of what throws the dice; null: it does not speak. */
  readonly throwerPath: string | null;
}

/** Where people sit at a demonstrated dice table: its time, its unit, and what throws its dice on a pseudo-terminal. */
export class DiceSeat {
  readonly #parts: DiceSeatParts;
  readonly #startUs: number;
  #pty: Pty | null = null;
  /** Bytes for the device. */
  #waiting = "";
  #isHealing = false;
  #model: LineModel | null = null;
  #timer: Timer | null = null;
  #unit: PlayedUnit | null = null;
  #isOver = false;
  #due: { readonly us: number; readonly act: () => void }[] = [];

  private constructor(parts: DiceSeatParts) {
    this.#parts = parts;
    this.#startUs = parts.clock.now();
  }

  /** Rejects in one line when the terminal cannot be made. */
  static async open(parts: DiceSeatParts): Promise<DiceSeat> {
    const seat = new DiceSeat(parts);
    const { throwerPath: path } = parts;
    const onBytes = (bytes: Uint8Array): void => {
      seat.#waiting = (seat.#waiting + toText(bytes)).slice(0, HOST_LIMIT);
    };
    if (path !== null) seat.#pty = await openPty({ path, onBytes });
    return seat;
  }

  /** Starts the simulated device. */
  run(model: LineModel | null): void {
    this.#model = model;
    this.#timer ??= this.#parts.clock.every(STEP_US, "simulated dice table", () => this.#step());
  }

  sitAt(unit: PlayedUnit): void {
    this.#unit = unit;
  }

  /** Time at the table, µs: it goes faster than ours where the demonstration does. */
  get us(): number {
    const { clock, speed } = this.#parts;
    return Math.round((clock.now() - this.#startUs) * speed);
  }

  get durable(): Durable {
    if (this.#unit === null) throw new DiceDemoOver("nobody sits at a unit");
    return this.#unit.shown.durable;
  }

  async wait(us: number): Promise<void> {
    await this.#parts.clock.sleep(Math.ceil(us / this.#parts.speed));
    if (this.#isOver) throw new DiceDemoOver("the demonstration ends");
  }

  async press(key: Key, by: Person): Promise<boolean> {
    await this.wait(REACH_US);
    const { ok } = (await this.#unit?.press(key, by)) ?? { ok: false };
    return ok;
  }

  /** Something is done at this time of the table. */
  at(us: number, act: () => void): void {
    this.#due.push({ us, act });
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#timer?.cancel();
    await this.#pty?.close();
  }

  #step(): void {
    const { us } = this;
    const due = this.#due.filter((one) => one.us <= us);
    this.#due = this.#due.filter((one) => one.us > us);
    for (const { act } of due) act();
    const host = this.#waiting;
    this.#waiting = "";
    for (const { bytes } of this.#model?.step(us, host) ?? [])
      this.#pty?.write(bytes).catch(() => this.#reopenTerminal());
  }

  /** The terminal is gone: it is made anew behind the same name. */
  #reopenTerminal(): void {
    if (this.#isOver || this.#isHealing) return;
    this.#isHealing = true;
    this.#parts.onTrouble("demonstration: a simulated device lost its terminal; it is made anew");
    this.#parts.clock.after(HEAL_US, "simulated device's terminal", () => {
      // The demonstration is over: nobody would remove a terminal that is made now.
      if (this.#isOver) return;
      this.#pty
        ?.replug()
        .catch((error: unknown) =>
          this.#parts.onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => (this.#isHealing = false));
    });
  }
}
