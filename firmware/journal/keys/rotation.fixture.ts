import { nextLine } from "../../../src/record/chain.ts";
import { closingDetail, EPOCH_CLOSED } from "../../../src/record/epoch.ts";
import { rotationFields, type RotationReason } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { LOG, ORIGIN, signerFromSeed } from "../../../src/record/vector.fixture.ts";
import { onTestFinished } from "vitest";
import { table } from "../store/journal.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import { openStore } from "../store/open-store.ts";
import type { Committed } from "../store/commit.ts";
import type { Store } from "../store/store.ts";

/** Keys of one log, in the order in which they sign. */
export const KEYS: readonly [Signer, Signer, Signer] = [
  table,
  signerFromSeed(LOG, "11".repeat(32)),
  signerFromSeed(LOG, "22".repeat(32)),
];

/** Opens the journal with all of its keys at hand. */
export function openKeys(path: string, headPath: string | null = null): Store {
  const [signer, ...others] = KEYS;
  return openStore({ path, signer, others, maxPages: null, headPath });
}

/** The same, closed when the test ends. */
export function openRotated(path: string, headPath: string | null = null): Store {
  const store = openKeys(path, headPath);
  onTestFinished(() => store.fail(new JournalError("closed", "the test is over")));
  return store;
}

/** A record of any kind in the epoch that is open. */
export function commitFields(store: Store, fields: object, next: Signer | null = null): Committed {
  const { line, hash } = nextLine(store.head, fields, { ...ORIGIN, epoch: store.start.epoch });
  return store.commit({ line, hash }, next);
}

export function commitSome(store: Store, count: number): void {
  for (let n = 0; n < count; n++) commitFields(store, { kind: "result", round: n });
}

/** The key that signs gives way to `next`. */
export function rotateTo(store: Store, next: Signer, reason: RotationReason = "planned"): Committed {
  return commitFields(store, rotationFields(store.head, store.signer.verifier, next, reason), next);
}

/** Closes the epoch before the open one. */
export function closeBefore(store: Store): void {
  const closing = store.epochs.finish();
  if (closing === null) throw new Error("no epoch waits to be closed");
  commitFields(store, { kind: EPOCH_CLOSED, detail: closingDetail(closing) });
}
