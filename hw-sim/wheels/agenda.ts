import type { RandomSource } from "../../src/time/random-source.ts";

/** What a device model still has to do, in order of instant and then of entering. All instants in µs. */
export interface Agenda {
  /** Enters `act` for the instant `us`; an earlier entry of the same name is replaced. */
  at(us: number, name: string, act: (us: number) => void): void;
  /** Takes out every entry whose name begins so. */
  drop(prefix: string): void;
  /** The next instant, or null. */
  next(): number | null;
  /** Does everything that is due by `us`, each at its own instant. */
  run(us: number): void;
}

interface Item {
  readonly us: number;
  readonly order: number;
  readonly name: string;
  readonly act: (us: number) => void;
}

export function agenda(): Agenda {
  let items: Item[] = [];
  let order = 0;
  const first = (): Item | undefined =>
    items.reduce<Item | undefined>((best, item) => {
      if (best === undefined || item.us < best.us) return item;
      return item.us === best.us && item.order < best.order ? item : best;
    }, undefined);
  return {
    at: (us, name, act) => {
      items = items.filter((item) => item.name !== name);
      items.push({ us: Math.round(us), order: order++, name, act });
    },
    drop: (prefix) => {
      items = items.filter((item) => !item.name.startsWith(prefix));
    },
    next: () => first()?.us ?? null,
    run: (us) => {
      for (let item = first(); item !== undefined && item.us <= us; item = first()) {
        const due = item;
        items = items.filter((other) => other !== due);
        due.act(due.us);
      }
    },
  };
}

/** Whole number from `min` to `max`, both included. */
export function drawBetween(random: RandomSource, min: number, max: number): number {
  return min + random.below(max - min + 1);
}

/** A span that is near `median` most times and never outside `min`…`max`. All in the same unit, rounded. */
export function drawAround(random: RandomSource, min: number, median: number, max: number): number {
  const off = drawBetween(random, -1_000, 1_000) / 1_000;
  const reach = off < 0 ? median - min : max - median;
  return Math.round(median + off ** 3 * reach);
}
