import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { certificateOf } from "../../firmware/journal/export/certificate-of.ts";
import { afterAll, describe, expect, test } from "vitest";
import { JournalError } from "../../firmware/files/errors.ts";
import { verifyPath, verifyPathOnCores } from "../../firmware/evidence/verify/verify-file.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { rereadAll, unitHere, type UnitHere } from "../support/unit-here.ts";
import { sampleOfRun, ALL } from "../support/volume.ts";

/** Tables whose journals have many short epochs, killed or stopped in any of them: what was shown is there, or the start is refused. */

const RECORDS = 12;
/** Each run takes a table that was killed and one of another family that was stopped; a soak has all six. */
const TRIED = sampleOfRun(
  [
    ["wheel killed", "cards stopped"],
    ["cards killed", "dice stopped"],
    ["dice killed", "wheel stopped"],
  ],
  1,
  "tables in epochs",
).flat();
const left = await leftTables(["killed", "stopped"], { epochRecords: RECORDS, only: TRIED });
const { tables } = left;
afterAll(left.remove);

const started = ({ played }: LeftTable, folder: string): Promise<UnitHere> =>
  unitHere(folder, played.setup, undefined, { epochRecords: RECORDS });
const epochsIn = (folder: string): string[] =>
  readdirSync(join(folder, "journal.epochs"))
    .filter((name) => name.endsWith(".db"))
    .sort();
const hashesOf = ({ storage }: UnitHere, count: number): string[] => {
  const hashes: string[] = [];
  while (hashes.length < count) hashes.push(...storage.store.records(hashes.length, 7).map(({ hash }) => hash));
  return hashes.slice(0, count);
};

