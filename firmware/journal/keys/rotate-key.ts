import { nextLine, type ReleaseId } from "../../../src/record/chain.ts";
import { KEYS_MAX, rotationFields, type RotationReason } from "../../../src/record/key-history.ts";
import { rfc3339, type WallMs } from "../../../src/time/instant.ts";
import { JournalError } from "../../files/errors.ts";
import { heldKeys, nextKeyPathOf, settleKeys } from "./key-files.ts";
import { loadOrCreateKey } from "./keys.ts";
import { openStorage } from "../store/open-storage.ts";

/** What is rotated, and what the record says besides. */
export interface RotateOptions {
  /** The journal of a unit that is stopped. */
  readonly path: string;
  readonly keyPath: string;
  readonly log: string;
  readonly reason: RotationReason;
  readonly rel: ReleaseId;
  readonly wall: WallMs;
}

/** The rotation that was recorded. */
export interface Rotated {
  /** Number of the record. */
  readonly seq: number;
  readonly oldVkey: string;
  readonly newVkey: string;
  /** One line each. */
  readonly notes: readonly string[];
}

/**
 * Gives a log another key while its unit is stopped. The new key is durable before the record that names it, and the record before
 * the files move, so that a start finds its key wherever this was cut: before the record the old one, after it the new one. Done
 * again it goes on with the key that was made. Throws a JournalError; `busy` while the unit runs.
 */
export function rotateKey({ path, keyPath, log, reason, rel, wall }: RotateOptions): Rotated {
  const { store, notes } = openStorage({ path, keyPath, log, mode: null, maxPages: null, recordings: null });
  try {
    if (store.keys.periods.length >= KEYS_MAX)
      throw new JournalError("refused", `${log} has had ${KEYS_MAX} keys: begin a new log in an empty folder`);
    const next = loadOrCreateKey(nextKeyPathOf(keyPath), log, true);
    // What is there stays under a checkpoint of the key that gives way: a witness may have cosigned it.
    store.signCheckpointNow();
    const { head } = store;
    const old = store.signer.verifier;
    // Nobody measured the time of day while the unit was stopped.
    const fields = { ...rotationFields(head, old, next, reason), at: rfc3339(wall), clock: "unsynced" };
    const { line, hash } = nextLine(head, fields, { epoch: store.start.epoch, rel });
    const { seq } = store.commit({ line, hash }, next);
    store.signCheckpointNow();
    const settled = settleKeys(keyPath, heldKeys(keyPath, log, false), store.keys);
    store.close();
    const { vkey } = next.verifier;
    return { seq, oldVkey: old.vkey, newVkey: vkey, notes: [...notes, ...settled.notes] };
  } catch (error) {
    store.fail(new JournalError("closed", `the journal ${path} was not rotated`));
    throw error;
  }
}
