import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_PREVIOUS } from "../../../src/record/chain.ts";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { witness } from "../../../src/record/vector.fixture.ts";
import { writePruned } from "../../journal/epochs/pruning.ts";
import { checkpointOf } from "../../journal/export/to-witness.ts";
import { closeEpoch, commitInEpoch, freshFolder, openTestStore } from "../../journal/store/journal.fixture.ts";
import type { Store } from "../../journal/store/store.ts";
import { JournalLines } from "./journal-lines.ts";

/** A journal of epochs of four records, each confirmed by the witness ten days after the one before. */

const DAY_S = 86_400;

async function turnEpoch(store: Store): Promise<void> {
  for (let n = 0; n < 3; n++) commitInEpoch(store, { kind: "result", round: n });
  const size = store.head.seq;
  const { epoch } = store.start;
  store.signCheckpointNow();
  const { note } = checkpointOf(store, size);
  const line = cosignCheckpoint(note, witness, 1_700_000_000 + epoch * 10 * DAY_S).slice(note.length);
  store.cosign({ size, line, at: "2026-11-21T10:02:00.000Z" });
  store.beginEpoch(epoch + 1);
  await closeEpoch(store);
}

test("lines are read over epochs that are closed meanwhile and pruned in the end, and no file is held", async () => {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path, null, { days: 30, cosigners: [witness.verifier.vkey] });
  const lines = new JournalLines(path);
  const seqs = (from: number, upTo: number, checkpoint = 0): string[] =>
    lines
      .read({ from, upTo, limit: 64, checkpoint })
      .map(({ record, sent }) =>
        record === null ? `c${"checkpoint" in sent ? sent.checkpoint.split("\n")[1] : ""}` : String(record.seq),
      );
  commitInEpoch(store, { kind: "boot" });
  expect(seqs(0, 1)).toEqual(["0"]);
  // Read between: an epoch closes although it was read a moment ago.
  for (let epoch = 0; epoch < 8; epoch++) {
    await turnEpoch(store);
    const { seq } = store.head;
    expect(seqs(seq - 1, seq, seq)).toEqual([String(seq - 1)]);
  }
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(seqs(0, 9)).toEqual(["0", "1", "2", "3", "c4", "4", "5", "6", "7", "c8", "8"]);
  expect(seqs(0, 9, 4)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "c8", "8"]);
  expect(seqs(4, 6)).toEqual(["c4", "4", "5"]);
  expect(lines.hashBefore(0)).toBe(NO_PREVIOUS);
  const { prev } = store.head;
  expect(lines.hashBefore(store.head.seq)).toBe(prev);
  expect(lines.hashBefore(store.head.seq + 1)).toBe(null);
  expect(lines.firstKept()).toBe(0);
  const hash = lines.hashBefore(8);
  for (let task = store.epochs.pruneTask(); task !== null; task = store.epochs.pruneTask()) {
    writePruned(task);
    store.epochs.acceptPruned(task);
  }
  const kept = lines.firstKept();
  expect(kept).toBeGreaterThan(8);
  expect([seqs(0, 9), seqs(kept - 1, kept + 1), seqs(kept, kept + 1).at(-1)]).toEqual([[], [], String(kept)]);
  // What the floor may have at the edge can still be told from another history; what lies before cannot.
  expect(lines.hashBefore(kept)).toMatch(/^[0-9a-f]{64}$/);
  expect([lines.hashBefore(kept - 1), lines.hashBefore(7)]).toEqual([null, null]);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
