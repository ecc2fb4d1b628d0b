/** Rounds whose recordings are read: so many spread over the weeks, and the newest. */
export const SPREAD_ROUNDS = 120;
export const NEWEST_ROUNDS = 40;

/** Keeps the newest rounds, and of the older ones every second, fourth, eighth … as there come to be more of them. */
export class SpreadRounds<T> {
  #older: T[] = [];
  #newest: T[] = [];
  #step = 1;
  #passed = 0;

  /** The next round. */
  add(round: T): void {
    this.#newest.push(round);
    const oldest = this.#newest.length > NEWEST_ROUNDS ? this.#newest.shift() : undefined;
    if (oldest === undefined || this.#passed++ % this.#step !== 0) return;
    this.#older.push(oldest);
    if (this.#older.length < 2 * SPREAD_ROUNDS) return;
    this.#older = this.#older.filter((_, at) => at % 2 === 0);
    this.#step *= 2;
  }

  /** The next round, where each is kept. */
  addEvery(round: T): void {
    this.#older.push(round);
  }

  /** Nothing before counts any more. */
  clear(): void {
    [this.#older, this.#newest, this.#step, this.#passed] = [[], [], 1, 0];
  }

  /** Oldest first. */
  get chosen(): readonly T[] {
    return [...this.#older, ...this.#newest];
  }
}
