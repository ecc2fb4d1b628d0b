import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyCertificate } from "../../src/record/certificate.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { EPOCH_CLOSED } from "../../src/record/epoch.ts";
import { SEED_1, signerFromSeed, witness, WITNESS } from "../../src/record/vector.fixture.ts";
import { certificateOf } from "./certificate-of.ts";
import { confirmRecords } from "./confirm.ts";
import { epochPath } from "./epoch-files.ts";
import { JournalError } from "./errors.ts";
import { exportRange } from "./export.ts";
import {
  closeEpoch,
  closingDetailOf,
  commitInEpoch,
  freshFolder,
  openTestStore,
  table,
  tamper,
} from "./journal.fixture.ts";
import { isPruned, writePruned } from "./pruning.ts";
import { recordsOfJournal } from "./record-lines.ts";
import type { Store } from "./store.ts";
import { checkpointOf, questionFor } from "./to-witness.ts";
import { verifyEpoch } from "./verify-epoch.ts";
import { verifyPath } from "./verify-file.ts";

/**
 * Epochs of some ten records, and a cosignature at the end of each, ten days after the one before. What lies 30 days back by the
 * cosigner's clock may be pruned.
 */

const DAY = 86_400;
const FIRST = 1_700_000_000;
const AT = "2026-11-21T10:02:00.000Z";
const GIVEN = { vkey: table.verifier.vkey, witnesses: [witness.verifier.vkey] };
const RULE = { days: 30, cosigners: [witness.verifier.vkey] };

interface Played {
  readonly rule?: typeof RULE | null;
  /** Who cosigns the end of each epoch; null: nobody. */
  readonly signer?: typeof witness | null;
  /** Days between two cosignatures. */
  readonly every?: number;
}

/** Ends the open epoch under a cosigned checkpoint; the next one begins and closes it. */
async function turnEpoch(store: Store, { signer = witness, every = 10 }: Played = {}): Promise<void> {
  for (let n = 0; n < 9; n++) commitInEpoch(store, { kind: "result", round: n });
  const size = store.head.seq;
  const { epoch } = store.start;
  store.signCheckpointNow();
  if (signer !== null) {
    const { note } = checkpointOf(store, size);
    const line = cosignCheckpoint(note, signer, FIRST + epoch * every * DAY).slice(note.length);
    store.cosign({ size, line, at: AT });
  }
  store.beginEpoch(epoch + 1);
  await closeEpoch(store);
}

async function playedStore(path: string, epochs: number, played: Played = {}): Promise<Store> {
  const store = openTestStore(path, null, played.rule === undefined ? RULE : played.rule);
  for (let n = 0; n < epochs; n++) await turnEpoch(store, played);
  return store;
}

/** What the thread and the journal do, one epoch after the other. */
function pruneAll(store: Store): number {
  for (let count = 0; ; count++) {
    const task = store.epochs.pruneTask();
    if (task === null) return count;
    writePruned(task);
    store.epochs.acceptPruned(task);
  }
}

const closed = (store: Store): void => store.fail(new JournalError("closed", "the test is over"));
const journalIn = (): string => join(freshFolder(), "journal.db");
const problemsOf = (path: string): string[] => verifyPath(path, GIVEN).problems.map(({ what }) => what);

describe("the choice of what is pruned", () => {
  test("takes what a cosigner has held for the days of the rule, by the cosigner's own clock", async () => {
    const store = await playedStore(journalIn(), 8);
    // The newest cosignature is of day 70; those of days 0 to 40 are 30 days older.
    expect(store.epochs.pruned).toEqual({ epochs: 5, records: 49, confirmedBy: WITNESS });
    expect(pruneAll(store)).toBe(5);
  });

  test.each<[string, Played]>([
    ["without a rule", { rule: null }],
    ["where nobody cosigned", { signer: null }],
    ["before the days are over", { every: 4 }],
    ["where the cosigner's clock stands still or goes back", { every: -100 }],
    [
      "where another one signs in the cosigner's name",
      { signer: signerFromSeed(WITNESS, SEED_1, "cosignature") },
    ],
  ])("takes nothing %s", async (_, played) => {
    const store = await playedStore(journalIn(), 8, played);
    expect(store.epochs.pruned).toBe(null);
    expect(pruneAll(store)).toBe(0);
  });

  test("is refused in a record that prunes less than before, half an epoch, or what is not closed", async () => {
    const store = await playedStore(journalIn(), 6);
    commitInEpoch(store, { kind: "result" });
    store.beginEpoch(7);
    const detail = await closingDetailOf(store);
    for (const change of [
      { prunedEpochs: 1, prunedRecords: 9 },
      { prunedRecords: 30 },
      { prunedEpochs: 7, prunedRecords: 60 },
      { prunedEpochs: 0, prunedRecords: 0 },
    ])
      expect(() => commitInEpoch(store, { kind: EPOCH_CLOSED, detail: { ...detail, ...change } })).toThrow(
        "says otherwise of epoch 6",
      );
    commitInEpoch(store, { kind: EPOCH_CLOSED, detail });
  });
});

