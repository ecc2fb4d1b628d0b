import { dirname } from "node:path";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import type { ChainHead } from "../../../src/record/chain.ts";
import {
  closingDetail,
  MAX_EPOCH,
  readClosing,
  type EpochClosing,
  type EpochStart,
  type Pruned,
} from "../../../src/record/epoch.ts";
import { GrowingTree } from "../../../src/record/growing-tree.ts";
import { historyDifference, type KeyHistory } from "../../../src/record/key-history.ts";
import { appendClosing, type ClosingRecord } from "../../evidence/log/closings.ts";
import { createFile, openForWriting, type Database } from "../../evidence/log/database.ts";
import { makeFolder, syncFolder } from "../../files/durable.ts";
import { EpochCloser, type ClosedEpoch } from "../../evidence/log/epoch-closer.ts";
import type { HeldEpoch } from "./epoch-readers.ts";
import { epochPath } from "../../evidence/log/epoch-files.ts";
import { EpochSet } from "../../evidence/log/epoch-set.ts";
import { BEGIN_ANEW, JournalError, onDisk } from "../../files/errors.ts";
import { FileWatch } from "../../files/file-watch.ts";
import { JournalFile } from "../store/journal-file.ts";
import { PruneChoice, type PruneRule } from "./prune-rule.ts";
import { isPruned, putPruned, type PruneTask } from "./pruning.ts";
import { rereadFault } from "../store/reread.ts";
import type { Snapshot } from "../../evidence/log/rows.ts";
import type { EpochReport, EpochTask } from "../../evidence/verify/verify-epoch.ts";

/** What all epochs of one journal share. */
export interface EpochParts {
  /** The journal's own file, which is its first epoch. */
  readonly journal: string;
  readonly maxPages: number | null;
  readonly watch: FileWatch | null;
  /** When old records may be pruned; null or absent: never. */
  readonly prune?: PruneRule | null;
}

/** The epochs of a journal that is open. */
export interface OpenedEpochs {
  /** Files of the epochs before the open one. */
  readonly before: readonly string[];
  readonly open: Database;
  readonly start: EpochStart;
  /** The records that close the epochs before, in their order. */
  readonly closings: readonly ClosingRecord[];
  /** The epoch before, while no record closes it. */
  readonly closer: EpochCloser | null;
  /** The keys of the log. */
  readonly keys: KeyHistory;
}

/** What the open epoch leaves to the next one. */
export interface Left {
  readonly head: ChainHead;
  readonly tree: GrowingTree;
  readonly snapshot: Snapshot | null;
}

/** The files of a journal that is open for writing: the open epoch, the one that waits to be closed, and those that are. */
export class Epochs {
  readonly #parts: EpochParts;
  /** The keys of the log, up to the newest record. */
  keys: KeyHistory;
  #before: readonly string[];
  #file: JournalFile;
  #start: EpochStart;
  #set: EpochSet;
  #closer: EpochCloser | null;
  readonly #closings: EpochClosing[];
  readonly #choice: PruneChoice | null;
  /** The epoch before with what its closing record says of pruning, once that is known. */
  #due: EpochClosing | null = null;
  /** So many files were pruned, from the first one on. */
  #prunedFiles = 0;
  /** The closed files: looked at once a second and not at every record. */
  readonly #closed: FileWatch | null;

