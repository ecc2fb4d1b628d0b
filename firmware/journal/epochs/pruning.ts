import { EPOCH_CLOSED, type EpochClosing } from "../../../src/record/epoch.ts";
import { KEY_ROTATED } from "../../../src/record/key-history.ts";
import { isThere, unlinkSync } from "../../files/disk.ts";
import { createFile, formatOf, openForReading, type Database } from "../../evidence/log/database.ts";
import { renameDurably } from "../../files/durable.ts";
import { hashNow } from "../../evidence/log/epoch-closer.ts";
import { BEGIN_ANEW, JournalError, onDisk } from "../../files/errors.ts";
import { allCosignatures, insertCosignature } from "../../evidence/log/cosignatures.ts";
import {
  allCheckpoints,
  allNodes,
  allRecords,
  storedLog,
  storedRotations,
  storedStart,
} from "../../evidence/log/rows.ts";
import { PRUNED_FORMAT } from "../../evidence/log/schema.ts";

/**
 * A closed epoch is pruned by a file of format 3 that takes its place: its leaf hashes, checkpoints and cosignatures, and of its
 * records those that the chain of epochs needs. The file that is pruned is read whole first: what is damaged is never deleted.
 */

/** Kinds of records that stay. */
export const KEPT_KINDS: readonly string[] = [EPOCH_CLOSED, KEY_ROTATED];

/** What a thread is told that prunes one epoch. */
export interface PruneTask {
  readonly path: string;
  readonly closing: EpochClosing;
}

const prunedPathOf = (path: string): string => `${path}-pruned`;

/**
 * Makes the file that is to take the place of a closed epoch's, beside it; durable on return. Throws a JournalError `corrupt` when
 * the epoch is not as it was closed.
 */
export function writePruned({ path, closing }: PruneTask): void {
  const { bytes, sha256 } = onDisk("reading", path, () => hashNow(path));
  if (bytes !== closing.bytes || sha256() !== closing.sha256)
    throw new JournalError(
      "corrupt",
      `epoch ${closing.epoch} of the journal, ${path}, is not as it was closed and is not pruned; ` +
        BEGIN_ANEW,
    );
  const pruned = prunedPathOf(path);
  onDisk("pruning", path, () => {
    if (isThere(pruned)) unlinkSync(pruned);
  });
  const db = openForReading(path);
  try {
    const log = onDisk("reading the journal", path, () => storedLog(db));
    if (log === null) throw new JournalError("cannot-open", `the journal ${path} was never begun`);
    createFile(pruned, {
      log,
      rotations: storedRotations(db),
      start: storedStart(db),
      snapshot: null,
      nodes: allNodes(db),
      format: PRUNED_FORMAT,
      addRows: (to) => addRows(db, to, closing),
    });
  } finally {
    db.close();
  }
}

function addRows(from: Database, to: Pick<Database, "exec" | "prepare">, { next }: EpochClosing): void {
  const leaf = to.prepare("INSERT INTO leaf (seq, leaf) VALUES (?, ?)");
  const record = to.prepare("INSERT INTO record (seq, kind, line, sig, leaf, hash) VALUES (?, ?, ?, ?, ?, ?)");
  for (const row of allRecords(from)) {
    leaf.run(row.seq, row.leaf);
    if (KEPT_KINDS.includes(row.kind))
      record.run(
        row.seq,
        row.kind,
        Buffer.from(row.line).toString("utf8"),
        Buffer.from(row.sig ?? []).toString("base64"),
        row.leaf,
        row.hash,
      );
  }
  const checkpoint = to.prepare("INSERT INTO checkpoint (size, note) VALUES (?, ?)");
  for (const { size, note } of allCheckpoints(from)) checkpoint.run(size, note);
  for (const one of allCosignatures(from)) insertCosignature(to, one);
  const { prev, state } = next;
  to.prepare("INSERT INTO ending (id, prev, stateOf, state) VALUES (1, ?, ?, ?)").run(
    prev,
    state?.seq ?? null,
    state?.sha256 ?? null,
  );
}

/** Puts that file in the place of the epoch's; durable on return. Nobody of this process may have the old one open. */
export function putPruned(path: string): void {
  onDisk("pruning", path, () => renameDurably(prunedPathOf(path), path));
}

/** Whether the records of this file were pruned. */
export const isPruned = (path: string): boolean => formatOf(path) === PRUNED_FORMAT;
