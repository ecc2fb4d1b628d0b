import { sameBytes } from "../../../src/record/bytes.ts";
import {
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
  type VerifiedCheckpoint,
} from "../../../src/record/checkpoint.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import { EMPTY_ROOT, verifyConsistency } from "../../../src/record/merkle.ts";
import { lineOf, NoteError, parseNote } from "../../../src/record/note.ts";
import { parseRequest, type CheckpointRequest } from "../../../src/record/witness-messages.ts";

/** A checkpoint that the witness cosigned. */
export interface KnownCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
  /** The note with the log's signature and the witness's. */
  readonly note: string;
}

/** What the witness knows of a log. */
export interface Known {
  /** Null: it never cosigned one. */
  latest(origin: string): KnownCheckpoint | null;
  /** The key (vkey) by which the log signed last what was cosigned; null: nothing was, or that was not written down then. */
  keyOf(origin: string): string | null;
  /** Its newest cosigned checkpoints, the newest first. */
  newest(origin: string, count: number): readonly KnownCheckpoint[];
  /** The checkpoint of this size; null when it cosigned none of this size, or no longer stores it. */
  ofSize(origin: string, size: number): KnownCheckpoint | null;
}

/**
 * How a signed checkpoint contradicts what was cosigned. `forked`: another root for the same size, which proves by itself that
 * the log has two histories. `parted`: no proof leads to it. `shrank`: it is smaller than the newest and unknown.
 */
export type Contradiction = "forked" | "parted" | "shrank";

/** Two notes that one log signed and that contradict each other. */
export interface ProofOfTwo {
  readonly kind: Contradiction;
  readonly cosigned: KnownCheckpoint;
  readonly refused: Checkpoint & { readonly note: string };
}

export interface Accepted {
  readonly status: 200;
  readonly checkpoint: Checkpoint;
  /** The log's key that signed it. */
  readonly key: Verifier;
  /** The text with the one line that was verified: nothing else of what came is kept. */
  readonly note: string;
}

export interface Refused {
  readonly status: 400 | 403 | 404 | 409 | 422;
  readonly why: string;
  /** With 409: the size that was cosigned last. */
  readonly size: number;
  /** Null: nothing that the log's own key signed is contradicted. */
  readonly proof: ProofOfTwo | null;
}

/** Keys by the log's name; of one log in the order in which they follow one another. */
export type KnownLogs = ReadonlyMap<string, readonly Verifier[]>;

export function logsOf(keys: readonly Verifier[]): KnownLogs {
  const logs = new Map<string, Verifier[]>();
  for (const key of keys) logs.set(key.name, [...(logs.get(key.name) ?? []), key]);
  return logs;
}

/**
 * Judges the body of an `add-checkpoint` (C2SP tlog-witness) by what was cosigned so far. Changes nothing. Of a log with several
 * keys those count from the one on that signed the checkpoint which was cosigned last.
 */
export function judgeRequest(body: string, logs: KnownLogs, known: Known): Accepted | Refused {
  let request: CheckpointRequest;
  let origin: string;
  try {
    request = parseRequest(body);
    origin = parseCheckpoint(parseNote(request.checkpoint).text).origin;
  } catch (error) {
    return refused(400, messageOf(error));
  }
  const keys = logs.get(origin);
  if (keys === undefined) return refused(404, "this witness does not watch that log");
  const counting = keys.slice(placeOf(origin, keys, known));
  const signed = signedBy(request.checkpoint, counting);
  if (signed === null) return refused(403, `the note is not signed by a key of ${origin} that counts now`);
  return judgeSigned(request, signed, known);
}

/** A checkpoint of a log, with nothing of its note but what a key of the log signed. */
interface SignedCheckpoint extends Checkpoint {
  readonly key: Verifier;
  readonly note: string;
}

/** The latest of these keys that signed the note; whatever others wrote below it, in whosever name, is nothing. Null: none did. */
export function signedBy(note: string, keys: readonly Verifier[]): SignedCheckpoint | null {
  for (const key of keys.toReversed()) {
    const opened = openedBy(note, key);
    if (opened !== null) return { ...opened, key, note: keptOf(opened, key) };
  }
  return null;
}

function openedBy(note: string, key: Verifier): VerifiedCheckpoint | null {
  try {
    return openCheckpoint(note, key);
  } catch (error) {
    // An error of another kind is no refusal.
    messageOf(error);
    return null;
  }
}

/** The text with the line of this key. */
const keptOf = (opened: VerifiedCheckpoint, key: Verifier): string =>
  `${opened.text}\n${lineOf(opened, key)?.line ?? ""}`;

/** Notes of a log that are looked through for its key, where that was not written down. */
const LOOKED_THROUGH = 64;

/**
 * Place of the key that signed last; 0: none of these. It is what was written down when a signature was verified; of what a witness cosigned
 * before it did so, the newest note that one of the keys did sign.
 */
function placeOf(origin: string, keys: readonly Verifier[], known: Known): number {
  const written = known.keyOf(origin);
  if (written !== null)
    return Math.max(
      0,
      keys.findIndex(({ vkey }) => vkey === written),
    );
  for (const { note } of known.newest(origin, LOOKED_THROUGH)) {
    const signed = signedBy(note, keys);
    if (signed !== null) return keys.indexOf(signed.key);
  }
  return 0;
}

/** Judges a checkpoint that the log's own key signed: a contradiction with it is stored as proof. */
function judgeSigned(
  { old, proof }: CheckpointRequest,
  asked: SignedCheckpoint,
  known: Known,
): Accepted | Refused {
  const latest = known.latest(asked.origin);
  const [size, root] = [latest?.size ?? 0, latest?.root ?? EMPTY_ROOT];
  const against = (kind: Contradiction, cosigned: KnownCheckpoint | null): ProofOfTwo | null =>
    cosigned === null ? null : { kind, cosigned, refused: asked };
  const same = known.ofSize(asked.origin, asked.size);
  const forked = same !== null && !sameBytes(same.root, asked.root);
  const isOlder = asked.size < size && same === null;
  const found = forked ? against("forked", same) : isOlder ? against("shrank", latest) : null;
  if (old > asked.size) return refused(400, "the old size is over the checkpoint's", found);
  if (old !== size) return { ...refused(409, `${size} records were cosigned last`, found), size };
  if (old === asked.size && !sameBytes(asked.root, root))
    return refused(422, "another root of that size was cosigned, or of no records at all", found);
  if (!verifyConsistency(old, root, asked.size, asked.root, proof))
    // The very checkpoint that was cosigned last contradicts nothing, whatever proof stands beside it.
    return refused(
      422,
      "the proof does not lead to this checkpoint",
      found ?? (asked.size === size ? null : against("parted", latest)),
    );
  const { key, note, ...checkpoint } = asked;
  return { status: 200, checkpoint, key, note };
}

function refused(status: Refused["status"], why: string, proof: ProofOfTwo | null = null): Refused {
  return { status, why, size: 0, proof };
}

function messageOf(error: unknown): string {
  if (error instanceof NoteError) return error.message;
  throw error;
}
