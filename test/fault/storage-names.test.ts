import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDisk } from "../../firmware/files/disk.ts";
import { keepCase } from "../../firmware/journal/export/case-writer.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { writePruned } from "../../firmware/journal/epochs/pruning.ts";
import { rotateKey } from "../../firmware/journal/keys/rotate-key.ts";
import { isEvidenceName } from "../../firmware/journal/second/folders.ts";
import { addDamaged } from "../../firmware/journal/second/marks.ts";
import { checkpointOf } from "../../firmware/journal/export/to-witness.ts";
import { requireWriteTarget } from "../../firmware/journal/export/write-target.ts";
import { writeCalibration } from "../../firmware/table/wheel/calibration-file.ts";
import { closeEpoch, commitInEpoch, exportRange } from "../../firmware/journal/store/journal.fixture.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { table, witness } from "../../src/record/vector.fixture.ts";
import { wallMs } from "../../src/time/instant.ts";
import { leftTable, secondOf, type LeftTable } from "../support/killed-tables.ts";
import { NamesMade } from "../support/names-made.ts";
import { cardEntries } from "../support/played-entries.ts";
import { LOG, unitHere } from "../support/unit-here.ts";

/**
 * Names of files in storage folders. A file that is half-made, a mark or set aside has a name that one part of the firmware gives and
 * no other: what one of them leaves as it is cut, another must not take for its own. Nobody else's file may have such a name either.
 */

const RECORDS = 12;
const DAY = 86_400;
const names = new NamesMade();
const root = mkdtempSync(join(tmpdir(), "tirada-names-"));

/** Starts of a table with a second copy, of which something is lost or damaged. */
async function startSpoilt(one: LeftTable, spoil: (folder: string) => void): Promise<void> {
  const folder = one.copy(spoil);
  const second = { folder: secondOf(folder) };
  const again = await unitHere(folder, one.played.setup, undefined, { epochRecords: RECORDS, second });
  again.kill();
}

const loseFirst = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (!name.endsWith(".pem")) rmSync(join(folder, name), { recursive: true });
  mkdirSync(join(folder, "recordings"));
};
const cut = (path: string): void => writeFileSync(path, readFileSync(path).subarray(0, 9_000));

async function pruneOne(folder: string): Promise<void> {
  mkdirSync(folder);
  const prune = { days: 30, cosigners: [witness.verifier.vkey] };
  const store = openStore({ path: join(folder, "journal.db"), signer: table, maxPages: null, prune });
  for (let epoch = 0; epoch < 3; epoch++) {
    commitInEpoch(store, { kind: "result", round: epoch });
    const size = store.head.seq;
    store.signCheckpointNow();
    const { note } = checkpointOf(store, size);
    const line = cosignCheckpoint(note, witness, 1_700_000_000 + epoch * 40 * DAY).slice(note.length);
    store.cosign({ size, line, at: "2026-11-21T10:02:00.000Z" });
    store.beginEpoch(epoch + 1);
    await closeEpoch(store);
  }
  const task = store.epochs.pruneTask();
  if (task === null) throw new Error("there is an epoch to prune");
  writePruned(task);
  store.epochs.acceptPruned(task);
  const to = store.head.seq - 1;
  await exportRange(
    store,
    { from: null, to },
    { path: join(root, "x.tirada-export"), replace: false },
    () => false,
  );
  const plan = { from: to, to, round: null, releases: [], rulebooks: [], recordings: [], pictures: [] };
  const path = join(folder, "cases", "round-000001-7.tirada-case.tar");
  const folders = { storage: folder, recordings: folder, pictures: folder };
  const request = { plan, texts: [], calibrations: [], missing: [], path } as const;
  await keepCase(store, request, folders, () => false);
  store.fail(new JournalError("closed", "the test is over"));
}

function calibrateTwice(folder: string): void {
  const learned = { sensorB: 1, sensorC: 2, zero: 3, dropLapUs: 4, marks: [], board: 5 };
  for (let n = 0; n < 2; n++) writeCalibration(folder, { kind: "roulette", learned } as never, true);
}

beforeAll(async () => {
  setDisk(names.disk);
  const one = await leftTable(join(root, "cards"), cardEntries(3, "tail"), "killed", {
    epochRecords: RECORDS,
    hasSecond: true,
  });
  await startSpoilt(one, loseFirst);
  await startSpoilt(one, (folder) => cut(join(folder, "journal.db")));
  await startSpoilt(one, (folder) => rmSync(secondOf(folder), { recursive: true }));
  await startSpoilt(one, (folder) => rmSync(join(folder, "journal.epochs/closings.jsonl"), { force: true }));
  await startSpoilt(one, (folder) => {
    cut(join(secondOf(folder), "journal.db"));
    addDamaged(folder, ["journal.db"]);
  });
  const path = join(one.copy(), "journal.db");
  const keyPath = keyPathOf(join(path, ".."), LOG);
  rotateKey({
    path,
    keyPath,
    log: LOG,
    reason: "planned",
    rel: { version: "0", manifest: null },
    wall: wallMs(0),
  });
  await pruneOne(join(root, "pruned"));
  calibrateTwice(join(root, "calibrated"));
}, 120_000);
afterAll(() => {
  setDisk();
  rmSync(root, { recursive: true });
});

/** Files that are what they are called, whole: several parts may put one there. */
const WHOLE =
  /^(?:journal\.(?:db|db-lock|head)|journal\.epochs\/(?:\d{6}\.db|closings\.jsonl)|(?:table|test)\.key(?:\.\d+)?\.pem|recordings\/[a-z-]+-\d+\.(?:jsonl|\d+\.sealed)|cases\/[\w.-]+\.tar|\w+\.json)$/;
const isHalf = (name: string): boolean => !WHOLE.test(name) && !name.startsWith("x.tirada-export");
const halfMade = (): readonly (readonly [string, readonly string[]])[] =>
  [...names.makers]
    .filter(([name]) => isHalf(name))
    .map(([name, makers]) => [name, [...makers].sort()] as const);

describe("names of files in storage folders", () => {
  test("that are half-made, marks or set aside have one owner each", () => {
    const shown = halfMade();
    // The sample reaches all of those that are known; otherwise it would say nothing.
    for (const name of [
      "journal.db-new",
      "journal.db-copy",
      "journal.db-pruned",
      "journal.db.damaged-1",
      "journal.damaged.new",
      "journal.epochs/000001.db-new",
      "journal.epochs/closings.jsonl.new",
      "test.key.next.pem",
      "journal.begun",
      "cases/round-000001-7.tirada-case.tar.part",
      "journal.second",
      "journal.head.new",
    ])
      expect(
        shown.map(([one]) => one),
        name,
      ).toContain(name);
    expect(shown.filter(([, makers]) => makers.length > 1)).toEqual([]);
  });

  test("are no evidence while they are half-made", () => {
    expect(halfMade().filter(([name]) => isEvidenceName(name))).toEqual([]);
  });

  test("of the table's own are no names for a calibration", () => {
    const folder = join(root, "pruned");
    const isFree = (name: string): boolean => {
      const path = join(folder, name);
      const target = {
        path,
        what: "a calibration",
        isOlder: () => true,
        replace: "asked",
        inStorage: true,
      } as const;
      try {
        requireWriteTarget(target);
        return true;
      } catch (error) {
        if (error instanceof JournalError) return false;
        throw error;
      }
    };
    const free = [...names.makers.keys()].filter((name) => !name.startsWith("x.tirada-export") && isFree(name));
    expect(
      free.every((name) => /^[\w-]+\.json(?:\.new)?$/.test(name)),
      free.join(),
    ).toBe(true);
  });
});
