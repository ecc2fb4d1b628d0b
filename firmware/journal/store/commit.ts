import { sameBytes } from "../../../src/record/bytes.ts";
import { openCheckpoint, parseCheckpoint } from "../../../src/record/checkpoint.ts";
import type { KeyHistory, SignedLine } from "../../../src/record/key-history.ts";
import { parseVkey, type Signer } from "../../../src/record/keys.ts";
import { treeRoot } from "../../../src/record/merkle.ts";
import { NoteError, parseNote } from "../../../src/record/note.ts";
import { JournalError } from "../../files/errors.ts";
import type { Store } from "./store.ts";

/** One record to keep: a line of `src/record/chain.ts` and, if it carries `state`, the state it vouches for. */
export interface Commit {
  readonly line: string;
  readonly hash: string;
  readonly snapshot?: string;
  /** The journal had lost it, and a replay of the recording made it again. */
  readonly restored?: boolean;
}

export interface Committed {
  readonly seq: number;
  /** Hex SHA-256 of the line. */
  readonly hash: string;
  /** Base64 Ed25519 over the line. */
  readonly sig: string;
}

/**
 * The keys of the log once this rotation is there; `next`: the key that is given with it. Throws a JournalError `refused` for a rotation
 * that is none, or that brings another key.
 */
export function keysAfter(
  before: KeyHistory,
  { seq, ...record }: SignedLine & { readonly seq: number },
  isRotation: boolean,
  next: Signer | null,
): KeyHistory {
  const keys = isRotation ? before.with(record) : "it is no rotation";
  const why = typeof keys === "string" ? keys : "the key that it names is not given with it";
  if (typeof keys === "string" || keys.current.vkey !== next?.verifier.vkey)
    throw new JournalError("refused", `record ${seq} rotates no key of ${before.log}: ${why}`);
  return keys;
}

/** Who holds how many records. */
export interface Confirmed {
  readonly size: number;
  readonly by: string;
}

/**
 * Keeps what an inspector signed of a checkpoint (`tirada receipt`) beside it. `note`: the checkpoint with his line; `cosigners`: the
 * vkeys that count; `at`: RFC 3339. Throws a JournalError `refused` for a note of another log, of other records, or that none of them signed.
 */
export function confirmRecords(
  store: Store,
  cosigners: readonly string[],
  note: string,
  at: string,
): Confirmed {
  const keys = cosigners.map(parseVkey);
  try {
    const opened = openCheckpoint(note, store.keys.keyAt(parseCheckpoint(parseNote(note).text).size), keys);
    const { size, root, verified } = opened;
    const by = verified.find(({ key }) => keys.includes(key));
    if (by === undefined) throw new NoteError("nobody signed it whose key is in storage.inspectors");
    if (size > store.head.seq || !sameBytes(root, treeRoot(size, store.node)))
      throw new NoteError(`it is of ${size} other records than the journal's`);
    store.cosign({ size, line: by.line, at });
    return { size, by: by.key.name };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new JournalError("refused", `the receipt is not taken: ${error.message}`, { cause: error });
  }
}
