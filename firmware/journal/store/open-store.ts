import { dirname } from "node:path";
import { checkLogName } from "../../../src/record/chain.ts";
import type { Mode } from "../../../src/record/mode.ts";
import type { Signer } from "../../../src/record/keys.ts";
import type { Checked } from "../../evidence/verify/check.ts";
import { lockExclusively } from "../../evidence/log/database.ts";
import type { EpochSet } from "../../evidence/log/epoch-set.ts";
import type { Epochs } from "../epochs/epochs.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import type { FileWatch } from "../../files/file-watch.ts";
import { HeadFile, readHeadMark, requireSame } from "../../evidence/log/head-file.ts";
import { requireLastEpoch } from "../epochs/last-epoch.ts";
import { openEpochs } from "../epochs/open-epochs.ts";
import type { PruneRule } from "../epochs/prune-rule.ts";
import { Store } from "./store.ts";
import { signerAmong } from "../../evidence/log/stored-log.ts";

/** What a store has beside its file: what else must be durable, or as it was, before a record is shown. */
export interface Beside {
  readonly head: HeadFile | null;
  readonly watch: FileWatch | null;
  /** What was amiss as it was opened without anything being missing, one line each. */
  readonly notes: readonly string[];
}

export interface StoreOptions {
  /** The SQLite file. Its folder must exist. */
  readonly path: string;
  /** The log's key, or where several are at hand the one that begins a new log. */
  readonly signer: Signer;
  /** Other keys that may be the one that signs the next record. */
  readonly others?: readonly Signer[];
  /** The largest the file may grow, in pages of 4 KiB; null for no limit but the disk's. */
  readonly maxPages: number | null;
  /** The mode that the table runs in; null: whatever the journal is, for an export. */
  readonly mode?: Mode | null;
  /** True: a file without a journal in it is refused, not begun. */
  readonly mustExist?: boolean;
  /** File beside the journal that names the newest record; null or absent: none. */
  readonly headPath?: string | null;
  /** When old records may be pruned; null or absent: never. */
  readonly prune?: PruneRule | null;
  /** Looks whether files that are open are where they were. */
  readonly watch?: FileWatch | null;
}

/**
 * Opens the journal, or begins it. The open epoch is read whole and compared first (SQLite's own check, the chain, every leaf, the
 * root at every checkpoint, the signatures named in `check.ts`, the resume state), and every record that closes an epoch. Throws a
 * JournalError when anything is not as it was signed; then nothing has been written.
 */
export function openStore(options: StoreOptions): Store {
  const { path, signer } = options;
  checkLogName(signer.verifier.name);
  const hold = lockExclusively(path);
  const watch = options.watch ?? null;
  let epochs: Epochs | null = null;
  let head: HeadFile | null = null;
  try {
    const { maxPages, others = [], mustExist = false, prune = null } = options;
    if (options.headPath != null) {
      const verifiers = [signer, ...others].map(({ verifier }) => verifier);
      requireLastEpoch(path, readHeadMark(options.headPath, verifiers));
    }
    const opened = openEpochs({ journal: path, maxPages, watch, signer, mustExist, prune });
    epochs = opened.epochs;
    const { checked } = opened;
    const { set, keys } = epochs;
    const current = signerAmong([signer, ...others], path, keys.current);
    if (options.mode != null) requireMode(path, options.mode, checked.mode);
    const known = [...keys.periods.map(({ verifier }) => verifier), ...others.map(({ verifier }) => verifier)];
    head =
      options.headPath == null ? null : headOf(new HeadFile(options.headPath, current, known), set, checked);
    watch?.add(epochs.file.db.path, false);
    if (set.count > 1) watch?.add(dirname(epochs.file.db.path), false);
    for (const other of [`${path}-lock`, head?.path]) if (other !== undefined) watch?.add(other, false);
    return new Store(epochs, current, () => hold.release(), { head, watch, notes: opened.notes }, checked);
  } catch (error) {
    head?.close();
    epochs?.close();
    hold.release();
    throw error;
  }
}

/** The head file; where the journal reaches as far, it must name the journal's own record. */
function headOf(head: HeadFile, set: EpochSet, { tree }: Pick<Checked, "tree">): HeadFile {
  const { newest, path } = head;
  if (newest === null || newest.size > tree.frontier.size) return head;
  try {
    const [row] = onDisk("reading the journal", path, () => set.rows(newest.size - 1, 1));
    requireSame(path, newest, Buffer.from(row?.hash ?? []).toString("hex"));
    return head;
  } catch (error) {
    head.close();
    throw error;
  }
}

/** A test's journal of format 1 has the name of a live one: its boot records say what it is. */
function requireMode(path: string, mode: Mode, said: Mode): void {
  if (said === mode) return;
  throw new JournalError(
    "mode",
    `the journal ${path} says that it is a ${said} table's, and this table is ${mode}: ` +
      "begin a new log in an empty folder (storage.folder)",
  );
}
