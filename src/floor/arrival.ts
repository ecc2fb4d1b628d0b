import { expectError, sameBytes, sha256Hex, strictBase64, utf8 } from "../record/bytes.ts";
import { NO_PREVIOUS, type LineFacts, type ReleaseId } from "../record/chain.ts";
import { openCheckpoint, parseCheckpoint } from "../record/checkpoint.ts";
import { peaksText, readPeaks } from "../record/epoch.ts";
import { judgeLine, type LineFault } from "../record/judge-line.ts";
import type { KeyHistory, SignedLine } from "../record/key-history.ts";
import type { Verifier } from "../record/keys.ts";
import { EMPTY_FRONTIER, frontierRoot, grow, leafHash, type Frontier } from "../record/merkle.ts";
import { modeOfLog } from "../record/mode.ts";
import { NoteError, parseNote } from "../record/note.ts";
import { isRecord, type SentLine } from "./sent-lines.ts";
import type { ArrivalRefusal } from "./standing.ts";

/** A line may lie so far in the future by the collector's clock, ms. */
export const FUTURE_MS = 5 * 60_000;

/** Where the store's own lines of a log end, as plain data: with its keys all that the next line is held against. */
export interface LogEnd {
  readonly log: string;
  /** Number of the next record. */
  readonly next: number;
  /** Hex SHA-256 of the line before it. */
  readonly hash: string;
  /** The tree of all lines before it: `peaksText`. */
  readonly peaks: string;
  /** Size of the newest checkpoint. */
  readonly checkpoint: number;
  readonly format: LineFacts["v"];
  /** Of the newest line; null: there is none. */
  readonly epoch: number | null;
}

/** The end of a log of which the store has nothing. */
export const emptyEnd = (log: string): LogEnd => ({
  log,
  next: 0,
  hash: NO_PREVIOUS,
  peaks: peaksText(EMPTY_FRONTIER),
  checkpoint: 0,
  format: 1,
  epoch: null,
});

/** A record that joins the log. */
export interface ArrivedRecord {
  readonly seq: number;
  readonly kind: string;
  /** The round that it belongs to; null: it belongs to none. */
  readonly round: number | null;
  /** When it was made by the table's clock, ms since 1970. */
  readonly at: number;
  readonly line: string;
  /** 64 bytes. */
  readonly sig: Uint8Array;
}

/** A checkpoint whose signature is the log's. */
export interface ArrivedCheckpoint {
  readonly size: number;
  readonly note: string;
}

/** A signed checkpoint of a tree that the store has gone on from. */
export interface LateCheckpoint extends ArrivedCheckpoint {
  readonly root: Uint8Array;
  /** The log's own signature, 64 bytes. */
  readonly sig: Uint8Array;
  /** Place in the batch. */
  readonly at: number;
}

/** What becomes of a batch. */
export interface Arrival {
  /** To be stored, in their order. */
  readonly records: readonly ArrivedRecord[];
  /** Over exactly the records that they stand behind. */
  readonly checkpoints: readonly ArrivedCheckpoint[];
  /** Records whose numbers the store has: the same bytes, or a fork (`judgeRepeat`). */
  readonly repeats: readonly RepeatedRecord[];
  /** Checkpoints of what the store has had already, signed by the key of then: whether the tree is the store's, `judgeLateCheckpoint` says. */
  readonly late: readonly LateCheckpoint[];
  /** Where the log ends when all of that is stored, and its keys. */
  readonly end: LogEnd;
  readonly keys: KeyHistory;
  /** The first line that is not taken: its place in the batch, and why. */
  readonly refused: RefusedLine | null;
}

export interface RepeatedRecord extends SignedLine {
  readonly seq: number;
  readonly at: number;
}

export interface RefusedLine {
  readonly why: ArrivalRefusal;
  readonly seq: number | null;
  /** Place of the line in the batch. */
  readonly at: number;
  /** What is wrong, for people. */
  readonly what: string;
}

export interface ArrivalBasis {
  readonly end: LogEnd;
  /** All keys of the log that are known, those that sign only later lines too: two people confirmed the newest of them. */
  readonly keys: KeyHistory;
  /** The collector's clock, ms since 1970. */
  readonly now: number;
  /** Whether the floor knows a release. */
  readonly knows: (release: ReleaseId) => boolean;
}

/**
 * Judges a batch against what the store has of its log. What is cut into batches in another way comes to the same. Nothing after the first
 * line that is refused is looked at: it would join on what is not there.
 */
