import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { EPOCH_CLOSED } from "../../../src/record/epoch.ts";
import { privatePem } from "../../../src/record/keys.ts";
import {
  keyFromSeed,
  LOG,
  SEED_1,
  signerFromSeed,
  witness,
  WITNESS,
} from "../../../src/record/vector.fixture.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { certificateOf } from "../export/certificate-of.ts";
import { openJournal } from "../thread/client.ts";
import { confirmRecords } from "../store/commit.ts";
import { openForReading } from "../../evidence/log/database.ts";
import { epochPath } from "../../evidence/log/epoch-files.ts";
import { JournalError } from "../../files/errors.ts";
import {
  closeEpoch,
  closingDetailOf,
  commitInEpoch,
  freshFolder,
  openTestStore,
  table,
  tamper,
  exportRange,
} from "../store/journal.fixture.ts";
import { openStore } from "../store/open-store.ts";
import type { PruneRule } from "./prune-rule.ts";
import { isPruned, writePruned } from "./pruning.ts";
import { recordsOfJournal } from "../../evidence/log/record-lines.ts";
import type { Store } from "../store/store.ts";
import { checkpointOf, questionFor } from "../export/to-witness.ts";
import { verifyEpoch } from "../../evidence/verify/verify-epoch.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { ALL } from "../../../test/support/volume.ts";

/**
 * Epochs of four records, and a cosignature at the end of each, ten days after the one before. What lies 30 days back by the
 * cosigner's clock may be pruned.
 */

const DAY = 86_400;
const FIRST = 1_700_000_000;
const AT = "2026-11-21T10:02:00.000Z";
const GIVEN = { vkey: table.verifier.vkey, witnesses: [witness.verifier.vkey] };
const RULE = { days: 30, cosigners: [witness.verifier.vkey] };

interface Played {
  readonly rule?: PruneRule | null;
  /** Who cosigns the end of each epoch; null: nobody. */
  readonly signer?: typeof witness | null;
  /** Days between two cosignatures. */
  readonly every?: number;
}

/** Ends the open epoch under a cosigned checkpoint; the next one begins and closes it. */
async function turnEpoch(store: Store, { signer = witness, every = 10 }: Played = {}): Promise<void> {
  for (let n = 0; n < 3; n++) commitInEpoch(store, { kind: "result", round: n });
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

/** A copy of a folder whose eight epochs were played once. */
async function copyOfPlayed(): Promise<string> {
  const folder = freshFolder();
  cpSync(await played, folder, { recursive: true });
  return join(folder, "journal.db");
}

async function playOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-pruning-"));
  const store = openStore({ path: join(folder, "journal.db"), signer: table, maxPages: null, prune: RULE });
  for (let n = 0; n < 8; n++) await turnEpoch(store);
  closed(store);
  return folder;
}

const closed = (store: Store): void => store.fail(new JournalError("closed", "the test is over"));
const journalIn = (): string => join(freshFolder(), "journal.db");
const problemsOf = (path: string): string[] => verifyPath(path, GIVEN).problems.map(({ what }) => what);

const played = playOnce();
afterAll(async () => rmSync(await played, { recursive: true }));

