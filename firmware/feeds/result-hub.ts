import { PublishedResults, type PublishedResult } from "../../src/floor/published-results.ts";
import type { Fields } from "../../src/analysis/record-fields.ts";

/** Messages of a table that are kept for who comes late or was away. */
export const HISTORY_MAX = 512;
/** Tables of one feed. */
export const TABLES_MAX = 1_024;

/** Who is told each message as it comes. Must not throw or wait: each feed has its own limit. */
export type ResultListener = (told: PublishedResult) => void;

interface HeldTable {
  readonly told: PublishedResults;
  readonly history: PublishedResult[];
}

/** What is told of results, by table: the newest messages, and who is told the next ones. */
export class ResultHub {
  readonly #tables = new Map<string, HeldTable>();
  readonly #listeners = new Set<ResultListener>();

  /** The next durable record of a table. @returns false: it is of one table too many */
  addRecord(table: string, seq: number, hash: string, fields: Fields): boolean {
    const held = this.#tables.get(table) ?? this.#begin(table);
    if (held === null) return false;
    const told = held.told.add(seq, hash, fields);
    if (told === null) return true;
    held.history.push(told);
    if (held.history.length > HISTORY_MAX) held.history.shift();
    for (const listener of this.#listeners) listener(told);
    return true;
  }

  get tables(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** The newest message of each table that has one. */
  newest(): readonly PublishedResult[] {
    return [...this.#tables.values()].flatMap(({ history }) => history.at(-1) ?? []);
  }

  /**
   * The messages of a table behind record `seq`, from the oldest that is kept. Where those right behind it are kept no more, `prev` of the
   * first one is higher than `seq`. Null: there is no such table.
   */
  after(table: string, seq: number): readonly PublishedResult[] | null {
    const held = this.#tables.get(table);
    return held === undefined ? null : held.history.filter((one) => one.seq > seq);
  }

  /** @returns what ends it */
  listen(listener: ResultListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #begin(table: string): HeldTable | null {
    if (this.#tables.size >= TABLES_MAX) return null;
    const held = { told: new PublishedResults(table), history: [] };
    this.#tables.set(table, held);
    return held;
  }
}