describe("a journal whose oldest epochs were pruned", () => {
  test("verifies, names what is gone, and proves what is left, now and in the next life", async () => {
    const path = journalIn();
    const store = await playedStore(path, 8);
    const old = Array.from({ length: 12 }, (_, at) => checkpointOf(store, 2 + at * 7));
    pruneAll(store);
    expect(isPruned(path)).toBe(true);
    for (let life = 0; life < 2; life++) {
      const now = life === 0 ? store : openTestStore(path, null, RULE);
      for (let seq = 49; seq < now.head.seq; seq++)
        expect(verifyCertificate(certificateOf(now, seq), table.verifier).problems).toEqual([]);
      expect(() => certificateOf(now, 48)).toThrow(/no record 48: its records are 49 to/);
      // What an inspector or a witness holds of the pruned part still leads to the newest root.
      for (const { size } of old) expect(questionFor(now, size)?.proof.length).toBeGreaterThan(0);
      expect(now.rows(0, 3).map(({ seq }) => seq)).toEqual([49, 50, 51]);
      await turnEpoch(now);
      closed(now);
    }
    const report = verifyPath(path, GIVEN);
    expect(report).toMatchObject({ ok: true, firstSeq: 49, problems: [] });
    expect(report.notes).toContain(
      `records 0 to 48 were pruned after ${WITNESS} had cosigned them: their leaf hashes are here and right, ` +
        "the records themselves are in the exports made before",
    );
    expect([...recordsOfJournal(path).lines]).toHaveLength(report.records);
  });

  test("is exported from the first record that is kept; what was exported before leads to it", async () => {
    const store = await playedStore(journalIn(), 8);
    const target = { path: join(freshFolder(), "rest"), replace: false };
    pruneAll(store);
    await expect(exportRange(store, { from: 3, to: 60 }, target, () => false)).rejects.toThrow(
      "records 3 to 48 were pruned and cannot be exported: ask from record 49 on",
    );
    const { from } = await exportRange(store, { from: null, to: store.head.seq - 1 }, target, () => false);
    expect(from).toBe(49);
    expect(verifyPath(target.path, GIVEN)).toMatchObject({ ok: true, firstSeq: 49 });
  });

  test("is pruned on by the next life wherever the one before was killed", async () => {
    const path = journalIn();
    const store = await playedStore(path, 7);
    const task = store.epochs.pruneTask();
    if (task !== null) writePruned(task);
    // The file beside is half of one.
    writeFileSync(`${path}-pruned`, readFileSync(`${path}-pruned`).subarray(0, 5_000));
    closed(store);
    const second = openTestStore(path, null, RULE);
    const again = second.epochs.pruneTask();
    if (again !== null) writePruned(again);
    closed(second);
    const third = openTestStore(path, null, RULE);
    expect(pruneAll(third)).toBe(4);
    expect(existsSync(`${path}-pruned`)).toBe(false);
    closed(third);
    expect(problemsOf(path)).toEqual([]);
  });

  test("keeps an epoch that is not as it was closed, and ends", async () => {
    const path = journalIn();
    const store = await playedStore(path, 7);
    tamper(epochPath(path, 0), "UPDATE record SET line = replace(line, '3', '4') WHERE seq = 3");
    expect(() => pruneAll(store)).toThrow("is not as it was closed and is not pruned");
    expect(isPruned(path)).toBe(false);
  });
});