function flip(path: string, place: number): void {
  const bytes = readFileSync(path);
  const at = Math.floor(place * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe.each(tables)("a table of $name, in epochs of some records", (one) => {
  const table = (): LeftTable => one;

  test("closed some of them, and verifies as one log", () => {
    const { folder } = table();
    expect(epochsIn(folder).length).toBeGreaterThanOrEqual(2);
    const report = verifyPath(table().copy());
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ ok: true, firstSeq: 0, records: table().told.length });
  });

  test("starts where it was; what it shows of old records is what was shown; all epochs are read again", async () => {
    const again = await started(table(), table().copy());
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    expect(again.kinds).not.toContain("restored");
    rereadAll(again);
    expect(again.storage.store.ended).toBe(false);
    again.kill();
  });

  test("certifies any record under the newest checkpoint, whichever epoch it lies in", async () => {
    const folder = table().copy();
    const again = await started(table(), folder);
    const out = join(folder, "..", "out");
    for (let seq = 0; seq < table().told.length; seq += 5) {
      const { json, proof } = certificateOf(again.storage.store, seq);
      writeFileSync(`${out}.json`, json);
      writeFileSync(`${out}.tlog-proof`, proof);
      const report = verifyPath(`${out}.json`, { vkey: again.storage.signer.verifier.vkey });
      expect(report.problems).toEqual([]);
      expect(report).toMatchObject({ ok: true, firstSeq: seq });
    }
    again.kill();
  });

  test("the newest epoch that is gone is named, no file is changed by that, and with it back the table goes on", async () => {
    const folder = table().copy();
    const names = epochsIn(folder);
    const closed = join(folder, "journal.epochs", names.at(-2) ?? "");
    const before = readFileSync(closed);
    const newest = join(folder, "journal.epochs", names.at(-1) ?? "");
    const files = readdirSync(join(folder, "journal.epochs")).filter((name) =>
      name.startsWith(names.at(-1) ?? ""),
    );
    const move = (from: string, to: string): void =>
      files.forEach((name) => renameSync(join(from, name), join(to, name)));
    move(join(folder, "journal.epochs"), folder);
    const refused = await started(table(), folder).then(
      (early) => {
        // The one before had not ended, and the recording gave back what the newest held.
        expect(hashesOf(early, table().told.length)).toEqual(table().told);
        early.kill();
        return null;
      },
      (error: unknown) => String(error),
    );
    if (refused === null) return;
    expect(refused).toContain(`${newest}, is missing`);
    expect(readFileSync(closed).equals(before)).toBe(true);
    move(folder, join(folder, "journal.epochs"));
    const again = await started(table(), folder);
    expect(hashesOf(again, table().told.length)).toEqual(table().told);
    again.kill();
  });

  test("a file of closing records that is gone, short or damaged is made again", async () => {
    const spoils: ((path: string) => void)[] = [
      rmSync,
      (path) => writeFileSync(path, readFileSync(path).subarray(0, -40)),
      (path) => flip(path, 0.4),
      (path) => copyFileSync(path.replace("closings.jsonl", "000001.db"), path),
    ];
    for (const spoil of spoils) {
      const folder = table().copy();
      const path = join(folder, "journal.epochs", "closings.jsonl");
      const before = readFileSync(path, "utf8");
      spoil(path);
      const again = await started(table(), folder);
      expect(readFileSync(path, "utf8")).toBe(before);
      // Of one record the file may be short without a word: a power cut leaves it so.
      const isPowerCut =
        spoil === rmSync && before.split("\n").filter((line) => line.startsWith("{")).length === 1;
      expect([isPowerCut, again.notices.join()]).toEqual([
        isPowerCut,
        isPowerCut
          ? expect.any(String)
          : expect.stringContaining("made again from the epochs: look at the disk"),
      ]);
      again.kill();
    }
  });

  test("an epoch that has become longer is refused at the start", async () => {
    const longer = (copy: string): void => appendFileSync(join(copy, "journal.db"), Buffer.alloc(4_096));
    await expect(started(table(), table().copy(longer))).rejects.toThrow(/the record that closes it says/);
  });

  test("an epoch that is gone, or is another one of its length, is refused at the start", async () => {
    const names = epochsIn(table().folder);
    const lose = (copy: string): void => rmSync(join(copy, "journal.epochs", names[0] ?? ""));
    await expect(started(table(), table().copy(lose))).rejects.toThrow(JournalError);
    const exchange = (copy: string): void =>
      copyFileSync(join(copy, "journal.db"), join(copy, "journal.epochs", names[0] ?? ""));
    const folder = table().copy(exchange);
    const how = await started(table(), folder).then(
      (again) => {
        expect(() => rereadAll(again)).toThrow(/epoch 1 .* is not as it was closed/);
        again.kill();
        return "found later";
      },
      (error: unknown) => (error instanceof JournalError ? "refused" : String(error)),
    );
    expect(["refused", "found later"]).toContain(how);
    expect(judged(folder)).not.toBe("valid");
  });

  if (ALL)
    test("a closed epoch that goes while the table plays is noticed within a second, and ends certifying", async () => {
      const folder = table().copy();
      const again = await started(table(), folder);
      const path = join(folder, "journal.db");
      renameSync(path, `${path}.away`);
      await again.look();
      expect(again.storage.store.ended).toBe(true);
      expect(() => again.storage.store.requireOpen()).toThrow(/journal\.db was deleted or moved/);
      again.kill();
    });

  test.each([0.2, 0.5, 0.9])(
    "a byte changed at %d of a closed epoch: read again, it ends certifying",
    async (place) => {
      const folder = table().copy((copy) => flip(join(copy, "journal.db"), place));
      expect(judged(folder)).not.toBe("valid");
      const again = await started(table(), folder).catch((error: unknown) => error);
      // A start looks for the last certificate among the newest records: it may come upon the byte itself.
      if (again instanceof JournalError) return;
      expect(() => rereadAll(again as UnitHere)).toThrow(JournalError);
      (again as UnitHere).kill();
    },
  );
});

