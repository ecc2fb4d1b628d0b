import { join } from "node:path";
import { readLine, type LineFacts } from "../../../src/record/chain.ts";
import { isThere, statSync } from "../../files/disk.ts";
import { SQLITE_MAGIC } from "./database.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readStart } from "../../files/files.ts";
import { journalEpochs, recordsOfExport } from "./record-lines.ts";

/**
 * The records of a journal (or its storage folder, also of a running unit) or of an export, in their order, read back. Nothing is
 * proven of them: `tirada verify` does that. Throws a JournalError of one line
 * for a file that is neither, and `corrupt` at a line that cannot be read. Memory is that of one page of records.
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
  return statSync(path).isDirectory() && isThere(journal) ? journal : path;
}

function* factsOfJournal(path: string, from: number): Generator<LineFacts> {
  const epochs = journalEpochs(path);
  try {
    for (const row of onDisk("reading the journal", path, () => epochs.records(from)))
      yield factsOf(row.line, row.seq, path);
  } finally {
    epochs.release();
  }
}

function factsOf(line: Uint8Array, seq: number, path: string): LineFacts {
  const facts = readLine(line);
  if (typeof facts === "string")
    throw new JournalError("corrupt", `record ${seq} of ${path}: ${facts}; tirada verify says what is damaged`);
  return facts;
}
