import { base64, utf8 } from "../../../src/record/bytes.ts";
import type { ChainHead } from "../../../src/record/chain.ts";
import { signCheckpoint } from "../../../src/record/checkpoint.ts";
import { closingDetail, EPOCH_CLOSED, type EpochStart } from "../../../src/record/epoch.ts";
import type { GrowingTree } from "../../../src/record/growing-tree.ts";
import type { Mode } from "../../../src/record/mode.ts";
import { type KeyHistory, KEY_ROTATED } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { frontierRoot, grow, leafHash, type Frontier, type NodeReader } from "../../../src/record/merkle.ts";
import { type MonoUs, US_PER_S } from "../../../src/time/instant.ts";
import type { Checked } from "../../evidence/verify/check.ts";
import { keysAfter, type Commit, type Committed } from "./commit.ts";
import type { Cosignature } from "../../evidence/log/cosignatures.ts";
import type { Cosigned } from "../../evidence/log/epoch-set.ts";
import type { Epochs } from "../epochs/epochs.ts";
import { JournalError, journalError, onDisk } from "../../files/errors.ts";
import type { HeadMark, HeadState } from "../../evidence/log/head-file.ts";
import type { Written } from "./journal-file.ts";
import { requireNextLine } from "./next-line.ts";
import {
  readBack,
  requireCount,
  type RecentRecord,
  type Snapshot,
  type StoredCheckpoint,
  type StoredRow,
} from "../../evidence/log/rows.ts";
import type { Beside } from "./open-store.ts";
import type { EpochReport } from "../../evidence/verify/verify-epoch.ts";

export const CHECKPOINT_RECORDS = 64;
export const CHECKPOINT_US = 60 * US_PER_S;
/** So many commits at the most are in the write-ahead log alone. */
export const TIDY_RECORDS = 64;
/** Commits after which `commit` itself calls `tidy`, for callers that never do. */
const TIDY_AT_LAST = 4 * TIDY_RECORDS;

/** The open journal of one process. Synchronous: it lives in the worker thread. */
export class Store {
  /** Its files. */
  readonly epochs: Epochs;
  #signer: Signer;
  readonly #release: () => void;
  readonly #beside: Beside;
  #tree: GrowingTree;
  /** Format of the newest line as the journal was opened; null: there was none. */
  readonly format: 1 | 2 | null;
  /** Whether its records count. */
  readonly mode: Mode;
  #head: ChainHead;
  #newest: StoredCheckpoint | null;
  /** The newest one that a witness cosigned; null: none did, or nobody has asked. */
  #cosigned: Cosigned | null = null;
  #snapshot: Snapshot | null;
  /** When there was last nothing without a checkpoint. */
  #coveredAt: MonoUs | null = null;
  #endedBy: JournalError | null = null;
  /** Commits that are in the write-ahead log alone, and whether one came since `tidy` looked last. */
  #untidy = 0;
  #isIdle = true;

  constructor(
    epochs: Epochs,
    signer: Signer,
    release: () => void,
    beside: Beside,
    read: Pick<Checked, "tree" | "prev" | "newest" | "snapshot" | "format" | "mode">,
  ) {
    this.epochs = epochs;
    this.#signer = signer;
    this.#release = release;
    this.#beside = beside;
    this.#tree = read.tree;
    this.#newest = read.newest;
    this.#snapshot = read.snapshot;
    this.format = read.format;
    this.mode = read.mode;
    this.#head = { log: signer.verifier.name, seq: read.tree.frontier.size, prev: read.prev };
  }

  /** The file of the open epoch. */
  get path(): string {
    return this.epochs.file.db.path;
  }

  /** What was amiss as it was opened without anything being missing, one line each. */
  get notes(): readonly string[] {
    return this.#beside.notes;
  }

  /** Where the open epoch begins. */
  get start(): EpochStart {
    return this.epochs.start;
  }

  /** Who signs the next record. */
  get signer(): Signer {
    return this.#signer;
  }

