import { sameBytes, sha256Hex, expectError } from "./bytes.ts";
import { NO_PREVIOUS } from "./chain.ts";
import type { LineFacts } from "./chain.ts";
import { openCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import type { OpenedCheckpoint } from "./checkpoint.ts";
import { judgeLine } from "./judge-line.ts";
import type { KeyHistory, SignedLine } from "./key-history.ts";
import type { Verifier } from "./keys.ts";
import type { Mode } from "./mode.ts";
import { frontierRoot, grow, leafHash, MAX_PROOF, peakCount, verifyConsistency } from "./merkle.ts";
import type { Frontier } from "./merkle.ts";
import { NoteError, parseNote } from "./note.ts";
import { collectProblems, KEY_FROM_FILE } from "./report.ts";
import type { Report } from "./report.ts";
import { WitnessCount, type WitnessTotals } from "./witness-notes.ts";

/** Where a run of records begins in its log: at 0, or later with what lies before it as hashes. */
export interface Start {
  /** Hex SHA-256 of the line before. */
  readonly prev: string;
  /** The tree of all records before; its size is the first record's number. */
  readonly before: Frontier;
}

export interface Expectation {
  readonly subject: Report["subject"];
  /** The keys of the records before the first one, and the key of that one. */
  readonly keys: KeyHistory;
  readonly keySource: Report["keySource"];
  readonly witnesses: readonly Verifier[];
  readonly start: Start;
}

/** How far to look at a checkpoint. `text`: its text must be right, its signature is left alone. */
export type Depth = "signature" | "text";

/** Starts verifying a run of records. */
export function startVerification(expected: Expectation): Verification {
  return new Verification(expected);
}

/**
 * One pass over a log: the chain, numbers without a hole, each signature, and the root at each checkpoint. Feed
 * records in order, and each checkpoint right after the record that completes it. Never throws for what it
 * reads; all that is wrong comes out in the report. Memory does not grow with the log.
 */
export class Verification {
  readonly #expected: Expectation;
  readonly #problems = collectProblems();
  readonly #notes: string[] = [];
  readonly #witnesses = new WitnessCount();
  readonly #startFault: string | null;
  #keys: KeyHistory;
  /** The largest tree that each key signed a checkpoint of, by vkey. */
  readonly #coveredBy = new Map<string, number>();
  #frontier: Frontier;
  /** Null: the line before was pruned. */
  #prev: string | null;
  /** The number the next line should carry. After a hole it follows the lines, so that each hole is told once. */
  #next: number;
  #pruned = 0;
  #firstSeq: number | null = null;
  #checkpoints = 0;
  #covered = 0;
  /** Format of the newest line. */
  #format: LineFacts["v"] = 1;
  /** What the newest line says that speaks of it. */
  #mode: Mode | null = null;
  /** Epoch of the newest line. */
  #epoch: number | null = null;

  constructor(expected: Expectation) {
    this.#expected = expected;
    this.#keys = expected.keys;
    this.#frontier = expected.start.before;
    this.#prev = expected.start.prev;
    this.#next = expected.start.before.size;
    this.#startFault = startingFault(expected.start);
    if (this.#startFault !== null) this.#problems.add(null, this.#startFault);
    if (expected.keySource === "file") this.#notes.push(KEY_FROM_FILE);
  }

  /** The tree of what was fed. */
  get frontier(): Frontier {
    return this.#frontier;
  }

  /** Hex SHA-256 of the last line fed; null: of that one only the leaf hash is left. */
  get prev(): string | null {
    return this.#prev;
  }

  problem(seq: number | null, what: string): void {
    this.#problems.add(seq, what);
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  /** `sig`: 64 bytes, or null to leave it to the checkpoint over the line. Returns what the line says. */
  record(line: Uint8Array, sig: Uint8Array | null): LineFacts | null {
    const seq = this.#next;
    const place = { keys: this.#keys, seq, prev: this.#prev, format: this.#format, epoch: this.#epoch };
    const { facts, faults, keys } = judgeLine(place, line, sig);
    for (const { what } of faults) this.#problems.add(seq, what);
    this.#keys = keys;
    if (facts !== null) {
      this.#format = facts.v > this.#format ? facts.v : this.#format;
      this.#epoch = facts.epoch;
      this.#mode = facts.mode ?? this.#mode;
    }
    this.#witnesses.record(seq, facts?.fields);
    this.#firstSeq ??= seq;
    this.#next = Math.max(seq, facts?.seq ?? seq) + 1;
    this.#prev = sha256Hex(line);
    this.#grow(leafHash(line));
    return facts;
  }

  /** The next record, of which only the leaf hash is left: the checkpoint after it vouches for that. */
  prunedRecord(leaf: Uint8Array): void {
    this.#next++;
    this.#prev = null;
    this.#pruned++;
    this.#grow(leaf);
  }

  #grow(leaf: Uint8Array): void {
    const { size } = this.#frontier;
    this.#frontier =
      this.#startFault === null ? grow(this.#frontier, leaf) : { ...this.#frontier, size: size + 1 };
  }

  /** Format of the newest line fed; 1 before the first. */
  get format(): LineFacts["v"] {
    return this.#format;
  }

  /** Live or test as the newest line says that speaks of it; null: none does. */
  get mode(): Mode | null {
    return this.#mode;
  }

  /** The keys of the log up to the newest line fed. */
  get keys(): KeyHistory {
    return this.#keys;
  }

  /** The largest tree that each key signed a checkpoint of. */
  get coveredBy(): { readonly vkey: string; readonly size: number }[] {
    return [...this.#coveredBy].map(([vkey, size]) => ({ vkey, size }));
  }

  /** A rotation beyond the lines that are fed, which a later checkpoint needs. */
  laterRotation(record: SignedLine): void {
    const next = this.#keys.with(record);
    if (typeof next === "string") this.#problems.add(null, `a later rotation of the key: ${next}`);
    else this.#keys = next;
  }

  /** A checkpoint over exactly what was fed. */
  checkpoint(source: string, depth: Depth = "signature"): void {
    this.#errorTextOf(() => {
      const opened = depth === "signature" ? this.#open(source) : readUnsigned(source);
      if (opened.origin !== this.#keys.log) throw new NoteError(`it is of the log "${opened.origin}"`);
      if (opened.size !== this.#frontier.size) throw new NoteError(`it is for ${opened.size} records`);
      if (opened.size <= this.#covered) throw new NoteError("it comes twice");
      if (!sameBytes(opened.root, frontierRoot(this.#frontier)))
        throw new NoteError("its root is not that of the records");
      this.#count(opened, depth);
    });
  }

  /** A larger checkpoint, with the RFC 6962 consistency proof from what was fed. */
  laterCheckpoint(source: string, proof: readonly Uint8Array[]): void {
    this.#errorTextOf(() => {
      const opened = this.#open(source);
      const { size } = this.#frontier;
      const holds =
        proof.length <= MAX_PROOF &&
        verifyConsistency(size, frontierRoot(this.#frontier), opened.size, opened.root, proof);
      if (!holds) throw new NoteError("it does not prove these records part of the log");
      this.#count(opened, "signature");
    });
  }

  /** Who cosigned what was fed. The report has no notes of it: `witnessNotes` makes them, of this run or of several. */
  get witnesses(): WitnessTotals {
    return this.#witnesses.totals();
  }

  report(): Report {
    const { subject, keySource, start } = this.#expected;
    const records = this.#frontier.size - start.before.size - this.#pruned;
    return {
      subject,
      log: this.#keys.log,
      mode: this.#mode,
      vkey: this.#keys.keyAt(Math.max(0, this.#next - 1)).vkey,
      keys: this.#keys.stated(),
      keySource,
      records,
      firstSeq: this.#firstSeq,
      lastSeq: records === 0 ? null : this.#next - 1,
      checkpoints: this.#checkpoints,
      covered: this.#covered,
      witnessed: this.#witnesses.totals().witnessed,
      problems: [...this.#problems.listed],
      moreProblems: this.#problems.more(),
      notes: [...this.#notes, ...uncovered(this.#frontier.size, Math.max(this.#covered, start.before.size))],
      ok: this.#problems.listed.length === 0,
    };
  }

  #open(source: string): OpenedCheckpoint {
    return openCheckpoint(source, this.#keys.current, this.#expected.witnesses);
  }

  #count(opened: OpenedCheckpoint, depth: Depth): void {
    this.#checkpoints++;
    this.#covered = opened.size;
    if (depth === "signature") this.#coveredBy.set(this.#keys.current.vkey, opened.size);
    this.#witnesses.checkpoint(opened);
  }

  #errorTextOf(judge: () => void): void {
    try {
      judge();
    } catch (error) {
      const { message } = expectError(error, NoteError);
      this.#problems.add(null, `checkpoint after record ${this.#frontier.size - 1}: ${message}`);
    }
  }
}

function readUnsigned(source: string): OpenedCheckpoint {
  return { ...parseCheckpoint(parseNote(source).text), witnessed: [], unchecked: [] };
}

/** A beginning in the middle is only believed once a signed root proves it; here just its shape is checked. */
function startingFault({ prev, before }: Start): string | null {
  const { size, peaks } = before;
  if (!Number.isSafeInteger(size) || size < 0) return "the number of the first record is not a whole number";
  if (peaks.length !== peakCount(size) || peaks.some((peak) => peak.length !== 32))
    return "the hashes of the records before do not fit their number";
  if (!/^[0-9a-f]{64}$/.test(prev) || (size === 0 && prev !== NO_PREVIOUS))
    return "the hash of the line before the first is not one";
  return null;
}

function uncovered(size: number, covered: number): string[] {
  const open = size - covered;
  return open > 0
    ? [`the newest ${open} records have no checkpoint yet: their own signatures and the chain vouch for them`]
    : [];
}
