import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import type { RefusedOrders } from "./messages.ts";

/** Refused orders that are records of their own at once, and one more for each so many µs; the rest are counted. */
export const REFUSED_BURST = 10;
export const REFUSED_REFILL_US = 60 * US_PER_S;
/** What was only counted is one record, this long after the first of it. */
export const COUNTED_AFTER_US = 60 * US_PER_S;

/** Keeps refused orders from filling the journal. */
export class RefusalBudget {
  readonly #clock: Clock;
  readonly #tell: (orders: RefusedOrders) => void;
  #left = REFUSED_BURST;
  #at: MonoUs;
  #counted = 0;
  #timer: Timer | null = null;

  constructor(clock: Clock, tell: (orders: RefusedOrders) => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#at = clock.now();
  }

  /** One refused order. @returns whether it is a record of its own */
  handle(refused: Extract<RefusedOrders, { what: "refused" }>): boolean {
    if (this.#isWithin()) {
      this.#tell(refused);
      return true;
    }
    this.#counted++;
    this.#timer ??= this.#clock.after(COUNTED_AFTER_US, "counted orders", () => this.flush());
    return false;
  }

  /** Tells what was only counted, and takes no more time. */
  flush(): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#counted > 0) this.#tell({ what: "counted", refused: this.#counted });
    this.#counted = 0;
  }

  #isWithin(): boolean {
    const now = this.#clock.now();
    const refilled = Math.floor((now - this.#at) / REFUSED_REFILL_US);
    if (refilled > 0) {
      this.#left = Math.min(REFUSED_BURST, this.#left + refilled);
      this.#at = (this.#at + refilled * REFUSED_REFILL_US) as MonoUs;
    }
    if (this.#left === REFUSED_BURST) this.#at = now;
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}
