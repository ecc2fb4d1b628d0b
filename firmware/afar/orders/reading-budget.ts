import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { READERS_MAX } from "./reading-log.ts";

/** What one person may read from afar in a minute, bytes: some times what the page itself asks for while somebody looks inside. */
export const READ_BYTES_MAX = 16 * 1024 * 1024;
export const READ_SPAN_US = 60 * US_PER_S;

/** How much of the table's line and time one person far away takes. */
export class ReadingBudget {
  readonly #clock: Clock;
  /** The one who began a minute longest ago is the first. */
  readonly #read = new Map<string, { since: MonoUs; bytes: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this person may read more now. */
  allows(person: string): boolean {
    return this.#of(person).bytes < READ_BYTES_MAX;
  }

  /** So many bytes go to this person. */
  count(person: string, bytes: number): void {
    this.#of(person).bytes += bytes;
  }

  #of(person: string): { since: MonoUs; bytes: number } {
    const now = this.#clock.now();
    const known = this.#read.get(person);
    if (known !== undefined && now - known.since < READ_SPAN_US) return known;
    const begun = { since: now, bytes: 0 };
    this.#read.delete(person);
    this.#read.set(person, begun);
    const [oldest] = this.#read.keys();
    if (this.#read.size > READERS_MAX && oldest !== undefined) this.#read.delete(oldest);
    return begun;
  }
}
