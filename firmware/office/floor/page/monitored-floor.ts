import type { WheelBias } from "../../../../src/floor/wheel-bias.ts";
import type { Pack } from "../../../../src/rules/pack.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { rfc3339, US_PER_S, wallMs, type MonoUs } from "../../../../src/time/instant.ts";
import { floorText } from "../alarms/floor-figures.ts";
import { errorText } from "../../../problem.ts";
import type { Lists } from "./lists.ts";
import type { PageStore } from "./page-store.ts";
import type { Pictures } from "./pictures.ts";
import { wheelKinds } from "./questions.ts";

/** Wheels are counted anew so often, over so many days: numbers come slowly, and counting them reads the store. */
export const WHEELS_US = 3_600 * US_PER_S;
export const WHEELS_DAYS = 30;
const DAY_MS = 86_400_000;
/** Refused lines that are looked through. */
const REFUSED_READ = 200;

export interface MonitoredParts {
  readonly store: PageStore;
  readonly pictures: Pictures;
  readonly lists: Pick<Lists, "forks">;
  readonly packOf: (name: string) => Pack | null;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/** The floor's figures for whoever monitors it. */
export class MonitoredFloor {
  readonly #parts: MonitoredParts;
  #wheels: readonly WheelBias[] = [];
  #countedAt: MonoUs | null = null;

  constructor(parts: MonitoredParts) {
    this.#parts = parts;
  }

  /** In Prometheus' text format. Rejects when the store is away: then the monitor sees that the floor does not answer. */
  async text(): Promise<string> {
    const { store, pictures, lists, clock } = this.#parts;
    const quarantined = new Map<string, number>();
    for (const { log, at } of await store.refused(REFUSED_READ))
      if (!quarantined.has(log)) quarantined.set(log, at);
    return floorText({
      now: clock.wall(),
      tables: pictures.glances(),
      forks: lists.forks,
      quarantined,
      wheels: this.#countedWheels(),
    });
  }

  /** As they were counted last; they are counted anew meanwhile where that was long ago. Who monitors waits for nothing that reads months. */
  #countedWheels(): readonly WheelBias[] {
    const { clock, onNotice } = this.#parts;
    const now = clock.now();
    if (this.#countedAt !== null && now - this.#countedAt < WHEELS_US) return this.#wheels;
    this.#countedAt = now;
    this.#count().catch((error: unknown) => {
      onNotice(`wheels: ${errorText(error)}`);
      this.#countedAt = null;
    });
    return this.#wheels;
  }

  async #count(): Promise<void> {
    const { clock } = this.#parts;
    const kinds = await wheelKinds(this.#parts, rfc3339(wallMs(clock.wall() - WHEELS_DAYS * DAY_MS)));
    this.#wheels = kinds.flatMap(({ wheels }) => wheels);
  }
}
