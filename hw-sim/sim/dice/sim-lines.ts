import type { Sent } from "../../lines/sent.ts";
import { Agenda } from "../../models/dice/devices/model.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { FeedResult, Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import type { DiceTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { BOOT_US, SimulatedUnit } from "../unit.ts";
import type { Lines, LineModel } from "../../people/dice/world.ts";

export interface LineParts {
  readonly setup: DiceTableSetup;
  /** What sits at each port. */
  readonly models: ReadonlyMap<string, LineModel>;
  readonly seed: string;
  readonly onFed: (fed: FeedResult) => void;
  /** Hears every entry of the unit. */
  readonly follow?: (entry: Entry) => void;
}

/** Longest stretch of simulated time between two looks at what the unit wants sent, and while something is on its way. */
const STRETCH_US = 100_000;
const HOST_LINE_US = 4_000;
/** The devices have power this long before the unit opens their ports. */
const PLUGGED_US = 300_000;

/** The unit's own pipeline and the lines of its devices, in simulated time. */
export class SimLines implements Lines {
  readonly #parts: LineParts;
  readonly #agenda = new Agenda();
  readonly #random: RandomSource;
  readonly #out = new Set<string>();
  readonly #garble = new Map<string, { readonly fromUs: number; lines: number }>();
  readonly #unit: SimulatedUnit;
  #us = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#random = randomFrom(`${parts.seed}/line`);
    const { setup, models } = parts;
    this.#unit = new SimulatedUnit(setup, (fed, entry) => {
      if (fed.records.length > 0) parts.onFed(fed);
      parts.follow?.(entry);
    });
    this.#us = PLUGGED_US;
    for (const model of models.values()) model.step(PLUGGED_US);
    this.#unit.feed({ k: "auto-open", t: monoUs(PLUGGED_US) });
    for (const port of models.keys()) this.#open(port);
  }

  get us(): number {
    return this.#us;
  }

  get pipeline(): Pipeline {
    return this.#unit.pipeline;
  }

  get durable(): Durable {
    return this.pipeline.durable;
  }

  wait(us: number): Promise<void> {
    this.run(us);
    return Promise.resolve();
  }

  /** Time goes by. */
  run(us: number): void {
    const end = this.#us + Math.ceil(us);
    while (this.#us < end) {
      const stretch = this.#unit.wantsToSend ? HOST_LINE_US : STRETCH_US;
      this.#runStretch(Math.min(end, this.#us + stretch));
    }
  }

  press(key: Key, by: Person): Promise<boolean> {
    return Promise.resolve(this.#unit.press(this.#us, key, by));
  }

  plug(port: string, us: number, isIn: boolean): void {
    this.#agenda.at(us, () => {
      if (isIn !== this.#out.has(port)) return;
      if (isIn) return this.#open(port);
      this.#out.add(port);
      this.#unit.takeHostBytes(port);
      this.#unit.lose(port, this.#us);
    });
  }

  /** So many of the lines that come from `us` on are damaged on their way. */
  garbleNext(port: string, us: number, lines: number): void {
    this.#garble.set(port, { fromUs: us, lines });
  }

  /** The unit is started anew: what outlives it is what its records tell. */
  restart(us: number): void {
    this.#agenda.at(us, () => {
      this.#unit.restart(this.#us);
      for (const port of this.#parts.models.keys()) {
        this.#out.add(port);
        this.plug(port, this.#us + BOOT_US, true);
      }
    });
  }

  #open(port: string): void {
    this.#out.delete(port);
    this.#unit.open(port, this.#us, `simulated ${port}`);
  }

  #runStretch(until: number): void {
    const sent: (Sent & { readonly port: string })[] = [];
    for (const [port, model] of this.#parts.models) {
      for (const one of model.step(until, this.#unit.takeHostBytes(port))) sent.push({ ...one, port });
    }
    sent.sort((a, b) => a.us - b.us);
    for (const { us, bytes, port } of sent) {
      if (this.#out.has(port)) continue;
      this.#unit.wakeUpTo(us);
      this.#unit.receive(port, us, this.#garbleBytes(port, us, bytes));
    }
    this.#unit.wakeUpTo(until);
    this.#us = until;
    this.#agenda.run(until);
  }

  #garbleBytes(port: string, us: number, bytes: string): string {
    const garble = this.#garble.get(port);
    if (garble === undefined || us < garble.fromUs) return bytes;
    garble.lines -= 1;
    if (garble.lines === 0) this.#garble.delete(port);
    const at = this.#random.below(bytes.length);
    return (
      bytes.slice(0, at) +
      String.fromCharCode(bytes.charCodeAt(at) ^ (1 << this.#random.below(7))) +
      bytes.slice(at + 1)
    );
  }
}
