import { sameBytes, sha256Hex } from "../../../src/record/bytes.ts";
import { NO_PREVIOUS, type LineFacts } from "../../../src/record/chain.ts";
import { GrowingTree } from "../../../src/record/growing-tree.ts";
import { type KeyHistory, KEY_ROTATED } from "../../../src/record/key-history.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import { modeOfLog, type Mode } from "../../../src/record/mode.ts";
import type { Checkpoint } from "../../../src/record/checkpoint.ts";
import { frontierRoot, leafHash } from "../../../src/record/merkle.ts";
import { PlayedDays, type PlayedSpan } from "../../../src/record/played-days.ts";
import type { Report } from "../../../src/record/report.ts";
import {
  EPOCH_CLOSED,
  startDifference,
  type EpochClosing,
  type EpochStart,
} from "../../../src/record/epoch.ts";
import type { KeysFound } from "../../../src/record/trust.ts";
import { startVerification, type Verification } from "../../../src/record/verify.ts";
import type { WitnessTotals } from "../../../src/record/witness-notes.ts";
import { closingRecord } from "../log/closings.ts";
import { someCosignatures, withCosignatures, type Cosignature } from "../log/cosignatures.ts";
import type { Database } from "../log/database.ts";
import type { EpochSet } from "../log/epoch-set.ts";
import { CardRounds, type CardTotals } from "./verify-cards.ts";
import { NamedFilesCheck, type NamedFiles, type NamedTotals } from "./verify-recordings.ts";
import { PRUNED_FORMAT } from "../log/schema.ts";
import {
  allCheckpoints,
  allLeaves,
  allRecords,
  countOf,
  leavesOf,
  storedEnding,
  storedSnapshot,
  storedStart,
  type Snapshot,
  type StoredCheckpoint,
  type StoredRow,
} from "../log/rows.ts";

/**
 * How much of a journal's signatures to check. `all`: every one. `opening`: those of the records since the newest
 * checkpoint and of the newest 4096 checkpoints; all older records are under the newest signed root, and the
 * older checkpoints' texts are still compared with the tree. (Checking a year's signatures takes minutes, and a
 * table must come back in seconds; `tirada verify` checks every one.)
 */
export type Thoroughness = "all" | "opening";
export const CHECKPOINTS_AT_OPENING = 4_096;

/** What a pass over a file of the journal leaves behind. */
export interface Checked {
  readonly report: Report;
  /** What was counted beside; null: it was not looked at. */
  readonly totals: {
    readonly cards: CardTotals | null;
    readonly files: NamedTotals | null;
    readonly witnesses: WitnessTotals;
    readonly played: readonly PlayedSpan[];
    /** The largest tree that each key signed a checkpoint of. */
    readonly coveredBy: KeysFound["coveredBy"];
  };
  /** The keys of the log up to the end of the file. */
  readonly keys: KeyHistory;
  readonly start: EpochStart;
  /** The newest state that a record vouches for, up to the end of the file. */
  readonly state: EpochStart["state"];
  /** What the record in it says that closes the epoch before; null: there is none. */
  readonly closing: EpochClosing | null;
  readonly tree: GrowingTree;
  /** Hex SHA-256 of the last line. */
  readonly prev: string;
  readonly newest: StoredCheckpoint | null;
  readonly snapshot: Snapshot | null;
  /** Format of the newest line; null: there is none. */
  readonly format: 1 | 2 | null;
  /** Live or test, as its records say, else its name. */
  readonly mode: Mode;
}

export interface CheckOptions {
  readonly thorough: Thoroughness;
  readonly keySource: Report["keySource"];
  readonly witnesses: readonly Verifier[];
  /** Where recordings and pictures lie; absent: they are not looked at. */
  readonly files?: NamedFiles;
  /** Reads what lies before this file; absent: the tree gives no proofs that reach back there. */
  readonly before?: Pick<EpochSet, "leaves" | "node">;
  /** Cosignatures of checkpoints of this file that came when the next one had begun. */
  readonly late?: readonly Cosignature[];
  /** A checkpoint that is known to be right: the tree must have its root. */
  readonly known?: Checkpoint | null;
}

/**
 * Reads a file of the journal once and compares everything in it with everything else. Never writes. `keys`: the keys of the log up
 * to where the file begins.
 */