  /** The keys of the log, up to the newest record. */
  get keys(): KeyHistory {
    return this.epochs.keys;
  }

  /** True once it was closed or failed. */
  get ended(): boolean {
    return this.#endedBy !== null;
  }

  /** Throws what ended the journal, if anything did. */
  requireOpen(): void {
    if (this.#endedBy !== null) throw this.#endedBy;
  }

  /** Where the next line joins: everything before is durable. */
  get head(): ChainHead {
    return this.#head;
  }

  get snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  get node(): NodeReader {
    return this.#tree.node;
  }

  /** What the head file was found to be when the store was opened. Without one nothing is missing. */
  get headState(): HeadState {
    return this.#beside.head?.state ?? "whole";
  }

  /** The newest record that the head file names, while the journal does not reach so far; null: it does. */
  get missing(): HeadMark | null {
    const newest = this.#beside.head?.newest ?? null;
    return newest !== null && newest.size > this.#head.seq ? newest : null;
  }

  /**
   * Signs a line and keeps it, with the state it vouches for, in one transaction; on return both are on the disk.
   * Throws `refused` (nothing stored, the journal goes on) for a line that does not continue the chain, and any
   * other JournalError when the disk fails: then the journal takes nothing more. `next`: the key that a rotation names, which signs
   * from then on; any other record has none.
   */
  commit(commit: Commit, next: Signer | null = null): Committed {
    this.requireOpen();
    if (commit.restored !== true) this.requireWhole();
    // Before: a log that was cut would be written beyond its end, and look whole. After: a record that went to another file is not shown.
    this.checkFiles();
    const bytes = utf8(commit.line);
    const snapshot = commit.snapshot ?? null;
    const facts = requireNextLine(this.#head, this.start.epoch, bytes, commit.hash, snapshot);
    const closes = facts.kind === EPOCH_CLOSED;
    if (closes) this.epochs.requireClosing(facts.fields);
    const { seq } = this.#head;
    const leaf = leafHash(bytes);
    const signature = this.#signer.sign(bytes);
    const sig = base64(signature);
    const record = { seq, line: commit.line, sig };
    const isRotation = facts.kind === KEY_ROTATED;
    const rotated = isRotation || next !== null ? keysAfter(this.keys, record, isRotation, next) : this.keys;
    const frontier = grow(this.#tree.frontier, leaf);
    const full = frontier.size - (this.#newest?.size ?? 0) >= CHECKPOINT_RECORDS;
    const sealed = full ? this.#checkpointOf(frontier, next ?? this.#signer) : null;
    const hash = Buffer.from(commit.hash, "hex");
    const row = { seq, kind: facts.kind ?? "", line: commit.line, sig, leaf, hash };
    this.#write({ row, snapshot, checkpoint: sealed });
    this.#tree.append(leaf);
    this.#head = { ...this.#head, seq: seq + 1, prev: commit.hash };
    if (snapshot !== null) this.#snapshot = { seq, body: snapshot };
    if (sealed !== null) this.#newest = sealed;
    this.epochs.keys = rotated;
    if (next !== null) this.#signWith(next);
    this.#confirmCommit();
    if (closes) this.#endOnFailure(() => this.epochs.confirmClosing(commit.line, signature, facts.fields));
    return { seq, hash: commit.hash, sig };
  }

  /**
   * Ends the open epoch under a checkpoint and begins the next one, `epoch`, whose records go into a file of its own. Throws
   * `refused` when it is not the next, and any other JournalError when the disk fails: then the journal takes nothing more.
   */
  beginEpoch(epoch: number): void {
    if (epoch !== this.start.epoch + 1)
      throw new JournalError("refused", `epoch ${epoch} cannot follow epoch ${this.start.epoch}`);
    this.signCheckpointNow();
    this.#untidy = 0;
    this.#endOnFailure(() => {
      this.#moveLog();
      this.#tree = this.epochs.begin({ head: this.#head, tree: this.#tree, snapshot: this.#snapshot });
    });
  }

  /** Goes on closing the epoch before the open one. Returns the detail of the record that closes it, once it is known. */
  advanceEpochs(): ReturnType<typeof closingDetail> | null {
    this.requireOpen();
    const closing = this.#endOnFailure(() => {
      this.epochs.checkClosed();
      return this.epochs.advance();
    });
    return closing === null ? null : closingDetail(closing);
  }

