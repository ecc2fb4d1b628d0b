import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Durable } from "../../src/table/kernel/durable/durable.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import type { LineModel } from "../people/dice/world.ts";
import type { PlayedUnit } from "../../firmware/cli/laboratory.ts";
import { DemoOver } from "./over.ts";
import type { DeviceLine } from "../lines/terminal.ts";

/** How often the device goes on. */
const STEP_US = 20 * US_PER_MS;
/** From making up one's mind to a key that is pressed. */
const REACH_US = 400 * US_PER_MS;

export interface DiceSeatParts {
  readonly clock: Clock;
  /** How many times faster than people play. */
  readonly speed: number;
  /** To what throws the dice; null: it does not speak. */
  readonly line: DeviceLine | null;
}

/** Where people sit at a demonstrated dice table: its time, its unit, and what throws its dice. */
export class DiceSeat {
  readonly #parts: DiceSeatParts;
  readonly #startUs: number;
  #model: LineModel | null = null;
  #timer: Timer | null = null;
  #unit: PlayedUnit | null = null;
  #isOver = false;
  #due: { readonly us: number; readonly act: () => void }[] = [];

  constructor(parts: DiceSeatParts) {
    this.#parts = parts;
    this.#startUs = parts.clock.now();
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
    if (this.#unit === null) throw new DemoOver("nobody sits at a unit");
    return this.#unit.shown.durable;
  }

  async wait(us: number): Promise<void> {
    await this.#parts.clock.sleep(Math.ceil(us / this.#parts.speed));
    if (this.#isOver) throw new DemoOver("the demonstration ends");
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
    await this.#parts.line?.close();
  }

  #step(): void {
    const { us } = this;
    const due = this.#due.filter((one) => one.us <= us);
    this.#due = this.#due.filter((one) => one.us > us);
    for (const { act } of due) act();
    const { line } = this.#parts;
    for (const { bytes } of this.#model?.step(us, line?.takeHostBytes() ?? "") ?? []) line?.send(bytes);
  }
}
