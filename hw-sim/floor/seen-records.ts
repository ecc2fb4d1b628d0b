import type { Clock } from "../../src/time/clock.ts";
import type { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";

/** Records of one log that are read at once. */
const READ_MAX = 256;

/** Follows the store as the floor's page does, and knows when each record was there to be shown. */
export class SeenRecords {
  /** By log and number, µs of the machine's clock. */
  readonly seenAt = new Map<string, number[]>();
  readonly #floor: StoredFloor;
  readonly #clock: Clock;
  readonly #due = new Set<string>();
  #isReading = false;
  #isAllDue = true;
  #listening: { close(): Promise<void> } | null = null;

  constructor(floor: StoredFloor, clock: Clock) {
    this.#floor = floor;
    this.#clock = clock;
  }

  async start(): Promise<void> {
    await this.#floor.logs();
    this.#listening = await this.#floor.listen((log) => {
      if (log === null) this.#isAllDue = true;
      else this.#due.add(log);
      void this.#read();
    });
    await this.#read();
  }

  async stop(): Promise<void> {
    await this.#listening?.close().catch(() => undefined);
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    // While the store is away nothing is read; its next word asks for all.
    await this.#readDue().catch(() => (this.#isAllDue = true));
    this.#isReading = false;
  }

  async #readDue(): Promise<void> {
    while (this.#isAllDue || this.#due.size > 0) {
      if (this.#isAllDue) {
        this.#isAllDue = false;
        for (const { log } of await this.#floor.logs()) this.#due.add(log);
      }
      const logs = [...this.#due];
      this.#due.clear();
      const wanted = logs.map((log) => ({ log, from: this.#of(log).length }));
      const records = await this.#floor.recordsFrom(wanted, READ_MAX);
      const now = this.#clock.now();
      const counts = new Map<string, number>();
      for (const { log, seq } of records) {
        this.#of(log)[seq] = now;
        counts.set(log, (counts.get(log) ?? 0) + 1);
      }
      for (const [log, count] of counts) if (count === READ_MAX) this.#due.add(log);
    }
  }

  #of(log: string): number[] {
    const known = this.seenAt.get(log);
    if (known !== undefined) return known;
    const made: number[] = [];
    this.seenAt.set(log, made);
    return made;
  }
}
