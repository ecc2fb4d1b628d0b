import { PublishedResults, type PublishedResult } from "../../src/floor/published-results.ts";
import type { Fields } from "../../src/analysis/record-fields.ts";

/** Messages of a table that are kept for who comes late or was away. */
export const HISTORY_MAX = 512;
/** Tables of one feed. */
export const TABLES_MAX = 1_024;

/**
 * Who is told each message as it comes. Must not throw or wait: each feed has its own limit. `isNew` false: it is the newest of what was read
 * back at the start, which was told in an earlier life.
 */
export type ResultListener = (told: PublishedResult, isNew: boolean) => void;

interface HeldTable {
  readonly told: PublishedResults;
  readonly history: PublishedResult[];
}

/** What is told of results, by table: the newest messages, and who is told the next ones. */
export class ResultHub {
  readonly #tables = new Map<string, HeldTable>();
  readonly #listeners = new Set<ResultListener>();

  /** A table of which the records from `from` on are given: those before it were told in an earlier life, as far as anybody knows. */
  beginTable(table: string, from: number): void {
    if (!this.#tables.has(table)) this.#begin(table, from);
  }

  /** The next durable record of a table. @returns false: it is of one table too many */
  addRecord(table: string, seq: number, hash: string, fields: Fields): boolean {
    const held = this.#tables.get(table) ?? this.#begin(table);
    if (held === null) return false;
    const told = keep(held, seq, hash, fields);
    if (told !== null) this.#tell(told, true);
    return true;
  }

  /** A record that is read back at the start: nobody is told of it until all of them are read (`tellRecalled`). */
  recallRecord(table: string, seq: number, hash: string, fields: Fields): void {
    const held = this.#tables.get(table) ?? this.#begin(table);
    if (held !== null) keep(held, seq, hash, fields);
  }

  /** The round whose earlier records have to be given (`recallRound`) before this record of a table is; null: none has. */
  lacks(table: string, fields: Fields): number | null {
    return (this.#tables.get(table) ?? this.#begin(table))?.told.lacks(fields) ?? null;
  }

  /** The earlier verdicts of a round and people's words on it: nobody is told of them. */
  recallRound(table: string, ...given: Parameters<PublishedResults["recallRound"]>): void {
    this.#tables.get(table)?.told.recallRound(...given);
  }

  /** Tells the newest of what was read back of a table. */
  tellRecalled(table: string): void {
    const newest = this.#tables.get(table)?.history.at(-1);
    if (newest !== undefined) this.#tell(newest, false);
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

  #tell(told: PublishedResult, isNew: boolean): void {
    for (const listener of this.#listeners) listener(told, isNew);
  }

  #begin(table: string, from = 0): HeldTable | null {
    if (this.#tables.size >= TABLES_MAX) return null;
    const held = { told: new PublishedResults(table, from), history: [] };
    this.#tables.set(table, held);
    return held;
  }
}

function keep({ told, history }: HeldTable, seq: number, hash: string, fields: Fields): PublishedResult | null {
  const one = told.add(seq, hash, fields);
  if (one !== null) history.push(one);
  if (history.length > HISTORY_MAX) history.shift();
  return one;
}
