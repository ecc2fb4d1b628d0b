import type { Checkpoint } from "../../src/record/checkpoint.ts";
import type { EpochClosing, EpochStart } from "../../src/record/epoch.ts";
import { parseVkey } from "../../src/record/keys.ts";
import type { Report } from "../../src/record/report.ts";
import { checkJournal, type Checked } from "./check.ts";
import type { Cosignature } from "./cosignatures.ts";
import { openForReading, requireIntegrity } from "./database.ts";
import { hashNow } from "./epoch-closer.ts";
import { JournalError, onDisk, type JournalErrorCode } from "./errors.ts";
import { storedLog } from "./rows.ts";
import { PRUNED_FORMAT } from "./schema.ts";
import type { NamedFiles } from "./verify-recordings.ts";

/** One file of a journal to be verified. Plain data: a thread of its own may do it. */
export interface EpochTask {
  readonly path: string;
  /** The key to verify with. */
  readonly vkey: string;
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
  vkey,
  keySource,
  witnesses,
  files,
  isClosed,
  late,
  known,
}: EpochTask): EpochReport {
  const verifier = parseVkey(vkey);
  const hashed = isClosed ? onDisk("reading", path, () => hashNow(path)) : null;
  const db = openForReading(path);
  try {
    requireIntegrity(db);
    const stored = onDisk("reading the journal", path, () => storedLog(db));
    if (stored === null) throw new JournalError("cannot-open", `the journal ${path} was never begun`);
    const checked = onDisk("reading the journal", path, () =>
      checkJournal(db, verifier, {
        thorough: "all",
        keySource,
        witnesses: witnesses.map(parseVkey),
        files,
        late,
        known,
      }),
    );
    const { report, totals, start, state, prev, tree, closing } = checked;
    const differs = stored.vkey !== verifier.vkey || stored.name !== verifier.name;
    const what = `the journal says it is ${stored.name} with key ${stored.vkey}, not ${verifier.vkey}`;
    return {
      report: differs ? { ...report, problems: [{ seq: null, what }, ...report.problems], ok: false } : report,
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
