import type { Checkpoint } from "../../../src/record/checkpoint.ts";
import type { EpochClosing, EpochStart } from "../../../src/record/epoch.ts";
import type { StatedPeriod } from "../../../src/record/key-history.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import type { Report } from "../../../src/record/report.ts";
import { checkJournal, type Checked } from "./check.ts";
import type { Cosignature } from "../log/cosignatures.ts";
import { openForReading, requireIntegrity } from "../log/database.ts";
import { hashNow } from "../log/epoch-closer.ts";
import { onDisk, type JournalErrorCode } from "../../files/errors.ts";
import { PRUNED_FORMAT } from "../log/schema.ts";
import { keysBefore } from "../log/stored-log.ts";
import type { NamedFiles } from "./verify-recordings.ts";

/** One file of a journal to be verified. Plain data: a thread of its own may do it. */
export interface EpochTask {
  readonly path: string;
  readonly keySource: Report["keySource"];
  /** vkeys of the witnesses whose cosignatures count. */
  readonly witnesses: readonly string[];
  readonly files: NamedFiles;
  /** It is no epoch that takes records any more: its bytes are hashed. */
  readonly isClosed: boolean;
  /** Cosignatures of its checkpoints that came when the next epoch had begun, and lie in the file of that one. */
  readonly late: readonly Cosignature[];
  /** A checkpoint that the inspector kept and that falls into this file. */
  readonly known: Checkpoint | null;
}

/** What was found of it. */
export interface EpochReport {
  readonly report: Report;
  readonly totals: Checked["totals"];
  readonly start: EpochStart;
  /** The keys of the log up to where it begins; those up to its end stand in the report. */
  readonly keysBefore: readonly StatedPeriod[];
  /** Keys that gave way because they were stolen. */
  readonly stolen: readonly string[];
  /** Where the next epoch must begin. */
  readonly end: EpochStart;
  /** What the record in it says that closes the epoch before; null: there is none. */
  readonly closing: EpochClosing | null;
  /** How many of its records were pruned; null: it is as it was written. */
  readonly pruned: number | null;
  /** Its bytes, where it is closed. */
  readonly file: { readonly bytes: number; readonly sha256: string } | null;
}

/** What is wrong with an epoch of leaf hashes where nothing lets it be pruned. */
export const GONE = "its records are gone, and no record says that they were pruned";

/** What a thread answers that verified one; an error is one line. */
export type EpochAnswer =
  | { readonly report: EpochReport }
  | { readonly error: { readonly code: JournalErrorCode; readonly message: string } };

/** Verifies every record of one file. Throws a JournalError when it cannot be read, or is none. */
export function verifyEpoch({
  path,
  keySource,
  witnesses,
  files,
  isClosed,
  late,
  known,
}: EpochTask): EpochReport {
  const hashed = isClosed ? onDisk("reading", path, () => hashNow(path)) : null;
  const db = openForReading(path);
  try {
    requireIntegrity(db);
    const keys = keysBefore(db);
    const checked = onDisk("reading the journal", path, () =>
      checkJournal(db, keys, {
        thorough: "all",
        keySource,
        witnesses: witnesses.map(parseVkey),
        files,
        late,
        known,
      }),
    );
    const { report, totals, start, state, prev, tree, closing } = checked;
    return {
      report,
      keysBefore: keys.stated(),
      stolen: checked.keys.stolen,
      totals,
      start,
      end: { epoch: start.epoch + 1, prev, before: tree.frontier, state },
      closing,
      pruned: db.format === PRUNED_FORMAT ? tree.frontier.size - start.before.size - report.records : null,
      file: hashed === null ? null : { bytes: hashed.bytes, sha256: hashed.sha256() },
    };
  } finally {
    db.close();
  }
}