  constructor(parts: EpochParts, { before, open, start, closings, closer, keys }: OpenedEpochs) {
    this.#parts = parts;
    this.keys = keys;
    this.#before = before;
    this.#file = new JournalFile(open);
    this.#start = start;
    this.#set = new EpochSet(before, open);
    this.#closer = closer;
    this.#closings = closings.map(({ closing }) => closing);
    this.#choice = parts.prune == null ? null : new PruneChoice(parts.prune, keys.log);
    this.#closed = parts.watch === null ? null : new FileWatch();
    for (const { epoch } of this.#closings) this.#closed?.add(epochPath(parts.journal, epoch), false);
  }

  /** The open epoch, for writing. */
  get file(): JournalFile {
    return this.#file;
  }

  get start(): EpochStart {
    return this.#start;
  }

  /** No record closes the epoch before the open one yet. */
  get isClosing(): boolean {
    return this.#closer !== null;
  }

  /** The epoch before the open one, while it cannot be closed because another program reads it; else null. */
  get held(): HeldEpoch | null {
    const path = this.#closer?.heldPath ?? null;
    return path === null ? null : { epoch: this.#start.epoch - 1, path };
  }

  /** All epochs, for reading. */
  get set(): EpochSet {
    return this.#set;
  }

  /**
   * The next epoch goes on where this one ends, in a file of its own: durable on return. The one before that must be closed.
   * Returns the tree that goes on. Throws a JournalError.
   */
  begin({ head, tree, snapshot }: Left): GrowingTree {
    const { journal, maxPages, watch } = this.#parts;
    const { first, rotations } = this.keys;
    const left = { db: this.#file.db, start: this.#start };
    const epoch = left.start.epoch + 1;
    if (this.#closer !== null || epoch > MAX_EPOCH || tree.frontier.size === left.start.before.size)
      throw new JournalError(
        "refused",
        `epoch ${epoch} cannot begin: the epoch before has no records or is not closed`,
      );
    const state = snapshot === null ? null : { seq: snapshot.seq, sha256: sha256Hex(snapshot.body) };
    const next: EpochStart = { epoch, prev: head.prev, before: tree.frontier, state };
    const path = epochPath(journal, epoch);
    makeEpochsFolder(path);
    const log = { name: first.name, vkey: first.vkey };
    createFile(path, { log, rotations, start: next, snapshot: snapshot?.body ?? null, nodes: tree.held });
    const { db } = openForWriting(path, maxPages, null);
    for (const old of [left.db.path, `${left.db.path}-wal`]) watch?.drop(old);
    watch?.add(path, false);
    watch?.addOnce(dirname(path));
    this.#set.release();
    this.#before = [...this.#before, left.db.path];
    this.#file = new JournalFile(db);
    this.#start = next;
    this.#set = new EpochSet(this.#before, db);
    this.#closer = new EpochCloser({ ...left, next });
    return new GrowingTree((from, count) => this.#set.leaves(from, count), {
      frontier: next.before,
      node: (level, index) => this.#set.node(level, index),
    });
  }

  /** Throws a JournalError `lost` when a closed file is not where it was. */
  checkClosed(): void {
    this.#closed?.check();
  }

  /** Goes on closing the epoch before. Returns what the record must say that closes it, once all of it is known. */
  advance(): EpochClosing | null {
    if (this.#closer === null) return null;
    // A reader of our own would hold up the end of its writing.
    this.#set.release();
    return this.#closingOf(this.#closer.advance());
  }

  /** Closes the epoch now, however long its file is; null: no epoch waits to be closed. */
  finish(): EpochClosing | null {
    if (this.#closer === null) return null;
    this.#set.release();
    return this.#closingOf(this.#closer.finish());
  }

  /** What may be pruned is chosen once for each record that closes an epoch. */
  #closingOf(closed: ClosedEpoch | null): EpochClosing | null {
    if (closed === null) return null;
    if (this.#due?.epoch === closed.epoch) return this.#due;
    const before = this.pruned;
    const pruned = this.#choice?.choose(this.#set, this.#closings, before) ?? before;
    this.#set.release();
    this.#due = { ...closed, pruned };
    return this.#due;
  }

  /** What the newest closing record lets be pruned. */
  get pruned(): Pruned | null {
    return this.#closings.at(-1)?.pruned ?? null;
  }

  /** The next epoch whose records may be pruned and are here still; null: there is none. */
  pruneTask(): PruneTask | null {
    const { pruned } = this;
    for (; this.#prunedFiles < (pruned?.epochs ?? 0); this.#prunedFiles++) {
      const path = epochPath(this.#parts.journal, this.#prunedFiles);
      const closing = this.#closings[this.#prunedFiles];
      if (closing !== undefined && !isPruned(path)) return { path, closing };
    }
    return null;
  }

  /** Puts what `writePruned` made of that epoch in its place. Throws a JournalError. */
  acceptPruned({ path }: PruneTask): void {
    this.#set.release();
    putPruned(path);
    this.#closed?.add(path, false);
  }

  /** Throws a JournalError `refused` unless a record with these fields closes the epoch that waits for it. */
  requireClosing(fields: Readonly<Record<string, unknown>>): void {
    const closing = this.finish();
    if (closing === null)
      throw new JournalError("refused", "a record closes an epoch, and none waits to be closed");
    const said = readClosing(fields);
    // A record that is restored was made when other cosignatures were here: what it lets be pruned need only be in order.
    const due = closingDetail(typeof said === "string" ? closing : { ...closing, pruned: said.pruned });
    if (typeof said === "string" || canonical(closingDetail(said)) !== canonical(due) || !this.#mayPrune(said))
      throw new JournalError(
        "refused",
        `the record says otherwise of epoch ${closing.epoch} than its file is: ${canonical(due)}`,
      );
  }

  /** It prunes no less than the one before it, and of each epoch all. */
  #mayPrune({ pruned }: EpochClosing): boolean {
    const before = this.pruned;
    if (pruned === null) return before === null;
    const last = this.#closings[pruned.epochs - 1];
    return pruned.epochs >= (before?.epochs ?? 0) && last?.next.before.size === pruned.records;
  }

  /** The record that closes the epoch before is durable, with these fields. */
  confirmClosing(line: string, sig: Uint8Array, fields: Readonly<Record<string, unknown>>): void {
    const said = readClosing(fields);
    const closing = typeof said === "string" ? null : said;
    appendClosing(this.#parts.journal, { line: utf8(line), sig });
    if (closing !== null) {
      this.#closings.push(closing);
      this.#closed?.add(epochPath(this.#parts.journal, closing.epoch), false);
    }
    this.#closer = null;
  }

  /** What the records say that close epochs, in their order. */
  get closings(): readonly EpochClosing[] {
    return this.#closings;
  }

  /** How many epochs are closed by a record. */
  get closedCount(): number {
    return this.#closings.length;
  }

  /** What the record says that closes this epoch; undefined: none does yet. */
  closing(epoch: number): EpochClosing | undefined {
    return this.#closings[epoch];
  }

  /** What has to be done to read a closed epoch again; `path`: a copy of it. */
  rereadTask(epoch: number, path = epochPath(this.#parts.journal, epoch)): EpochTask {
    return {
      path,
      keySource: "given",
      witnesses: [],
      files: { recordings: null, pictures: null },
      isClosed: true,
      late: [],
      known: null,
    };
  }

  /** In what a closed epoch, as it was read, differs from what was closed; null: in nothing. */
  faultOf(epoch: number, report: EpochReport): string | null {
    const closing = this.#closings[epoch];
    const mayBePruned = epoch < (this.pruned?.epochs ?? 0);
    const keys = this.keys.before(closing?.next.before.size ?? 0).stated();
    return closing === undefined
      ? null
      : (rereadFault(report, closing, this.#closings[epoch - 1] ?? null, mayBePruned) ??
          historyDifference(report.report.keys, keys));
  }

  /** Throws a JournalError `corrupt` when a closed epoch is not, as it was read, what was closed. */
  requireReread(epoch: number, report: EpochReport): void {
    const fault = this.faultOf(epoch, report);
    if (fault !== null)
      throw new JournalError(
        "corrupt",
        `epoch ${epoch} of the journal, ${epochPath(this.#parts.journal, epoch)}, is not as it was closed: ${fault}; ` +
          BEGIN_ANEW,
      );
  }

  /** Lets go of all files. */
  close(): void {
    this.#set.release();
    this.#closer?.end();
    this.#file.db.close();
  }
}

function makeEpochsFolder(path: string): void {
  const folder = dirname(path);
  onDisk("making the folder", folder, () => {
    makeFolder(folder);
    syncFolder(dirname(folder));
  });
}
