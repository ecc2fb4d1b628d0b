import { randomBytes } from "node:crypto";
import type { Clock } from "../../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** For so long an address leads somewhere after somebody signed in was told of it. */
export const ADDRESS_US = 600 * US_PER_S;
/** Addresses that count at once; a newer one takes the oldest's place. */
export const ADDRESSES_MAX = 16;

/** Addresses that only those know who were told of them, signed in: a browser asks there without a PIN. */
export class SecretAddresses<Kept> {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly what: Kept; readonly until: MonoUs }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The word under which it is found for a while. */
  keep(what: Kept): string {
    const word = randomBytes(24).toString("base64url");
    this.#kept.set(word, { what, until: after(this.#clock.now(), ADDRESS_US) });
    for (const oldest of [...this.#kept.keys()].slice(0, -ADDRESSES_MAX)) this.#kept.delete(oldest);
    return word;
  }

  /** Null: there is none, or not any more. */
  find(word: string): Kept | null {
    const kept = this.#kept.get(word);
    return kept === undefined || this.#clock.now() > kept.until ? null : kept.what;
  }
}
