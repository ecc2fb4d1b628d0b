import { base64 } from "../../../src/record/bytes.ts";
import { signCheckpoint } from "../../../src/record/checkpoint.ts";
import { consistencyProof, treeRoot } from "../../../src/record/merkle.ts";
import { JournalError } from "../../files/errors.ts";
import type { StoredCheckpoint } from "../../evidence/log/rows.ts";
import type { Store } from "../store/store.ts";

/** The newest checkpoint, and the proof (base64) that leads to it from what a witness knows. */
export interface WitnessQuestion extends StoredCheckpoint {
  readonly proof: readonly string[];
}

/** What a witness that knows `old` records is to be asked; null: there is no checkpoint, or it knows more than there is. */
export function questionFor(store: Store, old: number): WitnessQuestion | null {
  const { newest } = store;
  if (newest === null || old > newest.size) return null;
  return { ...newest, proof: consistencyProof(old, newest.size, store.node).map(base64) };
}

/** The log's own checkpoint of its first `size` records, kept nowhere. Throws `refused` beyond what there is. */
export function checkpointOf(store: Store, size: number): StoredCheckpoint {
  store.requireOpen();
  store.requireWhole();
  if (!Number.isSafeInteger(size) || size < 1 || size > store.head.seq)
    throw new JournalError("refused", `the journal has ${store.head.seq} records, not ${size}`);
  return { size, note: signCheckpoint(size, treeRoot(size, store.node), store.signer) };
}
