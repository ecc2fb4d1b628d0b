import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { setDisk } from "../../firmware/files/disk.ts";
import { epochPath } from "../../firmware/evidence/log/epoch-files.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { closeEpoch, commitInEpoch } from "../../firmware/journal/store/journal.fixture.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { isPruned, writePruned } from "../../firmware/journal/epochs/pruning.ts";
import type { FindPlace } from "../../firmware/journal/second/devices.ts";
import { folderOf } from "../../firmware/journal/second/folders.ts";
import { SecondCopy } from "../../firmware/journal/second/second-copy.ts";
import type { Store } from "../../firmware/journal/store/store.ts";
import { checkpointOf } from "../../firmware/journal/export/to-witness.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { table, witness } from "../../src/record/vector.fixture.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { EndingDisk } from "../support/ending-disk.ts";
import { runSeed, volume } from "../support/volume.ts";

/**
 * Old epochs are pruned in the first copy, then in the second. A table that is killed before any of its calls to the disk is done
 * again by the next life: both verify, and what is left of an epoch is the same in both.
 */

const DAY = 86_400;
const EPOCHS = 4;
const root = mkdtempSync(join(tmpdir(), "tirada-pruned-"));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => setDisk());

let systems = 0;
/** Any two folders lie on disks of their own. */
const apart: FindPlace = (folder) => ({ fileSystem: ++systems, disks: [folder] });
const openPrunable = (folder: string): Store =>
  openStore({
    path: join(folder, "journal.db"),
    signer: table,
    maxPages: null,
    prune: { days: 30, cosigners: [witness.verifier.vkey] },
  });
const closed = (store: Store): void => store.fail(new JournalError("closed", "the test is over"));

/** Opens both, and prunes what may be pruned: what a unit and its threads do, one after the other. */
function prune(first: string, second: string): number {
  const store = openPrunable(first);
  try {
    const parts = { first: folderOf(first), second: folderOf(second), verifier: table.verifier, find: apart };
    const copy = SecondCopy.open(parts);
    try {
      const news = {
        openEpoch: store.start.epoch,
        closed: store.epochs.closings,
        prunable: store.epochs.pruned?.epochs ?? 0,
      };
      copy.catchUp(news);
      for (let task = store.epochs.pruneTask(); task !== null; task = store.epochs.pruneTask()) {
        writePruned(task);
        store.epochs.acceptPruned(task);
        copy.follow({ ...news, closed: [], changed: [], gone: [] });
      }
      return news.prunable;
    } finally {
      copy.close();
    }
  } finally {
    closed(store);
  }
}

/** A journal of closed epochs, cosigned forty days apart, and a second copy that has all of it. */
async function played(): Promise<readonly [first: string, second: string]> {
  const [first, second] = [join(root, "first"), join(root, "second")];
  for (const path of [first, second]) cpSync(mkdtempSync(join(root, "empty-")), path, { recursive: true });
  const store = openPrunable(first);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    commitInEpoch(store, { kind: "result", round: epoch });
    const size = store.head.seq;
    store.signCheckpointNow();
    const { note } = checkpointOf(store, size);
    const line = cosignCheckpoint(note, witness, 1_700_000_000 + epoch * 40 * DAY).slice(note.length);
    store.cosign({ size, line, at: "2026-11-21T10:02:00.000Z" });
    store.beginEpoch(epoch + 1);
    await closeEpoch(store);
  }
  const copy = SecondCopy.open({
    first: folderOf(first),
    second: folderOf(second),
    verifier: table.verifier,
    find: apart,
  });
  copy.catchUp({ openEpoch: store.start.epoch, closed: store.epochs.closings, prunable: 0 });
  copy.close();
  closed(store);
  return [first, second];
}

const template = await played();
let copies = 0;
const copied = (from: readonly [string, string]): readonly [string, string] => {
  const number = ++copies;
  const [first, second] = [join(root, `${number}-first`), join(root, `${number}-second`)];
  cpSync(from[0], first, { recursive: true });
  cpSync(from[1], second, { recursive: true });
  return [first, second];
};

function requirePruned([first, second]: readonly [string, string], count: number): void {
  for (const folder of [first, second]) expect(verifyPath(folder).problems, folder).toEqual([]);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const [one, other] = [first, second].map((folder) => epochPath(join(folder, "journal.db"), epoch));
    expect([one, other].map((path) => isPruned(path ?? ""))).toEqual([epoch < count, epoch < count]);
    expect(readFileSync(one ?? "")).toEqual(readFileSync(other ?? ""));
  }
}

test("pruning of two copies, killed before any call to the disk, is done again by the next life", () => {
  const whole = new EndingDisk(Infinity);
  const both = copied(template);
  setDisk(whole.disk);
  const count = prune(...both);
  setDisk();
  expect(count).toBeGreaterThanOrEqual(2);
  requirePruned(both, count);
  const random = randomFrom(runSeed("pruning-kills"));
  const places = volume(
    Array.from({ length: 3 }, () => random.below(whole.calls)),
    Array.from({ length: whole.calls }, (_none, at) => at),
  );
  for (const at of places) {
    const killed = copied(template);
    setDisk(new EndingDisk(at).disk);
    expect(() => prune(...killed), `call ${at}`).toThrow();
    setDisk();
    // What the dead process has open and locked is not there for the next one.
    const next = copied(killed);
    expect(prune(...next), `call ${at}`).toBe(count);
    requirePruned(next, count);
    for (const folder of [...killed, ...next]) rmSync(folder, { recursive: true });
  }
}, 600_000);