export function judgeArrival(batch: readonly SentLine[], basis: ArrivalBasis): Arrival {
  const judging = new Judging(basis);
  for (const [at, line] of batch.entries()) {
    const refused = isRecord(line) ? judging.record(line, at) : judging.checkpoint(line.checkpoint, at);
    if (refused !== null) return judging.arrival({ ...refused, at });
  }
  return judging.arrival(null);
}

type Refusal = Omit<RefusedLine, "at">;

class Judging {
  readonly #basis: ArrivalBasis;
  readonly #records: ArrivedRecord[] = [];
  readonly #checkpoints: ArrivedCheckpoint[] = [];
  readonly #repeats: RepeatedRecord[] = [];
  readonly #late: LateCheckpoint[] = [];
  /** All that are known. */
  #known: KeyHistory;
  /** Those up to the next line. */
  #keys: KeyHistory;
  #tree: Frontier;
  #end: Omit<LogEnd, "peaks">;

  constructor(basis: ArrivalBasis) {
    const { end, keys } = basis;
    const tree = readPeaks(end.next, end.peaks);
    if (tree === null) throw new RangeError(`the store's tree of ${end.log} is not one of ${end.next} records`);
    this.#basis = basis;
    this.#known = keys;
    this.#keys = keys.before(end.next);
    this.#tree = tree;
    this.#end = end;
  }

  record(sent: SignedLine, at: number): Refusal | null {
    const { next, hash, format, epoch, log } = this.#end;
    const line = utf8(sent.line);
    const sig = strictBase64(sent.sig) ?? new Uint8Array(0);
    const judged = judgeLine({ keys: this.#keys, seq: next, prev: hash, format, epoch }, line, sig);
    const { facts } = judged;
    if (facts === null)
      return {
        why: otherMode(line, log) ? "mode" : "malformed",
        seq: null,
        what: judged.faults[0]?.what ?? "",
      };
    const refuse = (why: ArrivalRefusal, what: string): Refusal => ({ why, seq: facts.seq, what });
    if (facts.log !== log)
      return refuse(
        modeOfLog(facts.log) === modeOfLog(log) ? "other-log" : "mode",
        `the line belongs to the log "${facts.log}"`,
      );
    if (facts.seq < next) {
      this.#repeats.push({ ...sent, seq: facts.seq, at });
      return null;
    }
    const found = firstRefusal(judged.faults);
    if (found !== null) return refuse(...found);
    const own = this.#ownFault(facts);
    if (own !== null) return refuse(...own);
    const joined = this.#joinedKeys(judged.keys, sent);
    if (joined === null)
      return refuse("unsigned", "the rotation of the key is another one than that which was confirmed");
    this.#keys = judged.keys;
    this.#known = joined;
    this.#tree = grow(this.#tree, leafHash(line));
    this.#records.push({ ...factsOf(facts), line: sent.line, sig });
    this.#end = {
      ...this.#end,
      next: next + 1,
      hash: sha256Hex(line),
      format: facts.v,
      epoch: facts.epoch,
    };
    return null;
  }

