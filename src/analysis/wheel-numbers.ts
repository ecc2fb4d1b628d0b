import { Counts } from "./counts.ts";
import { equalChances, frequencies, type Chance } from "./frequencies.ts";
import { fieldsAt, numberAt, textAt, type Fields } from "./record-fields.ts";
import type { Section } from "./report.ts";

/** Names of pockets that are counted one by one. */
export const POCKETS_MAX = 120;
/** Sectors that a ring is parted in, and the pockets that a ring needs for that. */
export const SECTORS = 8;
const LEAST_RING = 24;

/** A wheel's names clockwise. */
export interface Ring {
  readonly names: readonly string[];
  /** False: only how often each name is there is known, not the order. */
  readonly isOrderKnown: boolean;
}

/** The numbers of a wheel, and the sectors of its ring. */
export class WheelNumbers {
  readonly #pockets = new Counts(POCKETS_MAX);
  readonly #cells = new Counts(POCKETS_MAX);

  take(fields: Fields): void {
    if (textAt(fields, "kind") !== "result") return;
    const result = fieldsAt(fields, "result");
    const pocket = textAt(result, "pocket");
    if (pocket === "") return;
    this.#pockets.add(pocket);
    const cell = numberAt(result, "cell");
    if (cell !== null) this.#cells.add(String(cell));
  }

  /** `ring` null: the rulebook has none, and every number that came counts as a pocket. */
  sections(ring: Ring | null): readonly Section[] {
    if (this.#pockets.total === 0) return [];
    const all = ring?.names ?? this.#pockets.names;
    const chances = ring === null ? equalChances(all) : [...new Set(all)].map((name) => chanceOf(name, all));
    const numbers = frequencies({ id: "numbers", column: "pocket" }, this.#pockets, chances);
    return ring === null || !ring.isOrderKnown || all.length < LEAST_RING
      ? [numbers]
      : [numbers, this.#sectors(all)];
  }

  /** Parts of the ring side by side. Where a name stands in the ring more than once its place says in which part it came up. */
  #sectors(ring: readonly string[]): Section {
    const repeats = new Set(ring).size < ring.length;
    const counts = new Counts(SECTORS);
    const chances: Chance[] = [];
    for (let number = 0; number < SECTORS; number++) {
      const from = Math.floor((number * ring.length) / SECTORS);
      const to = Math.floor(((number + 1) * ring.length) / SECTORS);
      const places = ring.slice(from, to);
      const name = repeats ? `${from + 1}–${to}` : places.join(" ");
      const count = places.reduce(
        (sum, pocket, at) => sum + (repeats ? this.#cells.of(String(from + at)) : this.#pockets.of(pocket)),
        0,
      );
      counts.add(name, count);
      chances.push({ name, share: places.length / ring.length });
    }
    return frequencies({ id: "sectors", column: "sector" }, counts, chances);
  }
}

const chanceOf = (name: string, ring: readonly string[]): Chance => ({
  name,
  share: ring.filter((other) => other === name).length / ring.length,
});
