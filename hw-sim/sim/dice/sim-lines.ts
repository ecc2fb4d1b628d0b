import type { Sent } from "../../lines/sent.ts";
import { Agenda } from "../../models/dice/devices/model.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { Durable } from "../../../src/table/durable.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { RELEASE } from "../../../firmware/release.ts";
import { newTableHead } from "../../../firmware/replay/replay.ts";
import { Pipeline, type FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import type { DiceTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { BOOT_US, restartedPipeline } from "../restarted.ts";
import type { Lines, LineModel } from "../../people/dice/world.ts";

export interface LineParts {
  readonly setup: DiceTableSetup;
  /** What sits at each port. */
  readonly models: ReadonlyMap<string, LineModel>;
  readonly seed: string;
  readonly onFed: (fed: FeedResult) => void;
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
  readonly #host = new Map<string, string>();
  readonly #out = new Set<string>();
  readonly #garble = new Map<string, { readonly fromUs: number; lines: number }>();
  pipeline: Pipeline;
  #us = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#random = randomFrom(`${parts.seed}/line`);
    const { setup, models } = parts;
    this.pipeline = new Pipeline(setup, newTableHead(setup, RELEASE, []));
    this.#us = PLUGGED_US;
    for (const model of models.values()) model.step(PLUGGED_US);
    this.#feed({ k: "auto-open", t: monoUs(PLUGGED_US) });
    for (const port of models.keys()) this.#open(port);
  }

  get us(): number {
    return this.#us;
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
      const stretch = this.#host.size > 0 ? HOST_LINE_US : STRETCH_US;
      this.#runStretch(Math.min(end, this.#us + stretch));
    }
  }

  press(key: Key, by: Person): Promise<boolean> {
    return Promise.resolve(this.#feed({ k: "key", t: monoUs(this.#us), key, by }));
  }

  plug(port: string, us: number, isIn: boolean): void {
    this.#agenda.at(us, () => {
      if (isIn !== this.#out.has(port)) return;
      if (isIn) return this.#open(port);
      this.#out.add(port);
      this.#host.delete(port);
      this.#feed({ k: "lost", t: monoUs(this.#us), port, why: "unplugged" });
    });
  }

  /** So many of the lines that come from `us` on are damaged on their way. */
  garbleNext(port: string, us: number, lines: number): void {
    this.#garble.set(port, { fromUs: us, lines });
  }

  /** The unit is started anew: what outlives it is what its records tell. */
  restart(us: number): void {
    this.#agenda.at(us, () => {
      const { setup, models } = this.#parts;
      const t = monoUs(this.#us);
      this.pipeline = restartedPipeline(setup, this.pipeline, t);
      this.#host.clear();
      this.#feed({ k: "restarted", t, detail: {} });
      for (const port of models.keys()) {
        this.#out.add(port);
        this.plug(port, this.#us + BOOT_US, true);
      }
    });
  }

  #open(port: string): void {
    this.#out.delete(port);
    this.#feed({ k: "open", t: monoUs(this.#us), port, name: `simulated ${port}` });
  }

  #runStretch(until: number): void {
    const sent: (Sent & { readonly port: string })[] = [];
    for (const [port, model] of this.#parts.models) {
      const host = this.#host.get(port);
      this.#host.delete(port);
      for (const one of model.step(until, host)) sent.push({ ...one, port });
    }
    sent.sort((a, b) => a.us - b.us);
    for (const { us, bytes, port } of sent) {
      if (this.#out.has(port)) continue;
      this.#wakeUpTo(us);
      this.#feed({ k: "in", t: monoUs(Math.ceil(us)), port, bytes: this.#garbleBytes(port, us, bytes) });
    }
    this.#wakeUpTo(until);
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

  #wakeUpTo(us: number): void {
    for (let at = this.pipeline.wakeAt(); at !== null && at <= us; at = this.pipeline.wakeAt()) {
      this.#feed({ k: "tick", t: at });
      if (this.pipeline.wakeAt() === at) return;
    }
  }

  /** True: a key was taken. */
  #feed(entry: Entry): boolean {
    const fed = this.pipeline.feed(entry);
    if (fed.records.length > 0) this.#parts.onFed(fed);
    for (const { port, bytes } of fed.writes) {
      if (this.#out.has(port)) continue;
      this.#host.set(port, (this.#host.get(port) ?? "") + bytes);
      this.#feed({ k: "out", t: entry.t, port, bytes });
    }
    return fed.refusal === null;
  }
}