test.each(tables)("$name: while nobody closes the epoch before, the open one goes on", async (one) => {
  const folder = one.copy();
  const again = await started(one, folder);
  const { start } = again.storage.store;
  for (const entry of one.played.entries) await again.unit.feed(entry);
  expect(again.unit.hasFailed).toBe(false);
  expect(again.storage.store.start.epoch - start.epoch).toBeLessThanOrEqual(1);
  expect(again.storage.store.head.seq - again.storage.store.start.before.size).toBeGreaterThan(RECORDS);
  again.kill();
});

/** What `tirada verify` says of a folder. */
function judged(folder: string): "valid" | "not valid" | "refused" {
  try {
    return verifyPath(folder).ok ? "valid" : "not valid";
  } catch (error) {
    if (error instanceof JournalError) return "refused";
    throw error;
  }
}

describe("an epoch that was begun and not closed when the power went", () => {
  test.each(tables.filter(({ name }) => name.endsWith("killed")))(
    "$name: is closed by the next life",
    async (one) => {
      const folder = one.copy();
      // As many lives as there are instants between the beginning of an epoch and the record that closes the one before.
      const first = await started(one, folder);
      const { store } = first.storage;
      const epoch = store.start.epoch;
      for (let n = 0; n < RECORDS * 2 && store.start.epoch === epoch; n++)
        await first.unit.feed({ k: "auto-open", t: 0 as never });
      first.kill();
      for (let life = 0; life < 4; life++) {
        const again = await started(one, folder);
        if (life > 0) await again.look();
        again.kill();
        expect(judged(folder)).toBe("valid");
      }
      const last = await started(one, folder);
      // Records of the closing itself may fill an epoch and begin the next one.
      const { epochs } = last.storage.store;
      // The file is read beside all else, which takes longer on a busy machine.
      for (let n = 0; n < 2_000 && epochs.isClosing; n++) await last.look();
      expect(epochs.isClosing).toBe(false);
      rereadAll(last);
      last.kill();
      const vkey = last.storage.signer.verifier.vkey;
      expect(verifyPath(folder, { vkey }).problems).toEqual([]);
      expect(existsSync(join(folder, "journal.epochs", "closings.jsonl"))).toBe(true);
    },
  );
});

describe("verifying a journal of many epochs", () => {
  const [one] = tables;
  if (one === undefined) throw new Error("there are tables");

  test("on all cores says the same as one file after the other", async () => {
    for (const table of tables) expect(await verifyPathOnCores(table.folder)).toEqual(verifyPath(table.folder));
    const folder = one.copy((copy) => flip(join(copy, "journal.db"), 0.5));
    const onCores = await verifyPathOnCores(folder).catch((error: unknown) => (error as Error).message);
    expect(typeof onCores === "string" ? "refused" : onCores.ok ? "valid" : "not valid").toBe(judged(folder));
  });

  test("goes on from a checkpoint that was kept, and finds another history under it", async () => {
    const folder = one.copy();
    const again = await started(one, folder);
    const checkpoints = again.storage.store.checkpoints(0, 1_000);
    again.kill();
    const kept = join(folder, "..", "kept.note");
    for (const { size, note } of checkpoints) {
      writeFileSync(kept, note);
      const report = verifyPath(folder, { kept });
      expect(report.problems).toEqual([]);
      expect(report.firstSeq ?? 0).toBeLessThanOrEqual(size);
      // An epoch is read from its beginning.
      if (size > 3 * RECORDS) expect(report.firstSeq).toBeGreaterThan(0);
    }
    const other = tables[1];
    if (other === undefined) throw new Error("there are two tables");
    const size = checkpoints.at(-1)?.size ?? 0;
    const root = Buffer.alloc(32, 7);
    writeFileSync(kept, signCheckpoint(size, root, again.storage.signer));
    expect(verifyPath(folder, { kept }).problems[0]?.what).toMatch(
      /are not those of the checkpoint that was kept/,
    );
    writeFileSync(kept, "nonsense");
    expect(() => verifyPath(folder, { kept })).toThrow(/the checkpoint that was kept/);
    expect(() => verifyPath(other.folder, { kept: join(folder, "journal.db") })).toThrow(JournalError);
  });
});
