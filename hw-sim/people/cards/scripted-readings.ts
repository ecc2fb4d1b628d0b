import type { RandomSource } from "../../../src/time/random-source.ts";
import type { ShoeErrors } from "../../models/shoe/device/events.ts";

/** What the device's reader does with the next card. */
export type Reading = "read" | "failed" | "unsure" | "late";

/** Rates that leave room for every kind of error in what {@link ScriptedReadings} gives. */
export const SCRIPTED_ERRORS: ShoeErrors = {
  failed: 100_000,
  late: 100_000,
  unsure: 100_000,
  thicknessBlind: 500_000,
};
const DRAWN_FOR: Readonly<Record<Reading, number>> = {
  failed: 1,
  late: 150_000,
  unsure: 250_000,
  read: 999_999,
};
const MILLION = 1_000_000;

/**
 * Readings of the device's sensors by script: each reading is the one that was set before, so that the simulator knows what was
 * read and what was not without looking into the device.
 */
export class ScriptedReadings implements RandomSource {
  readonly #rest: RandomSource;
  #reading: Reading = "read";
  #isBlind = false;
  #thicknessAsked = false;

  constructor(rest: RandomSource) {
    this.#rest = rest;
  }

  /** How the next passage of `cards` cards goes. `isBlind`: that they stick together is not seen. */
  setNext(reading: Reading, cards = 1, isBlind = false): void {
    this.#reading = reading;
    this.#isBlind = isBlind;
    this.#thicknessAsked = cards > 1;
  }

  below(bound: number): number {
    if (bound !== MILLION) return this.#rest.below(bound);
    if (this.#thicknessAsked) {
      this.#thicknessAsked = false;
      return this.#isBlind ? 0 : MILLION - 1;
    }
    const reading = this.#reading;
    this.#reading = "read";
    return DRAWN_FOR[reading];
  }

  oneIn(denominator: number): boolean {
    return this.below(denominator) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return this.#rest.pick(items);
  }

  fork(name: string): RandomSource {
    return this.#rest.fork(name);
  }
}
