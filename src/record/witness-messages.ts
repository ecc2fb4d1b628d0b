import { base64, strictBase64, utf8, expectError } from "./bytes.ts";
import type { Witnessed } from "./checkpoint.ts";
import type { Verifier } from "./keys.ts";
import { lineOf, MAX_NOTE_BYTES, NoteError, openNote, parseNote, type UnreadNote } from "./note.ts";

/** What goes between a log and its witness: C2SP tlog-witness, `add-checkpoint`. */

/** The protocol's own limit of proof lines. */
export const MAX_PROOF_LINES = 63;
/** A request: the old size, 63 hashes in base64 and a note. */
export const MAX_REQUEST_BYTES = MAX_NOTE_BYTES + MAX_PROOF_LINES * 45 + 64;
/** An answer: the protocol allows several lines, of several kinds of keys; ours has one. */
export const MAX_ANSWER_BYTES = MAX_NOTE_BYTES;
/** Type of the body of an answer 409. */
export const SIZE_TYPE = "text/x.tlog.size";

/** A checkpoint to be cosigned, and what leads to it from the one that the witness cosigned last. */
export interface CheckpointRequest {
  /** Size of the tree that the witness is believed to have cosigned last; 0: none. */
  readonly old: number;
  /** RFC 6962 consistency proof from `old`. */
  readonly proof: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

export function formatRequest({ old, proof, checkpoint }: CheckpointRequest): string {
  return [`old ${old}`, ...proof.map(base64), "", checkpoint].join("\n");
}

/** Reads a request without trusting it. Throws a NoteError. */
export function parseRequest(body: string): CheckpointRequest {
  if (utf8(body).length > MAX_REQUEST_BYTES)
    throw new NoteError(`the request is over ${MAX_REQUEST_BYTES} bytes`);
  const split = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(split, 0)).split("\n");
  const [, digits] = /^old (0|[1-9][0-9]{0,15})$/.exec(first) ?? [];
  if (digits === undefined || !Number.isSafeInteger(Number(digits)))
    throw new NoteError("the request does not begin with its old size");
  if (lines.length > MAX_PROOF_LINES) throw new NoteError(`the proof has over ${MAX_PROOF_LINES} lines`);
  const proof = lines.map((line) => {
    const hash = strictBase64(line);
    if (hash?.length !== 32) throw new NoteError("the proof has a line that is no SHA-256 in base64");
    return hash;
  });
  return { old: Number(digits), proof, checkpoint: body.slice(split + 2) };
}

/** The size in the body of an answer 409, or null. */
export function parseSize(body: string): number | null {
  const [, digits] = /^(0|[1-9][0-9]{0,15})\n$/.exec(body) ?? [];
  const size = Number(digits ?? NaN);
  return Number.isSafeInteger(size) ? size : null;
}

/** Why an answer is no cosignature of the checkpoint that was sent. */
export type AnswerFault = "malformed" | "foreign-key" | "older-checkpoint" | "wrong-signature";

/** A cosignature that was checked: its line as it stands below the checkpoint, with its line feed. */
export interface Cosigned extends Witnessed {
  readonly line: string;
}

/**
 * The cosignature of this witness in an answer, checked over the checkpoint that was sent; lines of other keys are left alone.
 * `before`: the checkpoint that it cosigned before, so that its signature is known again; null: none.
 */
export function readCosignature(
  checkpoint: string,
  answer: string,
  witness: Verifier,
  before: string | null,
): Cosigned | AnswerFault {
  const { text } = parseNote(checkpoint);
  let note: UnreadNote;
  try {
    note = parseNote(`${text}\n${answer}`);
  } catch (error) {
    expectError(error, NoteError);
    return "malformed";
  }
  const { name, id } = witness;
  if (!note.unverified.some((one) => one.name === name && one.id === id)) return "foreign-key";
  const opened = cosignatureOn(note, witness);
  if (opened !== null) return opened;
  const isOlder = before !== null && cosignatureOn({ ...note, text: parseNote(before).text }, witness) !== null;
  return isOlder ? "older-checkpoint" : "wrong-signature";
}

/** Null: this witness signed nothing of this text. */
function cosignatureOn(note: UnreadNote, witness: Verifier): Cosigned | null {
  try {
    const found = lineOf(openNote(note, [witness]), witness);
    return found === null || found.time === null
      ? null
      : { name: witness.name, time: found.time, line: found.line };
  } catch (error) {
    expectError(error, NoteError);
    return null;
  }
}
