import type { KeyHistory, SignedLine } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { JournalError } from "../../files/errors.ts";

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
 * The keys of the log once this record is there; `next`: the key that is given with it. Throws a JournalError `refused` for a rotation
 * that is none, or that brings another key.
 */
export function keysAfter(
  before: KeyHistory,
  { seq, ...record }: SignedLine & { readonly seq: number },
  isRotation: boolean,
  next: Signer | null,
): KeyHistory {
  if (!isRotation && next === null) return before;
  const keys = isRotation ? before.with(record) : "it is no rotation";
  const why = typeof keys === "string" ? keys : "the key that it names is not given with it";
  if (typeof keys === "string" || keys.current.vkey !== next?.verifier.vkey)
    throw new JournalError("refused", `record ${seq} rotates no key of ${before.log}: ${why}`);
  return keys;
}