describe("records that are gone without leave", () => {
  /** What is left of epoch 1 in place of it, though no record lets it be pruned. */
  async function replaced(change: string | null, played: Played = {}): Promise<{ store: Store; path: string }> {
    const path = journalIn();
    const store = await playedStore(path, 7, played);
    const closing = [...Array(7).keys()].map((epoch) => store.epochs.closing(epoch))[1];
    const file = epochPath(path, 1);
    if (closing !== undefined) writePruned({ path: file, closing });
    copyFileSync(`${file}-pruned`, file);
    if (change !== null) tamper(file, change);
    return { store, path };
  }

  test("are found by verify, by the next start or by the reading of closed epochs", async () => {
    const { store, path } = await replaced(null, { rule: null });
    const what = "its records are gone, and no record says that they were pruned";
    expect(problemsOf(path)).toContain(`epoch 1: ${what}`);
    expect(() => store.acceptReread(1, verifyEpoch(store.epochs.rereadTask(1)))).toThrow(what);
    expect(() => openTestStore(path)).toThrow("the record that closes it says");
  });

  test.each([
    [
      "a leaf hash",
      `UPDATE leaf SET leaf = x'${"11".repeat(32)}' WHERE seq = 12`,
      /root is not that of the records/,
    ],
    ["the number of one", "DELETE FROM leaf WHERE seq = 12", /a leaf hash is missing/],
    ["the last one", "DELETE FROM leaf WHERE seq = 18", /a checkpoint is for 19 records|goes on where/],
    [
      "its closing record",
      "UPDATE record SET line = replace(line, '\"epoch\":1', '\"epoch\":2')",
      /signature|root/,
    ],
    ["without that record", "DELETE FROM record", /has no record that closes the one before/],
    ["its end", `UPDATE ending SET prev = '${"0".repeat(64)}'`, /another one/],
    ["its checkpoints", "DELETE FROM checkpoint", /no checkpoint covers/],
    ["its beginning", "UPDATE start SET prev = replace(prev, 'a', 'b')", /another one|otherwise/],
  ])("leave %s, and a change of that is found", async (_, change, found) => {
    const { path } = await replaced(change);
    expect(problemsOf(path).join("; ")).toMatch(found);
  });
});

describe("a receipt", () => {
  const inspector = signerFromSeed("dgoj.example/inspector-3", SEED_1, "cosignature");
  const keys = [witness.verifier.vkey, inspector.verifier.vkey];

  test("is kept beside the checkpoint that it is of, and counts as a confirmation", async () => {
    const store = await playedStore(journalIn(), 2, { signer: null });
    const sealed = store.signCheckpointNow();
    const note = cosignCheckpoint(sealed?.note ?? "", inspector, FIRST);
    expect(confirmRecords(store, keys, note, AT)).toEqual({
      size: sealed?.size,
      by: "dgoj.example/inspector-3",
    });
    expect(confirmRecords(store, keys, note, AT).size).toBe(sealed?.size);
    expect(store.newestCosigned()?.size).toBe(sealed?.size);
    expect(() => confirmRecords(store, [witness.verifier.vkey], note, AT)).toThrow("nobody signed it");
  });

  test("of another history, another log or of nothing is refused", async () => {
    const store = await playedStore(journalIn(), 1, { signer: null });
    const other = openTestStore(journalIn());
    for (let n = 0; n < 5; n++) commitInEpoch(other, { kind: "other", round: n });
    const forked = cosignCheckpoint(other.signCheckpointNow()?.note ?? "", inspector, FIRST);
    expect(() => confirmRecords(store, keys, forked, AT)).toThrow(
      "it is of 5 other records than the journal's",
    );
    const foreign = signerFromSeed("tirada.example/other/table-1", SEED_1);
    for (const note of [
      "",
      "nothing",
      `${foreign.verifier.name}\n5\n`,
      forked.replace("5", "500"),
      forked.slice(0, 200),
    ])
      expect(() => confirmRecords(store, keys, note, AT)).toThrow("the receipt is not taken");
    expect(store.ended).toBe(false);
  });
});
