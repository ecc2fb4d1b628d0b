import { newTableHead } from "../../firmware/replay/replay.ts";
import { RELEASE } from "../../firmware/release.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Pipeline, type FeedResult } from "../../firmware/table/pipeline/pipeline.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { firstHead } from "../../src/record/chain.ts";
import { modeOfLog } from "../../src/record/mode.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";

/** A unit that is started again sees its ports after so long. */
export const BOOT_US = 1_500_000;

/** A log of the unit's own, and what its clock of the day says as it begins, ms since 1970. */
export interface SimulatedLife {
  readonly log: string;
  readonly wall: number;
}

const headOf = ({ log, wall }: SimulatedLife): Pick<SegmentHead, "log" | "mode" | "wall" | "chain"> => {
  const { seq, prev } = firstHead(log);
  return { log, mode: modeOfLog(log), wall: wallMs(wall), chain: { seq, prev } };
};

/** The unit's own pipeline in simulated time, whose every instant comes from its caller; µs, rounded up. */
export class SimulatedUnit {
  readonly #setup: TableSetup;
  readonly #onFed: (fed: FeedResult, entry: Entry) => void;
  /** What waits for the device at each port. */
  readonly #toSend = new Map<string, string>();
  readonly #head: SegmentHead;
  #pipeline: Pipeline;

  /**
   * `onFed` gets everything that the unit gives out because of one entry, before any of it is on its way, and the entry. `life`: the log of
   * a replay unless given.
   */
  constructor(
    setup: TableSetup,
    onFed: (fed: FeedResult, entry: Entry) => void,
    life: SimulatedLife | null = null,
  ) {
    this.#setup = setup;
    this.#onFed = onFed;
    this.#head = { ...newTableHead(setup, RELEASE, []), ...(life === null ? {} : headOf(life)) };
    this.#pipeline = new Pipeline(setup, this.#head);
  }

  get pipeline(): Pipeline {
    return this.#pipeline;
  }

  /** Something waits for a device. */
  get wantsToSend(): boolean {
    return this.#toSend.size > 0;
  }

  /** What waits for the device at this port. */
  takeHostBytes(port: string): string {
    const bytes = this.#toSend.get(port) ?? "";
    this.#toSend.delete(port);
    return bytes;
  }

  open(port: string, us: number, name: string): void {
    this.feed({ k: "open", t: monoUs(Math.ceil(us)), port, name });
  }

  lose(port: string, us: number, why = "unplugged"): void {
    this.feed({ k: "lost", t: monoUs(Math.ceil(us)), port, why });
  }

  receive(port: string, us: number, bytes: string): void {
    this.feed({ k: "in", t: monoUs(Math.ceil(us)), port, bytes });
  }

  /** False: the unit refused the key. */
  press(us: number, key: Key, by: Person): boolean {
    return this.feed({ k: "key", t: monoUs(us), key, by });
  }

  /** Wakes it whenever it asked for it up to now. */
  wakeUpTo(us: number): void {
    for (let at = this.#pipeline.wakeAt(); at !== null && at <= us; at = this.#pipeline.wakeAt()) {
      this.feed({ k: "tick", t: at });
      if (this.#pipeline.wakeAt() === at) return;
    }
  }

  /** It is started anew: what outlives it is what its records tell. It has no port until one is opened. */
  restart(us: number): void {
    const setup = this.#setup;
    const t = monoUs(us);
    const table = { ...setup.devices.newTable(), durable: this.#pipeline.durable };
    const { seq, prev } = this.#pipeline.chain;
    this.#pipeline = new Pipeline(setup, {
      ...this.#head,
      t,
      state: { table, session: setup.devices.initial(), lastT: t },
      chain: { seq, prev },
    });
    this.#toSend.clear();
    this.feed({ k: "restarted", t, detail: {} });
  }

  /** False: the unit refused the entry. */
  feed(entry: Entry): boolean {
    const fed = this.#pipeline.feed(entry);
    this.#onFed(fed, entry);
    for (const { port, bytes } of fed.writes) {
      this.#toSend.set(port, (this.#toSend.get(port) ?? "") + bytes);
      this.feed({ k: "out", t: entry.t, port, bytes });
    }
    return fed.refusal === null;
  }
}
