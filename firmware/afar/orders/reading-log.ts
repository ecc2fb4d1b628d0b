import type { FarRole } from "../../../src/orders/certificate.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** Who asks for nothing for so long reads no more. */
export const READING_IDLE_US = 300 * US_PER_S;
const LOOK_US = 30 * US_PER_S;
/** People whose reading is followed at once; the one who asked longest ago gives way. */
export const READERS_MAX = 64;

/** Somebody far away began to read, or read no more: what of the table, for how long, in how many requests. */
export type ReadingEvent =
  | {
      readonly what: "read-begun";
      readonly name: string;
      readonly role: FarRole;
      readonly pages: string;
      /** The order that let him in, by its digest: it says why, and who let him in. Left out: none did, and none had to. */
      readonly order?: string;
    }
  | {
      readonly what: "read-ended";
      readonly name: string;
      readonly role: FarRole;
      readonly pages: string;
      readonly seconds: number;
      readonly requests: number;
    };

interface Reading {
  readonly name: string;
  readonly role: FarRole;
  readonly pages: Set<string>;
  readonly since: MonoUs;
  last: MonoUs;
  requests: number;
}

/** Makes two records of somebody's reading from afar, and not one of each request: a page asks every few seconds. */
export class ReadingLog {
  readonly #clock: Clock;
  readonly #tell: (event: ReadingEvent) => void;
  /** The one who asked longest ago is the first. */
  readonly #readings = new Map<string, Reading>();
  #timer: Timer | null = null;

  constructor(clock: Clock, tell: (event: ReadingEvent) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** One request that is answered. */
  handle(
    { name, as }: { readonly name: string; readonly as: FarRole },
    page: string,
    order: string | null = null,
  ): void {
    const now = this.#clock.now();
    this.#endIdle();
    const id = `${as} ${name}`;
    const before = this.#readings.get(id);
    const reading = before ?? { name, role: as, pages: new Set<string>(), since: now, last: now, requests: 0 };
    reading.pages.add(page);
    reading.last = now;
    reading.requests++;
    this.#readings.delete(id);
    this.#readings.set(id, reading);
    const letIn = order === null ? {} : { order };
    if (before === undefined) this.#tell({ what: "read-begun", name, role: as, pages: page, ...letIn });
    const [oldest] = this.#readings;
    if (this.#readings.size > READERS_MAX && oldest !== undefined) this.#end(...oldest);
    this.#timer ??= this.#clock.every(LOOK_US, "readers from afar", () => this.#endIdle());
  }

  /** Nobody reads any more, and no more time is taken. */
  stop(): void {
    for (const one of this.#readings) this.#end(...one);
    this.#timer?.cancel();
    this.#timer = null;
  }

  #endIdle(): void {
    const now = this.#clock.now();
    for (const [id, reading] of this.#readings)
      if (now - reading.last >= READING_IDLE_US) this.#end(id, reading);
    if (this.#readings.size > 0) return;
    this.#timer?.cancel();
    this.#timer = null;
  }

  #end(id: string, { name, role, pages, since, last, requests }: Reading): void {
    this.#readings.delete(id);
    const seconds = Math.ceil((last - since) / US_PER_S);
    this.#tell({ what: "read-ended", name, role, pages: [...pages].sort().join(" "), seconds, requests });
  }
}