export function checkJournal(db: Database, keys: KeyHistory, how: CheckOptions): Checked {
  const start = storedStart(db);
  const newest = newestCheckpoint(db);
  const { keySource, witnesses } = how;
  const verification = startVerification({ subject: "journal", keys, keySource, witnesses, start });
  const tree = treeOf(db, start, how.before ?? null);
  const signedFrom = how.thorough === "all" ? 0 : (newest?.size ?? 0);
  const checkpoints = new CheckpointFeed(db, verification, how);
  // What a start must not wait for, and would change nothing of: the journal is as it was signed, or it is not.
  const cards = how.thorough === "all" ? new CardRounds(verification) : null;
  const played = new PlayedDays();
  const files = how.files === undefined ? null : new NamedFilesCheck(verification, how.files);
  let { state } = start;
  let closing: EpochClosing | null = null;
  compareKnown(verification, tree, how.known ?? null);
  for (const row of rowsOf(db)) {
    if (!("line" in row)) {
      if (row.seq !== tree.frontier.size) verification.problem(row.seq, "a leaf hash is missing before it");
      verification.prunedRecord(row.leaf);
      tree.append(row.leaf);
      checkpoints.upTo(tree.frontier.size);
      continue;
    }
    // Which key signs, a start too must know.
    const isSigned = row.seq >= signedFrom || row.kind === KEY_ROTATED;
    const { current } = verification.keys;
    const facts = verification.record(row.line, isSigned ? (row.sig ?? new Uint8Array(0)) : null);
    compareColumns(verification, row, facts);
    compareEpoch(verification, row.seq, facts, start.epoch);
    cards?.record(facts);
    files?.record(facts);
    played.record(facts);
    tree.append(leafHash(row.line));
    compareKnown(verification, tree, how.known ?? null);
    if (facts?.kind === EPOCH_CLOSED)
      closing = compareClosing(verification, row, { start, closing, verifier: current });
    if (facts?.state != null) state = { seq: row.seq, sha256: facts.state };
    checkpoints.upTo(row.seq + 1);
  }
  checkpoints.end();
  const isPruned = db.format === PRUNED_FORMAT;
  if (isPruned && verification.report().covered !== tree.frontier.size)
    verification.problem(null, "no checkpoint covers the leaf hashes at its end");
  const snapshot = storedSnapshot(db);
  if (!isPruned) compareSnapshot(verification, snapshot, state);
  const report = verification.report();
  const ending = isPruned ? storedEnding(db) : { prev: verification.prev ?? NO_PREVIOUS, state };
  const { prev } = ending;
  const format = report.records === 0 ? null : verification.format;
  const mode = report.mode ?? modeOfLog(keys.log);
  const totals = {
    cards: cards?.totals() ?? null,
    files: files?.totals() ?? null,
    witnesses: verification.witnesses,
    played: played.totals(),
    coveredBy: verification.coveredBy,
  };
  const { keys: after } = verification;
  return { keys: after, report, totals, ...ending, start, closing, tree, prev, newest, snapshot, format, mode };
}

type LeafRow = Pick<StoredRow, "seq" | "leaf">;

/** The records of a file in their order; of those that were pruned the leaf hashes. */
function* rowsOf(db: Database): Generator<StoredRow | LeafRow> {
  if (db.format !== PRUNED_FORMAT) {
    yield* allRecords(db);
    return;
  }
  const kept = new Map([...allRecords(db)].map((row) => [row.seq, row]));
  for (const { seq, leaf } of allLeaves(db)) {
    const row = kept.get(seq);
    yield row === undefined ? { seq, leaf } : { ...row, leaf };
    kept.delete(seq);
  }
  // One without a leaf hash continues nothing.
  yield* kept.values();
}

/** The checkpoints of a file, each fed right after the record that completes it. */
class CheckpointFeed {
  readonly #verification: Verification;
  readonly #all: Iterator<StoredCheckpoint>;
  #next: IteratorResult<StoredCheckpoint>;
  /** So many more are compared by their text alone. */
  #unsigned: number;
  /** A start does not look at them: the journal is whole without them. */
  readonly #cosignatures: (size: number) => readonly Cosignature[];

  constructor(db: Database, verification: Verification, { thorough, late }: CheckOptions) {
    this.#verification = verification;
    this.#cosignatures = (size) =>
      thorough === "all" ? [...someCosignatures(db, size - 1, size), ...(late ?? [])] : [];
    this.#unsigned = thorough === "all" ? 0 : countOf(db, "checkpoint") - CHECKPOINTS_AT_OPENING;
    this.#all = allCheckpoints(db);
    this.#next = this.#all.next();
  }

