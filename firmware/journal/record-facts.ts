import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readLine, type LineFacts } from "../../src/record/chain.ts";
import { openForReading, SQLITE_MAGIC } from "./database.ts";
import { JournalError, onDisk } from "./errors.ts";
import { readStart } from "./files.ts";
import { recordsOfExport } from "./record-lines.ts";
import { someRecords } from "./rows.ts";

/** Records of one reading of a journal. Between two of them it is closed, so that a running unit can tidy its write-ahead log. */
export const RECORDS_AT_ONCE = 2_000;

/**
 * The records of a journal (or its storage folder, also of a running unit) or of an export, in their order, read back. Nothing is
 * proven of them: `tirada verify` does that.. Throws a JournalError of one line
 * for a file that is neither, and `corrupt` at a line that cannot be read. Memory is that of {@link RECORDS_AT_ONCE} records.
 */
export function* recordFacts(path: string, from = 0): Generator<LineFacts> {
  const file = onDisk("reading", path, () => journalIn(path));
  if (!onDisk("reading", file, () => statSync(file)).isFile())
    throw new JournalError("cannot-open", `${path} is not a file: name an export or a journal`);
  const start = readStart(file, 64).toString("latin1");
  if (start.startsWith(SQLITE_MAGIC)) yield* factsOfJournal(file, from);
  else if (start.startsWith('{"before":[')) {
    const { head, lines } = recordsOfExport(file);
    let seq = head.from;
    for (const line of lines) {
      const facts = factsOf(line, seq++, file);
      if (facts.seq >= from) yield facts;
    }
  } else throw new JournalError("cannot-open", `${path} is not an export or a journal of tirada`);
}

/** A storage folder stands for the journal in it. */
function journalIn(path: string): string {
  const journal = join(path, "journal.db");
  return statSync(path).isDirectory() && existsSync(journal) ? journal : path;
}

function* factsOfJournal(path: string, from: number): Generator<LineFacts> {
  for (let seq = from; ; seq += RECORDS_AT_ONCE) {
    const rows = rowsAt(path, seq);
    for (const row of rows) yield factsOf(row.line, row.seq, path);
    if (rows.length < RECORDS_AT_ONCE) return;
  }
}

function rowsAt(path: string, seq: number): ReturnType<typeof someRecords> {
  const db = openForReading(path);
  try {
    return onDisk("reading the journal", path, () => someRecords(db, seq, RECORDS_AT_ONCE));
  } finally {
    db.close();
  }
}

function factsOf(line: Uint8Array, seq: number, path: string): LineFacts {
  const facts = readLine(line);
  if (typeof facts === "string")
    throw new JournalError("corrupt", `record ${seq} of ${path}: ${facts}; tirada verify says what is damaged`);
  return facts;
}
