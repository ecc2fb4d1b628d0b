import { sameBytes } from "../../src/record/bytes.ts";
import { openCheckpoint, parseCheckpoint, type Checkpoint } from "../../src/record/checkpoint.ts";
import type { Verifier } from "../../src/record/keys.ts";
import { EMPTY_ROOT, verifyConsistency } from "../../src/record/merkle.ts";
import { NoteError, parseNote } from "../../src/record/note.ts";
import { parseRequest, type CheckpointRequest } from "../../src/record/witness-messages.ts";

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

/** Judges the body of an `add-checkpoint` (C2SP tlog-witness) by what was cosigned so far. Changes nothing. */
export function judgeRequest(
  body: string,
  logs: ReadonlyMap<string, Verifier>,
  known: Known,
): Accepted | Refused {
  let request: CheckpointRequest;
  let origin: string;
  try {
    request = parseRequest(body);
    origin = parseCheckpoint(parseNote(request.checkpoint).text).origin;
  } catch (error) {
    return refused(400, messageOf(error));
  }
  const log = logs.get(origin);
  if (log === undefined) return refused(404, "this witness does not watch that log");
  let checkpoint: Checkpoint;
  try {
    checkpoint = openCheckpoint(request.checkpoint, log);
  } catch (error) {
    return refused(403, messageOf(error));
  }
  return judgeSigned(request, { ...checkpoint, note: request.checkpoint }, known);
}

/** Judges a checkpoint that the log's own key signed: a contradiction with it is stored as proof. */
function judgeSigned(
  { old, proof }: CheckpointRequest,
  asked: Checkpoint & { readonly note: string },
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
    return { ...refused(409, "another root of that size was cosigned", found), size };
  if (!verifyConsistency(old, root, asked.size, asked.root, proof))
    return refused(422, "the proof does not lead to this checkpoint", found ?? against("parted", latest));
  return { status: 200, checkpoint: asked, note: asked.note };
}

function refused(status: Refused["status"], why: string, proof: ProofOfTwo | null = null): Refused {
  return { status, why, size: 0, proof };
}

function messageOf(error: unknown): string {
  if (error instanceof NoteError) return error.message;
  throw error;
}