  /** What is wrong with a signed line that joins the log; null: nothing. */
  #ownFault(facts: LineFacts): [ArrivalRefusal, string] | null {
    const { log } = this.#end;
    if (facts.mode !== null && facts.mode !== modeOfLog(log))
      return ["mode", `the line is of a ${facts.mode} table, and the log of a ${modeOfLog(log)} one`];
    const at = wallOf(facts);
    if (at === null) return ["malformed", "the line does not say when it was made"];
    if (at > this.#basis.now + FUTURE_MS)
      return ["time", `the line was made at ${String(facts.fields["at"])}, which is to come`];
    const release = facts.v === 1 ? null : (facts.fields["rel"] as ReleaseId);
    if (release !== null && !this.#basis.knows(release))
      return ["release", `the line was made by ${release.version}, which this floor does not know`];
    return null;
  }

  /** All known keys after this line; null: a rotation that is not the known one. */
  #joinedKeys(after: KeyHistory, sent: SignedLine): KeyHistory | null {
    if (after === this.#keys) return this.#known;
    const known = this.#known.rotations[this.#keys.rotations.length];
    if (known === undefined) return after;
    return known.line === sent.line ? this.#known : null;
  }

  checkpoint(note: string, at: number): Refusal | null {
    const { next, checkpoint } = this.#end;
    const refuse = (what: string): Refusal => ({ why: "checkpoint", seq: null, what });
    const size = sizeOf(note);
    if (size === null || size > next)
      return refuse(size === null ? "it is no checkpoint" : `it is for ${size} records: lines are missing`);
    try {
      const key = this.#known.before(next).keyAt(size);
      const { root } = openCheckpoint(note, key);
      if (size < next || size <= checkpoint) {
        this.#late.push({ size, note, root, sig: noteSignature(note, key), at });
        return null;
      }
      // The log's key signed two trees of so many records.
      if (!sameBytes(root, frontierRoot(this.#tree))) return { why: "fork", seq: size - 1, what: OTHER_TREE };
    } catch (error) {
      return refuse(expectError(error, NoteError).message);
    }
    this.#checkpoints.push({ size, note });
    this.#end = { ...this.#end, checkpoint: size };
    return null;
  }

  arrival(refused: RefusedLine | null): Arrival {
    return {
      records: this.#records,
      checkpoints: this.#checkpoints,
      repeats: this.#repeats,
      late: this.#late,
      end: { ...this.#end, peaks: peaksText(this.#tree) },
      keys: this.#known,
      refused,
    };
  }
}

/** A record whose number the store has, held against the stored line. Who has not the key makes no fork. */
export function judgeRepeat(
  { seq, line, sig }: RepeatedRecord,
  stored: Uint8Array,
  keys: KeyHistory,
): "same" | "fork" | "unsigned" {
  const bytes = utf8(line);
  if (sameBytes(bytes, stored)) return "same";
  const signature = strictBase64(sig);
  const isSigned = signature !== null && keys.keyAt(seq).verify(bytes, signature);
  return isSigned ? "fork" : "unsigned";
}

/** What is wrong with a signed checkpoint over another tree than the store's. */
export const OTHER_TREE = "its root is not that of the records";

/** The log's own signature on a note that it signed. */
export function noteSignature(note: string, { name, id }: Pick<Verifier, "name" | "id">): Uint8Array {
  const line = parseNote(note).unverified.find((one) => one.name === name && one.id === id);
  return line?.signature ?? new Uint8Array(0);
}

/**
 * A late checkpoint held against what the store has: the note of that size, or the root of its own lines. `same`: of this tree; `fork`: the
 * log's key signed two trees; `words`: of this tree, with words beside it that the store's own has not.
 */
export function judgeLateCheckpoint(
  { root, note }: LateCheckpoint,
  stored: { readonly note: string } | { readonly root: Uint8Array },
): "same" | "fork" | "words" {
  if ("root" in stored) return sameBytes(root, stored.root) ? "same" : "fork";
  const { text } = parseNote(stored.note);
  if (!sameBytes(root, parseCheckpoint(text).root)) return "fork";
  return text === parseNote(note).text ? "same" : "words";
}

/** By which name each fault of a line is refused; the first of these that it has counts. */
const REFUSALS: readonly (readonly [LineFault["kind"], ArrivalRefusal])[] = [
  ["unreadable", "malformed"],
  ["other-log", "other-log"],
  ["number", "hole"],
  ["signature", "unsigned"],
  ["rotation", "unsigned"],
  ["chain", "chain"],
  ["format", "format"],
  ["epoch", "epoch"],
];

function firstRefusal(faults: readonly LineFault[]): [ArrivalRefusal, string] | null {
  for (const [kind, why] of REFUSALS) {
    const found = faults.find((one) => one.kind === kind);
    if (found !== undefined) return [why, found.what];
  }
  return null;
}

/** Whether a line that cannot be read is one of this log that calls itself live in a test's log, or the other way round. */
function otherMode(line: Uint8Array, log: string): boolean {
  const stated = /"mode":"(live|test)"/.exec(Buffer.from(line).toString("latin1"))?.[1];
  return stated !== undefined && stated !== modeOfLog(log);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** When a record was made, ms since 1970; null: it does not say. */
export function wallOf({ fields }: LineFacts): number | null {
  const { at } = fields;
  const wall = typeof at === "string" && INSTANT.test(at) ? Date.parse(at) : NaN;
  return Number.isNaN(wall) ? null : wall;
}

/** What the store keeps beside a line to find it by. */
export function factsOf(facts: LineFacts): Pick<ArrivedRecord, "seq" | "kind" | "round" | "at"> {
  const { round } = facts.fields;
  return {
    seq: facts.seq,
    kind: facts.kind ?? "",
    round: typeof round === "number" && Number.isSafeInteger(round) && round >= 0 ? round : null,
    at: wallOf(facts) ?? 0,
  };
}

function sizeOf(note: string): number | null {
  const size = /^[^\n]*\n(0|[1-9]\d{0,15})\n/.exec(note)?.[1];
  return size === undefined || !Number.isSafeInteger(Number(size)) ? null : Number(size);
}
