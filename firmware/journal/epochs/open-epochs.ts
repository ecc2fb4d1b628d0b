import { dirname } from "node:path";
import { START_OF_LOG, startDifference, type EpochStart } from "../../../src/record/epoch.ts";
import { historyDifference } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { statSync } from "../../files/disk.ts";
import { checkJournal, type Checked } from "../../evidence/verify/check.ts";
import { readClosings, type ClosingRecord } from "../../evidence/log/closings.ts";
import { openForWriting, requireIntegrity, type Database } from "../../evidence/log/database.ts";
import { syncFolder } from "../../files/durable.ts";
import { EpochCloser } from "../../evidence/log/epoch-closer.ts";
import { epochPath, epochPaths } from "../../evidence/log/epoch-files.ts";
import { EpochSet } from "../../evidence/log/epoch-set.ts";
import { Epochs, type EpochParts } from "./epochs.ts";
import { BEGIN_ANEW, JournalError, onDisk } from "../../files/errors.ts";
import { isPruned } from "./pruning.ts";
import { storedStart } from "../../evidence/log/rows.ts";
import { keysBefore, keysUpTo, newLog, writeOrCompareLog } from "../../evidence/log/stored-log.ts";

export interface CheckedEpochs {
  readonly epochs: Epochs;
  /** The open epoch. */
  readonly checked: Checked;
  /** What was amiss without anything being missing, one line each. */
  readonly notes: readonly string[];
}

/** What is needed to open them. `signer`: its key is that of a log which is begun. */
export type OpenEpochsParts = EpochParts & { readonly signer: Signer; readonly mustExist: boolean };

/** What is open until the epochs are, or until something is amiss. */
type Held = Pick<Database, "close">[];

/**
 * Opens the last epoch of a journal for writing, or begins the first. Read and compared are the open epoch and every record that
 * closes one; where the record is not there yet that closes the epoch before the open one, that one too. What the other
 * files hold is read again in the background (`reread.ts`). Throws a JournalError.
 */
export function openEpochs(parts: OpenEpochsParts): CheckedEpochs {
  const held: Held = [];
  try {
    return openHeld(parts, held);
  } catch (error) {
    for (const one of held.toReversed()) one.close();
    throw error;
  }
}

function openHeld(parts: OpenEpochsParts, held: Held): CheckedEpochs {
  const { journal, maxPages } = parts;
  const paths = epochPaths(journal);
  const before = paths.slice(0, -1);
  const path = epochPath(journal, before.length);
  const fresh = newLog(parts.signer);
  const create = parts.mustExist || before.length > 0 ? null : fresh;
  const { db, created } = openForWriting(path, maxPages, create);
  held.push(db);
  requireIntegrity(db);
  writeOrCompareLog(db, parts.signer);
  if (created) onDisk("creating the journal", path, () => syncFolder(dirname(path)));
  const set = new EpochSet(before, db);
  held.push({ close: () => set.release() });
  const start = requirePlace(db, before.length);
  const { closings, note } =
    before.length === 0 ? { closings: [], note: null } : readClosings(journal, set, keysUpTo(db));
  requireFiles(before, closings);
  const checked = checkFile(db, set);
  const closer = closings.length === before.length ? null : leftEpoch(before, closings, db, held);
  set.release();
  const newest = checked.newest ?? set.checkpoints(start.before.size - 1, start.before.size)[0] ?? null;
  set.release();
  const epochs = new Epochs(parts, { before, open: db, start, closings, closer, keys: checked.keys });
  return { epochs, checked: { ...checked, newest }, notes: note === null ? [] : [note] };
}

/** A file checked as a start checks it. Throws a JournalError for the first thing amiss. */
function checkFile(db: Database, before: EpochSet): Checked {
  const checked = onDisk("reading the journal", db.path, () =>
    checkJournal(db, keysBefore(db), { thorough: "opening", keySource: "given", witnesses: [], before }),
  );
  const [problem] = checked.report.problems;
  if (problem !== undefined)
    throw corrupt(db.path, `${problem.seq === null ? "" : `, record ${problem.seq}`}: ${problem.what}`);
  return checked;
}

/** The epoch before the open one, which no record closes yet: all of it is checked, and the open one must begin at its end. */
function leftEpoch(
  before: readonly string[],
  closings: readonly ClosingRecord[],
  open: Database,
  held: Held,
): EpochCloser {
  const path = before.at(-1) ?? open.path;
  const next = storedStart(open);
  const { db } = openForWriting(path, null, null);
  held.push(db);
  requireIntegrity(db);
  const start = requirePlace(db, before.length - 1);
  const differs = startDifference(closings.at(-1)?.closing.next ?? START_OF_LOG, start);
  if (differs !== null) throw corrupt(path, `: it begins otherwise than the epoch before it ends: ${differs}`);
  const set = new EpochSet(before.slice(0, -1), db);
  held.push({ close: () => set.release() });
  const { tree, prev, state, keys } = checkFile(db, set);
  set.release();
  const parted = historyDifference(keys.stated(), keysBefore(open).stated());
  if (parted !== null) throw corrupt(path, `: the next epoch does not go on with its keys: ${parted}`);
  const ends = startDifference({ epoch: next.epoch, prev, before: tree.frontier, state }, next);
  if (ends !== null) throw corrupt(path, `: the next epoch does not begin where it ends: ${ends}`);
  return new EpochCloser({ db, start, next });
}

function requirePlace(db: Database, place: number): EpochStart {
  const start = onDisk("reading the journal", db.path, () => storedStart(db));
  if (start.epoch !== place) throw corrupt(db.path, `: it says that it is epoch ${start.epoch}, not ${place}`);
  return start;
}

/** Every closed epoch is there, as long as the record says that closes it. */
function requireFiles(before: readonly string[], closings: readonly ClosingRecord[]): void {
  const pruned = closings.at(-1)?.closing.pruned?.epochs ?? 0;
  for (const [at, path] of before.entries()) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
    if (size === null)
      throw new JournalError(
        "missing",
        `the journal's epoch ${at}, ${path}, is missing: put it back where it was`,
      );
    // What is left of a pruned epoch vouches for itself: it is read again with the others.
    if (at < pruned && isPruned(path)) continue;
    const bytes = closings[at]?.closing.bytes ?? size;
    if (size !== bytes)
      throw corrupt(path, `: it has ${size} bytes, and the record that closes it says ${bytes}`);
  }
}

function corrupt(path: string, what: string): JournalError {
  return new JournalError("corrupt", `the journal ${path} is not as it was signed${what}; ${BEGIN_ANEW}`);
}
