import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** A place of a trend is ten minutes; a day of them is kept. */
export const PLACE_US = 600 * US_PER_S;
export const PLACES_MOST = 144;
/** Counters whose trends are kept. */
const COUNTERS_MOST = 100;

/** How counters grew: of each, by how much in each ten minutes, the newest last. */
export interface TrendsShown {
  /** Minutes of a place. */
  readonly minutes: number;
  readonly counters: Readonly<Record<string, readonly number[]>>;
}

/** How the counters of a table grew since the screens began. A counter that begins anew with its device begins a place of its own. */
export class Trends {
  readonly #places: Readonly<Record<string, number>>[] = [];
  #begun: MonoUs;
  #last: Readonly<Record<string, number>> = {};
  #grown: Record<string, number> = {};

  constructor(now: MonoUs) {
    this.#begun = now;
  }

  /** The counters as they are now; to be called each second or so. */
  look(counters: Readonly<Record<string, number>>, now: MonoUs): void {
    if (now - this.#begun >= PLACE_US) {
      this.#places.push(this.#grown);
      if (this.#places.length >= PLACES_MOST) this.#places.shift();
      this.#grown = {};
      this.#begun = now;
    }
    for (const [name, value] of Object.entries(counters).slice(0, COUNTERS_MOST)) {
      const before = this.#last[name] ?? value;
      this.#grown[name] = (this.#grown[name] ?? 0) + (value >= before ? value - before : value);
    }
    this.#last = counters;
  }

  /** Those that grew at all. */
  get shown(): TrendsShown {
    const places = [...this.#places, this.#grown];
    const names = Object.keys(this.#last).filter((name) => places.some((place) => (place[name] ?? 0) > 0));
    const trend = (name: string): readonly number[] => places.map((place) => place[name] ?? 0);
    return {
      minutes: PLACE_US / US_PER_S / 60,
      counters: Object.fromEntries(names.map((name) => [name, trend(name)])),
    };
  }
}
