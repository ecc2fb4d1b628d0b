import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { setDisk } from "../../firmware/files/disk.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { EndingDisk } from "../support/ending-disk.ts";
import { leftTables, secondOf, type LeftTable } from "../support/killed-tables.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";
import { runSeed, sampleOfRun, volume } from "../support/volume.ts";

/**
 * A start that copies or restores, killed before each of its calls to the disk, is done again by the next one. Bits that flip in the
 * second copy are never taken for evidence: the first stays what it was, and nothing comes back that was not signed.
 */

const RECORDS = 12;
const left = await leftTables(["killed"], {
  epochRecords: RECORDS,
  hasSecond: true,
  only: sampleOfRun(["wheel killed", "cards killed", "dice killed"], 1, "attacked second copies"),
});
const { tables } = left;
afterAll(left.remove);
afterEach(() => setDisk());

const started = ({ played }: LeftTable, folder: string): Promise<UnitHere> =>
  unitHere(folder, played.setup, undefined, { epochRecords: RECORDS, second: { folder: secondOf(folder) } });

const loseFirst = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (!name.endsWith(".pem")) rmSync(join(folder, name), { recursive: true });
  mkdirSync(join(folder, "recordings"));
};
const loseSecond = (folder: string): void => rmSync(secondOf(folder), { recursive: true });
const damageFirst = (folder: string): void => {
  const path = join(folder, "journal.db");
  writeFileSync(path, readFileSync(path).subarray(0, 9_000));
};

/** What a table shows of its old records is what was shown, and both folders verify. */
function requireWhole(one: LeftTable, again: UnitHere, folder: string): void {
  const hashes: string[] = [];
  while (hashes.length < one.told.length)
    hashes.push(...again.storage.store.records(hashes.length, 50).map(({ hash }) => hash));
  expect(hashes.slice(0, one.told.length)).toEqual(one.told);
  again.kill();
  for (const path of [folder, secondOf(folder)]) expect(verifyPath(path).problems, path).toEqual([]);
}

describe.each([
  ["restores a first that is gone", loseFirst],
  ["restores a first that is damaged", damageFirst],
  ["makes a second copy anew", loseSecond],
] as const)("a start that %s", (_, spoil) => {
  test.each(tables)("killed before any call: $name", async (one) => {
    const whole = new EndingDisk(Infinity);
    const first = one.copy(spoil);
    setDisk(whole.disk);
    const played = await started(one, first);
    const { calls } = whole;
    setDisk();
    requireWhole(one, played, first);
    const random = randomFrom(runSeed("second-kills"));
    const places = volume(
      Array.from({ length: 4 }, () => random.below(calls)),
      Array.from({ length: calls }, (_none, at) => at),
    );
    for (const at of places) {
      const folder = one.copy(spoil);
      setDisk(new EndingDisk(at).disk);
      await started(one, folder).then(
        (again) => again.kill(),
        () => undefined,
      );
      setDisk();
      // What the dead process has open and locked is not there for the next one.
      const next = `${folder}-next`;
      cpSync(folder, next, { recursive: true });
      cpSync(secondOf(folder), secondOf(next), { recursive: true });
      requireWhole(one, await started(one, next), next);
      for (const path of [folder, next]) {
        rmSync(path, { recursive: true });
        rmSync(secondOf(path), { recursive: true });
      }
    }
  });
});

function flip(folder: string, random: RandomSource): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && statSync(join(folder, name)).size > 0)
    .sort();
  const name = random.pick(names);
  const bytes = readFileSync(join(folder, name));
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  writeFileSync(join(folder, name), bytes);
  return `bit ${at} of ${name}`;
}

const hashesIn = ({ storage }: UnitHere, count: number): string[] =>
  storage.store.records(0, count).map(({ hash }) => hash);

test.each([
  ["a first that is whole", () => undefined],
  ["a first that is gone", loseFirst],
] as const)("bits flipped in the second copy of %s: never taken for evidence", async (what, spoil) => {
  const random = randomFrom(runSeed(`second-flips ${what}`));
  for (let n = 0; n < volume(10, 2_000); n++) {
    const one = random.pick(tables);
    const folder = one.copy(spoil);
    const where = flip(secondOf(folder), random);
    const again = await started(one, folder).catch((error: unknown) => {
      if (error instanceof JournalError) return null;
      throw new Error(`${one.name}, ${where}: ${String(error)}`);
    });
    const count = Math.min(1_000, one.told.length);
    if (again !== null) expect(hashesIn(again, count), where).toEqual(one.told.slice(0, count));
    again?.kill();
    // The first copy is never worse for it.
    if (again !== null)
      expect(
        verifyPath(folder).problems.filter(({ what: why }) => !/recording/.test(why)),
        where,
      ).toEqual([]);
    for (const path of [folder, secondOf(folder)]) rmSync(path, { recursive: true });
  }
});