  /**
   * Moves what lies in the write-ahead log alone into the journal's own file: after 64 commits, or when none came since the last
   * call (`isTick`). A damaged log loses so little. To be called when no request waits.
   */
  tidy(isTick: boolean): void {
    this.requireOpen();
    const due = this.#untidy >= TIDY_RECORDS || (isTick && this.#isIdle && this.#untidy > 0);
    if (isTick) this.#isIdle = true;
    if (!due) return;
    this.#untidy = 0;
    this.#endOnFailure(() => this.#moveLog());
    this.#beside.watch?.resized(this.path);
  }

  /** Throws, and ends the store, when a file that is open is not where it was. */
  checkFiles(): void {
    this.requireOpen();
    try {
      this.#beside.watch?.addOnce(`${this.path}-wal`);
      this.#beside.watch?.check();
    } catch (error) {
      if (error instanceof JournalError) this.fail(error);
      throw error;
    }
  }

  /** Signs a checkpoint over all records, unless the newest already is one. Null while there are none. */
  signCheckpointNow(): StoredCheckpoint | null {
    this.requireOpen();
    this.requireWhole();
    const { size } = this.#tree.frontier;
    if (size === (this.#newest?.size ?? 0)) return this.#newest;
    const sealed = this.#checkpointOf(this.#tree.frontier, this.#signer);
    this.#write({ checkpoint: sealed });
    this.#newest = sealed;
    return sealed;
  }

  /** `seal()` when there are new records and none was sealed for 60 s up to `now`. Returns the newest. */
  signCheckpointIfDue(now: MonoUs): StoredCheckpoint | null {
    this.requireOpen();
    const open = this.#head.seq > (this.#newest?.size ?? 0);
    if (open && this.#coveredAt !== null && now - this.#coveredAt < CHECKPOINT_US) return this.#newest;
    this.#coveredAt = now;
    return this.signCheckpointNow();
  }

  /** Ends the store, and throws, when a closed epoch is not as it was closed. */
  acceptReread(epoch: number, report: EpochReport): void {
    this.#endOnFailure(() => this.epochs.requireReread(epoch, report));
  }

  /** The last `count` records, newest last. At most 1000. */
  recent(count: number): RecentRecord[] {
    requireCount(count);
    return this.rows(Math.max(0, this.#head.seq - count), count).map(readBack);
  }

  /** Records from number `from` on, at most `count` and at most 1000. */
  records(from: number, count: number): RecentRecord[] {
    requireCount(count);
    if (!Number.isSafeInteger(from) || from < 0)
      throw new JournalError(
        "refused",
        `record ${from} cannot be asked for: records have whole numbers from 0`,
      );
    return this.rows(from, count).map(readBack);
  }

  /** Records as stored, from `from`, at most `limit`. */
  rows(from: number, limit: number): StoredRow[] {
    return this.#endOnFailure(() => this.epochs.set.rows(from, limit));
  }

  /** Checkpoints with `after` < size <= `upTo`. */
  checkpoints(after: number, upTo: number): StoredCheckpoint[] {
    return this.#endOnFailure(() => this.epochs.set.checkpoints(after, upTo));
  }

  /** Keeps what a witness signed of a checkpoint that is here. Throws `refused` where there is no such checkpoint. */
  cosign(cosignature: Cosignature): void {
    const { size } = cosignature;
    if (this.checkpoints(size - 1, size).length === 0)
      throw new JournalError("refused", `the journal ${this.path} has no checkpoint of ${size} records`);
    this.#write({ checkpoint: null, cosignature });
    const [checkpoint] = this.checkpoints(size - 1, size);
    if (checkpoint !== undefined && size >= (this.#cosigned?.size ?? 0))
      this.#cosigned = { ...checkpoint, ...cosignature };
  }

  /** The newest checkpoint; null: there is none. */
  get newest(): StoredCheckpoint | null {
    return this.#newest;
  }

  /** The newest checkpoint that a witness cosigned, with its line; null: none did. Reads back through all epochs for it, once. */
  newestCosigned(): Cosigned | null {
    this.#cosigned ??= this.#endOnFailure(() => this.epochs.set.newestCosigned());
    return this.#cosigned;
  }

  /** Cosignatures of checkpoints with `after` < size <= `upTo`, by size. */
  cosignatures(after: number, upTo: number): Cosignature[] {
    return this.#endOnFailure(() => this.epochs.set.cosignatures(after, upTo));
  }

  /** The newest checkpoint that is known to be cosigned, without a look for it. */
  get cosigned(): Cosigned | null {
    return this.#cosigned;
  }

  /** Seals what is new and lets go of the file. Twice is once. */
  close(): void {
    if (this.#endedBy !== null) return;
    // What has lost records signs for nothing.
    if (this.missing === null) this.signCheckpointNow();
    this.#endWith(new JournalError("closed", `the journal ${this.path} is closed`));
  }

  /** Ends the journal because something it depends on failed. */
  fail(error: JournalError): void {
    if (this.#endedBy === null) this.#endWith(error);
  }

  /** After a commit and before its answer. */
  #confirmCommit(): void {
    this.#untidy++;
    this.#isIdle = false;
    this.checkFiles();
    const { size } = this.#tree.frontier;
    try {
      this.#beside.head?.write(size, frontierRoot(this.#tree.frontier), this.#head.prev);
    } catch (error) {
      const failure = journalError(error, "writing the head of", this.path);
      this.#endWith(failure);
      throw failure;
    }
    if (this.#untidy >= TIDY_AT_LAST) this.tidy(false);
  }

  /** Throws a JournalError `missing` while records that the head file names are not here. */
  requireWhole(): void {
    const { missing } = this;
    if (missing !== null)
      throw new JournalError(
        "missing",
        `the journal ${this.path} ends with record ${this.#head.seq - 1}, and its head file names record ` +
          `${missing.size - 1}: start the table, which restores what is missing from the recording`,
      );
  }

  #checkpointOf(frontier: Frontier, signer: Signer): StoredCheckpoint {
    return { size: frontier.size, note: signCheckpoint(frontier.size, frontierRoot(frontier), signer) };
  }

  #signWith(signer: Signer): void {
    this.#signer = signer;
    if (this.#beside.head !== null) this.#beside.head.signer = signer;
  }

  /** Moves what lies in the write-ahead log alone into the file. */
  #moveLog(): void {
    const { db } = this.epochs.file;
    onDisk("reading the journal", db.path, () => db.exec("PRAGMA wal_checkpoint(PASSIVE)"));
  }

  /** A disk that cannot be read is not written to either: a failure ends the store. */
  #endOnFailure<T>(act: () => T): T {
    this.requireOpen();
    try {
      return onDisk("reading the journal", this.path, act);
    } catch (error) {
      if (error instanceof JournalError && error.fatal) this.fail(error);
      throw error;
    }
  }

  /** One transaction; a failure ends the store. */
  #write(written: Written): void {
    this.#endOnFailure(() => this.epochs.file.write(written));
  }

  #endWith(why: JournalError): void {
    this.#endedBy = why;
    const { head } = this.#beside;
    for (const close of [() => this.epochs.close(), () => head?.close(), this.#release])
      try {
        close();
      } catch {
        // What ended the journal was reported already; the files are as durable as the last commit either way.
      }
  }
}
