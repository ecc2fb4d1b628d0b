import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { JournalError } from "../files/errors.ts";
import { journalEpochs } from "../evidence/log/record-lines.ts";
import { readBack } from "../evidence/log/rows.ts";
import { isSameRelease } from "../../src/record/chain.ts";
import { RELEASE_ID, releaseText } from "../release.ts";
import type { Capture } from "./capture.ts";

const PAGE = 500;

/**
 * Notes on a recording of tirada that limit what its replay proves, one line each: that another release made it, and that
 * it is not what the records of the journal beside it came from.
 */
export function ownNotes(path: string, { own }: Capture): string[] {
  if (own === null) return [];
  const notes = isSameRelease(own.rel, RELEASE_ID)
    ? []
    : [
        `made by release ${releaseText(own.rel)}, and this is ${releaseText(RELEASE_ID)}: its lines may come out otherwise than they were signed`,
      ];
  const journal = join(dirname(path), "..", "journal.db");
  // A compressed copy has lost its place.
  if (!path.endsWith(".jsonl") || !existsSync(journal)) return notes;
  try {
    const amiss = journalMismatch(path, journal, { segment: own.segment, from: own.chain.seq });
    return amiss === null ? notes : [...notes, amiss];
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return [...notes, `the journal beside it cannot be read: ${error.message}`];
  }
}

/** The first record of the segment that does not name the bytes which lie there, in words; null: all of them do. */
function journalMismatch(
  path: string,
  journal: string,
  { segment, from }: { readonly segment: string; readonly from: number },
): string | null {
  const bytes = readFileSync(path);
  const hash = createHash("sha256");
  const epochs = journalEpochs(journal);
  let at = 0;
  try {
    for (let seq = from; ; seq += PAGE) {
      const records = epochs.rows(seq, PAGE).map(readBack);
      const own = records.filter(({ fields }) => srcOf(fields)["segment"] === segment);
      for (const record of own) {
        const src = srcOf(record.fields);
        const end = Number(src["bytes"]);
        if (end > bytes.length)
          return `cut: it has ${bytes.length} bytes, and record ${record.seq} of the journal beside it came from ${end}`;
        hash.update(bytes.subarray(at, end));
        at = end;
        if (hash.copy().digest("hex") !== src["sha256"])
          return `damaged: its first ${end} bytes are not what record ${record.seq} of the journal beside it came from`;
      }
      if (own.length === 0 || records.length < PAGE) return null;
    }
  } finally {
    epochs.release();
  }
}

const srcOf = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  (fields["src"] ?? {}) as Readonly<Record<string, unknown>>;
