import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { commitMany, freshFolder, LOG, openTestStore, table } from "../store/journal.fixture.ts";
import { SecondAtStart } from "./begin-second.ts";
import type { FindPlace } from "./devices.ts";
import { signerFromSeed } from "../../../src/record/vector.fixture.ts";

/** The second copy at the start of a table: there, lost, alone, or the wrong one. */

const LIMITLESS = { recordingBytes: null, pictureBytes: null };
let systems = 0;
const apart: FindPlace = (folder) => ({ fileSystem: ++systems, disks: [folder] });
const OTHER = signerFromSeed(LOG, "11".repeat(32));

function starting(): { first: string; second: string; at: () => SecondAtStart } {
  const [first, second] = [freshFolder(), freshFolder()];
  const at = (): SecondAtStart =>
    new SecondAtStart(join(first, "journal.db"), { folder: second, required: true, kept: LIMITLESS }, apart);
  return { first, second, at };
}

function journalIn(folder: string): void {
  const store = openTestStore(join(folder, "journal.db"));
  commitMany(store, 3);
  store.close();
}

test("is alone where of the first there is no journal, and none that is being begun", () => {
  const { first, second, at } = starting();
  expect([at().isAlone, at().canRestore]).toEqual([false, false]);
  journalIn(second);
  expect([at().isAlone, at().canRestore]).toEqual([true, true]);
  // A first start that was cut goes on, and does not take the second for its own.
  writeFileSync(join(first, "journal.db-new"), "");
  expect(at().isAlone).toBe(false);
});

test("a folder of another table is refused, though this table's was there before", () => {
  const { first, second, at } = starting();
  journalIn(first);
  cpSync(join(first, "journal.db"), join(second, "journal.db"));
  const own = at();
  own.requireOwn([table.verifier]);
  expect(own.loss).toBeNull();
  expect(existsSync(join(first, "journal.second"))).toBe(true);
  const { at: other, first: foreign } = starting();
  const there = openTestStore(join(foreign, "journal.db"));
  expect(there.head.seq).toBe(0);
  expect(() => other().requireOwn([OTHER.verifier])).not.toThrow();
  writeFileSync(join(second, "table.key.pem"), "");
  expect(() => at().requireOwn([table.verifier])).toThrow(
    /is a signing key: the second copy must not have one/,
  );
});

test("a disk that fails is lost where the table has used it, and refused where it has not", () => {
  for (const isUsed of [true, false]) {
    const { first, second, at } = starting();
    journalIn(first);
    if (isUsed) writeFileSync(join(first, "journal.second"), "");
    setDisk({
      ...realDisk,
      statSync: ((path: string, options: { throwIfNoEntry: false }) => {
        if (path.startsWith(second)) throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
        return realDisk.statSync(path, options);
      }) as typeof realDisk.statSync,
    });
    try {
      const one = at();
      if (isUsed) one.requireOwn([table.verifier]);
      else expect(() => one.requireOwn([table.verifier])).toThrow(/opening/);
      expect(one.loss?.why ?? null).toBe(isUsed ? "io" : null);
      if (!isUsed) continue;
      expect([one.isAlone, one.canRestore, one.isAhead()]).toEqual([false, false, false]);
      expect(one.restoreFiles(LIMITLESS, [])).toBeNull();
    } finally {
      setDisk();
    }
  }
});

test("says what came back: kinds by their number, names as far as a record lists them", () => {
  const { first, second, at } = starting();
  const store = openTestStore(join(first, "journal.db"));
  for (const folder of [first, second]) mkdirSync(join(folder, "pictures"));
  const names = Array.from({ length: 22 }, (_, n) => `pictures/${sha256Hex(Buffer.from(`${n}`))}.png`).sort();
  for (const name of names) writeFileSync(join(first, name), "damaged");
  for (let n = 0; n < 22; n++)
    writeFileSync(join(second, `pictures/${sha256Hex(Buffer.from(`${n}`))}.png`), `${n}`);
  writeFileSync(join(first, "journal.damaged"), names.map((name) => `${name}\n`).join(""));
  const one = at();
  expect(one.exchangeDamagedFiles(store)).toEqual([]);
  const said = one.restoreFiles(LIMITLESS, []);
  expect(said).toMatchObject({
    because: "files-damaged",
    source: second,
    recordings: 0,
    pictures: 0,
    cases: 0,
  });
  expect(said?.["exchanged"]).toBe(`${names.slice(0, 20).join(", ")} and 2 more`);
  expect(readdirSync(join(first, "pictures")).filter((name) => name.endsWith(".damaged-1"))).toHaveLength(22);
  // What is whole in neither stays named, and is said.
  for (const folder of [first, second]) writeFileSync(join(folder, names[0] ?? ""), "damaged");
  writeFileSync(join(first, "journal.damaged"), `${names[0]}\n`);
  const again = at();
  expect(again.exchangeDamagedFiles(store)).toEqual([
    `${names[0]} is damaged in ${first} and in ${second}: keep both for the inspector`,
  ]);
  expect(again.restoreFiles(LIMITLESS, [])).toBeNull();
  expect(existsSync(join(first, "journal.damaged"))).toBe(true);
});

test("a journal that came back is said, though no file came with it", () => {
  const { first, second, at } = starting();
  journalIn(second);
  const one = at();
  one.restore("first-missing");
  const came = { because: "first-missing", source: second, from: 0, to: 2, aside: "" };
  expect(one.restoreFiles(LIMITLESS, [])).toEqual({ ...came, recordings: 0, pictures: 0, cases: 0 });
  expect(existsSync(join(first, "journal.db"))).toBe(true);
});

test("what is damaged in the first waits where the second is lost", () => {
  const { first, second, at } = starting();
  const store = openTestStore(join(first, "journal.db"));
  mkdirSync(join(first, "pictures"));
  const name = `pictures/${sha256Hex(Buffer.from("one"))}.png`;
  writeFileSync(join(first, name), "damaged");
  writeFileSync(join(first, "journal.damaged"), `${name}\n`);
  writeFileSync(join(first, "journal.second"), "");
  const one = at();
  one.giveUp();
  expect(one.exchangeDamagedFiles(store)).toEqual([]);
  expect(one.damagedEpochs(store)).toBeNull();
  expect(existsSync(join(first, "journal.damaged"))).toBe(true);
  expect(readdirSync(second)).toEqual([]);
});
