/** Counts by name, of a bounded number of names: what comes when all places are taken is counted together. */
export class Counts {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #others = 0;
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(name: string, times = 1): void {
    this.#total += times;
    const before = this.#counts.get(name);
    if (before === undefined && this.#counts.size >= this.#most) this.#others += times;
    else this.#counts.set(name, (before ?? 0) + times);
  }

  get total(): number {
    return this.#total;
  }

  /** Counted without a name of their own. */
  get others(): number {
    return this.#others;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get names(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** Name and count, most first; of equal ones the name that sorts first. */
  sorted(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  }
}

/** Whole values from 0 in steps, counted: any share of them can be asked for, whatever their number. */
export class Histogram {
  readonly #step: number;
  readonly #bins: Uint32Array;
  #total = 0;

  /** Values from `step * bins` on count as the largest. */
  constructor(step: number, bins: number) {
    this.#step = step;
    this.#bins = new Uint32Array(bins);
  }

  add(value: number): void {
    const at = Math.min(this.#bins.length - 1, Math.max(0, Math.round(value / this.#step)));
    this.#bins[at] = (this.#bins[at] ?? 0) + 1;
    this.#total++;
  }

  get total(): number {
    return this.#total;
  }

  /** The least value that at least this share (0 to 1) of all do not pass; 0 without any. */
  quantile(share: number): number {
    let left = Math.max(1, Math.ceil(share * this.#total));
    for (const [at, count] of this.#bins.entries()) {
      left -= count;
      if (left <= 0) return at * this.#step;
    }
    return 0;
  }
}
