import { join } from "node:path";
import { sha256Hex, strictBase64, utf8 } from "../../../src/record/bytes.ts";
import { readLine, type LineFacts } from "../../../src/record/chain.ts";
import type { Frontier } from "../../../src/record/merkle.ts";
import { statSync, isThere } from "../../files/disk.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readLines, readStart } from "../../files/files.ts";
import { SQLITE_MAGIC } from "./database.ts";
import { epochPaths } from "./epoch-files.ts";
import { EpochSet } from "./epoch-set.ts";
import { MAX_EXPORT_LINE, readExportLine, readHead, type ExportHead } from "./export-lines.ts";

/** The records of a journal or an export in their order. Nothing here is proven: verify the file first. */
export interface RecordLines {
  /** The tree of all records before the first one. */
  readonly before: Frontier;
  readonly lines: Iterable<Uint8Array>;
}

/** An export's records, and the checkpoint of its end. */
export interface ExportRecords extends RecordLines {
  readonly head: ExportHead;
  /** The signed note of the end line. Throws a JournalError when the export was cut off. */
  readonly checkpoint: () => string;
}

/** The journal that `path` names, itself or as the storage folder that it lies in. */
export function journalPath(path: string): string {
  return onDisk("reading", path, () => (statSync(path).isDirectory() ? join(path, "journal.db") : path));
}

/** The epochs of the journal that `path` names, for reading; of a file of one epoch that one alone. To be let go of: `release`. */
export function journalEpochs(path: string): EpochSet {
  return new EpochSet(epochPaths(journalPath(path)));
}

export function recordsOfJournal(path: string): RecordLines {
  const epochs = journalEpochs(path);
  function* lines(): Generator<Uint8Array> {
    for (const { line } of epochs.records()) yield line;
  }
  const { before } = epochs.firstKept;
  epochs.release();
  return { before, lines: lines() };
}

/** Throws a JournalError when the file is no export. */
export function recordsOfExport(path: string): ExportRecords {
  const head = headOf(path);
  let end: string | null = null;
  function* lines(): Generator<Uint8Array> {
    let number = 0;
    for (const bytes of readLines(path, MAX_EXPORT_LINE, () => undefined)) {
      number++;
      if (number === 1) continue;
      const line = readExportLine(bytes.toString("utf8"), `${path}, line ${number}`);
      if ("line" in line) yield utf8(line.line);
      else if ("end" in line) end = line.checkpoint;
    }
  }
  const peaks = head.before.map((text) => strictBase64(text) ?? new Uint8Array(0));
  return {
    head,
    before: { size: head.from, peaks },
    lines: lines(),
    checkpoint: () => {
      if (end === null) throw new JournalError("cannot-open", `${path} has no end: it was cut off`);
      return end;
    },
  };
}

function headOf(path: string): ExportHead {
  for (const first of readLines(path, MAX_EXPORT_LINE, () => undefined))
    return readHead(first.toString("utf8"), path);
  throw new JournalError("cannot-open", `${path} is empty`);
}

/**
 * The records of a journal (or its storage folder, also of a running unit) or of an export, in their order, read back. Nothing is
 * proven of them: `tirada verify` does that. Throws a JournalError of one line
 * for a file that is neither, and `corrupt` at a line that cannot be read. Memory is that of one page of records.
 */
export function* recordFacts(path: string, from = 0): Generator<LineFacts> {
  for (const { line, seq } of recordBytes(path, from)) yield factsOf(line, seq, path);
}

/** The same, each with the hex SHA-256 of its line. */
export function* hashedRecords(
  path: string,
  from = 0,
): Generator<Pick<LineFacts, "seq" | "fields"> & { readonly hash: string }> {
  for (const { line, seq } of recordBytes(path, from)) {
    const { fields } = factsOf(line, seq, path);
    yield { seq, fields, hash: sha256Hex(line) };
  }
}

interface LineBytes {
  readonly line: Uint8Array;
  readonly seq: number;
}

function* recordBytes(path: string, from: number): Generator<LineBytes> {
  const file = onDisk("reading", path, () => journalIn(path));
  if (!onDisk("reading", file, () => statSync(file)).isFile())
    throw new JournalError("cannot-open", `${path} is not a file: name an export or a journal`);
  const start = readStart(file, 64).toString("latin1");
  if (start.startsWith(SQLITE_MAGIC)) yield* linesOfJournal(file, from);
  else if (start.startsWith('{"before":[')) {
    const { head, lines } = recordsOfExport(file);
    let seq = head.from;
    for (const line of lines) {
      if (seq >= from) yield { line, seq };
      seq++;
    }
  } else throw new JournalError("cannot-open", `${path} is not an export or a journal of tirada`);
}

/** A storage folder stands for the journal in it. */
export function journalIn(path: string): string {
  const journal = join(path, "journal.db");
  return statSync(path).isDirectory() && isThere(journal) ? journal : path;
}

function* linesOfJournal(path: string, from: number): Generator<LineBytes> {
  const epochs = journalEpochs(path);
  try {
    for (const row of onDisk("reading the journal", path, () => epochs.records(from)))
      yield { line: row.line, seq: row.seq };
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