describe("the choice of what is pruned", () => {
  test("takes what a cosigner has held for the days of the rule, by the cosigner's own clock", async () => {
    const store = openTestStore(await copyOfPlayed(), null, RULE);
    // The newest cosignature is of day 70; those of days 0 to 40 are 30 days older.
    expect(store.epochs.pruned).toEqual({ epochs: 5, records: 19, confirmedBy: WITNESS });
    expect(pruneAll(store)).toBe(5);
  });

  test.each<[string, Played]>([
    ["without a rule", { rule: null }],
    ["by a rule without days", { rule: { ...RULE, days: null } }],
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

  test("ends before the first epoch that nobody cosigned", async () => {
    const store = await playedStore(journalIn(), 2, { rule: { ...RULE, days: 0 } });
    for (let n = 0; n < 2; n++) await turnEpoch(store, { signer: null });
    expect(store.epochs.pruned?.epochs).toBe(2);
  });

  test("never goes back, whatever the rule has become", async () => {
    const path = await copyOfPlayed();
    const store = openTestStore(path, null, { ...RULE, days: 60 });
    await turnEpoch(store);
    expect(store.epochs.pruned?.epochs).toBe(5);
  });

  test("believes no cosignature that stands beside another checkpoint than its own", async () => {
    const path = await copyOfPlayed();
    // An old signature of few records, where the one of many should be.
    const [old, late] = [epochPath(path, 1), epochPath(path, 6)];
    const rowOf = (file: string, table: string, column: string): string => {
      const db = openForReading(file);
      const row = db.prepare(`SELECT ${column} AS text FROM ${table} ORDER BY size LIMIT 1`).get();
      db.close();
      return String(row?.["text"]).replaceAll("'", "''");
    };
    tamper(late, `UPDATE checkpoint SET note = '${rowOf(old, "checkpoint", "note")}'`);
    tamper(late, `UPDATE cosignatures SET line = '${rowOf(old, "cosignatures", "line")}'`);
    const store = openTestStore(path, null, RULE);
    await turnEpoch(store);
    expect(store.epochs.pruned?.epochs).toBe(6);
  });

  test("is refused in a record that prunes less than before, half an epoch, or what is not closed", async () => {
    const store = openTestStore(await copyOfPlayed(), null, RULE);
    commitInEpoch(store, { kind: "result" });
    store.beginEpoch(9);
    const detail = await closingDetailOf(store);
    for (const change of [
      { prunedEpochs: 1, prunedRecords: 3 },
      { prunedRecords: 15 },
      { prunedEpochs: 9, prunedRecords: 60 },
      { prunedEpochs: 0, prunedRecords: 0 },
    ])
      expect(() => commitInEpoch(store, { kind: EPOCH_CLOSED, detail: { ...detail, ...change } })).toThrow(
        "says otherwise of epoch 8",
      );
    commitInEpoch(store, { kind: EPOCH_CLOSED, detail });
  });
});

describe("a journal whose oldest epochs were pruned", () => {
  test("verifies, names what is gone, and proves what is left, now and in the next life", async () => {
    const path = await copyOfPlayed();
    const store = openTestStore(path, null, RULE);
    const old = Array.from({ length: 12 }, (_, at) => checkpointOf(store, 2 + at * 2));
    pruneAll(store);
    expect(isPruned(path)).toBe(true);
    for (let life = 0; life < 2; life++) {
      const now = life === 0 ? store : openTestStore(path, null, RULE);
      for (let seq = 19; seq < now.head.seq; seq++)
        expect(verifyCertificate(certificateOf(now, seq), table.verifier).problems).toEqual([]);
      expect(() => certificateOf(now, 18)).toThrow(/no record 18: its records are 19 to/);
      // What an inspector or a witness holds of the pruned part still leads to the newest root.
      for (const { size } of old) expect(questionFor(now, size)?.proof.length).toBeGreaterThan(0);
      expect(now.rows(0, 3).map(({ seq }) => seq)).toEqual([19, 20, 21]);
      await turnEpoch(now);
      closed(now);
    }
    const report = verifyPath(path, GIVEN);
    expect(report).toMatchObject({ ok: true, firstSeq: 19, problems: [] });
    expect(report.notes).toContain(
      `records 0 to 18 were pruned after ${WITNESS} had cosigned them: their leaf hashes are here and right, ` +
        "the records themselves are in the exports made before",
    );
    expect([...recordsOfJournal(path).lines]).toHaveLength(report.records);
  });

  test("is exported from the first record that is kept; what was exported before leads to it", async () => {
    const store = openTestStore(await copyOfPlayed(), null, RULE);
    const target = { path: join(freshFolder(), "rest"), replace: false };
    pruneAll(store);
    await expect(exportRange(store, { from: 3, to: 30 }, target, () => false)).rejects.toThrow(
      "records 3 to 18 were pruned and cannot be exported: ask from record 19 on",
    );
    const { from } = await exportRange(store, { from: null, to: store.head.seq - 1 }, target, () => false);
    expect(from).toBe(19);
    expect(verifyPath(target.path, GIVEN)).toMatchObject({ ok: true, firstSeq: 19 });
  });

  if (ALL)
    test("is pruned by threads of its own while records go on", async () => {
      const path = await copyOfPlayed();
      const keyPath = join(dirname(path), "table.key.pem");
      writeFileSync(keyPath, privatePem(keyFromSeed(SEED_1)), { mode: 0o600 });
      const journal = await openJournal({ path, keyPath, log: LOG, recordings: null, prune: RULE });
      const clock = systemClock();
      for (let looks = 0; !isPruned(epochPath(path, 3)); looks++) {
        expect(looks).toBeLessThan(2_000);
        await journal.checkpoint(clock.now(), clock.wall());
        await clock.sleep(1);
      }
      await journal.close();
      expect(problemsOf(path)).toEqual([]);
    });

  if (ALL)
    test("is pruned on by the next life wherever the one before was killed", async () => {
      const path = await copyOfPlayed();
      const store = openTestStore(path, null, RULE);
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
      expect(pruneAll(third)).toBe(5);
      expect(existsSync(`${path}-pruned`)).toBe(false);
      closed(third);
      expect(problemsOf(path)).toEqual([]);
    });

  test("keeps an epoch that is not as it was closed, and ends", async () => {
    const path = await copyOfPlayed();
    const store = openTestStore(path, null, RULE);
    tamper(epochPath(path, 0), "UPDATE record SET line = replace(line, '3', '4') WHERE seq = 1");
    expect(() => pruneAll(store)).toThrow("is not as it was closed and is not pruned");
    expect(isPruned(path)).toBe(false);
  });
});

describe("records that are gone without leave", () => {
  /** What is left of epoch 1 in place of it, and that is changed. */
  async function replaced(change: string): Promise<string> {
    const path = await copyOfPlayed();
    const store = openTestStore(path, null, RULE);
    const closing = store.epochs.closing(1);
    const file = epochPath(path, 1);
    if (closing !== undefined) writePruned({ path: file, closing });
    copyFileSync(`${file}-pruned`, file);
    tamper(file, change);
    return path;
  }

  test("are found by verify, by the next start and by the reading of closed epochs", async () => {
    // The last one that may be pruned is the fifth.
    const path = await copyOfPlayed();
    const store = openTestStore(path, null, RULE);
    const file = epochPath(path, 5);
    const closing = store.epochs.closing(5);
    if (closing !== undefined) writePruned({ path: file, closing });
    renameSync(`${file}-pruned`, file);
    const what = "its records are gone, and no record says that they were pruned";
    expect(problemsOf(path)).toContain(`epoch 5: ${what}`);
    expect(() => store.acceptReread(5, verifyEpoch(store.epochs.rereadTask(5)))).toThrow(what);
    expect(() => openTestStore(path)).toThrow("the record that closes it says");
  });

  test.each([
    [
      "a leaf hash",
      `UPDATE leaf SET leaf = x'${"11".repeat(32)}' WHERE seq = 5`,
      /root is not that of the records/,
    ],
    ["the number of one", "DELETE FROM leaf WHERE seq = 5", /a leaf hash is missing/],
    ["the last one", "DELETE FROM leaf WHERE seq = 6", /a checkpoint is for 7 records|goes on where/],
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
    const path = await replaced(change);
    expect(problemsOf(path).join("; ")).toMatch(found);
  });
});

describe("a receipt", () => {
  const inspector = signerFromSeed("dgoj.example/inspector-3", "33".repeat(32), "cosignature");
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
    for (let n = 0; n < 3; n++) commitInEpoch(other, { kind: "other", round: n });
    const forked = cosignCheckpoint(other.signCheckpointNow()?.note ?? "", inspector, FIRST);
    expect(() => confirmRecords(store, keys, forked, AT)).toThrow(
      "it is of 3 other records than the journal's",
    );
    const foreign = signerFromSeed("tirada.example/other/table-1", SEED_1);
    for (const note of [
      "",
      "nothing",
      `${foreign.verifier.name}\n3\n`,
      forked.replace("3", "300"),
      forked.slice(0, 200),
    ])
      expect(() => confirmRecords(store, keys, note, AT)).toThrow("the receipt is not taken");
    expect(store.ended).toBe(false);
  });
});
