import { RECORDS_ASKED } from "./recall-desk.ts";

/** Durable records from a number on, at most so many; null: they could not be read. */
export type ReadRecords = (from: number, count: number) => Promise<readonly string[] | null>;

interface TailParts {
  readonly read: ReadRecords;
  /** The number of the newest record that is shown; null before the first. */
  readonly newest: () => number | null;
  /** Records back from the newest that are looked at. */
  readonly most: number;
  /** The next record's line. */
  readonly take: (line: string) => void;
  /** What was taken is of another journal, or too long ago: the next line is the first of another row. */
  readonly forget: () => void;
  /** Where a row begins, at this record or later; left out: there. Null: it could not be found. */
  readonly begin?: (from: number, newest: number) => Promise<number | null>;
}

/**
 * Reads the journal's newest records when somebody asks, page by page, and from then on those that are new: where nobody asks, none is
 * read.
 */
export class RecordTail {
  readonly #parts: TailParts;
  #next: number | null = null;
  #underWay: Promise<boolean> | null = null;

  constructor(parts: TailParts) {
    this.#parts = parts;
  }

  /** The newest record that was taken; -1 before the first. */
  get last(): number {
    return (this.#next ?? 0) - 1;
  }

  /** False when it could not. What was taken stays. Whoever asks meanwhile waits for the same reading. */
  readNew(): Promise<boolean> {
    this.#underWay ??= this.#read().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #read(): Promise<boolean> {
    const { read, newest: newestNow, take } = this.#parts;
    const newest = newestNow();
    if (newest === null) return false;
    let next = await this.#begin(newest);
    if (next === null) return false;
    while (next <= newest) {
      const lines = await read(next, Math.min(RECORDS_ASKED, newest - next + 1));
      if (lines === null || lines.length === 0) return false;
      for (const line of lines) take(line);
      next += lines.length;
      this.#next = next;
    }
    return true;
  }

  /** Where to read on. */
  async #begin(newest: number): Promise<number | null> {
    const { most, forget, begin } = this.#parts;
    const next = this.#next;
    const goesOn = next !== null && newest - next < most && newest >= next - 1;
    if (goesOn) return next;
    forget();
    const from = Math.max(0, newest - most + 1);
    this.#next = begin === undefined ? from : await begin(from, newest);
    return this.#next;
  }
}
