import { openPty, type Pty } from "../../hw-sim/pty.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Durable } from "../../src/table/durable.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import type { LineModel, Lines } from "../sim/dice/world.ts";
import type { PlayedUnit } from "./demo.ts";

/** The demonstration is over; whatever was done is left as it is. */
export class DiceDemoOver extends Error {
  override readonly name = "DiceDemoOver";
}

/** How often the devices go on. */
const STEP_US = 20 * US_PER_MS;
/** From making up one's mind to a key that is pressed. */
const REACH_US = 400 * US_PER_MS;
/** Host bytes that may wait for a device. */
const HOST_LIMIT = 4_096;
/** A terminal that nobody of us took away is put back after so long. */
const HEAL_US = 2 * US_PER_S;

interface Wire {
  readonly pty: Pty;
  waiting: string;
  isIn: boolean;
  isHealing: boolean;
}

export interface DiceLinesParts {
  readonly clock: Clock;
  /** How many times faster than people play. */
  readonly speed: number;
  readonly onTrouble: (line: string) => void;
}

/** The devices of a demonstrated dice table on pseudo-terminals, in real time, and the unit that they are plugged into. */
export class DiceLines implements Lines {
  readonly #parts: DiceLinesParts;
  readonly #wires = new Map<string, Wire>();
  #models: ReadonlyMap<string, LineModel> = new Map();
  readonly #startUs: number;
  #timer: Timer | null = null;
  #unit: PlayedUnit | null = null;
  #isOver = false;
  #due: { readonly us: number; readonly act: () => void }[] = [];

  private constructor(parts: DiceLinesParts) {
    this.#parts = parts;
    this.#startUs = parts.clock.now();
  }

  /** Makes a terminal for each port, at its path. Rejects in one line when one cannot be made. */
  static async open(paths: Readonly<Record<string, string>>, parts: DiceLinesParts): Promise<DiceLines> {
    const lines = new DiceLines(parts);
    for (const [port, path] of Object.entries(paths)) {
      const onBytes = (bytes: Uint8Array): void => lines.#heard(port, toText(bytes));
      lines.#wires.set(port, {
        pty: await openPty({ path, onBytes }),
        waiting: "",
        isIn: true,
        isHealing: false,
      });
    }
    return lines;
  }

  /** The devices begin to live. */
  run(models: ReadonlyMap<string, LineModel>): this {
    this.#models = models;
    this.#timer ??= this.#parts.clock.every(STEP_US, "simulated dice table", () => this.#step());
    return this;
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

  plug(port: string, us: number, isIn: boolean): void {
    this.#at(us, () => {
      const wire = this.#wires.get(port);
      if (wire === undefined || wire.isIn === isIn) return;
      wire.isIn = isIn;
      (isIn ? wire.pty.replug() : wire.pty.unplug()).catch((error: unknown) => this.#trouble(error));
    });
  }

  /** A pseudo-terminal has no noise. */
  garbleNext(): void {
    return;
  }

  /** The unit is whoever started the demonstration's own. */
  restart(): void {
    return;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#timer?.cancel();
    for (const { pty } of this.#wires.values()) await pty.close();
  }

  #at(us: number, act: () => void): void {
    this.#due.push({ us, act });
  }

  #heard(port: string, bytes: string): void {
    const wire = this.#wires.get(port);
    if (wire !== undefined) wire.waiting = (wire.waiting + bytes).slice(0, HOST_LIMIT);
  }

  #step(): void {
    const { us } = this;
    const due = this.#due.filter((one) => one.us <= us);
    this.#due = this.#due.filter((one) => one.us > us);
    for (const { act } of due) act();
    for (const [port, model] of this.#models) {
      const wire = this.#wires.get(port);
      const host = wire?.waiting ?? "";
      if (wire !== undefined) wire.waiting = "";
      for (const { bytes } of model.step(us, host))
        // Without a cable bytes go nowhere.
        if (wire?.isIn === true) wire.pty.write(bytes).catch(() => this.#heal(wire));
    }
  }

  /** The terminal is gone, and its cable was not pulled: it is made anew behind the same name. */
  #heal(wire: Wire): void {
    if (!wire.isIn || this.#isOver || wire.isHealing) return;
    wire.isHealing = true;
    this.#parts.onTrouble("demonstration: a simulated device lost its terminal; it is made anew");
    this.#parts.clock.after(HEAL_US, "simulated device's terminal", () => {
      // Over meanwhile: a terminal that is made now nobody would take away.
      if (this.#isOver) return;
      wire.pty
        .replug()
        .catch((error: unknown) => this.#trouble(error))
        .finally(() => (wire.isHealing = false));
    });
  }

  #trouble(error: unknown): void {
    this.#parts.onTrouble(`demonstration: ${error instanceof Error ? error.message : String(error)}`);
  }
}
