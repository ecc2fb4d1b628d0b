import { after, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import type { RefusedOrders } from "./messages.ts";

/** Refused orders of one person that are records of their own at once, and one more for each so many µs; the rest are counted. */
export const REFUSED_BURST = 5;
export const REFUSED_REFILL_US = 600 * US_PER_S;
/** What was only counted is one record, this long after the first of it. */
export const COUNTED_AFTER_US = 600 * US_PER_S;
/** People who have a budget of their own; whoever comes later shares that of those for whom nobody vouches. */
export const PEOPLE_MAX = 256;

/** Nobody vouches for who sent it. */
const NOBODY = "";

interface Bucket {
  readonly left: number;
  /** Since when it is refilled. */
  readonly at: MonoUs;
}

/** Keeps refused orders from filling the journal: each person has a budget, so that one who sends many hides nobody else's. */
export class RefusalBudget {
  readonly #clock: Clock;
  readonly #tell: (orders: RefusedOrders) => void;
  readonly #buckets = new Map<string, Bucket>();
  #counted = 0;
  #timer: Timer | null = null;

  constructor(clock: Clock, tell: (orders: RefusedOrders) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** One refused order. @returns whether it is a record of its own */
  handle(refused: Extract<RefusedOrders, { what: "refused" }>): boolean {
    if (this.#isWithin(refused.person ?? NOBODY)) {
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

  #isWithin(person: string): boolean {
    const now = this.#clock.now();
    const key = this.#buckets.has(person) || this.#buckets.size < PEOPLE_MAX ? person : NOBODY;
    const { left, at } = this.#buckets.get(key) ?? { left: REFUSED_BURST, at: now };
    const refilled = Math.floor((now - at) / REFUSED_REFILL_US);
    const full = left + refilled >= REFUSED_BURST;
    const has = full ? REFUSED_BURST : left + refilled;
    const since = full ? now : after(at, refilled * REFUSED_REFILL_US);
    this.#buckets.set(key, { left: Math.max(0, has - 1), at: since });
    return has > 0;
  }
}
