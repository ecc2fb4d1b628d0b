import type { Clock } from "../../../../src/time/clock.ts";
import { US_PER_S } from "../../../../src/time/instant.ts";
import { REQUESTS_AT_ONCE, REQUESTS_PER_SECOND } from "./limits.ts";

/** How much each certificate has asked. One that asks more than its share takes nothing from the others. */
export class Shares {
  readonly #clock: Clock;
  /** What each may still ask at once, and when that was counted. */
  readonly #left = new Map<string, { tokens: number; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a request. False: it is one too many. */
  take(serial: string): boolean {
    const now = this.#clock.now();
    const share = this.#left.get(serial) ?? { tokens: REQUESTS_AT_ONCE, at: now };
    const more = ((now - share.at) * REQUESTS_PER_SECOND) / US_PER_S;
    const tokens = Math.min(REQUESTS_AT_ONCE, share.tokens + more);
    this.#left.set(serial, { tokens: Math.max(0, tokens - 1), at: now });
    return tokens >= 1;
  }

  /** Forgets who has its whole share again. */
  tidy(): void {
    const now = this.#clock.now();
    for (const [serial, { tokens, at }] of this.#left)
      if (tokens + ((now - at) * REQUESTS_PER_SECOND) / US_PER_S >= REQUESTS_AT_ONCE) this.#left.delete(serial);
  }
}
