import type { EpochStart } from "../../../src/record/epoch.ts";
import { HELD_FROM } from "../../../src/record/growing-tree.ts";
import type { NodeReader } from "../../../src/record/merkle.ts";
import { newestCosignature, someCosignatures, type Cosignature } from "./cosignatures.ts";
import { formatOf, openForReading, type Database } from "./database.ts";
import { JournalError } from "../../files/errors.ts";
import {
  leavesOf,
  someCheckpoints,
  someRecords,
  storedNode,
  storedStart,
  type StoredCheckpoint,
  type StoredRow,
} from "./rows.ts";
import { PRUNED_FORMAT } from "./schema.ts";

/** A checkpoint with what a witness signed of it. */
export type Cosigned = StoredCheckpoint & Cosignature;

/** Files that are held open at once. */
const OPEN_MAX = 4;
/** Records of one reading: between two of them files are let go of, so that a running unit can tidy its write-ahead log. */
export const PAGE = 2_000;

/**
 * Reads the records of epochs that follow one another, as if they lay in one file. Files are opened when they are asked for; the
 * last one may be given open, by whoever writes it. Throws JournalErrors.
 */
export class EpochSet {
  readonly #paths: string[];
  readonly #last: Database | null;
  readonly #starts = new Map<number, EpochStart>();
  readonly #open = new Map<number, Database>();
  #kept = 0;

  /** `paths`: in their order, without `last`. */
  constructor(paths: readonly string[], last: Database | null = null) {
    this.#paths = [...paths];
    this.#last = last;
  }

  /** How many epochs there are. */
  get count(): number {
    return this.#paths.length + (this.#last === null ? 0 : 1);
  }

  /** Where the epoch at this place begins. */
  start(at: number): EpochStart {
    const known = this.#starts.get(at);
    if (known !== undefined) return known;
    const start = storedStart(this.file(at));
    this.#starts.set(at, start);
    return start;
  }

  /** The file of the epoch at this place, open for reading until others are asked for. */
  file(at: number): Database {
    if (at === this.#paths.length && this.#last !== null) return this.#last;
    const open = this.#open.get(at);
    if (open !== undefined) return open;
    const path = this.#paths[at];
    if (path === undefined) throw new RangeError(`there is no epoch at place ${at}`);
    for (const [oldest, db] of this.#open) {
      if (this.#open.size < OPEN_MAX) break;
      db.close();
      this.#open.delete(oldest);
    }
    const db = openForReading(path);
    this.#open.set(at, db);
    return db;
  }

  /** Records from number `from` on, at most `limit`, as stored: from the first one that is kept, where those before were pruned. */
  rows(from: number, limit: number): StoredRow[] {
    const rows: StoredRow[] = [];
    const first = Math.max(this.#placeOf(from), this.#firstKept());
    for (let at = first; at < this.count && rows.length < limit; at++) {
      const db = this.file(at);
      if (db.format === PRUNED_FORMAT) continue;
      const last = rows.at(-1);
      rows.push(...someRecords(db, last === undefined ? from : last.seq + 1, limit - rows.length));
    }
    return rows;
  }

  /** Where the records begin that are kept. */
  get firstKept(): EpochStart {
    return this.start(this.#firstKept());
  }

  /** How many records were pruned: the number of the first one that is kept. Those before the first file count with them. */
  get prunedRecords(): number {
    return this.firstKept.before.size;
  }

  /** Hex SHA-256 of the line before record `seq`, where an epoch begins with that one; else null. */
  prevOf(seq: number): string | null {
    const start = this.start(this.#placeOf(seq));
    return start.before.size === seq && seq > 0 ? start.prev : null;
  }

  /** Place of the first epoch whose records are kept: those before it were pruned from the first one on. */
  #firstKept(): number {
    // The files are asked anew: a unit that runs may have pruned one more.
    while (this.#kept < this.#paths.length && formatOf(this.#paths[this.#kept] ?? "") === PRUNED_FORMAT)
      this.#kept++;
    return Math.min(this.#kept, this.count - 1);
  }

  /** All records from number `from` on, in their order. Between two pages no file need be open. */
  *records(from = 0): Generator<StoredRow> {
    for (let seq = from; ;) {
      const rows = this.rows(seq, PAGE);
      this.release();
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      seq = last.seq + 1;
    }
  }

  /** Checkpoints with `after` < size <= `upTo`. */
  checkpoints(after: number, upTo: number): StoredCheckpoint[] {
    const found: StoredCheckpoint[] = [];
    for (let at = this.#placeOf(after); at < this.count; at++) {
      if (this.start(at).before.size >= upTo) break;
      found.push(...someCheckpoints(this.file(at), after, upTo));
    }
    return found;
  }

  /** Cosignatures of checkpoints with `after` < size <= `upTo`, by size. */
  cosignatures(after: number, upTo: number): Cosignature[] {
    const found: Cosignature[] = [];
    // Those of an epoch's end may lie in the file of the next one.
    const last = Math.min(this.count - 1, this.#placeOf(Math.max(0, upTo - 1)) + 1);
    for (let at = this.#placeOf(after); at <= last; at++)
      found.push(...someCosignatures(this.file(at), after, upTo));
    return found;
  }

  /** The newest checkpoint that a witness cosigned, with its line; null: none did. */
  newestCosigned(): Cosigned | null {
    for (let at = this.count - 1; at >= 0; at--) {
      const cosignature = newestCosignature(this.file(at));
      if (cosignature === null) continue;
      const [checkpoint] = this.checkpoints(cosignature.size - 1, cosignature.size);
      return checkpoint === undefined ? null : { ...checkpoint, ...cosignature };
    }
    return null;
  }

  leaves(start: number, count: number): Uint8Array[] {
    const leaves: Uint8Array[] = [];
    for (let at = this.#placeOf(start); at < this.count && leaves.length < count; at++)
      leaves.push(...leavesOf(this.file(at), start + leaves.length, count - leaves.length));
    return leaves;
  }

  /** A subtree that was complete before the last epoch began, of 2^6 leaves or more: the epoch after holds it. */
  readonly node: NodeReader = (level, index) => {
    const place = this.#placeOf((index + 1) * 2 ** level - 1) + 1;
    const node = level < HELD_FROM || place >= this.count ? null : storedNode(this.file(place), level, index);
    if (node === null)
      throw new JournalError("corrupt", `the journal has no node ${index} of level ${level}: copy the folder`);
    return node;
  };

  /** Lets go of all files, so that another may end their writing. They are opened again when they are asked for. */
  release(): void {
    for (const db of this.#open.values()) db.close();
    this.#open.clear();
  }

  /** Place of the epoch that holds record `seq`, or would; the first one for any before it. */
  #placeOf(seq: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.start(middle).before.size <= seq) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
