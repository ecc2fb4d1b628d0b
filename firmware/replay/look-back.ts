import { Weeks, weeksFrom, type WeeksReport } from "../../src/analysis/weeks.ts";
import { isFields, textAt, type Fields } from "../../src/analysis/record-fields.ts";
import { parseJson } from "../../src/load/json.ts";
import { onDisk } from "../files/errors.ts";
import type { EpochSet } from "../evidence/log/epoch-set.ts";
import { journalEpochs } from "../evidence/log/record-lines.ts";
import type { StoredRow } from "../evidence/log/rows.ts";

/** Records that are read for the last weeks at the most: a busy table writes so many in them. */
export const RECORDS_READ = 400_000;

/** Does something with a journal's epochs, and lets go of its files. Throws a JournalError. */
export function withJournal<T>(path: string, read: (epochs: EpochSet) => T): T {
  const epochs = onDisk("reading", path, () => journalEpochs(path));
  try {
    return onDisk("reading the journal", path, () => read(epochs));
  } finally {
    epochs.release();
  }
}

/** A record as it stands in the journal, read back; null: it cannot be read. Nothing is proven: `tirada verify` does that. */
export function fieldsOf({ line }: StoredRow): Fields | null {
  const read = parseJson(Buffer.from(line).toString("utf8"));
  return isFields(read) ? read : null;
}

/**
 * The number of the first record that `isThere` holds for, or the number that comes next where it holds for none: records before it do
 * not, all after it do. Few are read, however many there are.
 */
export function firstRecord(epochs: EpochSet, isThere: (fields: Fields) => boolean): number {
  const holds = (seq: number): boolean => {
    const [row] = epochs.rows(seq, 1);
    const fields = row === undefined ? null : fieldsOf(row);
    return row === undefined || (fields !== null && isThere(fields));
  };
  let low = epochs.firstKept.before.size;
  let step = 1;
  while (!holds(low + step)) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Tells the last weeks of the table in this storage folder. `now`: ms since 1970. Works beside a running unit. Throws a JournalError. */
export function lookBack(folder: string, now: number): WeeksReport {
  return withJournal(folder, (epochs) => {
    const oldest = weeksFrom(now);
    const begin = firstRecord(epochs, (fields) => textAt(fields, "at") >= oldest);
    const end = firstRecord(epochs, () => false);
    const weeks = new Weeks(now);
    for (const row of epochs.records(Math.max(begin, end - RECORDS_READ))) {
      const fields = fieldsOf(row);
      if (fields !== null) weeks.addRecord(fields);
    }
    return weeks.report();
  });
}