  upTo(size: number): void {
    for (; this.#next.done !== true && this.#next.value.size <= size; this.#next = this.#all.next())
      this.#verification.checkpoint(
        withCosignatures(this.#next.value, this.#cosignatures(this.#next.value.size)),
        this.#unsigned-- > 0 ? "text" : "signature",
      );
  }

  end(): void {
    for (; this.#next.done !== true; this.#next = this.#all.next()) {
      const what = `a checkpoint is for ${this.#next.value.size} records: the newest records are missing`;
      this.#verification.problem(null, what);
    }
  }
}

function treeOf(db: Database, { before }: EpochStart, set: CheckOptions["before"] | null): GrowingTree {
  const leaves = (from: number, count: number): readonly Uint8Array[] =>
    set == null ? leavesOf(db, from, count) : set.leaves(from, count);
  return new GrowingTree(leaves, before.size === 0 ? null : { frontier: before, node: set?.node ?? noNode });
}

function compareKnown(verification: Verification, { frontier }: GrowingTree, known: Checkpoint | null): void {
  if (known?.size !== frontier.size || sameBytes(known.root, frontierRoot(frontier))) return;
  verification.problem(null, `the first ${known.size} records are not those of the checkpoint that was kept`);
}

function compareEpoch(verification: Verification, seq: number, facts: LineFacts | null, epoch: number): void {
  if (facts === null || facts.epoch === epoch) return;
  verification.problem(seq, `the line is of epoch ${facts.epoch}, and lies in the file of epoch ${epoch}`);
}

const noNode = (level: number, index: number): never => {
  throw new RangeError(`node ${index} of level ${level} lies before this file`);
};

/** The one record that closes the epoch before this one says where it begins. */
function compareClosing(
  verification: Verification,
  row: StoredRow,
  { start, closing, verifier }: { start: EpochStart; closing: EpochClosing | null; verifier: Verifier },
): EpochClosing | null {
  const record = closingRecord(row.line, row.sig, verifier);
  if (closing !== null || start.epoch === 0)
    verification.problem(row.seq, "no epoch is there that it could close");
  else if (typeof record === "string") verification.problem(row.seq, record);
  else {
    const differs = startDifference(record.closing.next, start);
    if (differs !== null) verification.problem(row.seq, `this file begins otherwise than it says: ${differs}`);
    return record.closing;
  }
  return closing;
}

function newestCheckpoint(db: Database): StoredCheckpoint | null {
  const row = db.prepare("SELECT size, note FROM checkpoint ORDER BY size DESC LIMIT 1").get();
  return row === undefined ? null : { size: Number(row["size"]), note: String(row["note"]) };
}

/** The columns beside the line only repeat what it says; a difference means that someone wrote to the file. */
function compareColumns(
  verification: Verification,
  row: StoredRow,
  facts: { readonly seq: number; readonly kind: string | null } | null,
): void {
  if (row.sig === null) verification.problem(row.seq, "the stored signature is not one");
  if (!sameBytes(row.leaf, leafHash(row.line)))
    verification.problem(row.seq, "the stored leaf hash is not the line's");
  if (Buffer.from(row.hash).toString("hex") !== sha256Hex(row.line))
    verification.problem(row.seq, "the stored hash is not the line's");
  if (facts === null) return;
  if (facts.seq !== row.seq) verification.problem(row.seq, `the line in this row carries number ${facts.seq}`);
  if ((facts.kind ?? "") !== row.kind) verification.problem(row.seq, `the row says kind "${row.kind}"`);
}

/** The snapshot must be the very state that the newest record with a `state` signed for. */
function compareSnapshot(
  verification: Verification,
  snapshot: Snapshot | null,
  vouched: EpochStart["state"],
): void {
  if (snapshot === null && vouched === null) return;
  if (snapshot === null)
    verification.problem(vouched?.seq ?? null, "the resume state it vouches for is missing");
  else if (vouched?.seq !== snapshot.seq)
    verification.problem(
      snapshot.seq,
      `the resume state is of this record, but the newest is of ${vouched?.seq ?? "none"}`,
    );
  else if (sha256Hex(snapshot.body) !== vouched.sha256)
    verification.problem(snapshot.seq, "the resume state is not the one this record vouches for");
}
